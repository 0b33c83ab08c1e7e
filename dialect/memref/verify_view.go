package memref

import (
	"slices"

	"optc/dialect/internal/view"
	"optc/ir"
	"optc/ir/affine"
)

// SubViewType returns the type of a subview that drops no dimensions
// (SubViewOp::inferResultType upstream). The source must be strided.
func SubViewType(source *ir.MemRefType, offsets, sizes, strides []int64) *ir.MemRefType {
	from, offset, _ := source.StridesAndOffset()
	to := make([]int64, len(from))
	for i := range from {
		offset = ir.AddSaturated(offset, ir.MulSaturated(offsets[i], from[i]))
		to[i] = ir.MulSaturated(from[i], strides[i])
	}
	return ir.MemRef(sizes, source.Elem, source.Context().StridedLayout(offset, to), source.Space)
}

// fullSubViewType returns the type of a memref.subview before dimensions are dropped.
func fullSubViewType(op *ir.Operation) *ir.MemRefType {
	subView := ir.Cast[SubViewOp](op)
	return SubViewType(typeOf(subView.Source()), subView.StaticOffsets(), subView.StaticSizes(), subView.StaticStrides())
}

func verifySubView(op *ir.Operation) *ir.Diagnostic {
	subView := ir.Cast[SubViewOp](op)
	base, result := typeOf(subView.Source()), typeOf(subView.Result())
	n := len(base.Dims)
	if d := sliceLists.VerifyLists(op, [3]int{n, n, n}); d != nil {
		return d
	}
	if base.Space != result.Space {
		return op.PlainErrorf("different memory spaces specified for base memref type '%s' and subview memref type '%s'", base, result)
	}
	if !base.IsStrided() {
		return op.PlainErrorf("base type '%s' is not strided", base)
	}
	full := fullSubViewType(op)
	m := view.RankReduced(full, result)
	if m == view.Matches && full != result && !isReducedLayout(full, result, DroppedDims(full, result, subView.MixedSizes())) {
		m = view.LayoutMismatch
	}
	switch m {
	case view.RankTooLarge:
		return op.PlainErrorf("expected result rank to be smaller or equal to the source rank, but got '%s'", result)
	case view.SizeMismatch:
		return op.PlainErrorf("expected result type to be '%s' or a rank-reduced version. (mismatch of result sizes), but got '%s'", full, result)
	case view.ElemTypeMismatch:
		return op.PlainErrorf("expected result element type to be '%s', but got '%s'", full.Elem, result)
	case view.LayoutMismatch:
		return op.PlainErrorf("expected result type to be '%s' or a rank-reduced version. (mismatch of result layout), but got '%s'", full, result)
	}
	return sliceLists.VerifyInBounds(op, base.Dims)
}

// isReducedLayout reports whether offset and strides of result equal the offset and
// strides of full without some dimensions; nil fits no layout. Sizes may be at other
// places, because upstream does not specify which of several sizes of 1 are dropped when
// their strides are equal.
func isReducedLayout(full, result *ir.MemRefType, dropped []bool) bool {
	from, offset, _ := full.StridesAndOffset()
	to, resultOffset, ok := result.StridesAndOffset()
	return ok && offset == resultOffset && dropped != nil && slices.Equal(view.Drop(from, dropped), to)
}

// isReduced reports whether result is full without some dimensions; nil fits none.
func isReduced(full, result *ir.MemRefType, dropped []bool) bool {
	return isReducedLayout(full, result, dropped) && slices.Equal(view.Drop(full.Dims, dropped), result.Dims)
}

// DroppedDims returns which dimensions of size 1 of a subview are missing in the result
// type. Where the sizes allow several choices, the strides decide: a stride that occurs
// less often in the reduced type belongs to a dropped dimension
// (computeMemRefRankReductionMask upstream). nil means that no choice fits.
func DroppedDims(full, reduced *ir.MemRefType, sizes []ir.Mixed) []bool {
	dropped := make([]bool, len(full.Dims))
	extra := len(full.Dims) - len(reduced.Dims)
	if extra == 0 {
		return dropped
	}
	unit := 0
	for i, s := range sizes {
		if dropped[i] = s.IsConst(1); dropped[i] {
			unit++
		}
	}
	if unit == extra {
		return dropped
	}
	from, _, ok := full.StridesAndOffset()
	to, _, ok2 := reduced.StridesAndOffset()
	if !ok || !ok2 {
		return nil
	}
	left, kept := occurrences(from), occurrences(to)
	for i := range dropped {
		if !dropped[i] {
			continue
		}
		switch s := from[i]; {
		case left[s] > kept[s]:
			left[s]--
		case left[s] == kept[s]:
			dropped[i] = false
			unit--
		default:
			return nil
		}
	}
	if unit != extra {
		return nil
	}
	return dropped
}

func occurrences(vs []int64) map[int64]int {
	n := map[int64]int{}
	for _, v := range vs {
		n[v]++
	}
	return n
}

func verifyReinterpretCast(op *ir.Operation) *ir.Diagnostic {
	reinterpretCast := ir.Cast[ReinterpretCastOp](op)
	source, result := reinterpretCast.Source().Type(), typeOf(reinterpretCast.Result())
	n := len(result.Dims)
	if d := sliceLists.VerifyLists(op, [3]int{1, n, n}); d != nil {
		return d
	}
	if ir.MemorySpace(source) != result.Space {
		return op.PlainErrorf("different memory spaces specified for source type '%s' and result memref type '%s'", source, result)
	}
	if elem := ir.ElementOrSelf(source); elem != result.Elem {
		return op.PlainErrorf("different element types specified for source type '%s' and result memref type '%s'", source, result)
	}
	mismatch := func(what string, want, got int64) *ir.Diagnostic {
		return op.PlainErrorf("expected result type with %s = %s instead of %d", what, spellExtent(want), got)
	}
	inDim := func(d *ir.Diagnostic, i int) *ir.Diagnostic {
		d.Msg += " in dim = " + spellExtent(int64(i))
		return d
	}
	for i, want := range reinterpretCast.StaticSizes() {
		if got := result.Dims[i]; got != ir.Dynamic && got != want {
			return inDim(mismatch("size", want, got), i)
		}
	}
	strides, offset, _ := result.StridesAndOffset()
	if want := reinterpretCast.StaticOffsets()[0]; offset != ir.Dynamic && offset != want {
		return mismatch("offset", want, offset)
	}
	for i, want := range reinterpretCast.StaticStrides() {
		if got := strides[i]; got != ir.Dynamic && got != want {
			return inDim(mismatch("stride", want, got), i)
		}
	}
	return nil
}

func verifyView(op *ir.Operation) *ir.Diagnostic {
	viewOp := ir.Cast[ViewOp](op)
	base, result := typeOf(viewOp.Source()), typeOf(viewOp.Result())
	switch {
	case !base.HasIdentityLayout():
		return op.PlainErrorf("unsupported map for base memref type '%s'", base)
	case !result.HasIdentityLayout():
		return op.PlainErrorf("unsupported map for result memref type '%s'", result)
	case base.Space != result.Space:
		return op.PlainErrorf("different memory spaces specified for base memref type '%s' and view memref type '%s'", base, result)
	}
	return view.VerifyDynamicSizes(op, result.Dims, len(viewOp.Sizes()))
}

// TransposedType returns the type of a transposed memref, which must be strided.
func TransposedType(t *ir.MemRefType, permutation affine.Map) *ir.MemRefType {
	strides, offset, _ := t.StridesAndOffset()
	dims := permuted(permutation, t.Dims)
	return ir.MemRef(dims, t.Elem, t.Context().StridedLayout(offset, permuted(permutation, strides)), t.Space)
}

// permuted returns the entries in the order of the map's results.
func permuted[T any](m affine.Map, vs []T) []T {
	out := make([]T, len(m.Results))
	for i := range m.Results {
		d, _ := m.DimPosition(i)
		out[i] = vs[d]
	}
	return out
}

func verifyTranspose(op *ir.Operation) *ir.Diagnostic {
	transpose := ir.Cast[TransposeOp](op)
	perm := transpose.Permutation()
	if !perm.IsPermutation() {
		return op.Errorf("expected a permutation map")
	}
	source, result := typeOf(transpose.In()), typeOf(transpose.Result())
	if perm.NumDims != len(source.Dims) {
		return op.Errorf("expected a permutation map of same rank as the input")
	}
	want := canonicalLayout(TransposedType(source, perm))
	if canonicalLayout(result) != want {
		return op.Errorf("result type '%s' is not equivalent to the canonical transposed input type '%s'", result, want)
	}
	return nil
}

// canonicalLayout writes the layout as a simplified map, and omits it if it is the layout
// of a contiguous memref.
func canonicalLayout(t *ir.MemRefType) *ir.MemRefType {
	m := t.LayoutMap()
	if m.IsIdentity() || len(m.Results) != 1 {
		return t
	}
	if len(t.Dims) == 0 {
		if v, ok := m.SingleConstant(); ok && v == 0 && m.NumInputs() == 0 {
			return ir.MemRef(t.Dims, t.Elem, nil, t.Space)
		}
		return t
	}
	e := affine.Simplify(m.Results[0], m.NumDims, m.NumSymbols)
	contiguous := ir.StridedMap(0, contiguousStrides(t.Dims))
	if e.Equal(affine.Simplify(contiguous.Results[0], contiguous.NumDims, contiguous.NumSymbols)) {
		return ir.MemRef(t.Dims, t.Elem, nil, t.Space)
	}
	return simplifiedLayout(t)
}

// simplifiedLayout writes a layout with one result as a simplified map.
func simplifiedLayout(t *ir.MemRefType) *ir.MemRefType {
	m := t.LayoutMap()
	e := affine.Simplify(m.Results[0], m.NumDims, m.NumSymbols)
	return ir.MemRef(t.Dims, t.Elem, t.Context().AffineMap(affine.NewMap(m.NumDims, m.NumSymbols, e)), t.Space)
}

// contiguousStrides returns the strides of a contiguous memref whose unknown extents are
// at least 1.
func contiguousStrides(dims []int64) []int64 {
	strides := ir.RowMajorStrides(dims)
	for d := len(dims) - 2; d >= 0; d-- {
		if strides[d+1] == ir.Dynamic || dims[d+1] <= 0 {
			strides[d] = ir.Dynamic
		}
	}
	return strides
}
