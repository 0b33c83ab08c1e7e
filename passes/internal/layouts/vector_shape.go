package layouts

import (
	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout/flow"
	"optc/passes"
)

func transposeForwards(p flow.Propagator, op *ir.Operation, _ *ir.OpOperand, l flow.Layout) {
	transpose := ir.Cast[vector.TransposeOp](op)
	p.Give(transpose.Result(), l.Permute(transpose.Permutation()))
}

func transposeBackwards(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
	transpose := ir.Cast[vector.TransposeOp](op)
	perm := transpose.Permutation()
	inverse := make([]int64, len(perm))
	for i, d := range perm {
		inverse[d] = int64(i)
	}
	p.Want(transpose.VectorMutable(), l.Permute(inverse))
}

func shapeCastForwards(p flow.Propagator, op *ir.Operation, _ *ir.OpOperand, l flow.Layout) {
	result := ir.Cast[vector.ShapeCastOp](op).Result()
	p.Give(result, l.Reshape(result.Type().(*ir.VectorType).Dims))
}

func shapeCastBackwards(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
	source := ir.Cast[vector.ShapeCastOp](op).SourceMutable()
	p.Want(source, l.Reshape(source.Value().Type().(*ir.VectorType).Dims))
}

func broadcastBackwards(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
	if source := ir.Cast[vector.BroadcastOp](op).SourceMutable(); passes.IsVectorValue(source.Value()) {
		p.Want(source, l.Apply(BroadcastMap(op)))
	}
}

// BroadcastMap maps the dimensions of a broadcast vector to the dimensions of its source,
// where stretched dimensions have extent 1.
//
//	vector.broadcast %v : vector<4x1xf32> to vector<8x4x16xf32>  →  (d0, d1, d2) -> (d1, 0)
func BroadcastMap(op *ir.Operation) affine.Map {
	broadcast := ir.Cast[vector.BroadcastOp](op)
	src := broadcast.Source().Type().(*ir.VectorType).Dims
	dst := broadcast.Vector().Type().(*ir.VectorType).Dims
	added := len(dst) - len(src)
	results := make([]affine.Expr, len(src))
	for d, n := range src {
		results[d] = affine.Const(0)
		if n == dst[added+d] {
			results[d] = affine.Dim(added + d)
		}
	}
	return affine.NewMap(len(dst), 0, results...)
}

// maskForwards gives a result of vector.mask the layout of the yielded vector.
func maskForwards(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	if ir.Is[vector.YieldOp](u.Owner()) {
		p.Give(op.Result(u.Index()), l)
	}
}
