package optmain

import (
	"context"
	"errors"
	"fmt"
	"slices"

	fn "optc/dialect/func"
	"optc/internal/family/nests"
	"optc/ir"
	"optc/lower"
	"optc/optmain/internal/values"
	"optc/sim"
)

// callAll is `optc run --all`: it calls the functions of a file that have a body and no arguments,
// and lists which of them passed. With a target, each is a program for it.
func (t *tool) callAll(file string, source *sourceFlags, limits sim.Limits) int {
	p, ok := t.load(file, source)
	if !ok {
		return 1
	}
	passed, failed := 0, 0
	for op := range p.module.Body().Ops() {
		if !isTest(op) {
			continue
		}
		var err error
		if source.target == "" {
			m := sim.New(p.module, nil)
			m.Limits, m.Out = limits, t.stdout
			_, err = t.callInThreads(m, p.module, source, op, nil, nil)
		} else {
			one := &program{t: t, ctx: p.ctx, source: p.source, module: ir.Clone(p.module, &ir.Arena{}, nil)}
			err = one.callOnMachine(file, source, ir.SymbolName(op), limits)
		}
		if err == nil {
			passed++
			fmt.Fprintf(t.stdout, "passed @%s\n", ir.SymbolName(op))
			continue
		}
		failed++
		var at *sim.RuntimeError
		switch {
		case errors.As(err, &at):
			t.stderr.Report(at.Diagnostic())
		case !errors.Is(err, errReported):
			t.failed(err)
		}
		fmt.Fprintf(t.stdout, "failed @%s\n", ir.SymbolName(op))
	}
	fmt.Fprintf(t.stdout, "%d passed, %d failed\n", passed, failed)
	if passed+failed == 0 {
		return t.fail(errors.New("the file has no function without arguments"))
	}
	if failed > 0 {
		return 1
	}
	return 0
}

// isTest reports whether an operation is a function that has a body and no arguments.
func isTest(op *ir.Operation) bool {
	return ir.Is[fn.FuncOp](op) && !op.Region(0).Empty() && op.Body().NumArgs() == 0
}

// errReported is an error that was reported.
var errReported = errors.New("the error was reported")

// knownShapes are the passes that make shapes known before a function becomes a program.
const knownShapes = "builtin.module(canonicalize)"

// callOnMachine runs a test function as a program for the target of the command, and checks its tensors. The module becomes this program.
func (p *program) callOnMachine(file string, source *sourceFlags, name string, limits sim.Limits) error {
	t := p.t
	judge, err := isolate(ir.NewRewriter(p.ctx, nil), p.module, name)
	if err != nil {
		return err
	}
	family, err := lower.Of(t.Programs, p.module)
	if err != nil {
		return err
	}
	pipeline, err := source.pipelineOf(family, file)
	if err != nil {
		return err
	}
	if !p.run(knownShapes, source) || !p.run(pipeline, source) {
		return errReported
	}
	program, err := p.build()
	if err != nil {
		return err
	}
	dev, err := program.Device(lower.Options{Limits: limits, Threads: source.maxThreads()})
	if err != nil {
		return err
	}
	if !t.execute(dev, nil, nil) {
		return errReported
	}
	m := sim.New(judge, nil)
	m.Limits, m.Out = limits, t.stdout
	args := make([]sim.Value, judge.Body().Front().Body().NumArgs())
	for i := range args {
		a, err := values.OfVariable(dev, fmt.Sprint("result", i))
		if err != nil {
			return err
		}
		args[i] = a.Tensor()
	}
	return t.do("checking the results", func(ctx context.Context, _ *work) error {
		_, err := m.Call(ctx, name, args...)
		return err
	})
}

// isolate makes the test function of a name the only program of a module, and returns the module of its expectations.
func isolate(rw *ir.Rewriter, module *ir.Operation, name string) (judge *ir.Operation, err error) {
	tables := ir.NewSymbolTables()
	f := tables.Lookup(module, name)
	for _, op := range slices.Collect(module.Body().Ops()) {
		switch {
		case op == f:
		case isTest(op):
			rw.Erase(op)
		case nests.IsFunction(op):
			ir.SetSymbolVisibility(rw.Context(), op, ir.PrivateSymbol)
		}
	}
	judge, d := nests.SplitExpectations(rw, f)
	if d != nil {
		return nil, d
	}
	return judge, nil
}
