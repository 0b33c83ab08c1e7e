package layouts

import (
	"slices"

	"optc/dialect/iree/revision"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout/flow"
	"optc/passes"
)

// fitter is the second half of the algorithm of IREE since 2026-05: once each value has
// the first of its candidates, it visits every block backwards and makes operands fit.
type fitter[L vectorext.Layout[L]] struct{ *layoutAnalysis[L] }

func (a *fitter[L]) fitRegion(r *ir.Region) {
	for b := range r.Blocks() {
		for _, op := range slices.Backward(slices.Collect(b.Ops())) {
			if a.c.Ended() {
				return
			}
			a.fit(op)
		}
	}
}

// fit makes the operands and results of op consistent, and then the operations in it.
func (a *fitter[L]) fit(op *ir.Operation) {
	if rule := flow.RuleOf(op); rule != nil {
		if rule.FitOperand != nil {
			a.fitOperands(op, rule)
		}
		if fit := rule.FitValue; fit != nil {
			a.fitValues(op, fit)
		} else if rule.Backwards != nil {
			a.fitValues(op, rule.Backwards)
		}
	}
	for r := range op.Regions() {
		a.fitRegion(r)
	}
}

func (a *fitter[L]) fitOperands(op *ir.Operation, rule *flow.Rule) {
	for i := range op.NumOperands() {
		u := op.OpOperand(i)
		if l := a.Known(u.Value()); l != nil {
			a.reason = u.Value()
			rule.FitOperand(a, op, u, l)
		}
	}
}

// fitValues applies a rule to the results of op and the arguments of its regions.
func (a *fitter[L]) fitValues(op *ir.Operation, rule func(flow.Propagator, *ir.Operation, *ir.Value, flow.Layout)) {
	visit := func(v *ir.Value) {
		if l := a.Known(v); l != nil {
			a.reason = v
			rule(a, op, v, l)
		}
	}
	for _, v := range op.Results() {
		visit(v)
	}
	for r := range op.Regions() {
		if first := r.Front(); first != nil {
			for _, v := range first.Args() {
				visit(v)
			}
		}
	}
}

// The methods of flow.Propagator.

func (a *fitter[L]) Known(v *ir.Value) flow.Layout { return flow.Erase(a.layouts[v]) }
func (a *fitter[L]) Immediate() bool               { return false }

// Give sets the layout of a value that has none.
func (a *fitter[L]) Give(v *ir.Value, l flow.Layout) {
	var none L
	if a.layouts[v] == none && l != nil {
		a.put(v, flow.Restore[L](l))
	}
}

// Want demands a layout of an operand: the operand gets the layout, is computed again if
// that is cheap, or is converted.
func (a *fitter[L]) Want(u *ir.OpOperand, wanted flow.Layout) {
	var none L
	l := flow.Restore[L](wanted)
	if u == nil || l == none || !passes.IsVectorValue(u.Value()) {
		return
	}
	v := u.Value()
	foreign := a.isForeign(v)
	switch {
	case foreign:
	case a.layouts[v] == none:
		a.put(v, l)
		return
	case a.layouts[v] == l:
		return
	}
	if origin := withoutAnchors(v); (foreign || origin != v) && isFree(origin.DefiningOp()) && revision.Of(a.c.IR) == revision.Release {
		a.copyChain(u, origin, []*ir.Operation{origin.DefiningOp()}, l)
		return
	}
	if def := v.DefiningOp(); def != nil && !foreign {
		if chain := cheapChain(def); chain != nil {
			a.copyChain(u, v, chain, l)
			return
		}
	}
	if foreign {
		a.convertForeign(u, l)
	} else {
		a.convert(u, l)
	}
}

// withoutAnchors returns the value that v is without conversions.
//
//	%c = arith.constant dense<0.0>
//	%v = iree_vector_ext.to_layout %c to layout(#a)      // a user that needs #b has its own copy of %c
func withoutAnchors(v *ir.Value) *ir.Value {
	for {
		anchor := ir.As[vectorext.ToLayoutOp](v.DefiningOp())
		if !anchor.Ok() || anchor.SharedMemoryConversion() != nil {
			return v
		}
		v = anchor.Input()
	}
}

// isFree reports whether every thread computes its part of the result of op again for nothing: constants, masks and
// steps, and a scalar that is broadcast.
func isFree(op *ir.Operation) bool {
	if b := ir.As[vector.BroadcastOp](op); b.Ok() {
		_, isVector := definingVectorOp(b.Source())
		return !isVector
	}
	return flow.IsFree(op)
}

// isMasked reports whether the operation around op applies a mask to op.
func isMasked(op *ir.Operation) bool {
	around := op.Parent()
	return around != nil && around.Def().Interfaces.Masking
}

// Settle sets the layout of a result, and converts the result to its previous layout, to which its
// users were made to fit. Results of masked operations are unchanged.
func (a *fitter[L]) Settle(v *ir.Value, settled flow.Layout) {
	var none L
	l := flow.Restore[L](settled)
	op, had, wantedBy := v.DefiningOp(), a.layouts[v], a.from[v]
	if l == none || l == had || !passes.IsVectorValue(v) || isMasked(op) {
		return
	}
	a.put(v, l)
	if had == none || v.Unused() {
		return
	}
	a.conflicts = append(a.conflicts, layoutConflict[L]{user: op, value: v, have: l, want: had, wantedBy: wantedBy})
	a.rw.After(op).Loc = op.Loc()
	n := vectorext.NewToLayout(a.rw, v, had).Output()
	a.rw.ReplaceUses(v, n)
	input := ir.Cast[vectorext.ToLayoutOp](n.DefiningOp()).InputMutable()
	a.rw.Modify(n.DefiningOp(), func() { input.Set(v) })
	a.layouts[n], a.from[n], a.changed = had, wantedBy, true
}

// maxChain bounds the operations that are copied so that an operand has the layout that
// its user needs.
const maxChain = 8

// cheapChain returns the operations of one block that compute the result of op from
// constants, masks and scalars, in order, if there are few of them and they are cheap;
// otherwise nil.
func cheapChain(op *ir.Operation) []*ir.Operation {
	chain := []*ir.Operation{op}
	for i := 0; i < len(chain); i++ {
		o := chain[i]
		if flow.IsFree(o) {
			continue
		}
		if rule := flow.RuleOf(o); rule == nil || !rule.Cheap || !ir.IsPure(o) {
			return nil
		}
		for _, v := range o.Operands() {
			def, isVector := definingVectorOp(v)
			switch {
			case !isVector:
			case def == nil:
				return nil
			case def.Has(ir.ConstantLike) || slices.Contains(chain, def):
			case def.Block() != op.Block() || len(chain) == maxChain:
				return nil
			default:
				chain = append(chain, def)
			}
		}
	}
	slices.SortFunc(chain, func(x, y *ir.Operation) int {
		switch {
		case x == y:
			return 0
		case x.IsBefore(y):
			return -1
		default:
			return 1
		}
	})
	return chain
}

// definingVectorOp returns the operation that computes a vector, nil for a block argument; ok is
// false for scalars and vectors with one element, of which every thread has a copy.
func definingVectorOp(v *ir.Value) (def *ir.Operation, ok bool) {
	t, isVector := v.Type().(*ir.VectorType)
	if !isVector {
		return nil, false
	}
	if n, known := ir.NumElements(t.Dims); known && n == 1 {
		return nil, false
	}
	return v.DefiningOp(), true
}

// copyChain makes an operand a copy of the chain that computes v, in layout l.
func (a *fitter[L]) copyChain(u *ir.OpOperand, v *ir.Value, chain []*ir.Operation, l L) {
	var copies ir.Mapping
	a.rw.Before(chain[0])
	clones := make([]*ir.Operation, len(chain))
	for i, o := range chain {
		clones[i] = a.rw.Clone(o, &copies)
	}
	a.redirect(u, copies.Value(v), l)
	for _, o := range slices.Backward(clones) {
		a.fit(o)
	}
}
