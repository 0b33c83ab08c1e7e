package values

import (
	"slices"

	"optc/dialect/vector"
	"optc/ir"
	"optc/passes/distribute/internal/core"
	"optc/passes/layouts"
)

// Broadcast adds the new dimensions to each of the three groups.
//
//	vector.broadcast %v : vector<16xf32> to vector<8x16xf32>, batch [2,1], thread [4,8], element [1,2]
//	→ %b = vector.broadcast %p : vector<1x1x2xf32> to vector<2x1x1x1x1x2xf32>
//	  vector.transpose %b, [0, 3, 1, 4, 2, 5]
//
// A dimension that is stretched has extent 1 in each group of the source.
//
//	vector.broadcast %v : vector<8x1xf32> to vector<8x16xf32>
//	→ %p = vector<2x1x1x1x1x1xf32> of %v
//	  vector.broadcast %p : vector<2x1x1x1x1x1xf32> to vector<2x1x1x1x1x2xf32>
func Broadcast(d *core.Nested, op *ir.Operation, sig core.NestedSignature) {
	l := sig.Results[0]
	rank := l.Rank()
	added := rank
	broadcast := ir.Cast[vector.BroadcastOp](op)
	src := broadcast.Source()
	t := core.PartType(broadcast.Vector(), l)
	if whole, ok := src.Type().(*ir.VectorType); ok {
		added = rank - len(whole.Dims)
		m := layouts.BroadcastMap(op)
		src = d.PartOf(src, sig.Operands[0])
		if len(m.BroadcastResults()) > 0 {
			shape := slices.Clone(t.Dims)
			for i := range shape {
				if _, ok := m.ResultPosition(i % rank); !ok {
					shape[i] = 1
				}
			}
			d.ReplaceByParts(op, vector.NewBroadcast(d.RW, t, d.ShapeCast(src, shape)).Vector())
			return
		}
	}
	var perm []int64 // positions of the added dimensions, then of the other dimensions
	for pass := range 2 {
		for group := range 3 {
			for i := range rank {
				if (i < added) == (pass == 0) {
					perm = append(perm, int64(group*rank+i))
				}
			}
		}
	}
	shape, inverse := make([]int64, len(perm)), make([]int64, len(perm))
	for i, p := range perm {
		shape[i], inverse[p] = t.Dims[p], int64(i)
	}
	out := vector.NewBroadcast(d.RW, ir.Vector(shape, t.Elem), src).Vector()
	if !slices.IsSorted(inverse) {
		out = vector.NewTranspose(d.RW, out, inverse).Result()
	}
	d.ReplaceByParts(op, out)
}

// Transpose applies the permutation to each of the three groups.
//
//	vector.transpose %v, [1, 0]  →  vector.transpose %p, [1, 0, 3, 2, 5, 4]
func Transpose(d *core.Nested, op *ir.Operation, sig core.NestedSignature) {
	transpose := ir.Cast[vector.TransposeOp](op)
	perm := transpose.Permutation()
	rank := int64(len(perm))
	var all []int64
	for group := range int64(3) {
		for _, p := range perm {
			all = append(all, group*rank+p)
		}
	}
	d.ReplaceByParts(op, vector.NewTranspose(d.RW, d.PartOf(transpose.Vector(), sig.Operands[0]), all).Result())
}

// ShapeCast casts the part of a thread. The part has the same elements in the same
// order if the layout of the source, reshaped, is the layout of the result.
//
//	vector.shape_cast %v : vector<32xf32> to vector<4x8xf32>, batch 4, thread 4, element 2
//	→ vector.shape_cast %part : vector<4x1x2xf32> to vector<4x1x1x1x1x2xf32>
func ShapeCast(d *core.Nested, op *ir.Operation, sig core.NestedSignature) {
	from, to := sig.Operands[0], sig.Results[0]
	view := from.Reshape(to.UndistributedShape())
	if view == nil || view != to && !view.SameThreads(to, d.Subgroup) {
		d.LeaveWhole(op, "is not distributed: %s is not %s in another shape", to.Stripped(), from.Stripped())
		return
	}
	v := d.UnpackedPart(d.PartOf(ir.Cast[vector.ShapeCastOp](op).Source(), from), from)
	d.ReplaceByParts(op, d.PackedPart(d.ShapeCast(v, to.DistributedUnpackedShape()), to))
}
