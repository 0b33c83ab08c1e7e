package optmain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"

	"optc/internal/base/flags"
	"optc/internal/tool/reduce"
	"optc/ir"
	"optc/optmain/internal/failure"
	"optc/optmain/internal/judge"
)

// reduceCommand is `optc reduce`.
func reduceCommand() *Command {
	return &Command{
		Name:   "reduce",
		Title:  "shrink a file while a command or a pipeline finds something wrong with it",
		Usage:  "[-o file] <file> (<passes> [--verify-exec] | -- <command>)",
		Run:    runs(runReduce),
		flags:  func(t *tool) []*flags.Flag { return new(reduceOptions).flags(t) },
		passes: true,
		Help: "The command gets the name of a file as its last argument, or where {} stands. As for mlir-reduce, exit code 0 says that the file is of no interest, " +
			"another code, or a signal, that it is; 126 and 127 say that the command cannot be executed and end the work. With --pass-pipeline a file is " +
			"of interest if the same pass fails for the same reason as for the whole file: it panics, reports the same error, leaves invalid IR, or, with --verify-exec, changes what the program does. " +
			"What is left is read again from its text and verifies.",
	}
}

// reduceOptions are the options of `optc reduce`.
type reduceOptions struct {
	check    checkFlags
	out      string
	maxTests *int
	threads  *int
	invalid  bool
	print    ir.PrintOptions
}

func (o *reduceOptions) flags(t *tool) []*flags.Flag {
	o.out, o.print.KeepNames = "-", true
	return append(o.check.flags(t),
		flags.Text("o", "file", &o.out, "where to put the result; the default is standard output"),
		flags.Number("max-tests", &o.maxTests, 1, "end after that many runs"),
		flags.Number("threads", &o.threads, 1, "run at most that many tests at the same time; the result is the same"),
		flags.Switch("allow-invalid", &o.invalid, "the result need not verify"),
		flags.Switch("mlir-print-op-generic", &o.print.Generic, "test and write the generic form"),
		flags.Switch("mlir-print-debuginfo", &o.print.DebugInfo, "test and write locations"),
		flags.Switch("keep-names", &o.print.KeepNames, "keep the names that values have in the file; on by default"),
	)
}

// runReduce is `optc reduce`: it shrinks a file while a command or a pipeline finds it
// interesting.
func runReduce(t *tool, args []string) int {
	var o reduceOptions
	args, command := judge.CutCommand(args)
	files, pipeline, code := t.passArguments("reduce", args, o.flags(t), &o.check.pipeline)
	switch {
	case code >= 0:
		return code
	case len(files) != 1:
		return t.fileError("reduce", files)
	case (len(command) == 0) == (pipeline == "" && !o.check.reproducer):
		return t.misused("reduce", "expected passes that fail on the file, such as --cse, or -- and a command that ends with another code than 0 while the fault is there")
	case command != nil && t.Within != "":
		return t.fail(errNoCommands)
	case command != nil && o.check.exec:
		return t.fail(errors.New("flag '--verify-exec' needs '--pass-pipeline'"))
	}
	r := &reduce.Reducer{NewContext: t.openContext, Threads: runtime.GOMAXPROCS(0), AllowInvalid: o.invalid, Print: o.print}
	if o.threads != nil {
		r.Threads = *o.threads
	}
	if o.maxTests != nil {
		r.MaxTests = *o.maxTests
	}
	in := &source{isReproducer: o.check.reproducer, unverified: o.invalid, showOps: &ir.PrintOptions{}}
	module, err := t.loadAny(files[0], r, in)
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
	var notFound error
	if command != nil {
		r.Test = o.check.judge(t, command, files[0]).Test
		notFound = fmt.Errorf("'%s' is not interesting: the command ended with exit code 0, took too long, or its output lacks the text of --expect", files[0])
	} else {
		p := &failure.Check{
			NewContext: t.openContext, Passes: t.Passes, Programs: t.Programs, Pipeline: pipeline, Exec: o.check.exec, Timeout: o.check.limit(),
		}
		var wanted *failure.Failure
		err := t.do("running the passes on the whole file", func(ctx context.Context, _ *work) error {
			wanted, err = p.Run(ctx, ir.Print(module, r.Print))
			return err
		})
		if t.failed(err) {
			return 1
		}
		notFound = fmt.Errorf("'%s' is not interesting: the pipeline does not fail, takes too long, or its errors lack the text of --expect", files[0])
		r.Test = func(ctx context.Context, text []byte) (bool, error) {
			f, err := p.Run(ctx, text)
			switch {
			case f == nil || err != nil:
				return false, err
			case o.check.expect != nil:
				return o.check.expect.MatchString(f.Text), nil
			}
			return wanted != nil && f.Same(wanted), nil
		}
	}
	out, finish, err := t.files.Create(o.out)
	if err != nil {
		return t.fail(err)
	}
	var result *reduce.Result
	err = t.doInPart("reducing", func(ctx context.Context, w *work) error {
		r.Progress = func(p reduce.Progress) {
			w.say(func() string {
				return fmt.Sprintf("%d tests, %d operations, %d bytes: %s", p.Tests, p.Operations, p.Bytes, p.Stage)
			})
		}
		result, err = r.Run(ctx, module)
		return err
	})
	if t.interrupted && result != nil {
		err = nil // the smallest file so far
	}
	if result == nil && err == nil {
		err = notFound
	}
	if err == nil {
		out.Write(append(bytes.TrimRight(result.Text, "\n"), '\n'))
	}
	if err := errors.Join(err, finish(err == nil)); err != nil {
		return t.fail(err)
	}
	if o.out != "-" {
		bound := ""
		switch {
		case t.interrupted:
			bound = ", interrupted"
		case !result.Complete:
			bound = ", ended by --max-tests"
		}
		fmt.Fprintf(t.stdout, "%s: %d operations of %d, %d bytes of %d, %d tests%s\n", o.out,
			result.After.Operations, result.Before.Operations, result.After.Bytes, result.Before.Bytes, result.Tests, bound)
	}
	if t.interrupted {
		return 1
	}
	return 0
}

// loadAny reads a file that may hold operations of any dialect.
func (t *tool) loadAny(name string, r *reduce.Reducer, in *source) (*ir.Operation, error) {
	text, shown, err := t.readText(name)
	if err != nil {
		return nil, err
	}
	r.Context, in.Source = t.openContext(), &ir.Source{Name: shown, Text: text}
	module, err := t.parse(in, r.Context, t.stderr)
	r.Print.External = in.external
	return module, err
}
