package sums

import (
	"slices"

	"optc/dialect/iree/ireegpu"
	"optc/dialect/iree/ireemap"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout/threads"
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/moves"
	"optc/passes/distribute/internal/reductions"
)

// summed returns a vector that is summed, reshaped to a dimension for each digit of its layout, and the layout of that shape, which
// is the vector's own layout if it is a nested one; dims returns the dimensions of the digits of the given dimensions. ok is false if
// the sum does not depend on threads.
//
//	vector<16xf32> in ((2, 8)) : ((0, 1))  →  vector<2x8xf32>, batch [2, 1], thread [1, 8]
func summed(d core.Distributor, op *ir.Operation, v *ir.Value) (digits *ir.Value, l *vectorext.NestedLayout, dims func([]int64) []int64, ok bool) {
	switch d := d.(type) {
	case *core.Nested:
		l = d.OwnLayout(v)
		return v, l, func(dims []int64) []int64 { return dims }, ordersSum(d, op, l)
	case *core.Packed:
		if own := d.OwnLayout(v); ordersPackedSum(d, op, own) {
			u := reductions.Unfold(d, own)
			return d.ShapeCast(v, u.UndistributedShape()), u.NestedLayout, u.Dims, true
		}
	}
	return nil, nil, nil, false
}

// ordersSum reports whether a sum of a vector in layout l depends on the threads.
func ordersSum(d *core.Nested, op *ir.Operation, l *vectorext.NestedLayout) bool {
	return l != nil && reductions.HasIdentity(op) && d.Spreads(op, l)
}

// ordersPackedSum reports whether a sum of a vector in layout l depends on the threads.
func ordersPackedSum(d *core.Packed, op *ir.Operation, l *ireemap.PackLayout) bool {
	return l != nil && reductions.HasIdentity(op) && d.Spreads(op, l)
}

// MultiReduction replaces a multi_reduction of a vector with a layout.
func MultiReduction(d core.Distributor, op *ir.Operation) {
	reduce := ir.Cast[vector.MultiReductionOp](op)
	if v, l, dims, ok := summed(d, op, reduce.Source()); ok {
		d.Rewriter().Replace(op, sumInOrder(d.Common(), op, v, reduce.Acc(), l, dims(reductions.ReducedDims(reduce))))
	}
}

// Reduction replaces a vector.reduction of a vector with a layout.
func Reduction(d core.Distributor, op *ir.Operation) {
	reduce := ir.Cast[vector.ReductionOp](op)
	if v, l, dims, ok := summed(d, op, reduce.Vector()); ok {
		d.Rewriter().Replace(op, sumInOrder(d.Common(), op, v, reductions.StartOf(d.Rewriter(), reduce), l, dims([]int64{0})))
	}
}

// Scan replaces a scan of a vector with a layout. In a layout of iree_map it is distributed in the
// nested layout next to its own.
func Scan(d core.Distributor, op *ir.Operation) {
	source := ir.Cast[vector.ScanOp](op).Source()
	switch d := d.(type) {
	case *core.Nested:
		if l := d.OwnLayout(source); ordersSum(d, op, l) {
			scanInOrder(d, op, l)
		}
	case *core.Packed:
		if l := d.OwnLayout(source); ordersPackedSum(d, op, l) {
			scanInOrder(d.Base, op, d.NestedLike(l))
		}
	}
}

// Contract replaces a contraction of vectors with layouts.
func Contract(d core.Distributor, op *ir.Operation) {
	switch d := d.(type) {
	case *core.Nested:
		nestedContract(d, op)
	case *core.Packed:
		packedContract(d, op)
	}
}

// nestedContract replaces a contraction of vectors in nested layouts.
func nestedContract(d *core.Nested, op *ir.Operation) {
	contract := ir.Cast[vector.ContractOp](op)
	maps, lhs, rhs := contract.IndexingMaps(), contract.Lhs(), contract.Rhs()
	layouts := []*vectorext.NestedLayout{d.OwnLayout(lhs), d.OwnLayout(rhs)}
	if layouts[0] == nil || layouts[1] == nil || !reductions.HasIdentity(op) {
		return
	}
	if mma := ireegpu.IntrinsicOf(op); mma != nil {
		orderDepth(d, op, mma)
		return
	}
	l := vectorext.Recombine(layouts, maps[:2], affine.Identity(maps[0].NumDims))
	if l != nil && d.Spreads(op, l) && slices.IsSorted(core.IteratorsOf(maps[2])) && !reductions.SumsInThread(d, l, contract.IteratorTypes()) {
		d.RW.Replace(op, sumProducts(d, contract, lhs, rhs, maps, contract.IteratorTypes(), l))
	}
}

// packedContract replaces a contraction of vectors in layouts of iree_map.
func packedContract(d *core.Packed, op *ir.Operation) {
	contract := ir.Cast[vector.ContractOp](op)
	maps, lhs, rhs := contract.IndexingMaps(), contract.Lhs(), contract.Rhs()
	l, r := d.OwnLayout(lhs), d.OwnLayout(rhs)
	if !ordersPackedSum(d, op, l) {
		return
	}
	if mma := ireegpu.IntrinsicOf(op); mma != nil {
		orderDepth(d.Base, op, mma)
		return
	}
	if r == nil || !slices.IsSorted(core.IteratorsOf(maps[2])) {
		return
	}
	iteration := l.Recombine([]*ireemap.PackLayout{l, r}, maps[:2], affine.Identity(maps[0].NumDims))
	if iteration == nil {
		return
	}
	u := reductions.Unfold(d, iteration)
	if reductions.SumsInThread(d.Base, u.NestedLayout, u.Iterators(contract)) {
		return
	}
	split := func(v *ir.Value, l *ireemap.PackLayout) *ir.Value {
		return d.ShapeCast(v, reductions.Unfold(d, l).UndistributedShape())
	}
	wide := []affine.Map{u.Mapped(maps[0]), u.Mapped(maps[1])}
	d.RW.Replace(op, sumProducts(d.Base, contract, split(lhs, l), split(rhs, r), wide, u.Iterators(contract), u.NestedLayout))
}

// Order applies the rule for the order of op.
func Order(d threads.Distributor, op *ir.Operation) {
	if rule := moves.RuleOf(op); rule != nil && rule.Order != nil {
		rule.Order(d, op)
	}
}
