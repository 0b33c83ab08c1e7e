// Package validate tells by execution whether a transformation kept the meaning of
// a program (translation validation). It runs functions on random arguments, in all
// threads of a workgroup where their code is distributed, and programs with all
// their variables, and compares results and memory. --verify-exec and the tests of
// transformations are built on it, so that all of them agree on what a difference is.
//
// What could do anything before may do anything afterwards: a function that reads
// memory that was never written, leaves the bounds of a memref or lets poison decide
// has no observation. What cannot be executed is named in a remark, so that silence
// means that it was compared.
package validate

import (
	"context"
	"errors"
	"slices"

	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/lower"
	"optc/passes"
	"optc/sim"
)

const (
	runs = 3 // executions per function or program and pass
	// defaultThreads run code that asks for its thread when no pass said how many
	// there are.
	defaultThreads = 64
)

// New returns a check of functions and of programs of some kinds, for one run of a
// pipeline.
func New(kinds ...*lower.Kind) passes.ExecCheck {
	c := &checker{kinds: kinds, threads: map[string]int64{}, told: map[string]bool{}}
	return c.check
}

type checker struct {
	kinds   []*lower.Kind
	threads map[string]int64 // of functions that were distributed
	told    map[string]bool  // what the remarks named already
}

func (c *checker) check(e *passes.Event, before *ir.Operation) *ir.Diagnostic {
	after := e.Run.Op
	now := Functions(after)
	called := calledOnly(before)
	for _, f := range Functions(before) {
		if changed := e.Op; changed != after && !(fn.Func.Is(changed) && ir.SymbolName(changed) == ir.SymbolName(f.Op)) {
			continue
		}
		k := slices.IndexFunc(now, func(g Function) bool { return g.Path == f.Path })
		if k < 0 || fn.TypeOf(now[k].Op) != fn.TypeOf(f.Op) {
			continue // removed, or given another signature: nothing to compare
		}
		if called[f.Op] && e.Op != now[k].Op {
			continue // may count on what its callers pass, and is compared with them
		}
		if d := c.function(e, f, now[k]); d != nil {
			return d
		}
	}
	return c.programs(e, before)
}

// calledOnly returns the functions that cannot be called from outside of a module and
// have uses inside.
func calledOnly(module *ir.Operation) map[*ir.Operation]bool {
	called := map[*ir.Operation]bool{}
	tables := ir.NewSymbolTables()
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		if call := op.Def().Interfaces.Call; call != nil {
			if ref := call.Callee(op); ref != nil {
				if f := tables.LookupFrom(op, ref); f != nil && ir.SymbolVisibility(f) != ir.PublicSymbol {
					called[f] = true
				}
			}
		}
		return ir.Advance
	})
	return called
}

// contains tells whether an operation holds one of some kinds.
func contains(op *ir.Operation, kinds ...ir.OpKind) bool {
	return !ir.Walk(op, func(o *ir.Operation) ir.WalkResult {
		if ir.IsAny(o, kinds...) {
			return ir.Interrupt
		}
		return ir.Advance
	})
}

// function compares a function before and after a pass.
func (c *checker) function(e *passes.Event, before, after Function) *ir.Diagnostic {
	if o, ok := passes.InstanceOptions[passes.DistributeOptions](e.Instance); ok {
		c.threads[after.Path] = distributedThreads(o, before.Op)
	}
	before.Threads, after.Threads = c.threadsOf(before, e.Instance.Pass != passes.Distribute), c.threadsOf(after, true)
	for seed := range uint64(runs) {
		before.AnyZero = true
		want, err := call(e.Run.Context, before, seed)
		if err != nil {
			c.tell(e, after.Op, before.Path, err)
			continue
		}
		got, err := call(e.Run.Context, after, seed)
		if e.Run.Context.Err() != nil {
			return nil
		}
		if err != nil {
			return after.Op.Errorf("can be executed before the pass, but afterwards %v", err)
		}
		if d := got.Differs(want); d != "" {
			return after.Op.Errorf("%s", d)
		}
	}
	return nil
}

// threadsOf returns how many threads run a function together.
func (c *checker) threadsOf(f Function, distributed bool) int64 {
	switch {
	case distributed && c.threads[f.Path] > 0:
		return c.threads[f.Path]
	case contains(f.Op, gpu.ThreadID, gpu.LaneID, gpu.SubgroupID):
		return defaultThreads
	}
	return 1
}

// distributedThreads returns how many threads share the vectors of a function: as
// many as its layouts name, at least one subgroup.
func distributedThreads(o *passes.DistributeOptions, f *ir.Operation) int64 {
	n := int64(1)
	for _, extent := range o.WorkgroupSize {
		n *= max(extent, 1)
	}
	if o.WorkgroupSize != nil {
		return n
	}
	subgroups := int64(1)
	ir.Walk(f, func(op *ir.Operation) ir.WalkResult {
		if vectorext.ToLayout.Is(op) {
			subgroups = max(subgroups, vectorext.ToLayout.Layout(op).Subgroups())
		}
		return ir.Advance
	})
	size := o.SubgroupSize
	if size == 0 {
		size = defaultThreads
	}
	return subgroups * size
}

// call runs a function with the arguments of a seed.
func call(ctx context.Context, f Function, seed uint64) (*Observation, error) {
	args, err := NewRandom(seed).Arguments(f)
	if err != nil {
		return nil, err
	}
	return f.Run(ctx, args)
}

// tell says once what could not be executed, and why.
func (c *checker) tell(e *passes.Event, op *ir.Operation, name string, err error) {
	if c.told[name] {
		return
	}
	c.told[name] = true
	var at *sim.RuntimeError
	d := ir.Errorf(op.Loc(), "'%s' op @%s is not always compared by execution", op.Name(), ir.SymbolName(op))
	d.Severity = ir.Remark
	if errors.As(err, &at) {
		d.Note(at.Op.Loc(), "'%s' op %v", at.Op.Name(), at.Err)
	} else {
		d.Note(op.Loc(), "%v", err)
	}
	e.Sink.Report(d)
}
