package tensor

import (
	"slices"

	"optc/ir"
)

// foldExtractSlice folds a slice of a splat, a slice that is the whole tensor, and a
// slice that was just inserted at the same place.
func foldExtractSlice(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	extractSlice := ir.Cast[ExtractSliceOp](op)
	source, t := extractSlice.Source(), typeOf(extractSlice.Result())
	if a := resizedSplat(operands[0], t); a != nil {
		return ir.FoldToAttr(a)
	}
	if source.Type() == ir.Type(t) && isWhole(extractSlice.Lists(), t.Dims) {
		return ir.FoldToValue(source)
	}
	if inner := ir.DefiningOp[InsertSliceOp](source); inner.Ok() {
		if part := inner.Source(); part.Type() == ir.Type(t) && sameLists(inner.Lists(), extractSlice.Lists()) {
			return ir.FoldToValue(part)
		}
	}
	return ir.FoldResult{}
}

// foldInsertSlice folds the insertion of a whole tensor and of an empty slice, skips an
// earlier insertion at the same place, and folds the insertion of a slice that was
// extracted from the same place.
func foldInsertSlice(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	insertSlice := ir.Cast[InsertSliceOp](op)
	source, dest, t, m := insertSlice.Source(), insertSlice.Dest(), typeOf(insertSlice.Result()), insertSlice.Lists()
	if source.Type() == ir.Type(t) && ir.HasStaticShape(t) && isWhole(m, t.Dims) {
		return ir.FoldToValue(source)
	}
	if slices.Contains(typeOf(source).Dims, 0) {
		return ir.FoldToValue(dest)
	}
	if before := ir.DefiningOp[InsertSliceOp](dest); before.Ok() && before.Source().Type() == source.Type() &&
		sameLists(before.Lists(), m) {
		insertSlice.DestMutable().Set(before.Dest())
		return ir.FoldInPlace()
	}
	if e := ir.DefiningOp[ExtractSliceOp](source); e.Ok() && e.Source() == dest && sameLists(e.Lists(), m) {
		return ir.FoldToValue(dest)
	}
	return ir.FoldResult{}
}

// sameLists reports whether two slices have the same numbers and values.
func sameLists(a, b ir.MixedSlice) bool { return slices.Equal(a.All(), b.All()) }

// isWhole reports whether a slice of a tensor with the given shape is the whole tensor.
func isWhole(m ir.MixedSlice, shape []int64) bool {
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

// foldPad folds a pad that adds no elements.
func foldPad(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	pad := ir.Cast[PadOp](op)
	source, t := pad.Source(), typeOf(pad.Result())
	if source.Type() == ir.Type(t) && ir.HasStaticShape(t) && !pad.Nofold() {
		return ir.FoldToValue(source)
	}
	return ir.FoldResult{}
}
