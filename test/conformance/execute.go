package conformance

import (
	"context"
	"errors"
	"fmt"

	"optc/diag"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/validate"
)

// pipelines are what functions are executed before and after. None removes a
// function.
var pipelines = []string{"canonicalize,cse,canonicalize", "sccp", "inline{default-pipeline=},loop-invariant-code-motion"}

// Execution is the comparison of a module's functions before and after the
// pipelines on random inputs.
type Execution struct {
	Ran       int    // functions with a result that can be compared
	Undefined string // why some function had no defined behaviour before, if any
	Unknown   string // the operation that the simulator does not know, if any
	Wrong     string // what changed; "" when nothing did
}

// Execute runs every function of a module before and after each pipeline and
// compares what can be observed.
func Execute(text string, seed uint64) (x Execution) {
	before := load(text)
	if before == nil {
		x.Wrong = "the module is rejected"
		return x
	}
	functions := validate.Functions(before.op)
	want, werr := make([]*validate.Observation, len(functions)), make([]error, len(functions))
	for i, f := range functions {
		switch want[i], werr[i] = call(f, seed); {
		case werr[i] == nil:
			x.Ran++
		case isUnknown(werr[i]):
			x.Unknown = werr[i].Error()
		default:
			x.Undefined = werr[i].Error() // it may become anything
		}
	}
	for _, pipeline := range pipelines {
		now, err := transformed(text, pipeline)
		if err != nil {
			x.Wrong = fmt.Sprintf("%s: %v", pipeline, err)
			return x
		}
		for i, f := range functions {
			if werr[i] != nil {
				continue
			}
			got, err := call(now[i], seed)
			switch {
			case err != nil && isUnknown(err): // it was not reached before
				x.Unknown = err.Error()
			case err != nil:
				x.Wrong = fmt.Sprintf("%s: @%s: %v", pipeline, f.Path, err)
				return x
			default:
				if d := got.Differs(want[i]); d != "" {
					x.Wrong = fmt.Sprintf("%s: @%s: %s", pipeline, f.Path, d)
					return x
				}
			}
		}
	}
	return x
}

// isUnknown tells whether an operation has no meaning for the simulator.
func isUnknown(err error) bool {
	var e *diag.Error
	return errors.As(err, &e) && e.Code == "no-meaning"
}

// transformed returns the functions of a module after a pipeline.
func transformed(text, pipeline string) ([]validate.Function, error) {
	m := load(text)
	p, err := passes.Table().Parse("builtin.module(" + pipeline + ")")
	if err == nil {
		err = (&passes.Manager{Context: m.ctx, Registry: passes.Table(), Threads: 1}).Run(context.Background(), p, m.op)
	}
	return validate.Functions(m.op), err
}

type module struct {
	ctx *ir.Context
	op  *ir.Operation
}

func load(text string) *module {
	c := ir.NewContext(upstreamDialects()...)
	var ds ir.Diagnostics
	m, err := parser.Parse(context.Background(), c, &ir.Source{Name: "input.mlir", Text: text}, &ds, parser.Threads(1))
	if err != nil || ir.Verify(m, &ds) != nil {
		return nil
	}
	return &module{c, m}
}

// call runs a function on the arguments of a seed.
func call(f validate.Function, seed uint64) (*validate.Observation, error) {
	r := validate.NewRandom(seed)
	r.AnyIndex = true
	args, err := r.Arguments(f)
	if err != nil {
		return nil, err
	}
	return f.Run(context.Background(), args)
}
