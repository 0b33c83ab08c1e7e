package vector

import (
	"optc/ir"
	"optc/sim"
)

func extractStridedSlice() *ir.OpDef {
	return namedText{names: []string{sliceOffsets, sliceSizes, sliceStrides}, word: "to", result: true}.install(&ir.OpDef{
		Kind:    "vector.extract_strided_slice",
		New:     ir.ByHand,
		Summary: "select a rectangular part of a vector",
		Description: `The leading dimensions are cut to the given sizes at the given offsets; the other
dimensions are kept whole. All strides are 1. The lists may also be written before
the colon, as LLVM writes them since 2026-06: offsets = [0], sizes = [2], strides
= [1].`,
		Implements: []ir.Implementation{sim.Moves(), sliceFrom},
		Assembly:   "$source attr-dict `:` type($source) `to` type($result)",
		Operands:   []ir.ValueDef{{Name: "source", Type: rankedVector}},
		Results:    []ir.ValueDef{{Name: "result", Type: rankedVector}},
		Attrs: []ir.PropDef{
			{Name: sliceOffsets, Type: ir.I64ArrayAttr},
			{Name: sliceSizes, Type: ir.I64ArrayAttr},
			{Name: sliceStrides, Type: ir.I64ArrayAttr},
		},
		Traits:      ir.Pure,
		Constraints: []ir.Constraint{sameElements("operand and result have same element type", ir.Method(ExtractStridedSliceOp.Source), ir.Method(ExtractStridedSliceOp.Result))},
		Verify:      verifyExtractStridedSlice,
		Fold:        foldExtractStridedSlice,
		Patterns:    extractStridedSlicePatterns,
		Examples: []string{`func.func @f(%a: vector<4x8x16xf32>) -> vector<2x4x16xf32> {
  %0 = vector.extract_strided_slice %a {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8x16xf32> to vector<2x4x16xf32>
  return %0 : vector<2x4x16xf32>
}`},
	})
}

func insertStridedSlice() *ir.OpDef {
	return namedText{names: []string{sliceOffsets, sliceStrides}, word: "into"}.install(&ir.OpDef{
		Kind:    "vector.insert_strided_slice",
		New:     ir.ByHand,
		Summary: "replace a rectangular part of a vector",
		Description: `The value is inserted at the given offsets of dest; if its rank is lower, it fills
a single index of the leading dimensions. All strides are 1. The lists may also be
written before the colon, as LLVM writes them since 2026-06: offsets = [0],
strides = [1].`,
		Implements: []ir.Implementation{sim.Moves()},
		Assembly:   "$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)",
		Operands:   []ir.ValueDef{{Name: "valueToStore", Type: rankedVector}, {Name: "dest", Type: rankedVector}},
		Results:    []ir.ValueDef{{Name: "result", Type: rankedVector}},
		Attrs: []ir.PropDef{
			{Name: sliceOffsets, Type: ir.I64ArrayAttr},
			{Name: sliceStrides, Type: ir.I64ArrayAttr},
		},
		Traits: ir.Pure,
		Constraints: []ir.Constraint{
			sameElements("operand #0 and result have same element type", ir.Method(InsertStridedSliceOp.ValueToStore), ir.Method(InsertStridedSliceOp.Result)),
			ir.AllTypesMatch{"dest", "result"},
		},
		Verify:   verifyInsertStridedSlice,
		Fold:     foldInsertStridedSlice,
		Patterns: insertStridedSlicePatterns,
		Examples: []string{`func.func @f(%a: vector<2x4xf32>, %b: vector<16x4x8xf32>) -> vector<16x4x8xf32> {
  %0 = vector.insert_strided_slice %a, %b {offsets = [0, 0, 2], strides = [1, 1]} : vector<2x4xf32> into vector<16x4x8xf32>
  return %0 : vector<16x4x8xf32>
}`},
	})
}

// requireWithin requires vs[i] to be in [low, shape[i]+beyond).
func requireWithin(op *ir.Operation, what string, vs, shape []int64, low, beyond int64) *ir.Diagnostic {
	for i, v := range vs {
		if v < low || v >= shape[i]+beyond {
			return op.Errorf("expected %s dimension %d to be confined to [%d, %d)", what, i, low, shape[i]+beyond)
		}
	}
	return nil
}

func unitStrides(op *ir.Operation, strides []int64) *ir.Diagnostic {
	for _, s := range strides {
		if s != 1 {
			return op.Errorf("expected strides to be confined to [1, 2)")
		}
	}
	return nil
}

// sumWithin requires offset + size to stay inside the shape.
func sumWithin(op *ir.Operation, what string, offsets, sizes, shape []int64) *ir.Diagnostic {
	for i, o := range offsets {
		if sizes[i] > shape[i]-o {
			return op.Errorf("expected sum(offsets, %s) dimension %d to be confined to [1, %d)", what, i, shape[i]+1)
		}
	}
	return nil
}

func firstOf(checks ...func() *ir.Diagnostic) *ir.Diagnostic {
	for _, check := range checks {
		if d := check(); d != nil {
			return d
		}
	}
	return nil
}

func verifyExtractStridedSlice(op *ir.Operation) *ir.Diagnostic {
	extractStridedSlice := ir.Cast[ExtractStridedSliceOp](op)
	src := vectorOf(extractStridedSlice.Source())
	offsets, sizes, strides := extractStridedSlice.Offsets(), extractStridedSlice.Sizes(), extractStridedSlice.Strides()
	if len(offsets) != len(sizes) || len(offsets) != len(strides) {
		return op.Errorf("expected offsets, sizes and strides attributes of same size")
	}
	if len(offsets) > len(src.Dims) {
		return op.Errorf("expected offsets attribute of rank no greater than vector rank")
	}
	if d := firstOf(
		func() *ir.Diagnostic { return requireWithin(op, "offsets", offsets, src.Dims, 0, 0) },
		func() *ir.Diagnostic { return requireWithin(op, "sizes", sizes, src.Dims, 1, 1) },
		func() *ir.Diagnostic { return unitStrides(op, strides) },
		func() *ir.Diagnostic { return sumWithin(op, "sizes", offsets, sizes, src.Dims) },
	); d != nil {
		return d
	}
	if want := sliceType(src, sizes); extractStridedSlice.Result().Type() != ir.Type(want) {
		return op.Errorf("expected result type to be '%s'", want)
	}
	for i, n := range sizes {
		if src.IsScalable(i) && n != src.Dims[i] {
			return op.Errorf("expected size at idx=%d to match the corresponding base size from the input vector (%d vs %d)", i, n, src.Dims[i])
		}
	}
	return nil
}

// sliceType returns the type of a slice whose leading extents are sizes.
func sliceType(t *ir.VectorType, sizes []int64) *ir.VectorType {
	dims := append(append([]int64(nil), sizes...), t.Dims[len(sizes):]...)
	return ir.ScalableVector(dims, t.Scalable, t.Elem)
}

func verifyInsertStridedSlice(op *ir.Operation) *ir.Diagnostic {
	insertStridedSlice := ir.Cast[InsertStridedSliceOp](op)
	src, dst := vectorOf(insertStridedSlice.ValueToStore()), vectorOf(insertStridedSlice.Dest())
	offsets := insertStridedSlice.Offsets()
	switch {
	case len(offsets) != len(dst.Dims):
		return op.Errorf("expected offsets of same size as destination vector rank")
	case len(insertStridedSlice.Strides()) != len(src.Dims):
		return op.Errorf("expected strides of same size as source vector rank")
	case len(src.Dims) > len(dst.Dims):
		return op.Errorf("expected source rank to be no greater than destination rank")
	}
	lead := len(dst.Dims) - len(src.Dims)
	sizes := append(make([]int64, lead), src.Dims...)
	if d := firstOf(
		func() *ir.Diagnostic { return requireWithin(op, "offsets", offsets, dst.Dims, 0, 0) },
		func() *ir.Diagnostic { return unitStrides(op, insertStridedSlice.Strides()) },
		func() *ir.Diagnostic { return sumWithin(op, "source vector shape", offsets, sizes, dst.Dims) },
	); d != nil {
		return d
	}
	for i, n := range src.Dims {
		if src.IsScalable(i) != dst.IsScalable(lead+i) {
			return op.Errorf("mismatching scalable flags (at source vector idx=%d)", i)
		}
		if src.IsScalable(i) && n != dst.Dims[lead+i] {
			return op.Errorf("expected size at idx=%d to match the corresponding base size from the input vector (%d vs %d)", i, n, dst.Dims[lead+i])
		}
	}
	return nil
}
