package optmain

import (
	"fmt"

	"optc/internal/base/flags"
	"optc/ir"
	"optc/lower"
	"optc/optmain/internal/files"
)

// checkCommand is `optc check`.
func checkCommand() *Command {
	return &Command{
		Name:  "check",
		Title: "read and verify files, and report everything that is wrong",
		Usage: "[--diagnostics=github] <files and folders>",
		Run:   runs(runCheck),
		flags: func(t *tool) []*flags.Flag { return new(checkOptions).flags(t) },
		Help: "Of a folder all .mlir files are checked. Parts that a line // ----- divides are checked separately. The exit code is 0 if there is no error, and 1 otherwise. " +
			"docs/builds.md says how services for continuous integration show the diagnostics beside the lines.",
	}
}

// checkOptions are the options of `optc check`.
type checkOptions struct {
	unregistered, warnings, quiet bool
}

func (o *checkOptions) flags(t *tool) []*flags.Flag {
	return []*flags.Flag{
		flags.Switch("allow-unregistered-dialect", &o.unregistered, "accept operations, types and attributes of unknown dialects"),
		flags.Switch("warnings-as-errors", &o.warnings, "fail when there is a warning"),
		flags.Switch("quiet", &o.quiet, "do not say how many files were checked"),
		diagnosticsFlag(&t.stderr.Format),
		t.inputFlag(),
	}
}

// runCheck is `optc check`.
func runCheck(t *tool, args []string) int {
	var o checkOptions
	names, code := t.arguments("check", args, o.flags(t))
	switch {
	case code >= 0:
		return code
	case len(names) == 0:
		return t.misused("check", "expected files or folders, but got none")
	}
	list, err := t.files.Sources(names)
	if err != nil {
		return t.fail(err)
	}
	var wrong []string
	for _, name := range list {
		text, shown, err := t.readText(name)
		if err != nil {
			return t.fail(err)
		}
		if !t.check(&o, &ir.Source{Name: shown, Text: text}) {
			wrong = append(wrong, shown)
		}
		if t.interrupted {
			return 1
		}
		if err := t.ctx.Err(); err != nil {
			return t.fail(err)
		}
	}
	if !o.quiet {
		fmt.Fprintf(t.stdout, "%s, %s\n", lower.Noun{One: "file", Many: "files"}.Count(len(list)), lower.Noun{One: "wrong", Many: "wrong"}.Count(len(wrong)))
	}
	return min(len(wrong), 1)
}

// check reads and verifies the parts of a file, and reports whether they are right.
func (t *tool) check(o *checkOptions, src *ir.Source) bool {
	parts, _ := files.Split(src, "// -----")
	ok := true
	for _, part := range parts {
		ctx := t.newContext()
		ctx.AllowUnregistered = o.unregistered
		var sink ir.Sink = t.stderr
		strict := &strictSink{Sink: sink}
		if o.warnings {
			sink = strict
		}
		_, err := t.parse(&source{Source: part}, ctx, sink)
		ok = !t.failed(err) && !strict.failed.Load() && ok
		if t.interrupted {
			return false
		}
	}
	return ok
}
