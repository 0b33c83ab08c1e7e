package conformance

import (
	"errors"
	"fmt"

	"optc/diag"
	"optc/internal/observe"
	"optc/ir"
	"optc/parser"
	"optc/passes"
)

// Execution is the comparison of a module's functions before and after
// canonicalization on random inputs.
type Execution struct {
	Ran       int    // functions with a result that can be compared
	Undefined string // why some function had no defined behaviour before, if any
	Unknown   string // the operation that the simulator does not know, if any
	Wrong     string // what changed; "" when nothing did
}

// Execute runs every function of a module before and after
// `canonicalize,cse,canonicalize` and compares what can be observed.
func Execute(text string, seed uint64) (x Execution) {
	before, after := load(text), load(text)
	if before == nil || after == nil {
		x.Wrong = "the module is rejected"
		return x
	}
	p, err := passes.Table().Parse("builtin.module(canonicalize,cse,canonicalize)")
	if err == nil {
		err = (&passes.Manager{Context: after.ctx, Registry: passes.Table(), Threads: 1}).Run(p, after.op)
	}
	if err != nil {
		x.Wrong = err.Error()
		return x
	}
	now := observe.Functions(after.op) // neither pass removes functions
	for i, f := range observe.Functions(before.op) {
		want, werr := call(f, seed)
		got, gerr := call(now[i], seed)
		var e *diag.Error
		switch {
		case errors.As(werr, &e) && e.Code == "no-meaning":
			x.Unknown = werr.Error()
		case werr != nil:
			x.Undefined = werr.Error() // it may become anything
		case gerr != nil:
			x.Wrong = fmt.Sprintf("@%s: %v", f.Path, gerr)
			return x
		default:
			x.Ran++
			if d := got.Differs(want); d != "" {
				x.Wrong = fmt.Sprintf("@%s: %s", f.Path, d)
				return x
			}
		}
	}
	return x
}

type module struct {
	ctx *ir.Context
	op  *ir.Operation
}

func load(text string) *module {
	c := ir.NewContext(upstreamDialects()...)
	var ds ir.Diagnostics
	m, ok := parser.Parse(c, &ir.Source{Name: "input.mlir", Text: text}, &ds, parser.Threads(1))
	if !ok || !ir.Verify(m, &ds) {
		return nil
	}
	return &module{c, m}
}

// call runs a function on the arguments of a seed.
func call(f observe.Function, seed uint64) (*observe.Observation, error) {
	r := observe.NewRandom(seed)
	r.AnyIndex = true
	args, err := r.Arguments(f)
	if err != nil {
		return nil, err
	}
	return f.Run(args)
}
