// Package optmain is the command optc as a library: it reads files, runs passes
// over them and prints them as mlir-opt does. Whoever adds a dialect or a pass
// ships a tool of their own with one call:
//
//	func main() {
//		c := optmain.DefaultConfig()
//		c.Name = "mytool"
//		c.Dialects = append(c.Dialects, mydialect.Dialect)
//		c.Passes.Passes = append(c.Passes.Passes, mydialect.Lower)
//		os.Exit(optmain.Run(context.Background(), c, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
//	}
package optmain

import (
	"context"
	"errors"
	"io"
	"path/filepath"

	"optc/diag"
	"optc/dialect/all"
	"optc/internal/output"
	"optc/ir"
	"optc/lower"
	"optc/lower/okk"
	"optc/lower/poplar"
	"optc/passes"
	"optc/passes/table"
)

// Config says what a tool consists of.
type Config struct {
	Name     string // as users call it
	Title    string // one line
	Dialects []*ir.Dialect
	Passes   *passes.Registry
	Commands []*Command
	// Programs are the kinds of programs that build, run and --verify-exec know.
	Programs []*lower.Kind
	Errors   func() []diag.Doc // what `help` says about error codes, beside those of Programs
	// Dir is the folder that relative file names refer to; "" is the working
	// directory of the process.
	Dir string

	ownsProcess bool // the process ends with the run
}

// DefaultConfig is the complete optc.
func DefaultConfig() Config {
	return Config{
		Name:     "optc",
		Title:    "an optimizer and tile compiler for MLIR",
		Dialects: all.Dialects(),
		Passes:   table.Passes(),
		Commands: Commands(),
		Programs: []*lower.Kind{poplar.Kind(), okk.Kind()},
		Errors:   generalErrors,
	}
}

// Main is optc: Run with the default configuration and the limits on memory that
// suit a short-lived process. An interrupt leaves no temporary files behind.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	relaxGC()
	c := DefaultConfig()
	c.ownsProcess = true
	output.RemoveOnInterrupt()
	return Run(context.Background(), c, args, stdin, stdout, stderr)
}

// Run executes the command line args, which do not include the name of the
// program, and returns the exit code: 0, or 1 after any error. The end of ctx is one.
func Run(ctx context.Context, c Config, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		if cmd := c.command(args[0]); cmd != nil {
			return cmd.Run(&Env{Config: c, Context: ctx, Stdin: stdin, Stdout: stdout, Stderr: stderr}, args[1:])
		}
	}
	t := (&Env{Config: c, Context: ctx, Stdin: stdin, Stdout: stdout, Stderr: stderr}).tool()
	defer t.stderr.flush()
	code := t.opt(args)
	if code != 0 {
		t.explainFaults()
	}
	return code
}

// Check returns the faults of what the tool consists of, joined, or nil; see
// ir.CheckDialects and passes.Registry.Check. It is for the tests of a tool: a run
// checks only when it fails.
func (c Config) Check() error {
	errs := []error{ir.CheckDialects(c.Dialects...), c.Passes.Check()}
	flags := map[string]bool{}
	for _, f := range defaultOptions().flags() {
		flags[f.name] = true
	}
	for _, n := range c.Passes.Names() {
		if flags[n] {
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

// explainFaults tells after a failed run what may have been the cause, besides the
// input.
func (t *tool) explainFaults() {
	if err := t.Check(); err != nil {
		t.stderr.message("error", t.Name+": ", "this tool is not well made:\n"+err.Error())
	}
}

// tool is one run of the program.
type tool struct {
	Config
	ctx    context.Context
	stdin  io.Reader
	stdout io.Writer
	stderr *terminal
	maps   bool // inputs may be mapped
	mapped mappedFile
	inputs []string // names of the files that were read
}

// fail reports an error of the command line or of the environment.
func (t *tool) fail(err error) int {
	t.stderr.message("error", t.Name+": ", err.Error())
	return 1
}

// failed tells whether err is an error, and reports it if that was not done yet, as
// functions with a sink do.
func (t *tool) failed(err error) bool {
	var reported ir.Errors
	var d *ir.Diagnostic
	switch {
	case err == nil:
		return false
	case errors.As(err, &reported), errors.Is(err, passes.ErrFailed):
	case errors.As(err, &d):
		t.stderr.Report(d)
	default:
		t.fail(err)
	}
	return true
}

// newContext returns a context with the dialects of the tool.
func (t *tool) newContext(o *options) *ir.Context {
	c := ir.NewContext(t.Dialects...)
	c.AllowUnregistered = o.allowUnregistered
	c.Revision = map[string]ir.Revision{"seed": ir.Seed, "today": ir.Today}[o.compat]
	return c
}

// path makes a file name absolute if the tool runs in another folder than the
// process.
func (t *tool) path(name string) string {
	if t.Dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(t.Dir, name)
}
