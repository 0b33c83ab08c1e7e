package values

import (
	"optc/dialect/scf"
	"optc/ir"
	"optc/layout/flow"
	"optc/layout/threads"
)

// For carries parts of vectors from iteration to iteration.
//
//	%r = scf.for … iter_args(%a = %v) -> (vector<8x16xf32>) { … scf.yield %b : vector<8x16xf32> }
//	→ %p = to_simt %v
//	  %q = scf.for … iter_args(%s = %p) -> (vector<2x1x1x1x1x2xf32>) {
//	    %a = to_simd %s … %t = to_simt %b  scf.yield %t }
//	  %r = to_simd %q
func For(d threads.Distributor, op *ir.Operation) {
	loop := ir.Cast[scf.ForOp](op)
	yields, ok := d.Yields(0)
	results := layoutsIn(d, op.ResultList())
	if !ok || !d.Agree(layoutsIn(d, loop.InitArgs()), results) || !d.Agree(yields, results) {
		return
	}
	onParts := d.OnParts()
	d.MoveRegion(0, onParts, append([]flow.Layout{nil}, results...)) // none for the induction variable
	d.Replace(onParts.ResultList()...)
}

// If makes the results of a conditional parts.
func If(d threads.Distributor, op *ir.Operation) {
	results := layoutsIn(d, op.ResultList())
	for r := range op.NumRegions() {
		if yields, ok := d.Yields(r); !ok || !d.Agree(yields, results) {
			return
		}
	}
	onParts := d.OnParts()
	for r := range op.NumRegions() {
		d.MoveRegion(r, onParts, nil)
	}
	d.Replace(onParts.ResultList()...)
}

// While carries parts from the condition to the body and back.
func While(d threads.Distributor, op *ir.Operation) {
	loop := ir.Cast[scf.WhileOp](op)
	condition, ok1 := d.Yields(0)
	yields, ok2 := d.Yields(1)
	inits, results := layoutsIn(d, loop.Inits()), layoutsIn(d, loop.Results())
	if !ok1 || !ok2 || !d.Agree(condition[1:], results) || !d.Agree(yields, inits) ||
		!d.Agree(layoutsIn(d, loop.Before().Front().Args()), inits) || !d.Agree(layoutsIn(d, loop.After().Front().Args()), results) {
		return
	}
	onParts := d.OnParts()
	d.MoveRegion(0, onParts, inits)
	d.MoveRegion(1, onParts, results)
	d.Replace(onParts.ResultList()...)
}

// layoutsIn returns the layouts of values.
func layoutsIn(d threads.Distributor, vs []*ir.Value) []flow.Layout {
	out := make([]flow.Layout, len(vs))
	for i, v := range vs {
		out[i] = d.Layout(v)
	}
	return out
}
