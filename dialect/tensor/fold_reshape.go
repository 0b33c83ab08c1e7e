package tensor

import (
	"slices"

	"optc/dialect/view"
	"optc/ir"
)

// foldReshape folds the reshape of a splat, the reshape of a reshape, and a reshape to
// the shape of its source.
func foldReshape(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	source := Reshape.Source(op)
	t, ranked := Reshape.Result(op).Type().(*ir.TensorType)
	if ranked {
		if a := resizedSplat(operands[0], t); a != nil {
			return ir.FoldToAttr(a)
		}
	}
	if inner := Reshape.DefiningOp(source); inner != nil {
		Reshape.SourceMutable(op).Set(Reshape.Source(inner))
		return ir.FoldInPlace()
	}
	if !ranked || source.Type() != ir.Type(t) {
		return ir.FoldResult{}
	}
	if len(t.Dims) <= 1 || hasExtents(FromElements.DefiningOp(Reshape.Shape(op)), source) {
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
	for i, v := range FromElements.Elements(shape) {
		if n, ok := (ir.Mixed{Value: v}).Constant(); ok {
			if n != dims[i] {
				return false
			}
			continue
		}
		d := Dim.DefiningOp(v)
		if d == nil || Dim.Source(d) != t {
			return false
		}
		if n, ok := Dim.ConstantIndex(d); !ok || n != int64(i) {
			return false
		}
	}
	return true
}

// foldReassociation folds a reshape to the type of the source, a reshape of a constant,
// and a reshape that undoes the reshape before it.
func foldReassociation(k, inverse view.ReassociativeKind) func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		src, t := k.Src(op), typeOf(k.Result(op))
		if src.Type() == ir.Type(t) {
			return ir.FoldToValue(src)
		}
		if d := elements(operands[0]); d != nil && ir.HasStaticShape(t) {
			return ir.FoldToAttr(t.Context().Dense(t, d.Raw))
		}
		inner := inverse.DefiningOp(src)
		if inner == nil || inverse.Src(inner).Type() != ir.Type(t) {
			return ir.FoldResult{}
		}
		if view.CountDynamic(t.Dims) < 2 || k.SameReassociation(inner, op) && undoes(inner, op) {
			return ir.FoldToValue(inverse.Src(inner))
		}
		return ir.FoldResult{}
	}
}

// undoes reports whether two reshapes with the same groups give back the first shape. The
// collapse of an expansion always does; the expansion of a collapse does only if no group
// has several unknown extents.
func undoes(inner, op *ir.Operation) bool {
	if ExpandShape.Is(inner) {
		return true
	}
	dims := typeOf(ExpandShape.Result(op)).Dims
	return !slices.ContainsFunc(ExpandShape.Reassociation(op), func(g []int64) bool {
		return view.CountDynamic(dims[g[0]:g[0]+int64(len(g))]) >= 2
	})
}
