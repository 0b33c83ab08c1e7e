package optmain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"optc/internal/base/flags"
	"optc/internal/base/output"
	"optc/internal/base/textdiff"
	"optc/internal/tool/bisect"
	"optc/ir"
	"optc/optmain/internal/judge"
	"optc/passes"
	"optc/validate"
)

// bisectCommand is `optc bisect`.
func bisectCommand() *Command {
	return &Command{
		Name:   "bisect",
		Title:  "find the pass and the rewrite that break a check",
		Usage:  "<file> <passes> [--verify-exec | -- <command>]",
		Run:    runs(runBisect),
		flags:  func(t *tool) []*flags.Flag { return new(bisectOptions).flags(t) },
		passes: true,
		Help: "The check is that passes do not fail and leave valid IR; with --verify-exec, that the program does the same after every pass; with a command, that it ends with " +
			"exit code 0 for the module after the pass. The command gets the name of a file as its last argument, or where {} stands; 126 and 127 say that it cannot be executed. " +
			"What is found is the run of a pass and, for passes that make rewrites one by one, the rewrite: its pattern, place, and what it changes.",
	}
}

// bisectOptions are the options of `optc bisect`.
type bisectOptions struct {
	check         checkFlags
	before, after string
	json          bool
	limits        limits
}

func (o *bisectOptions) flags(t *tool) []*flags.Flag {
	list := append(o.check.flags(t),
		flags.Text("before", "file", &o.before, "where to put the operation as it is before the rewrite"),
		flags.Text("after", "file", &o.after, "where to put the operation as it is after the rewrite"),
		flags.Switch("json", &o.json, "say what was found as JSON"),
	)
	return append(list, o.limits.flags(validate.DefaultMaxSteps, validate.DefaultMaxMemory)...)
}

// runBisect is `optc bisect`: it finds the pass and the rewrite that break a check.
func runBisect(t *tool, args []string) int {
	var o bisectOptions
	args, command := judge.CutCommand(args)
	files, pipeline, code := t.passArguments("bisect", args, o.flags(t), &o.check.pipeline)
	switch {
	case code >= 0:
		return code
	case len(files) != 1:
		return t.fileError("bisect", files)
	case (pipeline == "") != o.check.reproducer:
		return t.misused("bisect", "expected either passes, such as --cse, or --run-reproducer")
	case command != nil && t.Within != "":
		return t.fail(errNoCommands)
	case command != nil && o.check.exec:
		return t.fail(errors.New("flag '--verify-exec' and a command exclude each other"))
	case command == nil && o.check.expect != nil:
		return t.fail(errors.New("flag '--expect' is about the output of a command, which is missing"))
	}
	text, shown, err := t.readText(files[0])
	if err != nil {
		return t.fail(err)
	}
	in := &source{Source: &ir.Source{Name: shown, Text: text}, isReproducer: o.check.reproducer, showOps: &ir.PrintOptions{}}
	module, err := t.parse(in, t.openContext(), t.stderr)
	if t.failed(err) {
		return 1
	}
	if o.check.reproducer {
		p := in.reproduced(t.Passes, module, t.stderr)
		if p == nil {
			return 1
		}
		pipeline = p.String()
	}
	var runs atomic.Int64
	b := &bisect.Bisector{
		Load: func(ctx context.Context) (*ir.Context, *ir.Operation, error) {
			runs.Add(1)
			c := t.openContext()
			module, err := t.parseAs(ctx, &work{}, &source{Source: in.Source}, c, nil)
			return c, module, err
		},
		Pipeline: func() (*passes.Pipeline, error) { return t.Passes.Parse(pipeline) },
		Registry: t.Passes,
	}
	switch {
	case command != nil:
		j := o.check.judge(t, command, files[0])
		b.Module = bisect.Text(func(ctx context.Context, text []byte) (string, error) {
			found, err := j.Test(ctx, text)
			if !found || err != nil {
				return "", err
			}
			return "the command finds something wrong", nil
		})
	case o.check.exec:
		b.After = func() passes.ExecCheck { return validate.New(o.limits.values(), t.Programs...) }
	}
	var r *bisect.Result
	err = t.doInPart("bisecting", func(ctx context.Context, w *work) error {
		w.say(func() string { return fmt.Sprintf("run %d of the passes", runs.Load()) })
		r, err = b.Run(ctx)
		return err
	})
	if t.interrupted {
		if r != nil {
			t.writeBisection(r, &o)
		}
		return t.fail(output.ErrInterrupted)
	}
	if errors.Is(err, bisect.ErrNothing) {
		err = fmt.Errorf("%w of '%s'", err, files[0])
		if len(command) == 0 && !o.check.exec {
			err = fmt.Errorf("%w; only the verifier checked it: --verify-exec also executes, and -- <command> runs a check of yours", err)
		}
		return t.fail(err)
	}
	if t.failed(err) {
		return 1
	}
	return t.writeBisection(r, &o)
}

// writeBisection writes the result.
func (t *tool) writeBisection(r *bisect.Result, o *bisectOptions) int {
	for _, f := range []struct{ name, text string }{{o.before, r.Before}, {o.after, r.After}} {
		if f.name == "" {
			continue
		}
		if err := t.files.Write(f.name, []byte(f.text)); err != nil {
			return t.fail(err)
		}
	}
	if o.json {
		return t.writeBisectionJSON(r)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "pass %d: %s on %s\n", r.Number, r.Pass, r.On)
	switch {
	case r.Rewrite > 0:
		fmt.Fprintf(&b, "rewrite %d of %d: %s at '%s'", r.Rewrite, r.Rewrites, r.Step.Name, r.Step.Op)
		if file, line, col, ok := r.Step.Loc.FileLineCol(); ok {
			fmt.Fprintf(&b, ", %s:%d:%d", file, line, col)
		}
		b.WriteByte('\n')
	case r.Last > 0:
		fmt.Fprintf(&b, "one of its rewrites %d to %d\n", r.First, r.Last)
	case r.Rewrites > 0:
		fmt.Fprintf(&b, "the pass does it without its %d rewrites\n", r.Rewrites)
	default:
		b.WriteString("the pass does it at once\n")
	}
	b.WriteString("\n" + r.Problem + "\n\n")
	switch {
	case r.After == "":
		b.WriteString("before:\n" + r.Before)
	case r.Before == r.After:
		b.WriteString("the text is the same before and after:\n" + r.Before)
	default:
		b.WriteString(textdiff.Unified("before", "after", r.Before, r.After) + "\n")
	}
	return t.print(b.String())
}

// bisection is the text that `optc bisect --json` writes.
type bisection struct {
	Pass struct {
		Number int    `json:"number"` // of the run of the pass, from 1
		Name   string `json:"name"`   // with its options
		On     string `json:"on"`     // the operation that it runs on
	} `json:"pass"`
	Rewrites int64    `json:"rewrites"`          // of that run
	Rewrite  *rewrite `json:"rewrite,omitempty"` // absent if the pass does it without one
	First    int64    `json:"first,omitempty"`   // the rewrite is from first to last, if it was not found before an interrupt
	Last     int64    `json:"last,omitempty"`
	Problem  string   `json:"problem"`
	Before   string   `json:"before"` // the operation
	After    string   `json:"after"`  // "" if there is none
}

type rewrite struct {
	Number int64  `json:"number"` // from 1
	Name   string `json:"name"`
	Op     string `json:"op"`
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

func (t *tool) writeBisectionJSON(r *bisect.Result) int {
	b := bisection{Rewrites: r.Rewrites, First: r.First, Last: r.Last, Problem: r.Problem, Before: r.Before, After: r.After}
	b.Pass.Number, b.Pass.Name, b.Pass.On = r.Number, r.Pass, r.On
	if r.Rewrite > 0 {
		w := &rewrite{Number: r.Rewrite, Name: r.Step.Name, Op: r.Step.Op}
		if file, line, col, ok := r.Step.Loc.FileLineCol(); ok {
			w.File, w.Line, w.Column = file, line, col
		}
		b.Rewrite = w
	}
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return t.fail(err)
	}
	return t.print(string(text) + "\n")
}
