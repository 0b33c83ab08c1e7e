package vectorext

import (
	"slices"

	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
	"optc/num"
)

func verifyGather(op *ir.Operation) *ir.Diagnostic {
	t := Transfer{op}
	if !t.Unified() {
		if d := verifyBase(t); d != nil {
			return d
		}
		return verifyPerDimension(t)
	}
	for _, name := range []string{indexedAttr, indexedMaps, permutationMap, inBounds} {
		if op.Attr(name) != nil {
			return op.Errorf("expected either indexing_maps or %s, but got both", name)
		}
	}
	if t.Padding().Type() != t.BaseType().ElementType() {
		return op.Errorf("failed to verify that padding type must match source element type")
	}
	return verifyIndexing(t)
}

func verifyScatter(op *ir.Operation) *ir.Diagnostic {
	t := Transfer{op}
	_, onTensor := t.Base().Type().(*ir.TensorType)
	switch {
	case onTensor && op.NumResults() == 0:
		return op.Errorf("expected result for tensor operand")
	case onTensor && ir.Cast[TransferScatterOp](op).Result().Type() != t.Base().Type():
		return op.Errorf("result type must match base type")
	case !onTensor && op.NumResults() > 0:
		return op.Errorf("unexpected result for memref operand")
	}
	return verifyIndexing(t)
}

// verifyBase checks more than the reference: the base must be a memref or a ranked tensor, with an
// offset per dimension.
func verifyBase(t Transfer) *ir.Diagnostic {
	base := t.BaseType()
	rank := len(base.Shape())
	if base.HasRank() && len(t.Offsets()) != rank {
		return t.Errorf("requires %d indices", rank)
	}
	switch base.(type) {
	case *ir.MemRefType, *ir.TensorType:
		return nil
	}
	return t.Errorf("requires source to be a memref or ranked tensor type")
}

// verifyIndexing checks the unified form (IREE VectorExtOps.cpp).
func verifyIndexing(t Transfer) *ir.Diagnostic {
	maps, vecs, mask := t.Maps(), t.IndexVecs(), t.Mask()
	want := 1 + len(vecs)
	if mask != nil {
		want++
	}
	if len(maps) != want {
		return t.Errorf("expected %d indexing maps, got: %d", want, len(maps))
	}
	shape := t.VectorType().Dims
	for _, m := range maps {
		if m.NumDims != len(shape) {
			return t.Errorf("expected all indexing maps to have number of dims equal to vector rank. expected: %d, got: %d dims", len(shape), m.NumDims)
		}
		if m.NumSymbols != len(vecs) {
			return t.Errorf("expected all indexing maps to have number of symbols equal to number of index vecs. expected: %d, got: %d syms", len(vecs), m.NumSymbols)
		}
		for _, e := range m.Results {
			if v, isConst := e.IsConst(); isConst && v != 0 {
				return t.Errorf("expected constant 0 in indexing map, got: %d", v)
			} else if !isConst && !isDim(e) && !isSymbol(e) {
				return t.Errorf("expected indexing map results to only be a dim, symbol, or 0")
			}
		}
	}
	for k, v := range vecs {
		if d := verifyIndexOperand(t, k, v, maps[1+k]); d != nil {
			return d
		}
	}
	if mask != nil {
		m := maps[len(maps)-1]
		if !allDims(m) {
			return t.Errorf("expected mask indexing map to only have dim exprs")
		}
		if want, got := mapShape(m, shape), vectorOf(mask).Dims; !slices.Equal(want, got) {
			return t.Errorf("mismatched mask shape. Expected: [%s], got: [%s]", num.JoinInts(want), num.JoinInts(got))
		}
	}
	// Checks that IREE does not have come last, so that IREE's messages are reported first.
	if d := verifyBase(t); d != nil {
		return d
	}
	if rank := len(t.BaseType().Shape()); len(maps[0].Results) != rank {
		return t.Errorf("expected base indexing map to have %d results, got: %d", rank, len(maps[0].Results))
	}
	return nil
}

func verifyIndexOperand(t Transfer, k int, v *ir.Value, m affine.Map) *ir.Diagnostic {
	if !allDims(m) {
		return t.Errorf("expected index vec indexing maps to only have dim exprs")
	}
	vec, ok := v.Type().(*ir.VectorType)
	if !ok {
		if len(m.Results) != 0 {
			return t.Errorf("expected empty indexing map for scalar index vec at position %d", k)
		}
		return nil
	}
	if want := mapShape(m, t.VectorType().Dims); !slices.Equal(want, vec.Dims) {
		return t.Errorf("mismatched vector shape for index vec at position %d. Expected: [%s], got: [%s]", k, num.JoinInts(want), num.JoinInts(vec.Dims))
	}
	return nil
}

func isDim(e affine.Expr) bool {
	_, ok := e.IsDim()
	return ok
}

func isSymbol(e affine.Expr) bool {
	_, ok := e.IsSymbol()
	return ok
}

func allDims(m affine.Map) bool {
	return !slices.ContainsFunc(m.Results, func(e affine.Expr) bool { return !isDim(e) })
}

// mapShape returns the extents that a map of plain dimensions selects from shape.
func mapShape(m affine.Map, shape []int64) []int64 {
	out := make([]int64, len(m.Results))
	for i, e := range m.Results {
		d, _ := e.IsDim()
		out[i] = shape[d]
	}
	return out
}

// verifyPerDimension checks the per-dimension form, in the order of IREE's
// TransferGatherOp::verify (VectorExtOps.cpp).
func verifyPerDimension(t Transfer) *ir.Diagnostic {
	base, vec, perm := t.BaseType(), t.VectorType(), t.PermutationMap()
	rank := len(base.Shape())
	if d := verifyElementTypes(t, base, vec, perm); d != nil {
		return d
	}
	if perm.NumSymbols != 0 {
		return t.Errorf("requires permutation_map without symbols")
	}
	if perm.NumDims != rank {
		return t.Errorf("requires a permutation_map with input dims of the same rank as the source type")
	}
	if m := t.Mask(); m != nil {
		if want := vector.TransferMaskType(vec, perm); want == nil || m.Type() != ir.Type(want) {
			return t.Errorf("inferred mask type ('%s') and mask operand type ('%s') don't match", typeText(want), m.Type())
		}
	}
	if n := len(t.InBounds()); n != len(perm.Results) {
		return t.Errorf("expects the in_bounds attr of same rank as permutation_map results: affine_map<%s> vs inBounds of size: %d", perm, n)
	}
	if d := verifyPadding(t, base); d != nil {
		return d
	}
	if d := vector.VerifyTransferMap(t.Operation, perm); d != nil {
		return d
	}
	return verifyIndexed(t, rank)
}

func typeText(t *ir.VectorType) string {
	if t == nil {
		return "none"
	}
	return t.String()
}

func verifyElementTypes(t Transfer, base ir.ShapedType, vec *ir.VectorType, perm affine.Map) *ir.Diagnostic {
	elem, isVec := base.ElementType().(*ir.VectorType)
	bits := vector.BitWidth(vec.Elem)
	if isVec {
		minor, source := bits*lastOr1(vec.Dims), vector.BitWidth(elem.Elem)*lastOr1(elem.Dims)
		switch {
		case source == 0 || minor%source != 0:
			return t.Errorf("requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the minor 1-D vector of the source")
		case len(elem.Dims) > len(vec.Dims):
			return t.Errorf("requires source vector element and vector result ranks to match.")
		case len(vec.Dims)-len(elem.Dims) != len(perm.Results):
			return t.Errorf("requires a permutation_map with result dims of the same rank as the vector type")
		case t.Mask() != nil:
			return t.Errorf("does not support masks with vector element type")
		}
		return nil
	}
	minor, source := bits*lastOr1(vec.Dims), vector.BitWidth(base.ElementType())
	if source == 0 || minor%source != 0 {
		return t.Errorf("requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the source element type")
	}
	if len(vec.Dims) != len(perm.Results) {
		return t.Errorf("requires a permutation_map with result dims of the same rank as the vector type")
	}
	return nil
}

func lastOr1(shape []int64) int64 {
	if len(shape) == 0 {
		return 1
	}
	return shape[len(shape)-1]
}

func verifyPadding(t Transfer, base ir.ShapedType) *ir.Diagnostic {
	pad, elem := t.Padding().Type(), base.ElementType()
	if isVector(elem) {
		if pad != elem {
			return t.Errorf("requires source element type and padding type to match.")
		}
		return nil
	}
	if vector.BitWidth(pad) == 0 {
		return t.Errorf("requires valid padding vector elemental type")
	}
	if pad != elem {
		return t.Errorf("requires formal padding and source of the same elemental type")
	}
	return nil
}

func verifyIndexed(t Transfer, rank int) *ir.Diagnostic {
	indexed, maps, vecs := t.Indexed(), t.IndexedMaps(), t.IndexVecs()
	if len(indexed) != rank {
		return t.Errorf("requires indexed to have a value for each dimension of the shaped type")
	}
	n := 0
	for _, b := range indexed {
		if b {
			n++
		}
	}
	if len(vecs) != n {
		return t.Errorf("requires %d index vectors", n)
	}
	if len(maps) != n {
		return t.Errorf("requires %d indexing map", n)
	}
	slice := t.SliceSizes()
	for i, v := range vecs {
		vec, ok := v.Type().(*ir.VectorType)
		// The spelling of the next message is the reference's.
		if !ok || len(maps[i].Results) != len(vec.Dims) {
			return t.Errorf("requires number of results for corressponding indexing map to match the rank of index vector at dim: %d", i)
		}
		if maps[i].NumDims != rank || !allDims(maps[i]) {
			return t.Errorf("requires the indexing map at dim: %d to select memory dimensions, but got: %s", i, maps[i])
		}
		if want := mapShape(maps[i], slice); !slices.Equal(want, vec.Dims) {
			return t.Errorf("Invalid index vector shape at dim: %d, expected: %s, got: %s", i, num.JoinInts(want), num.JoinInts(vec.Dims))
		}
	}
	return nil
}
