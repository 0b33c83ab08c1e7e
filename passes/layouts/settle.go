package layouts

import (
	"optc/dialect/iree/ireegpu"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes"
)

// settle gives what a reduction makes of its source the layout that follows from that of
// the source, where an accumulator with another anchor was first, and converts it for
// its users. In the revisions of IREE such a reduction keeps the layout of the accumulator
// and is not distributed.
//
//	%r = vector.multi_reduction <add>, %x, %acc [1]              // %acc: #a, %x: #b, so that %r: #a
//	→ %s = vector.multi_reduction <add>, %x, %acc [1]            // %s: #b without dimension 1
//	  %r = iree_vector_ext.to_layout %s to layout(#a)
func (a *candidateAnalysis[L]) settle(op *ir.Operation) {
	var none L
	reduced := func(source *ir.Value, reduce func(l L) L, results ...*ir.Value) {
		if l := a.layouts[source]; l != none {
			a.reason = source
			for _, v := range results {
				a.settleResult(v, reduce(l))
			}
		}
	}
	switch op.Kind() {
	case vector.MultiReduction.Kind:
		k := vector.MultiReduction
		reduced(k.Source(op), func(l L) L { return l.Project(ReducedDims(op, l.Rank())) }, k.Dest(op))
	case vector.Scan.Kind:
		k := vector.Scan
		reduced(k.Dest(op), func(l L) L { return WithoutDim(l, k.ReductionDim(op)) }, k.AccumulatedValue(op))
	case vectorext.ArgCompare.Kind:
		k := vectorext.ArgCompare
		reduced(k.InputValue(op), func(l L) L { return WithoutDim(l, k.Dimension(op)) }, k.ResultValue(op), k.ResultIndex(op))
	case vector.Contract.Kind:
		k, maps := vector.Contract, vector.Contract.IndexingMaps(op)
		rhs := a.layouts[k.Rhs(op)]
		if rhs == none || ireegpu.IntrinsicOf(op) != nil {
			return
		}
		reduced(k.Lhs(op), func(l L) L { return l.Recombine([]L{l, rhs}, maps[:2], maps[2]) }, k.Result(op))
	}
}

// settleResult gives a result a layout and converts it to the one that it had, for which
// its users were made to fit. Results inside of a vector.mask stay.
func (a *candidateAnalysis[L]) settleResult(v *ir.Value, l L) {
	var none L
	op, had, wantedBy := v.DefiningOp(), a.layouts[v], a.from[v]
	if l == none || l == had || !passes.IsVectorValue(v) || vector.Mask.Is(op.Parent()) {
		return
	}
	a.put(v, l)
	if had == none || v.Unused() {
		return
	}
	a.conflicts = append(a.conflicts, layoutConflict[L]{op, v, l, had, wantedBy})
	a.rw.After(op).Loc = op.Loc()
	n := vectorext.ToLayout.Build(a.rw, v, had)
	a.rw.ReplaceUses(v, n)
	input := vectorext.ToLayout.InputMutable(n.DefiningOp())
	a.rw.Modify(n.DefiningOp(), func() { input.Set(v) })
	a.layouts[n], a.from[n], a.changed = had, wantedBy, true
}
