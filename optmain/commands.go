package optmain

import (
	"fmt"
	"io"

	"optc/internal/lit"
)

// Command is a subcommand of the tool.
type Command struct {
	Name  string
	Title string // one line
	Usage string // what stands after the name
	Help  string // the rest of the help, or ""
	// Run executes the command and returns the exit code. args are what stands
	// after the name.
	Run func(e *Env, args []string) int
}

// Env is what a subcommand works with.
type Env struct {
	Config
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// Fail reports an error and returns the exit code 1.
func (e *Env) Fail(err error) int {
	fmt.Fprintf(e.Stderr, "%s: error: %v\n", e.Name, err)
	return 1
}

// tool returns the environment as a run of the main command, for its methods.
func (e *Env) tool() *tool {
	return &tool{Config: e.Config, stdin: e.Stdin, stdout: e.Stdout, stderr: newTerminal(e.Stderr)}
}

// Commands is the table of subcommands.
func Commands() []*Command {
	return []*Command{
		{Name: "help", Title: "explain a pass, an operation, a type, an attribute or a command", Usage: "[topic]", Run: runHelp},
		{Name: "explain", Title: "the same as help", Usage: "<topic>", Run: runHelp},
		{Name: "docs", Title: "write the Markdown reference of dialects and passes", Usage: "-o <folder>", Run: runDocs},
		{Name: "build", Title: "compile a program to images of tiles", Usage: "--target <name> -o <folder> <file>", Run: runBuild},
		{Name: "run", Title: "run a built program, or a file, on simulated tiles", Usage: "[--input name=file.npy] [--print name] <folder or file>", Run: runRun},
		{Name: "test", Title: "run lit tests", Usage: "[-v] [-run regexp] [-update] [paths]", Run: runTest},
	}
}

// runTest runs lit tests in this process; the tool stands for optc and mlir-opt.
func runTest(e *Env, args []string) int {
	self := func(inv *lit.Invocation) int {
		c := e.Config
		c.Dir = inv.Dir
		return Run(c, inv.Args, inv.Stdin, inv.Stdout, inv.Stderr)
	}
	return lit.Command(args, map[string]lit.Tool{e.Name: self, "mlir-opt": self}, e.Stdin, e.Stdout, e.Stderr)
}
