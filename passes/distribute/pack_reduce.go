package distribute

import (
	"slices"

	"optc/dialect/iree/ireegpu"
	"optc/dialect/iree/ireemap"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes/layouts"
)

// unfolded is a nested layout with a dimension for every digit of a layout of iree_map,
// in which a thread holds the same elements in the same order: digits of threads are
// threads there, and the others batches.
//
//	((2, 8), 16) : ((0, 1), 8) of 16x16  →  batch [2, 1, 1], thread [1, 8, 16], thread_strides [0, 1, 8] of 2x8x16
type unfolded struct {
	*vectorext.NestedLayout
	first []int // dimension of the first digit of each mode, and their number
}

func (d *packDistributor) unfold(l *ireemap.PackLayout) unfolded {
	var u unfolded
	var lists vectorext.LayoutLists
	for dim := range l.Rank() {
		u.first = append(u.first, len(lists.BatchTile))
		digits := l.Mode(dim)
		if len(digits) == 0 {
			digits = ireemap.Mode{{Size: 1}}
		}
		for _, leaf := range digits {
			batch, thread := leaf.Size, int64(1)
			if leaf.Stride > 0 {
				batch, thread = thread, batch
			}
			lists.BatchTile, lists.ThreadTile = append(lists.BatchTile, batch), append(lists.ThreadTile, thread)
			lists.ThreadStrides = append(lists.ThreadStrides, leaf.Stride)
		}
	}
	rank := len(lists.BatchTile)
	ones := slices.Repeat([]int64{1}, rank)
	lists.SubgroupTile, lists.OuterTile, lists.ElementTile = ones, ones, ones
	lists.SubgroupStrides = make([]int64, rank)
	u.first = append(u.first, rank)
	u.NestedLayout = d.base.layout(lists)
	return u
}

// dims returns the dimensions of the digits of some modes.
func (u unfolded) dims(modes []int64) (dims []int64) {
	for _, m := range modes {
		for dim := u.first[m]; dim < u.first[m+1]; dim++ {
			dims = append(dims, int64(dim))
		}
	}
	return dims
}

// mapped returns m with each dimension replaced by the digits of this dimension.
func (u unfolded) mapped(m affine.Map) affine.Map {
	var results []affine.Expr
	for _, dim := range dimsOf(m) {
		for at := u.first[dim]; at < u.first[dim+1]; at++ {
			results = append(results, affine.Dim(at))
		}
	}
	return affine.NewMap(u.Rank(), 0, results...)
}

// iterators returns the types of the iterators of a contraction, one for every digit.
func (u unfolded) iterators(contract vector.ContractOp) (out []vector.IteratorType) {
	for dim, t := range contract.IteratorTypes() {
		out = append(out, slices.Repeat([]vector.IteratorType{t}, u.first[dim+1]-u.first[dim])...)
	}
	return out
}

// whole casts a vector to a vector with a dimension for every digit; a scalar is
// unchanged.
func (d *packDistributor) whole(v *ir.Value, l *ireemap.PackLayout) (w *ir.Value, n *vectorext.NestedLayout) {
	if l == nil {
		return v, nil
	}
	n = d.unfold(l).NestedLayout
	part := d.base.shapeCast(d.partOf(v, l), n.DistributedShape())
	return vectorext.NewToSIMD(d.rw, ir.Vector(n.UndistributedShape(), ir.ElementOrSelf(v.Type())), part, n).Output(), n
}

// folded replaces op by the result of an operation on vectors with a dimension for every
// digit, which distribution visits again.
func (d *packDistributor) folded(op, wide *ir.Operation, layouts []*vectorext.NestedLayout, sig packSignature) {
	acc := layouts[len(layouts)-1]
	d.base.enqueue(wide, layouts, []*vectorext.NestedLayout{acc})
	out := wide.Result(0)
	if acc == nil {
		d.rw.Replace(op, out)
		return
	}
	d.replaceByParts(op, d.base.shapeCast(vectorext.NewToSIMT(d.rw, partType(out, acc), out, acc).Output(), sig.results[0].DistributedShape()))
}

// packMultiReduction reduces the digits of the reduced dimensions, as dimensions of a
// nested layout.
//
//	vector.multi_reduction <add>, %v, %a [0] : vector<16x16xf32> to vector<16xf32> in ((2, 8), 16) : ((0, 1), 8)
//	→ vector.multi_reduction <add>, %w, %b [0, 1] : vector<2x8x16xf32> to vector<16xf32>
func packMultiReduction(d *packDistributor, op *ir.Operation, sig packSignature) {
	if !combinable(d, op) {
		return
	}
	reduction, l := ir.Cast[vector.MultiReductionOp](op), sig.operands[0]
	if !d.accumulatorAgrees(op, sig, l.Project(layouts.ReducedDims(op, l.Rank()))) {
		return
	}
	source, n := d.whole(reduction.Source(), l)
	acc, a := d.whole(reduction.Acc(), sig.operands[1])
	dims := d.unfold(l).dims(slices.Sorted(slices.Values(reduction.ReductionDims())))
	wide := vector.NewMultiReduction(d.rw, vector.CombiningKind(op), source, acc, dims)
	d.folded(op, wide.Operation(), []*vectorext.NestedLayout{n, a}, sig)
}

// packContract contracts the digits of the dimensions, as dimensions of a nested layout.
func packContract(d *packDistributor, op *ir.Operation, sig packSignature) {
	if !combinable(d, op) {
		return
	}
	contract := ir.Cast[vector.ContractOp](op)
	maps := contract.IndexingMaps()
	if ireegpu.IntrinsicOf(op) != nil {
		d.inNested(op, sig)
		return
	}
	lhs, rhs := sig.operands[0], sig.operands[1]
	iteration := lhs.Recombine([]*ireemap.PackLayout{lhs, rhs}, maps[:2], affine.Identity(maps[0].NumDims))
	if iteration == nil {
		d.leaveWhole(op, "is not distributed: lhs has %s and rhs has %s, which differ in a dimension that they share", lhs.Stripped(), rhs.Stripped())
		return
	}
	if !d.accumulatorAgrees(op, sig, iteration.Apply(maps[2])) {
		return
	}
	u := d.unfold(iteration)
	var values [3]*ir.Value
	layouts := make([]*vectorext.NestedLayout, 3)
	wide := make([]affine.Map, 3)
	for i := range values {
		values[i], layouts[i] = d.whole(op.Operand(i), sig.operands[i])
		wide[i] = u.mapped(maps[i])
	}
	digits := vector.NewContract(d.rw, values[0], values[1], values[2], wide, u.iterators(contract), vector.CombiningKind(op))
	d.folded(op, digits.Operation(), layouts, sig)
}
