// Command optc transforms MLIR files. See package optc/optmain.
package main

import (
	"os"

	"optc/optmain"
)

func main() { os.Exit(optmain.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
