// Command filecheck checks its input against the directives of a file, as LLVM's
// FileCheck does. See package optc/internal/tool/filecheck.
package main

import (
	"os"

	"optc/internal/tool/filecheck"
)

func main() {
	os.Exit(filecheck.Main(filecheck.Invocation{
		Name:   "filecheck",
		Args:   os.Args[1:],
		Env:    os.Getenv,
		Stdin:  os.Stdin,
		Stdout: os.Stdout,
		Stderr: os.Stderr,
	}))
}
