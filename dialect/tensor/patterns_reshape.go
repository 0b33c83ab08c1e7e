package tensor

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/view"
	"optc/ir"
)

// reshapes are the expansions and collapses of tensors.
var reshapes = &view.Reshapes{Expand: ExpandShape, Collapse: CollapseShape, Cast: Cast,
	Plain: func(ir.Type) bool { return true }}

func expandShapePatterns() []*ir.Pattern {
	return slices.Concat(reshapes.ExpandPatterns(),
		[]*ir.Pattern{{Name: "static-expand-shape", Root: ExpandShape, Rewrite: staticExpandShape}},
		ofKnownElements(ExpandShape.ReassociativeKind))
}

func collapseShapePatterns() []*ir.Pattern {
	return slices.Concat(reshapes.CollapsePatterns(), ofKnownElements(CollapseShape.ReassociativeKind),
		[]*ir.Pattern{{Name: "fold-collapse-of-cast", Root: CollapseShape, Rewrite: collapseOfCast}})
}

// ofKnownElements are the reshapes of constants, splats and tensor.from_elements.
func ofKnownElements(k view.ReassociativeKind) []*ir.Pattern {
	return []*ir.Pattern{
		{Name: "reshape-of-constant", Root: k, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			a := resizedSplat(ir.ConstantValue(k.Src(op)), typeOf(k.Result(op)))
			if a == nil {
				return false
			}
			rw.Before(op)
			rw.Replace(op, arith.Constant.Build(rw, a.(ir.TypedAttr)))
			return true
		}},
		{Name: "reshape-of-splat", Root: k, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			s := Splat.DefiningOp(k.Src(op))
			if s == nil || !ir.HasStaticShape(typeOf(k.Src(op))) {
				return false
			}
			rw.Replace(op, Splat.Build(rw, k.Result(op).Type(), Splat.Input(s)))
			return true
		}},
		{Name: "reshape-of-from-elements", Root: k, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			e := FromElements.DefiningOp(k.Src(op))
			if e == nil || !ir.HasStaticShape(typeOf(k.Result(op))) {
				return false
			}
			rw.Replace(op, FromElements.Build(rw, k.Result(op).Type(), FromElements.Elements(e)))
			return true
		}},
	}
}

// staticExpandShape makes extents static whose operands are constants, where they are
// factors of an extent that is static in the source of a cast.
//
//	%0 = tensor.cast %t : tensor<8xf32> to tensor<?xf32>
//	tensor.expand_shape %0 [[0, 1]] output_shape [%c2, %c4] : tensor<?xf32> into tensor<?x?xf32>
//	  →  %1 = tensor.cast %0 : tensor<?xf32> to tensor<8xf32>
//	     %2 = tensor.expand_shape %1 [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
//	     tensor.cast %2 : tensor<2x4xf32> to tensor<?x?xf32>
func staticExpandShape(op *ir.Operation, rw *ir.Rewriter) bool {
	src := ExpandShape.Src(op)
	c := src.DefiningOp()
	if !IsStaticCast(c) {
		return false
	}
	known, groups := typeOf(Cast.Source(c)).Dims, ExpandShape.Reassociation(op)
	shape := ir.MergeMixed(typeOf(ExpandShape.Result(op)).Dims, ExpandShape.OutputShape.Values(op))
	changed := false
	for i, g := range groups {
		if known[i] != ir.Dynamic {
			lo, hi := 0, 0
			if len(g) > 0 {
				lo, hi = int(g[0]), int(g[0])+len(g)
			}
			changed = ir.FoldMixed(shape[lo:hi], ir.Dynamic+1) || changed
		}
	}
	if !changed {
		return false
	}
	elem, static := typeOf(src).Elem, view.Statics(shape)
	source := Cast.Build(rw, ir.Tensor(view.CollapsedShape(static, groups), elem, nil), src)
	Cast.Replace(rw, op, ExpandShape.Build(rw, ir.Tensor(static, elem, nil), source, groups, shape))
	return true
}

// collapseOfCast collapses the more static tensor before a cast.
func collapseOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	c := CollapseShape.Src(op).DefiningOp()
	if !IsStaticCast(c) {
		return false
	}
	source, groups := Cast.Source(c), CollapseShape.Reassociation(op)
	t := ir.Tensor(view.CollapsedShape(typeOf(source).Dims, groups), typeOf(source).Elem, nil)
	if CollapseShape.Result(op).Type() == ir.Type(t) {
		rw.Modify(op, func() { CollapseShape.SrcMutable(op).Set(source) })
		return true
	}
	Cast.Replace(rw, op, CollapseShape.Build(rw, t, source, groups))
	return true
}

var bitcastPatterns = []*ir.Pattern{
	{Name: "chained-bitcasts", Root: Bitcast, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		inner := Bitcast.DefiningOp(Bitcast.Source(op))
		if inner == nil {
			return false
		}
		rw.Modify(op, func() { Bitcast.SourceMutable(op).Set(Bitcast.Source(inner)) })
		return true
	}},
}

var castPatterns = []*ir.Pattern{
	{Name: "chained-casts", Root: Cast, Rewrite: chainedCasts},
	{Name: "cast-of-extract-slice", Root: Cast, Rewrite: castOfExtractSlice},
}

// chainedCasts drops the cast in the middle if its type has no static extents beyond
// those of the types around it.
func chainedCasts(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := Cast.DefiningOp(Cast.Source(op))
	if inner == nil {
		return false
	}
	from, mid, to := Cast.Source(inner).Type(), Cast.Dest(inner).Type(), Cast.Dest(op).Type()
	all := joinedShapes(joinedShapes(from, mid), to)
	if all == nil || all != joinedShapes(from, to) {
		return false
	}
	Cast.Replace(rw, op, Cast.Source(inner))
	return true
}

// joinedShapes returns the type with the static extents of both types; nil if they
// differ.
func joinedShapes(a, b ir.Type) ir.Type {
	r, ok := a.(*ir.TensorType)
	if !ok {
		if a == nil {
			return nil
		}
		return b
	}
	s, ok := b.(*ir.TensorType)
	if !ok {
		return a
	}
	if !compatibleShapes(r, s) {
		return nil
	}
	shape := slices.Clone(r.Dims)
	for i, n := range s.Dims {
		if shape[i] == ir.Dynamic {
			shape[i] = n
		}
	}
	return ir.Tensor(shape, r.Elem, nil)
}

// castOfExtractSlice makes the sizes of a slice static that are static in the result of a
// cast.
//
//	%0 = tensor.extract_slice %t[%i] [%n] [1] : tensor<8xf32> to tensor<?xf32>
//	tensor.cast %0 to tensor<4xf32>   →   tensor.extract_slice %t[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
func castOfExtractSlice(op *ir.Operation, rw *ir.Rewriter) bool {
	part := Cast.Source(op)
	e := ExtractSlice.DefiningOp(part)
	t, ranked := Cast.Dest(op).Type().(*ir.TensorType)
	if e == nil || !ranked || !PreservesStaticInformation(part.Type(), t) || slices.Equal(t.Dims, typeOf(part).Dims) {
		return false
	}
	m := ExtractSlice.Lists(e)
	dropped, ok := view.DroppedDims(ExtractSlice.Sizes.Static(e), typeOf(part).Dims, false)
	next := 0
	for i := range m.Sizes {
		if ok && dropped[i] {
			continue
		}
		if n := t.Dims[next]; n != ir.Dynamic {
			m.Sizes[i] = ir.Mixed{Const: n}
		}
		next++
	}
	rw.Replace(op, ExtractSlice.Build(rw, t, ExtractSlice.Source(e), m))
	return true
}
