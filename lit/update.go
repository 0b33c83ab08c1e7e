package lit

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"

	"optc/internal/base/output"
	"optc/internal/tool/filecheck"
)

// Call is a call of FileCheck in a test.
type Call struct {
	Test  string   // name of the test
	Dir   string   // working directory
	Args  []string // without the name
	Input string   // the text from standard input
	Exit  int
}

// readsStdin reports whether the call checks its standard input, and returns its
// options and its check file.
func (c Call) readsStdin() (o filecheck.Options, checkFile string, ok bool) {
	o, checkFile, input, err := filecheck.ParseArgs(c.Args)
	return o, checkFile, err == nil && input == "-"
}

// observe wraps the FileCheck of a shell so that f is called for each call with its
// complete input.
func (sh *shell) observed(inv *Invocation, f func(Call)) int {
	call := Call{Test: sh.test.name, Dir: inv.Dir, Args: inv.Args}
	if _, _, ok := call.readsStdin(); ok {
		b, err := io.ReadAll(inv.Stdin)
		if err != nil {
			return inv.Errorf("%v", err)
		}
		call.Input = string(b)
		inv.Stdin = bytes.NewReader(b)
	}
	call.Exit = sh.plainFilecheck(inv)
	f(call)
	return call.Exit
}

// Update rewrites the expectations of a failing test to the current output. It rewrites the
// directives of failing FileCheck calls that read the test file, block by block (a block belongs to
// a -LABEL directive), and the expected-error comments of commands with --verify-diagnostics.
// Directives that still match are kept, and a block that cannot be made to match is not changed.
// The file is not changed if a command of the test fails, because its output is then meaningless,
// or if the new expectations would contain a path of this machine; the report gives the reason.
// Update reports whether the file has changed, and returns the result of the test afterwards.
func (r *Runner) Update(ctx context.Context, name string) (changed bool, after Result) {
	file := filepath.Join(r.Root, filepath.FromSlash(name))
	before, err := os.ReadFile(file)
	if err != nil {
		return false, Result{Name: name, Status: Unresolved, Report: err.Error() + "\n"}
	}
	text, refusal := r.updated(ctx, name, file, string(before))
	if refusal == "" {
		refusal = r.machinePath(string(before), text)
	}
	if refusal != "" || text == string(before) {
		after := r.Run(ctx, name)
		if refusal != "" {
			after.Report += "not updated: " + refusal + "\n"
		}
		return false, after
	}
	if err := output.WriteFile(file, []byte(text)); err != nil {
		return false, Result{Name: name, Status: Unresolved, Report: err.Error() + "\n"}
	}
	return true, r.Run(ctx, name)
}

// machinePath returns a path of the local machine in a line of the new text, if the old text does
// not contain it; "" if there is none.
func (r *Runner) machinePath(before, after string) string {
	known := map[string]bool{}
	for line := range strings.Lines(before) {
		known[line] = true
	}
	for line := range strings.Lines(after) {
		if known[line] {
			continue
		}
		for _, path := range []string{r.Root, r.TempDir} {
			if path != "/" && strings.Contains(line, path) {
				return "the output names '" + path + "', which is a path of this machine"
			}
		}
	}
	return ""
}

// updated returns the new text of a test file, or why there is none.
func (r *Runner) updated(ctx context.Context, name, file, text string) (updated, refusal string) {
	t, err := parseTest(name, text)
	if err == nil {
		if t.settings, err = r.settings(name); err == nil {
			err = r.prepare(t)
		}
	}
	if err != nil {
		return text, err.Error()
	}
	var calls []Call
	sh := &shell{ctx: ctx, runner: r, test: t, dir: t.dir, env: t.settings.env, observe: func(c Call) { calls = append(calls, c) }}
	for _, run := range t.runs {
		var log bytes.Buffer
		sh.log, sh.stdin, sh.stdout, sh.stderr = &log, strings.NewReader(""), &log, &log
		sh.failed = ""
		switch code := sh.run(run.tree); {
		case code == panicked:
			return text, "a command panics"
		case code == 0:
		case strings.Contains(run.expanded, "-verify-diagnostics"):
			text = updateDiagnostics(text, file, log.String())
		case sh.failed != "":
			return text, sh.failed
		}
	}
	for _, c := range calls {
		o, checkFile, ok := c.readsStdin()
		if c.Exit != 0 && ok && filepath.Clean(checkFile) == filepath.Clean(file) {
			text = updateChecks(file, text, c.Input, o)
		}
	}
	return text, ""
}
