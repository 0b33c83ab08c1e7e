package reductions

import (
	"slices"

	"optc/dialect/iree/ireegpu"
	"optc/dialect/iree/ireemap"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes/distribute/internal/core"
	"optc/passes/layouts"
)

// Unfolded is a nested layout with a dimension for every digit of a layout of iree_map; a thread
// holds the same elements in the same order in both. Digits of threads become threads, other digits
// become batches.
//
//	((2, 8), 16) : ((0, 1), 8) of 16x16  →  batch [2, 1, 1], thread [1, 8, 16], thread_strides [0, 1, 8] of 2x8x16
type Unfolded struct {
	*vectorext.NestedLayout
	first []int // dimension of the first digit of each mode, and their number
}

// Unfold returns the nested layout with a dimension for every digit of l.
func Unfold(d *core.Packed, l *ireemap.PackLayout) Unfolded {
	var u Unfolded
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
	u.NestedLayout = d.Base.NestedLayout(lists)
	return u
}

// Dims returns the dimensions of the digits of some modes.
func (u Unfolded) Dims(modes []int64) (dims []int64) {
	for _, m := range modes {
		for dim := u.first[m]; dim < u.first[m+1]; dim++ {
			dims = append(dims, int64(dim))
		}
	}
	return dims
}

// Mapped returns m with each dimension replaced by the digits of this dimension.
func (u Unfolded) Mapped(m affine.Map) affine.Map {
	var results []affine.Expr
	for _, dim := range core.IteratorsOf(m) {
		for at := u.first[dim]; at < u.first[dim+1]; at++ {
			results = append(results, affine.Dim(at))
		}
	}
	return affine.NewMap(u.Rank(), 0, results...)
}

// Iterators returns the types of the iterators of a contraction, one for every digit.
func (u Unfolded) Iterators(contract vector.ContractOp) (out []vector.IteratorType) {
	for dim, t := range contract.IteratorTypes() {
		out = append(out, slices.Repeat([]vector.IteratorType{t}, u.first[dim+1]-u.first[dim])...)
	}
	return out
}

// whole casts a vector to a vector with a dimension for every digit; a scalar is
// unchanged.
func whole(d *core.Packed, v *ir.Value, l *ireemap.PackLayout) (w *ir.Value, n *vectorext.NestedLayout) {
	if l == nil {
		return v, nil
	}
	n = Unfold(d, l).NestedLayout
	part := d.ShapeCast(d.PartOf(v, l), n.DistributedShape())
	return vectorext.NewToSIMD(d.RW, ir.Vector(n.UndistributedShape(), ir.ElementOrSelf(v.Type())), part, n).Output(), n
}

// folded replaces op by the result of an operation on vectors with a dimension for every
// digit, which distribution visits again.
func folded(d *core.Packed, op, wide *ir.Operation, layouts []*vectorext.NestedLayout, sig core.PackedSignature) {
	acc := layouts[len(layouts)-1]
	d.Base.Schedule(wide, layouts, []*vectorext.NestedLayout{acc})
	out := wide.Result(0)
	if acc == nil {
		d.RW.Replace(op, out)
		return
	}
	d.ReplaceByParts(op, d.ShapeCast(vectorext.NewToSIMT(d.RW, core.PartType(out, acc), out, acc).Output(), sig.Results[0].DistributedShape()))
}

// PackedMultiReduction reduces the digits of the reduced dimensions, as dimensions of a
// nested layout.
//
//	vector.multi_reduction <add>, %v, %a [0] : vector<16x16xf32> to vector<16xf32> in ((2, 8), 16) : ((0, 1), 8)
//	→ vector.multi_reduction <add>, %w, %b [0, 1] : vector<2x8x16xf32> to vector<16xf32>
func PackedMultiReduction(d *core.Packed, op *ir.Operation, sig core.PackedSignature) {
	if !combinable(d, op) {
		return
	}
	reduction, l := ir.Cast[vector.MultiReductionOp](op), sig.Operands[0]
	if !d.AccumulatorAgrees(op, sig, l.Project(layouts.ReducedDims(op, l.Rank()))) {
		return
	}
	source, n := whole(d, reduction.Source(), l)
	acc, a := whole(d, reduction.Acc(), sig.Operands[1])
	dims := Unfold(d, l).Dims(slices.Sorted(slices.Values(reduction.ReductionDims())))
	wide := vector.NewMultiReduction(d.RW, vector.CombiningKind(op), source, acc, dims)
	folded(d, op, wide.Operation(), []*vectorext.NestedLayout{n, a}, sig)
}

// PackedContract contracts the digits of the dimensions, as dimensions of a nested layout.
func PackedContract(d *core.Packed, op *ir.Operation, sig core.PackedSignature) {
	if !combinable(d, op) {
		return
	}
	contract := ir.Cast[vector.ContractOp](op)
	maps := contract.IndexingMaps()
	if ireegpu.IntrinsicOf(op) != nil {
		d.InNested(op, sig)
		return
	}
	lhs, rhs := sig.Operands[0], sig.Operands[1]
	iteration := lhs.Recombine([]*ireemap.PackLayout{lhs, rhs}, maps[:2], affine.Identity(maps[0].NumDims))
	if iteration == nil {
		d.LeaveWhole(op, "is not distributed: lhs has %s and rhs has %s, which differ in a dimension that they share", lhs.Stripped(), rhs.Stripped())
		return
	}
	if !d.AccumulatorAgrees(op, sig, iteration.Apply(maps[2])) {
		return
	}
	u := Unfold(d, iteration)
	var values [3]*ir.Value
	layouts := make([]*vectorext.NestedLayout, 3)
	wide := make([]affine.Map, 3)
	for i := range values {
		values[i], layouts[i] = whole(d, op.Operand(i), sig.Operands[i])
		wide[i] = u.Mapped(maps[i])
	}
	digits := vector.NewContract(d.RW, values[0], values[1], values[2], wide, u.Iterators(contract), vector.CombiningKind(op))
	folded(d, op, digits.Operation(), layouts, sig)
}
