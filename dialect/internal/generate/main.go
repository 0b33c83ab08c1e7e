// The command generate writes the types of the operations of all dialects.
package main

import (
	"optc/dialect/all"
	"optc/ir"
	"optc/ir/opgen"
)

func main() { opgen.Main(append(all.Dialects(), ir.Builtin)...) }
