package tensor

import (
	"slices"

	"optc/dialect/view"
	"optc/ir"
)

// foldCast folds a cast to the type of its operand.
func foldCast(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	if op.Operand(0).Type() == op.Result(0).Type() {
		return ir.FoldToValue(op.Operand(0))
	}
	return ir.FoldResult{}
}

// foldReshape folds the reshape of a splat, of a reshape, and one to the shape that
// the source has.
func foldReshape(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	t, ranked := op.Result(0).Type().(*ir.TensorType)
	if ranked {
		if a := resizedSplat(operands[0], t); a != nil {
			return ir.FoldToAttr(a)
		}
	}
	source := op.Operand(0)
	if inner := source.DefiningOp(); Reshape.Is(inner) {
		op.SetOperand(0, inner.Operand(0))
		return ir.FoldInPlace()
	}
	if !ranked || source.Type() != ir.Type(t) {
		return ir.FoldResult{}
	}
	if len(t.Dims) <= 1 || hasExtents(op.Operand(1).DefiningOp(), source) {
		return ir.FoldToValue(source)
	}
	return ir.FoldResult{}
}

// hasExtents tells whether a tensor.from_elements holds the extents of a tensor.
func hasExtents(shape *ir.Operation, t *ir.Value) bool {
	dims := typeOf(t).Dims
	if !FromElements.Is(shape) || shape.NumOperands() != len(dims) {
		return false
	}
	for i, v := range shape.Operands() {
		if n, ok := (ir.Mixed{Value: v}).Constant(); ok {
			if n != dims[i] {
				return false
			}
			continue
		}
		d := v.DefiningOp()
		if !Dim.Is(d) || d.Operand(0) != t {
			return false
		}
		if n, ok := (ir.Mixed{Value: d.Operand(1)}).Constant(); !ok || n != int64(i) {
			return false
		}
	}
	return true
}

// foldReassociation folds a reshape to the type of the source, one of a constant,
// and one that undoes the reshape before it.
func foldReassociation(inverse ir.OpKind) func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		t := typeOf(op.Result(0))
		if op.Operand(0).Type() == ir.Type(t) {
			return ir.FoldToValue(op.Operand(0))
		}
		if d := elements(operands[0]); d != nil && ir.HasStaticShape(t) {
			return ir.FoldToAttr(t.Context().Dense(t, d.Raw))
		}
		inner := op.Operand(0).DefiningOp()
		if !inverse.Is(inner) || inner.Operand(0).Type() != ir.Type(t) {
			return ir.FoldResult{}
		}
		if view.CountDynamic(t.Dims) < 2 || inner.Attr("reassociation") == op.Attr("reassociation") && undoes(inner, op) {
			return ir.FoldToValue(inner.Operand(0))
		}
		return ir.FoldResult{}
	}
}

// undoes tells whether two reshapes of the same groups give back the first shape:
// an expansion that is collapsed does, a collapse only if no group has several
// unknown extents.
func undoes(inner, op *ir.Operation) bool {
	t := typeOf(op.Result(0))
	if ExpandShape.Is(inner) {
		return true
	}
	return !slices.ContainsFunc(view.Reassociation(op), func(g []int64) bool {
		return view.CountDynamic(t.Dims[g[0]:g[0]+int64(len(g))]) >= 2
	})
}
