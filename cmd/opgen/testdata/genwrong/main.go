// The command genwrong prints the types of the operations of dialect wrong.
package main

import (
	"fmt"
	"os"

	"optc/cmd/opgen/testdata/wrong"
	"optc/ir/opgen"
)

func main() {
	files, err := opgen.Files(wrong.Dialect)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%s", files[0].Text)
}
