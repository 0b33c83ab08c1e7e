package diag_test

import (
	"fmt"
	"log"
	"testing"

	"optc/diag"
)

func ExampleParseDocs() {
	docs, err := diag.ParseDocs("errors.txt", `# Errors of kernels.

frame kernel:
    okk.kernel @k {
      ...
    }

[okk.bad-dtype]
Tensors have no elements
of that type.
fix: Use f32,
i32 or i8.
command: run --target toy4
example in kernel:
    %s = arith.constant 0 : index
    %t = okk.alloc : !okk.local<1x3x4x5xf64>
`)
	if err != nil {
		log.Fatal(err)
	}
	for _, d := range docs {
		fmt.Printf("%s\n%s\n%s\n%s\n%s\n", d.Code, d.Text, d.Fix, d.CommandLine(), d.Example)
	}
	// Output:
	// okk.bad-dtype
	// Tensors have no elements of that type.
	// Use f32, i32 or i8.
	// run --target toy4
	// okk.kernel @k {
	//   %s = arith.constant 0 : index
	//   %t = okk.alloc : !okk.local<1x3x4x5xf64>
	// }
}

// TestParseDocs: a file that is no list of explanations is an error at the line.
func TestParseDocs(t *testing.T) {
	t.Parallel()
	const entry = "[a]\nText.\nfix: Fix.\n"
	for _, test := range []struct{ name, text, want string }{
		{"no file", "", ""},
		{"two entries", entry + "\n[b]\nText.\nfix: Fix.", ""},
		{"text outside", "# Errors\n\nText.\n", "errors.txt:3: expected [code], 'frame name:' or 'command: …'"},
		{"no text", "\n[a]\nfix: Fix.\n", "errors.txt:2: expected a text and a fix for [a]"},
		{"no fix", "\n[a]\nText.\n", "errors.txt:2: expected a text and a fix for [a]"},
		{"twice", entry + "\n" + entry, "errors.txt:5: [a] is explained twice"},
		{"no blank line", entry + "example:\n    code\n[b]\nText.\nfix: Fix.\n", "errors.txt:6: expected a blank line after [a]"},
		{"no example", entry + "example:\n\n", "errors.txt:5: expected lines with an indentation of four spaces"},
		{"no frame", entry + "example in kernel:\n    code\n", "errors.txt:4: there is no frame kernel"},
		{"no dots", "frame kernel:\n    code\n", "errors.txt:1: expected a line '...' in frame kernel"},
	} {
		got := ""
		if _, err := diag.ParseDocs("errors.txt", test.text); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: error %q, want %q", test.name, got, test.want)
		}
	}
}
