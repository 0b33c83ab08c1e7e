// The command gen writes the types of the operations of dialect toy.
package main

import (
	"example.com/embed/toy"
	"optc/ir/opgen"
)

func main() { opgen.Main(toy.Dialect) }
