package optmain

import (
	"errors"
	"io"

	"optc/internal/base/output"
	"optc/ir"
	"optc/optmain/internal/files"
	"optc/optmain/internal/report"
	"optc/passes"
)

// tool returns a run in the environment.
func (e *Env) tool() *tool {
	t := &tool{
		Config: e.Config, ctx: e.Context, stdin: e.Stdin, stdout: e.Stdout, stderr: report.New(e.Stderr), status: e.status,
		files: &files.Set{Dir: e.Dir, Within: e.Within, Stdin: e.Stdin, Stdout: e.Stdout},
	}
	e.files = append(e.files, t.files)
	t.stderr.Tool, t.stderr.Codes = t.Name, t.errors
	t.stderr.Void = func() bool { return t.files.Changed() != nil }
	return t
}

// runs makes a Command.Run of a function on tools.
func runs(run func(t *tool, args []string) int) func(e *Env, args []string) int {
	return func(e *Env, args []string) int {
		t := e.tool()
		defer t.stderr.Flush()
		return run(t, args)
	}
}

// fail reports an error of the command line or of the environment. Run reports errors of
// standard output.
func (t *tool) fail(err error) int {
	if out, ok := t.stdout.(*output.Checked); ok && out.Err() != nil && errors.Is(err, out.Err()) {
		return 1
	}
	t.stderr.Error(t.Name+": ", err.Error())
	return 1
}

// failed reports whether err is an error. It writes the error unless a sink has it
// already.
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

// print writes requested text.
func (t *tool) print(text string) int {
	io.WriteString(t.stdout, text)
	return 0
}

// guarded runs a command that may map its input.
func (t *tool) guarded(command func() (code int)) int {
	t.files.Map = t.ownsProcess
	code := 0
	if _, err := t.files.Guard(func() bool { code = command(); return code == 0 }); err != nil {
		return t.fail(err)
	}
	return code
}
