package optmain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"time"

	"optc/internal/reduce"
	"optc/ir"
)

// checkFlags are the flags that say what is looked for in a module.
type checkFlags struct {
	pipeline string
	exec     bool
	expect   *regexp.Regexp
	timeout  *int // in seconds
	// reproducer says that the file holds the pipeline.
	reproducer bool
}

func (o *checkFlags) flags() []*flag {
	return []*flag{
		textFlag("pass-pipeline", "pipeline", &o.pipeline, "passes to run"),
		switchFlag("run-reproducer", &o.reproducer, "run the pipeline that the file holds as a resource"),
		switchFlag("verify-exec", &o.exec, "execute the program before and after each pass and compare"),
		{name: "expect", value: "regexp", help: "what an error, or the output of the command, must contain", set: func(text string) (err error) {
			o.expect, err = regexp.Compile(text)
			return err
		}},
		numberFlag("timeout", &o.timeout, 1, "seconds after which a run has nothing to show; without it a run may take any time"),
	}
}

func (o *checkFlags) limit() time.Duration {
	if o.timeout == nil {
		return 0
	}
	return time.Duration(*o.timeout) * time.Second
}

// judge returns the command as a judge of files called like name.
func (o *checkFlags) judge(t *tool, command []string, name string) *judge {
	file := "input.mlir"
	if name != "-" && filepath.Ext(name) != ".mlirbc" {
		file = filepath.Base(name)
	}
	return &judge{args: command, expect: o.expect, timeout: o.limit(), dir: t.Dir, file: file}
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

func (o *reduceOptions) flags() []*flag {
	o.out, o.print.KeepNames = "-", true
	return append(o.check.flags(),
		textFlag("o", "file", &o.out, "where to put the result; the default is standard output"),
		numberFlag("max-tests", &o.maxTests, 1, "end after that many runs"),
		numberFlag("threads", &o.threads, 1, "run at most that many tests at the same time; the result is the same"),
		switchFlag("allow-invalid", &o.invalid, "the result need not verify"),
		switchFlag("mlir-print-op-generic", &o.print.Generic, "test and write the generic form"),
		switchFlag("mlir-print-debuginfo", &o.print.DebugInfo, "test and write locations"),
		switchFlag("keep-names", &o.print.KeepNames, "keep the names that values have in the file; on by default"),
	)
}

// runReduce is `optc reduce`: it shrinks a file while a command or a pipeline finds it
// interesting.
func runReduce(e *Env, args []string) int {
	t := e.tool()
	defer t.stderr.flush()
	var o reduceOptions
	args, command := cutCommand(args)
	files, pipeline, code := t.passArguments("reduce", args, o.flags(), &o.check)
	switch {
	case code >= 0:
		return code
	case len(files) != 1 || (len(command) == 0) == (pipeline == "" && !o.check.reproducer):
		return t.usageError("reduce")
	case command != nil && o.check.exec:
		return t.fail(errors.New("flag '--verify-exec' needs '--pass-pipeline'"))
	}
	r := &reduce.Reducer{NewContext: t.anyContext, Threads: runtime.GOMAXPROCS(0), AllowInvalid: o.invalid, Print: o.print}
	if o.threads != nil {
		r.Threads = *o.threads
	}
	if o.maxTests != nil {
		r.MaxTests = *o.maxTests
	}
	if isConsole(e.Stderr) {
		r.Progress = t.showProgress
	}
	in := &input{registry: t.Passes, reproducer: o.check.reproducer}
	module, err := t.loadAny(files[0], &o, r, in)
	if t.failed(err) {
		return 1
	}
	if o.check.reproducer {
		p := in.reproduced(defaultOptions(), module, t.stderr)
		if p == nil {
			return 1
		}
		pipeline = p.String()
	}
	var notFound error
	if command != nil {
		r.Test = o.check.judge(t, command, files[0]).test
		notFound = fmt.Errorf("'%s' is not interesting: the command ended with exit code 0, took too long, or its output lacks what --expect says", files[0])
	} else {
		p := &pipelineCheck{t: t, pipeline: pipeline, exec: o.check.exec, timeout: o.check.limit()}
		wanted, err := p.run(t.ctx, ir.Print(module, r.Print))
		if t.failed(err) {
			return 1
		}
		notFound = fmt.Errorf("'%s' is not interesting: the pipeline does not fail, takes too long, or its errors lack what --expect says", files[0])
		r.Test = func(ctx context.Context, text []byte) (bool, error) {
			f, err := p.run(ctx, text)
			switch {
			case f == nil || err != nil:
				return false, err
			case o.check.expect != nil:
				return o.check.expect.MatchString(f.text), nil
			}
			return wanted != nil && f.same(wanted), nil
		}
	}
	out, finish, err := t.output(o.out)
	if err != nil {
		return t.fail(err)
	}
	result, err := r.Run(t.ctx, module)
	if r.Progress != nil {
		fmt.Fprint(t.stderr, clearLine)
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
		if !result.Complete {
			bound = ", ended by --max-tests"
		}
		fmt.Fprintf(t.stdout, "%s: %d operations of %d, %d bytes of %d, %d tests%s\n", o.out,
			result.After.Operations, result.Before.Operations, result.After.Bytes, result.Before.Bytes, result.Tests, bound)
	}
	return 0
}

// loadAny reads a file that may hold operations of any dialect, and, unless they may be
// invalid, verifies them.
func (t *tool) loadAny(name string, o *reduceOptions, r *reduce.Reducer, in *input) (*ir.Operation, error) {
	text, shown, err := t.readInput(name)
	if err != nil {
		return nil, err
	}
	r.Context = t.anyContext()
	read := defaultOptions()
	read.skipParseVerify = o.invalid
	module, err := in.parse(t, r.Context, &ir.Source{Name: shown, Text: text}, t.stderr, read, 0)
	r.Print.External = in.external
	return module, err
}

// clearLine empties the line of a terminal.
const clearLine = "\r\x1b[K"

// showProgress tells on one line of a terminal how far a reduction is.
func (t *tool) showProgress(p reduce.Progress) {
	fmt.Fprintf(t.stderr, "%s%d tests, %d operations, %d bytes: %s", clearLine, p.Tests, p.Operations, p.Bytes, p.Stage)
	t.stderr.show()
}
