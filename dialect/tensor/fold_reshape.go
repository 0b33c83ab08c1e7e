package tensor

import (
	"slices"

	"optc/dialect/internal/view"
	"optc/ir"
)

// foldReshape folds the reshape of a splat, the reshape of a reshape, and a reshape to
// the shape of its source.
func foldReshape(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	reshape := ir.Cast[ReshapeOp](op)
	source := reshape.Source()
	t, ranked := reshape.Result().Type().(*ir.TensorType)
	if ranked {
		if a := resizedSplat(operands[0], t); a != nil {
			return ir.FoldToAttr(a)
		}
	}
	if inner := ir.DefiningOp[ReshapeOp](source); inner.Ok() {
		reshape.SourceMutable().Set(inner.Source())
		return ir.FoldInPlace()
	}
	if !ranked || source.Type() != ir.Type(t) {
		return ir.FoldResult{}
	}
	if len(t.Dims) <= 1 || hasExtents(ir.DefiningOp[FromElementsOp](reshape.Shape()).Operation(), source) {
		return ir.FoldToValue(source)
	}
	return ir.FoldResult{}
}

// hasExtents reports whether a tensor.from_elements holds the extents of a tensor.
func hasExtents(shape *ir.Operation, t *ir.Value) bool {
	dims := typeOf(t).Dims
	if shape == nil || shape.NumOperands() != len(dims) {
		return false
	}
	for i, v := range ir.Cast[FromElementsOp](shape).Elements() {
		if n, ok := (ir.Mixed{Value: v}).Constant(); ok {
			if n != dims[i] {
				return false
			}
			continue
		}
		d := ir.DefiningOp[DimOp](v)
		if !d.Ok() || d.Source() != t {
			return false
		}
		if n, ok := d.ConstantIndex(); !ok || n != int64(i) {
			return false
		}
	}
	return true
}

// foldReassociation folds a reshape to the type of the source, a reshape of a constant,
// and a reshape that undoes the reshape before it.
func foldReassociation(inverse ir.TypedOp) func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		reshape := op.Typed().(view.Reassociative)
		src, t := reshape.Src(), typeOf(reshape.Result())
		if src.Type() == ir.Type(t) {
			return ir.FoldToValue(src)
		}
		if d := elements(operands[0]); d != nil && ir.HasStaticShape(t) {
			return ir.FoldToAttr(t.Context().Dense(t, d.Raw))
		}
		if !inverse.Kind().Is(src.DefiningOp()) {
			return ir.FoldResult{}
		}
		inner := src.DefiningOp().Typed().(view.Reassociative)
		if inner.Src().Type() != ir.Type(t) {
			return ir.FoldResult{}
		}
		if view.CountDynamic(t.Dims) < 2 || view.SameReassociation(inner, reshape) && undoes(inner.Operation(), op) {
			return ir.FoldToValue(inner.Src())
		}
		return ir.FoldResult{}
	}
}

// undoes reports whether two reshapes with the same groups give back the first shape. The
// collapse of an expansion always does; the expansion of a collapse does only if no group
// has several unknown extents.
func undoes(inner, op *ir.Operation) bool {
	if ir.Is[ExpandShapeOp](inner) {
		return true
	}
	expandShape := ir.Cast[ExpandShapeOp](op)
	dims := typeOf(expandShape.Result()).Dims
	return !slices.ContainsFunc(expandShape.Reassociation(), func(g []int64) bool {
		return view.CountDynamic(dims[g[0]:g[0]+int64(len(g))]) >= 2
	})
}
