package values

import (
	"slices"

	"optc/dialect/vector"
	"optc/ir"
	"optc/passes"
	"optc/passes/distribute/internal/core"
	"optc/passes/layouts"
)

// PackedBroadcast repeats the part along the digits of dimensions that are added or stretched.
//
//	vector.broadcast %v : vector<32xf16> to vector<8x32xf16> in ((4, 2), (8, 4)) : ((1, 0), (4, 0))
//	→ vector.broadcast %p : vector<4xf16> to vector<2x4xf16>
func PackedBroadcast(d *core.Packed, op *ir.Operation, sig core.PackedSignature) {
	broadcast := ir.Cast[vector.BroadcastOp](op)
	l, src := sig.Results[0], broadcast.Source()
	if passes.IsVectorValue(src) {
		m := layouts.BroadcastMap(op)
		src = d.PartOf(src, sig.Operands[0])
		if len(m.BroadcastResults()) > 0 {
			var shape []int64
			for dim := range l.Rank() {
				values := l.Mode(dim).Values()
				if _, ok := m.ResultPosition(dim); !ok {
					values = slices.Repeat([]int64{1}, len(values))
				}
				shape = append(shape, values...)
			}
			src = d.ShapeCast(src, shape)
		}
	}
	d.ReplaceByParts(op, vector.NewBroadcast(d.RW, core.PartType(broadcast.Vector(), l), src).Vector())
}

// PackedTranspose permutes the digits that a thread holds with their dimensions.
//
//	vector.transpose %v, [1, 0] in ((2, 8), 16) : ((0, 1), 8)  →  vector.transpose %p, [1, 0] : vector<2x1xf16> to vector<1x2xf16>
func PackedTranspose(d *core.Packed, op *ir.Operation, sig core.PackedSignature) {
	l := sig.Operands[0]
	first := make([]int64, l.Rank()+1) // first digit of each dimension
	for dim := range l.Rank() {
		first[dim+1] = first[dim] + int64(len(l.Mode(dim).Values()))
	}
	var perm []int64
	transpose := ir.Cast[vector.TransposeOp](op)
	for _, p := range transpose.Permutation() {
		for at := first[p]; at < first[p+1]; at++ {
			perm = append(perm, at)
		}
	}
	d.ReplaceByParts(op, vector.NewTranspose(d.RW, d.PartOf(transpose.Vector(), l), perm).Result())
}

// PackedShapeCast casts the part, whose elements are in the same order in both shapes.
func PackedShapeCast(d *core.Packed, op *ir.Operation, sig core.PackedSignature) {
	from, to := sig.Operands[0], sig.Results[0]
	if from.Reshape(to.UndistributedShape()) != to {
		d.LeaveWhole(op, "is not distributed: %s is not %s in another shape", to.Stripped(), from.Stripped())
		return
	}
	d.ReplaceByParts(op, d.ShapeCast(d.PartOf(ir.Cast[vector.ShapeCastOp](op).Source(), from), to.DistributedShape()))
}
