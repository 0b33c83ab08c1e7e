// The command gen prints the types of the operations of dialect cube.
package main

import (
	"fmt"
	"os"

	"optc/cmd/opgen/testdata/cube"
	"optc/ir/opgen"
)

func main() {
	files, err := opgen.Files(cube.Dialect)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%s", files[0].Text)
}
