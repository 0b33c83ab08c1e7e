package optmain

import (
	"errors"
	"fmt"

	fn "optc/dialect/func"
	"optc/ir"
	"optc/optmain/internal/values"
	"optc/sim"
)

// callFunction is `optc run --call f --arg …`: it runs a function of a file and prints
// its results and the final contents of its memrefs.
func (t *tool) callFunction(file string, source *sourceFlags, function string, texts []string, limits sim.Limits) int {
	p, ok := t.load(file, source)
	if !ok {
		return 1
	}
	m := sim.New(p.module, nil)
	m.Limits = limits
	op, err := m.Function(function)
	if t.failed(err) {
		return 1
	}
	if !ir.Is[fn.FuncOp](op) {
		return t.fail(fmt.Errorf("'%s' is a '%s', which cannot be called", function, op.Name()))
	}
	signature := fn.TypeOf(op)
	types := signature.Inputs
	if len(types) != len(texts) {
		return t.fail(fmt.Errorf("function '%s' takes %d arguments, but got %d --arg", function, len(types), len(texts)))
	}
	args := make([]sim.Value, len(types))
	for i, text := range texts {
		if args[i], err = values.Argument(t.files, p.ctx, types[i], text, t.stderr); err != nil {
			return t.fail(fmt.Errorf("argument %d: %w", i, err))
		}
	}
	results, err := m.Call(t.ctx, function, args...)
	if err != nil {
		var at *sim.RuntimeError
		if errors.As(err, &at) {
			t.stderr.Report(at.Diagnostic())
			return 1
		}
		return t.fail(err)
	}
	for i, v := range results {
		fmt.Fprintf(t.stdout, "result %d = %s\n", i, sim.Format(signature.Results[i], v))
	}
	for i, typ := range types {
		if _, isMemRef := typ.(*ir.MemRefType); isMemRef {
			fmt.Fprintf(t.stdout, "argument %d = %s\n", i, sim.Format(typ, args[i]))
		}
	}
	return 0
}
