// Package optmain is the command optc as a library: it reads files, runs passes over them
// and prints them as mlir-opt does. Authors of a dialect or a pass ship their own tool
// with a single call:
//
//	func main() {
//		c := optmain.DefaultConfig()
//		c.Name = "mytool"
//		c.Dialects = append(c.Dialects, mydialect.Dialect)
//		c.Passes.Passes = append(c.Passes.Passes, mydialect.Lower)
//		os.Exit(optmain.Run(context.Background(), c, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
//	}
//
// The file with a command's name, such as build.go, contains only code that no other command uses;
// opt.go contains the main command, which transforms a file. Shared parts are in the other files
// and in the packages below internal.
package optmain

import (
	"context"
	"errors"
	"fmt"
	"io"

	"optc/diag"
	"optc/internal/base/output"
	"optc/ir"
)

// Run executes the command line args, which do not include the name of the program, and
// returns the exit code: 0, or 1 after any error. The end of ctx is an error too, and so is
// a write to stdout or stderr that fails.
func Run(ctx context.Context, c Config, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	e := &Env{Config: c, Context: ctx, Stdin: stdin, Stdout: stdout, Stderr: stderr}
	e.status = e.statusOf()
	out, errs := output.NewChecked(e.Stdout), output.NewChecked(e.Stderr)
	e.Stdout, e.Stderr = out, errs
	code := 0
	if rest, ok := cutWatch(args); ok {
		code = e.watch(rest, e.run)
	} else {
		code = e.run(args)
	}
	if err := out.Err(); err != nil {
		fmt.Fprintf(stderr, "%s: error: cannot write the output: %s\n", c.Name, diag.SystemMessage(err))
	}
	if out.Err() != nil || errs.Err() != nil {
		code = max(code, 1)
	}
	return code
}

func (e *Env) run(args []string) int {
	if len(args) > 0 {
		if cmd := e.command(args[0]); cmd != nil {
			if !cmd.serves {
				defer e.begin(e.Name + " " + cmd.Name)()
			}
			return cmd.Run(e, args[1:])
		}
	}
	defer e.begin(e.Name)()
	t := e.tool()
	defer t.stderr.Flush()
	code := t.opt(args)
	if code != 0 {
		t.explainFaults()
	}
	return code
}

// Check returns the faults of the tool's parts, joined, or nil; see ir.CheckDialects and
// passes.Registry.Check. It is for the tests of a tool: a run makes these checks only when it
// fails.
func (c Config) Check() error {
	errs := []error{ir.CheckDialects(c.Dialects...), c.Passes.Check()}
	taken := map[string]bool{}
	for _, f := range defaultOptions().flags((&Env{Config: c, Stderr: io.Discard}).tool()) {
		taken[f.Name] = true
	}
	for _, n := range c.Passes.Names() {
		if taken[n] {
			errs = append(errs, &ir.Fault{Of: "pass '" + n + "'", Msg: "the name is taken by a flag"})
		}
	}
	commands := map[string]bool{}
	for _, cmd := range c.Commands {
		if commands[cmd.Name] {
			errs = append(errs, &ir.Fault{Of: "command '" + cmd.Name + "'", Msg: "the name is taken by another command"})
		}
		commands[cmd.Name] = true
	}
	return errors.Join(errs...)
}

// explainFaults reports, after a failed run, the faults of the tool that may be the cause.
func (t *tool) explainFaults() {
	if err := t.Check(); err != nil {
		t.stderr.Error(t.Name+": ", "this tool is not well made:\n"+err.Error())
	}
}
