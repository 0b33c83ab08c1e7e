package layouts

import (
	"slices"

	"optc/dialect/iree/revision"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
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

func shapeCastForwards(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	result := ir.Cast[vector.ShapeCastOp](op).Result()
	to := l.Reshape(vectorShape(result))
	if to == nil && revision.Of(p.Context()) == revision.Release {
		_, to = castLayouts(l, u.Value(), vectorShape(result))
	}
	p.Give(result, to)
}

func shapeCastBackwards(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
	source := ir.Cast[vector.ShapeCastOp](op).SourceMutable()
	p.Want(source, l.Reshape(source.Value().Type().(*ir.VectorType).Dims))
}

// shapeCastFit converts operand and result if the layout of neither describes the other: both get the layouts of
// equal parts.
func shapeCastFit(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
	source := ir.Cast[vector.ShapeCastOp](op).SourceMutable()
	from := l.Reshape(vectorShape(source.Value()))
	if from == nil && revision.Of(p.Context()) == revision.Release {
		var to flow.Layout
		if from = p.Known(source.Value()); from != nil {
			to = from.Reshape(vectorShape(v))
		}
		if to == nil {
			from, to = castLayouts(l, source.Value(), vectorShape(v))
		}
		p.Settle(v, to)
	}
	p.Want(source, from)
}

// castLayouts returns layouts for a vector before and after vector.shape_cast in which the threads of l hold
// equal consecutive parts of the elements, or, if no layouts describe that, the whole vector.
func castLayouts(l flow.Layout, source *ir.Value, shape []int64) (from, to flow.Layout) {
	t := source.Type().(*ir.VectorType)
	if nested, ok := l.Attribute().(*vectorext.NestedLayout); ok {
		// If all threads cannot have equal parts, fewer threads may.
		for threads, _ := ir.NumElements(nested.ThreadTile); threads > 1; threads /= 2 {
			parts, err := vectorext.CopyLayout(nested.Context(), t.Dims, threads, t.Elem)
			if err != nil {
				continue
			}
			from = flow.Erase(parts)
			if to = from.Reshape(shape); to != nil {
				return from, to
			}
		}
	}
	return l.Whole(t.Dims), l.Whole(shape)
}

func broadcastBackwards(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
	if source := ir.Cast[vector.BroadcastOp](op).SourceMutable(); passes.IsVectorValue(source.Value()) {
		p.Want(source, l.Apply(BroadcastMap(op)))
	}
}

// broadcastMissing gives a broadcast vector that no user gives a layout the layout of its source: threads hold the added dimensions whole.
//
//	vector.broadcast %v : vector<64xf32>, thread [32], element [2]
//	→ vector<4x64xf32>, thread [1, 32], element [4, 2]
func broadcastMissing(p flow.Propagator, op *ir.Operation) {
	broadcast := ir.Cast[vector.BroadcastOp](op)
	source, result := broadcast.Source(), broadcast.Vector()
	l := p.Known(source)
	if l == nil || p.Known(result) != nil || usersHaveLayouts(p, result) {
		return
	}
	m := BroadcastMap(op)
	from := slices.Repeat([]int{-1}, m.NumDims)
	for k, e := range m.Results {
		if d, ok := e.IsDim(); ok {
			from[d] = k
		}
	}
	p.Give(result, withWhole(l, vectorShape(result), from))
}

// usersHaveLayouts reports whether an operation that uses v, or uses values computed from v, has a vector with a layout, so
// that a layout of v follows from it.
func usersHaveLayouts(p flow.Propagator, v *ir.Value) bool {
	seen, queue := map[*ir.Value]bool{v: true}, []*ir.Value{v}
	for len(queue) > 0 {
		v, queue = queue[0], queue[1:]
		for use := v.FirstUse(); use != nil; use = use.Next() {
			op := use.Owner()
			together := slices.Concat(op.OperandList(), op.ResultList())
			if op.IsTerminator() {
				together = append(together, op.Parent().ResultList()...)
			}
			for _, w := range together {
				if p.Known(w) != nil {
					return true
				}
			}
			for _, w := range together[op.NumOperands():] {
				if !seen[w] && passes.IsVectorValue(w) {
					seen[w] = true
					queue = append(queue, w)
				}
			}
		}
	}
	return false
}

// BroadcastMap maps the dimensions of a broadcast vector to the dimensions of its source; stretched
// dimensions have extent 1 there.
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
