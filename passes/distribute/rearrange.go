package distribute

import (
	"slices"

	"optc/dialect/vector"
	"optc/ir"
	"optc/passes/layouts"
)

// distributeBroadcast adds the new dimensions to each of the three groups.
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
func distributeBroadcast(d *distributor, op *ir.Operation, sig signature) {
	l := sig.results[0]
	rank := l.Rank()
	added := rank
	broadcast := ir.Cast[vector.BroadcastOp](op)
	src := broadcast.Source()
	t := partType(broadcast.Vector(), l)
	if whole, ok := src.Type().(*ir.VectorType); ok {
		added = rank - len(whole.Dims)
		m := layouts.BroadcastMap(op)
		src = d.partOf(src, sig.operands[0])
		if len(m.BroadcastResults()) > 0 {
			shape := slices.Clone(t.Dims)
			for i := range shape {
				if _, ok := m.ResultPosition(i % rank); !ok {
					shape[i] = 1
				}
			}
			d.replaceByParts(op, vector.NewBroadcast(d.rw, t, d.shapeCast(src, shape)).Vector())
			return
		}
	}
	var perm []int64 // positions of the added dimensions, then of the others
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
	out := vector.NewBroadcast(d.rw, ir.Vector(shape, t.Elem), src).Vector()
	if !slices.IsSorted(inverse) {
		out = vector.NewTranspose(d.rw, out, inverse).Result()
	}
	d.replaceByParts(op, out)
}

// shapeCast builds vector.shape_cast, also between equal shapes; folding drops it.
func (d *distributor) shapeCast(v *ir.Value, shape []int64) *ir.Value {
	t := v.Type().(*ir.VectorType)
	return vector.NewShapeCast(d.rw, ir.Vector(shape, t.Elem), v).Result()
}

// distributeTranspose applies the permutation to each of the three groups.
//
//	vector.transpose %v, [1, 0]  →  vector.transpose %p, [1, 0, 3, 2, 5, 4]
func distributeTranspose(d *distributor, op *ir.Operation, sig signature) {
	transpose := ir.Cast[vector.TransposeOp](op)
	perm := transpose.Permutation()
	rank := int64(len(perm))
	var all []int64
	for group := range int64(3) {
		for _, p := range perm {
			all = append(all, group*rank+p)
		}
	}
	d.replaceByParts(op, vector.NewTranspose(d.rw, d.partOf(transpose.Vector(), sig.operands[0]), all).Result())
}

// distributeShapeCast casts the part of a thread. The part has the same elements in the same
// order if the layout of the source, reshaped, is the layout of the result.
//
//	vector.shape_cast %v : vector<32xf32> to vector<4x8xf32>, batch 4, thread 4, element 2
//	→ vector.shape_cast %part : vector<4x1x2xf32> to vector<4x1x1x1x1x2xf32>
func distributeShapeCast(d *distributor, op *ir.Operation, sig signature) {
	from, to := sig.operands[0], sig.results[0]
	view := from.Reshape(to.UndistributedShape())
	if view == nil || view != to && !view.SameThreads(to, d.subgroup) {
		d.leaveWhole(op, "is not distributed: %s is not %s in another shape", to.Stripped(), from.Stripped())
		return
	}
	v := d.unpacked(d.partOf(ir.Cast[vector.ShapeCastOp](op).Source(), from), from)
	d.replaceByParts(op, d.packed(d.shapeCast(v, to.DistributedUnpackedShape()), to))
}
