// Command toyc is optc with an additional dialect, pass and pipeline, from another
// module:
//
//	go run . --toy --verify-exec file.mlir
package main

import (
	"context"
	"os"

	"example.com/embed/toy"
	"optc/optmain"
)

func main() {
	os.Exit(optmain.Run(context.Background(), config(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// config is the complete optc with the additions of package toy.
func config() optmain.Config {
	c := optmain.DefaultConfig()
	c.Name, c.Title = "toyc", "optc with saturating numbers and pairs"
	c.Dialects = append(c.Dialects, toy.Dialect)
	c.Passes.Passes = append(c.Passes.Passes, toy.LowerClamp)
	c.Passes.Pipelines = append(c.Passes.Pipelines, toy.Pipeline)
	return c
}
