// The command gentoy prints the types of the operations of dialect toy.
package main

import (
	"fmt"
	"os"

	"optc/dialect/toy"
	"optc/ir/opgen"
)

func main() {
	files, err := opgen.Files(toy.Dialect)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%s", files[0].Text)
}
