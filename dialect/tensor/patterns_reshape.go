package tensor

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/internal/view"
	"optc/ir"
)

// reshapes are the expansions and collapses of tensors.
var reshapes = &view.Reshapes{Expand: ExpandShapeOp{}, Collapse: CollapseShapeOp{}, Cast: CastOp{},
	Plain: func(ir.Type) bool { return true }}

func expandShapePatterns() []*ir.Pattern {
	return slices.Concat(reshapes.ExpandPatterns(),
		[]*ir.Pattern{{Name: "static-expand-shape", Root: ExpandShapeOp{}, Rewrite: staticExpandShape}},
		ofKnownElements(ExpandShapeOp{}))
}

func collapseShapePatterns() []*ir.Pattern {
	return slices.Concat(reshapes.CollapsePatterns(), ofKnownElements(CollapseShapeOp{}),
		[]*ir.Pattern{{Name: "fold-collapse-of-cast", Root: CollapseShapeOp{}, Rewrite: collapseOfCast}})
}

// ofKnownElements are the reshapes of constants, splats and tensor.from_elements.
func ofKnownElements(root view.Reassociative) []*ir.Pattern {
	return []*ir.Pattern{
		{Name: "reshape-of-constant", Root: root, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			reshape := op.Typed().(view.Reassociative)
			a := resizedSplat(ir.ConstantValue(reshape.Src()), typeOf(reshape.Result()))
			if a == nil {
				return false
			}
			rw.Before(op)
			rw.Replace(op, arith.NewConstant(rw, a.(ir.TypedAttr)).Result())
			return true
		}},
		{Name: "reshape-of-splat", Root: root, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			reshape := op.Typed().(view.Reassociative)
			s := ir.DefiningOp[SplatOp](reshape.Src())
			if !s.Ok() || !ir.HasStaticShape(typeOf(reshape.Src())) {
				return false
			}
			rw.Replace(op, NewSplat(rw, reshape.Result().Type(), s.Input()).Aggregate())
			return true
		}},
		{Name: "reshape-of-from-elements", Root: root, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			reshape := op.Typed().(view.Reassociative)
			e := ir.DefiningOp[FromElementsOp](reshape.Src())
			if !e.Ok() || !ir.HasStaticShape(typeOf(reshape.Result())) {
				return false
			}
			rw.Replace(op, NewFromElements(rw, reshape.Result().Type(), e.Elements()).Result())
			return true
		}},
	}
}

// staticExpandShape makes extents static whose operands are constants, if they are factors of an
// extent that is static in the source of a cast.
//
//	%0 = tensor.cast %t : tensor<8xf32> to tensor<?xf32>
//	tensor.expand_shape %0 [[0, 1]] output_shape [%c2, %c4] : tensor<?xf32> into tensor<?x?xf32>
//	  →  %1 = tensor.cast %0 : tensor<?xf32> to tensor<8xf32>
//	     %2 = tensor.expand_shape %1 [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
//	     tensor.cast %2 : tensor<2x4xf32> to tensor<?x?xf32>
func staticExpandShape(op *ir.Operation, rw *ir.Rewriter) bool {
	expandShape := ir.Cast[ExpandShapeOp](op)
	src := expandShape.Src()
	c := src.DefiningOp()
	if !IsStaticCast(c) {
		return false
	}
	known, groups := typeOf(ir.Cast[CastOp](c).Source()).Dims, expandShape.Reassociation()
	shape := ir.MergeMixed(typeOf(expandShape.Result()).Dims, expandShape.OutputShape())
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
	source := NewCast(rw, ir.Tensor(view.CollapsedShape(static, groups), elem, nil), src).Dest()
	ReplaceByCast(rw, op, NewExpandShape(rw, ir.Tensor(static, elem, nil), source, groups, shape).Result())
	return true
}

// collapseOfCast collapses the more static tensor before a cast.
func collapseOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	collapseShape := ir.Cast[CollapseShapeOp](op)
	c := collapseShape.Src().DefiningOp()
	if !IsStaticCast(c) {
		return false
	}
	source, groups := ir.Cast[CastOp](c).Source(), collapseShape.Reassociation()
	t := ir.Tensor(view.CollapsedShape(typeOf(source).Dims, groups), typeOf(source).Elem, nil)
	if collapseShape.Result().Type() == ir.Type(t) {
		rw.Modify(op, func() { collapseShape.SrcMutable().Set(source) })
		return true
	}
	ReplaceByCast(rw, op, NewCollapseShape(rw, t, source, groups).Result())
	return true
}

var bitcastPatterns = []*ir.Pattern{
	{Name: "chained-bitcasts", Root: BitcastOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		bitcast := ir.Cast[BitcastOp](op)
		inner := ir.DefiningOp[BitcastOp](bitcast.Source())
		if !inner.Ok() {
			return false
		}
		rw.Modify(op, func() { bitcast.SourceMutable().Set(inner.Source()) })
		return true
	}},
}

var castPatterns = []*ir.Pattern{
	{Name: "chained-casts", Root: CastOp{}, Rewrite: chainedCasts},
	{Name: "cast-of-extract-slice", Root: CastOp{}, Rewrite: castOfExtractSlice},
}

// chainedCasts drops the middle cast if every static extent of its type is static in the type
// before or after it.
func chainedCasts(op *ir.Operation, rw *ir.Rewriter) bool {
	cast := ir.Cast[CastOp](op)
	inner := ir.DefiningOp[CastOp](cast.Source())
	if !inner.Ok() {
		return false
	}
	from, mid, to := inner.Source().Type(), inner.Dest().Type(), cast.Dest().Type()
	all := joinedShapes(joinedShapes(from, mid), to)
	if all == nil || all != joinedShapes(from, to) {
		return false
	}
	ReplaceByCast(rw, op, inner.Source())
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
	cast := ir.Cast[CastOp](op)
	part := cast.Source()
	e := ir.DefiningOp[ExtractSliceOp](part)
	t, ranked := cast.Dest().Type().(*ir.TensorType)
	if !e.Ok() || !ranked || !PreservesStaticInformation(part.Type(), t) || slices.Equal(t.Dims, typeOf(part).Dims) {
		return false
	}
	m := e.Lists()
	dropped, ok := view.DroppedDims(e.StaticSizes(), typeOf(part).Dims, false)
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
	rw.Replace(op, NewExtractSlice(rw, t, e.Source(), m.Offsets, m.Sizes, m.Strides).Result())
	return true
}
