// The command gen prints the types of the operations of dialect ub.
package main

import (
	"fmt"
	"os"

	"optc/dialect/ub"
	"optc/ir/opgen"
)

func main() {
	files, err := opgen.Files(ub.Dialect)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%s", files[0].Text)
}
