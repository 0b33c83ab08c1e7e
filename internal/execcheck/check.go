// Package execcheck compares what a module does before and after a pass by
// executing both: functions with random arguments, in all threads of a workgroup
// where their code is distributed, and poplar graphs with all their variables. It
// is what --verify-exec runs.
//
// What could do anything before may do anything afterwards: reads of memory that
// was never written, accesses out of bounds, poison. What cannot be executed is
// named in a remark, so that silence means that it was compared.
package execcheck

import (
	"errors"
	"fmt"
	"strings"

	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes"
	"optc/sim"
)

const (
	runs     = 3       // executions per function or graph and pass
	maxSteps = 1 << 20 // operations of one execution
	// defaultThreads run code that asks for its thread when no pass said how many
	// there are.
	defaultThreads = 64
)

// New returns a check for one run of a pipeline.
func New() passes.ExecCheck {
	c := &checker{threads: map[string]int64{}, told: map[string]bool{}}
	return c.check
}

type checker struct {
	threads map[string]int64 // of functions that were distributed
	told    map[string]bool  // what the remarks named already
}

func (c *checker) check(e *passes.Event, before *ir.Operation) *ir.Diagnostic {
	after := e.Run.Op
	now := functions(after)
	for _, f := range functions(before) {
		if changed := e.Op; changed != after && !(changed.Is(fn.Func) && ir.SymbolName(changed) == ir.SymbolName(f.op)) {
			continue
		}
		k := -1
		for i := range now {
			if now[i].path == f.path {
				k = i
			}
		}
		if k < 0 || fn.TypeOf(now[k].op) != fn.TypeOf(f.op) {
			continue // removed, or given another signature: nothing to compare
		}
		if d := c.function(e, f, now[k]); d != nil {
			return d
		}
	}
	return c.graphs(e, before)
}

// function is a function with the path of its symbol, kernels::sum.
type function struct {
	op     *ir.Operation
	module *ir.Operation
	path   string
}

// functions lists the functions of a module that have a body.
func functions(module *ir.Operation) (list []function) {
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		if op.Is(fn.Func) && op.NumRegions() > 0 && !op.Region(0).Empty() {
			path := ir.SymbolName(op)
			for at := op.Parent(); at != nil && at != module; at = at.Parent() {
				path = ir.SymbolName(at) + "::" + path
			}
			list = append(list, function{op, module, path})
		}
		return ir.Advance
	})
	return list
}

// contains tells whether an operation holds one of some kinds.
func contains(op *ir.Operation, names ...string) bool {
	return !ir.Walk(op, func(o *ir.Operation) ir.WalkResult {
		for _, name := range names {
			if o.Is(name) {
				return ir.Interrupt
			}
		}
		return ir.Advance
	})
}

// function compares a function before and after a pass.
func (c *checker) function(e *passes.Event, before, after function) *ir.Diagnostic {
	if o, ok := passes.InstanceOptions[passes.DistributeOptions](e.Instance); ok {
		c.threads[after.path] = distributedThreads(o, before.op)
	}
	was, is := c.threadsOf(before, e.Instance.Pass != passes.Distribute), c.threadsOf(after, true)
	for seed := range uint64(runs) {
		want, err := call(before, was, seed)
		if err != nil {
			c.tell(e, after.op, before.path, err)
			continue
		}
		got, err := call(after, is, seed)
		if err != nil {
			return after.op.Errorf("can be executed before the pass, but afterwards %v", err)
		}
		n := len(want)
		if was != is {
			n = memoryOf(before) // threads return their parts
		}
		if d := differs(want[:n], got[:n]); d != "" {
			return after.op.Errorf("%s", d)
		}
	}
	return nil
}

// threadsOf returns how many threads run a function together.
func (c *checker) threadsOf(f function, distributed bool) int64 {
	switch {
	case distributed && c.threads[f.path] > 0:
		return c.threads[f.path]
	case contains(f.op, gpu.ThreadID, gpu.LaneID, gpu.SubgroupID):
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
		if l, ok := op.Attr("layout").(*vectorext.NestedLayout); ok && op.Is(vectorext.ToLayout) {
			span := int64(1)
			for d, tile := range l.SubgroupTile {
				span += (tile - 1) * l.SubgroupStrides[d]
			}
			subgroups = max(subgroups, span)
		}
		return ir.Advance
	})
	size := o.SubgroupSize
	if size == 0 {
		size = defaultThreads
	}
	return subgroups * size
}

// call runs a function with arguments that depend on the seed, and returns what
// can be observed: the memory of the arguments, then the results of every thread.
func call(f function, threads int64, seed uint64) ([]observed, error) {
	var args []sim.Value
	var all []observed
	r := newRandom(seed)
	for _, a := range f.op.Body().Args() {
		v, err := r.value(a.Type())
		if err != nil {
			return nil, err
		}
		args = append(args, v)
		if v.MemRef() != nil {
			all = append(all, observed{a.Type(), v})
		}
	}
	results := fn.TypeOf(f.op).Results
	if threads == 1 {
		machine := sim.New(f.module, nil)
		machine.MaxSteps = maxSteps
		values, err := machine.Call(f.path, args...)
		if err != nil {
			return nil, err
		}
		return appendResults(all, results, values), nil
	}
	g := sim.Group{Module: f.module, BlockDim: [3]int64{threads, 1, 1}, MaxSteps: maxSteps}
	values, err := g.Run(f.path, func(sim.Thread) []sim.Value { return args })
	if err != nil {
		return nil, err
	}
	for _, v := range values {
		all = appendResults(all, results, v)
	}
	return all, nil
}

func appendResults(all []observed, types []ir.Type, values []sim.Value) []observed {
	for i, v := range values {
		all = append(all, observed{types[i], v})
	}
	return all
}

// memoryOf counts the arguments of a function that are memory.
func memoryOf(f function) (n int) {
	for _, a := range f.op.Body().Args() {
		if _, ok := a.Type().(*ir.MemRefType); ok {
			n++
		}
	}
	return n
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

// observed is a value that a program gives away.
type observed struct {
	typ   ir.Type
	value sim.Value
}

// differs describes the first difference that poison does not allow.
func differs(want, got []observed) string {
	for i := range want {
		w, g := sim.Format(want[i].typ, want[i].value), sim.Format(got[i].typ, got[i].value)
		if !allowed(w, g) {
			return fmt.Sprintf("expected %s of type '%s', but got %s", w, want[i].typ, g)
		}
	}
	return ""
}

// allowed tells whether a formatted value is the same, but for what was not
// defined before.
func allowed(want, got string) bool {
	if want == got || want == "poison" {
		return true
	}
	w, g := strings.Split(want, ", "), strings.Split(got, ", ")
	if len(w) != len(g) {
		return false
	}
	for i := range w {
		if w[i] != g[i] && !strings.Contains(w[i], "undef") {
			return false
		}
	}
	return true
}
