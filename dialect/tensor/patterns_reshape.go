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
		ofKnownElements(ExpandShape))
}

func collapseShapePatterns() []*ir.Pattern {
	return slices.Concat(reshapes.CollapsePatterns(), ofKnownElements(CollapseShape),
		[]*ir.Pattern{{Name: "fold-collapse-of-cast", Root: CollapseShape, Rewrite: collapseOfCast}})
}

// ofKnownElements are the reshapes of constants, splats and tensor.from_elements.
func ofKnownElements(name ir.OpKind) []*ir.Pattern {
	return []*ir.Pattern{
		{Name: "reshape-of-constant", Root: name, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			a := resizedSplat(ir.ConstantValue(op.Operand(0)), typeOf(op.Result(0)))
			if a == nil {
				return false
			}
			rw.Before(op)
			rw.Replace(op, arith.Constant.Build(rw, a.(ir.TypedAttr)))
			return true
		}},
		{Name: "reshape-of-splat", Root: name, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			s := op.Operand(0).DefiningOp()
			if !Splat.Is(s) || !ir.HasStaticShape(typeOf(s.Result(0))) {
				return false
			}
			rw.ReplaceOp(op, Splat, []*ir.Value{s.Operand(0)}, op.ResultTypes())
			return true
		}},
		{Name: "reshape-of-from-elements", Root: name, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			e := op.Operand(0).DefiningOp()
			if !FromElements.Is(e) || !ir.HasStaticShape(typeOf(op.Result(0))) {
				return false
			}
			rw.ReplaceOp(op, FromElements, e.Operands(), op.ResultTypes())
			return true
		}},
	}
}

// staticExpandShape makes extents static that are constants, where the source of a
// cast knows the extent that they are a part of.
//
//	%0 = tensor.cast %t : tensor<8xf32> to tensor<?xf32>
//	tensor.expand_shape %0 [[0, 1]] output_shape [%c2, %c4] : tensor<?xf32> into tensor<?x?xf32>
//	  →  %1 = tensor.cast %0 : tensor<?xf32> to tensor<8xf32>
//	     %2 = tensor.expand_shape %1 [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
//	     tensor.cast %2 : tensor<2x4xf32> to tensor<?x?xf32>
func staticExpandShape(op *ir.Operation, rw *ir.Rewriter) bool {
	c := op.Operand(0).DefiningOp()
	if !IsStaticCast(c) {
		return false
	}
	known, groups := typeOf(c.Operand(0)).Dims, view.Reassociation(op)
	shape := ir.MergeMixed(typeOf(op.Result(0)).Dims, op.OperandGroup(1))
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
	elem, static := typeOf(op.Operand(0)).Elem, view.Statics(shape)
	rw.Before(op)
	source := NewCast(rw.Builder, ir.Tensor(view.CollapsedShape(static, groups), elem, nil), op.Operand(0))
	replaceByCast(rw, op, reshapes.NewExpand(rw.Builder, ir.Tensor(static, elem, nil), source, groups, shape))
	return true
}

// collapseOfCast collapses the more static tensor before a cast.
func collapseOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	c := op.Operand(0).DefiningOp()
	if !IsStaticCast(c) {
		return false
	}
	source, groups := c.Operand(0), view.Reassociation(op)
	t := ir.Tensor(view.CollapsedShape(typeOf(source).Dims, groups), typeOf(source).Elem, nil)
	if op.Result(0).Type() == ir.Type(t) {
		rw.Modify(op, func() { op.SetOperand(0, source) })
		return true
	}
	rw.Before(op)
	replaceByCast(rw, op, reshapes.NewCollapse(rw.Builder, t, source, groups))
	return true
}

var bitcastPatterns = []*ir.Pattern{
	{Name: "chained-bitcasts", Root: Bitcast, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		inner := op.Operand(0).DefiningOp()
		if !Bitcast.Is(inner) {
			return false
		}
		rw.Modify(op, func() { op.SetOperand(0, inner.Operand(0)) })
		return true
	}},
}

var castPatterns = []*ir.Pattern{
	{Name: "chained-casts", Root: Cast, Rewrite: chainedCasts},
	{Name: "cast-of-extract-slice", Root: Cast, Rewrite: castOfExtractSlice},
}

// chainedCasts leaves out a cast in the middle if it adds nothing to what the
// types around it say.
func chainedCasts(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefiningOp()
	if !Cast.Is(inner) {
		return false
	}
	from, mid, to := inner.Operand(0).Type(), inner.Result(0).Type(), op.Result(0).Type()
	all := joinedShapes(joinedShapes(from, mid), to)
	if all == nil || all != joinedShapes(from, to) {
		return false
	}
	rw.Before(op)
	replaceByCast(rw, op, inner.Operand(0))
	return true
}

// joinedShapes returns the type that knows what both know; nil if they differ.
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

// castOfExtractSlice makes the sizes of a slice static that a cast knows.
//
//	%0 = tensor.extract_slice %t[%i] [%n] [1] : tensor<8xf32> to tensor<?xf32>
//	tensor.cast %0 to tensor<4xf32>   →   tensor.extract_slice %t[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
func castOfExtractSlice(op *ir.Operation, rw *ir.Rewriter) bool {
	e := op.Operand(0).DefiningOp()
	t, ranked := op.Result(0).Type().(*ir.TensorType)
	if !ExtractSlice.Is(e) || !ranked || !PreservesStaticInformation(op.Operand(0).Type(), t) ||
		slices.Equal(t.Dims, typeOf(op.Operand(0)).Dims) {
		return false
	}
	m := extractLists.Of(e)
	dropped, ok := view.DroppedDims(extractLists.Sizes.Static(e), typeOf(e.Result(0)).Dims, false)
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
	rw.Before(op)
	rw.Replace(op, NewExtractSlice(rw.Builder, t, e.Operand(0), m))
	return true
}
