package output_test

import (
	"fmt"
	"os"
	"path/filepath"

	"optc/internal/base/output"
)

// If a file is not finished, the old file is unchanged.
func Example() {
	dir, _ := os.MkdirTemp("", "output")
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "out.mlir")
	show := func() {
		text, err := os.ReadFile(name)
		fmt.Printf("%s %v\n", text, err)
	}

	fmt.Println(output.WriteFile(name, []byte("module {}")))
	f, _ := output.Create(name)
	fmt.Fprint(f, "module { half of ")
	f.Finish(false)
	show()

	f, _ = output.Create(name)
	fmt.Fprint(f, "module { func.func private @f() }")
	fmt.Println(f.Finish(true))
	show()
	// Output:
	// <nil>
	// module {} <nil>
	// <nil>
	// module { func.func private @f() } <nil>
}
