package tensor

import (
	"slices"

	"optc/dialect/view"
	"optc/ir"
)

// foldExtractSlice folds a slice of a splat, of everything, and of what an
// insertion of the same slice inserted.
func foldExtractSlice(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	t := typeOf(op.Result(0))
	if a := resizedSplat(operands[0], t); a != nil {
		return ir.FoldToAttr(a)
	}
	if op.Operand(0).Type() == ir.Type(t) && isWhole(extractLists.Of(op), t.Dims) {
		return ir.FoldToValue(op.Operand(0))
	}
	inner := op.Operand(0).DefiningOp()
	if InsertSlice.Is(inner) && inner.Operand(0).Type() == ir.Type(t) && sameLists(insertLists.Of(inner), extractLists.Of(op)) {
		return ir.FoldToValue(inner.Operand(0))
	}
	return ir.FoldResult{}
}

// foldInsertSlice folds the insertion of everything and of nothing, skips an
// earlier insertion into the same slice, and folds the insertion of what was
// extracted from there.
func foldInsertSlice(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	source, dest, t, m := op.Operand(0), op.Operand(1), typeOf(op.Result(0)), insertLists.Of(op)
	if source.Type() == ir.Type(t) && ir.HasStaticShape(t) && isWhole(m, t.Dims) {
		return ir.FoldToValue(source)
	}
	if slices.Contains(typeOf(source).Dims, 0) {
		return ir.FoldToValue(dest)
	}
	if before := dest.DefiningOp(); InsertSlice.Is(before) && before.Operand(0).Type() == source.Type() &&
		sameLists(insertLists.Of(before), m) {
		op.SetOperand(1, before.Operand(1))
		return ir.FoldInPlace()
	}
	if e := source.DefiningOp(); ExtractSlice.Is(e) && e.Operand(0) == dest && sameLists(extractLists.Of(e), m) {
		return ir.FoldToValue(dest)
	}
	return ir.FoldResult{}
}

// sameLists tells whether two slices have the same numbers and values.
func sameLists(a, b view.Mixed) bool { return slices.Equal(a.All(), b.All()) }

// isWhole tells whether a slice of the shape is all of it.
func isWhole(m view.Mixed, shape []int64) bool {
	is := func(e ir.Mixed, want int64) bool {
		n, ok := e.Constant()
		return ok && n == want
	}
	for i := range m.Sizes {
		if !is(m.Offsets[i], 0) || !is(m.Strides[i], 1) || i < len(shape) && !is(m.Sizes[i], shape[i]) {
			return false
		}
	}
	return true
}

// foldPad folds a pad that adds nothing.
func foldPad(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	t := typeOf(op.Result(0))
	if op.Operand(0).Type() == ir.Type(t) && ir.HasStaticShape(t) && op.Attr("nofold") == nil {
		return ir.FoldToValue(op.Operand(0))
	}
	return ir.FoldResult{}
}
