package optmain

import (
	"os"

	"optc/internal/base/flags"
	"optc/internal/tool/filecheck"
)

// filecheckCommand is `optc filecheck`.
func filecheckCommand() *Command {
	return &Command{
		Name:  "filecheck",
		Title: "check a text against the directives of a file, as LLVM's FileCheck does",
		Usage: "[options] check-file",
		Help: `Checks that standard input, or the file of --input-file, contains what the
directives of the check file ask for: CHECK, CHECK-NEXT, CHECK-SAME, CHECK-NOT,
CHECK-DAG, CHECK-LABEL, CHECK-EMPTY and CHECK-COUNT with variables, numbers and
regular expressions. The exit code is 0 if it does, 1 if it does not, and 2 if the
check file is wrong. No LLVM is needed.`,
		flags: func(*tool) []*flags.Flag { return filecheck.Flags() },
		Run: func(e *Env, args []string) int {
			return filecheck.Main(filecheck.Invocation{
				Name: e.Name + " filecheck", Args: args, Dir: e.Dir, Env: os.Getenv, Stdin: e.Stdin, Stdout: e.Stdout, Stderr: e.Stderr,
			})
		},
	}
}
