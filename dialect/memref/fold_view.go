package memref

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/internal/view"
	"optc/ir"
)

// foldCast skips a cast that defines the operand, and then folds if the types are equal.
func foldCast(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	f := FoldCasts(op, operands)
	if same := view.FoldSameType(op, operands); same.Results != nil {
		return same
	}
	return f
}

// foldMemorySpaceCast skips a cast that defines the operand.
func foldMemorySpaceCast(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	memorySpaceCast := ir.Cast[MemorySpaceCastOp](op)
	c := ir.DefiningOp[MemorySpaceCastOp](memorySpaceCast.Source())
	if c.Ok() {
		memorySpaceCast.SourceMutable().Set(c.Source())
	}
	if same := view.FoldSameType(op, operands); same.Results != nil {
		return same
	}
	return ir.FoldResult{InPlace: c.Ok()}
}

// foldAssumeAlignment folds a promise that was made before.
func foldAssumeAlignment(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	assumeAlignment := ir.Cast[AssumeAlignmentOp](op)
	v := assumeAlignment.Memref()
	if a := ir.DefiningOp[AssumeAlignmentOp](v); a.Ok() && a.Alignment() == assumeAlignment.Alignment() {
		return ir.FoldToValue(v)
	}
	return ir.FoldResult{}
}

// isStaticCast reports whether op is a memref.cast between ranked, strided types that
// forgets no static extent, stride or offset of its result, so that users may take
// its operand (CastOp::canFoldIntoConsumerOp upstream).
func isStaticCast(op *ir.Operation) bool {
	cast := ir.As[CastOp](op)
	if !cast.Ok() {
		return false
	}
	s, ok := cast.Source().Type().(*ir.MemRefType)
	r, ok2 := cast.Dest().Type().(*ir.MemRefType)
	if !ok || !ok2 || s.Elem != r.Elem || len(s.Dims) != len(r.Dims) {
		return false
	}
	ss, so, ok := s.StridesAndOffset()
	rs, ro, ok2 := r.StridesAndOffset()
	if !ok || !ok2 || so == ir.Dynamic && ro != ir.Dynamic {
		return false
	}
	return asStatic(s.Dims, r.Dims) && asStatic(ss, rs)
}

// asStatic reports whether a knows every entry that b knows.
func asStatic(a, b []int64) bool {
	for i := range a {
		if a[i] == ir.Dynamic && b[i] != ir.Dynamic {
			return false
		}
	}
	return true
}

func foldCopy(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	changed := false
	for i, v := range op.Operands() {
		if c := v.DefiningOp(); isStaticCast(c) {
			op.SetOperand(i, ir.Cast[CastOp](c).Source())
			changed = true
		}
	}
	return ir.FoldResult{InPlace: changed}
}

func foldRank(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	if t, ok := ir.Cast[RankOp](op).Memref().Type().(*ir.MemRefType); ok {
		return ir.FoldToAttr(t.Context().IndexAttr(int64(len(t.Dims))))
	}
	return ir.FoldResult{}
}

// foldDim folds an extent that the type specifies, or that is an operand of the
// allocation or view.
func foldDim(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	source := ir.Cast[DimOp](op).Source()
	index, ok := operands[1].(*ir.IntegerAttr)
	t, ranked := source.Type().(*ir.MemRefType)
	if !ok || !ranked || index.Int64() < 0 || index.Int64() >= int64(len(t.Dims)) {
		return ir.FoldResult{}
	}
	i := int(index.Int64())
	if n := t.Dims[i]; n != ir.Dynamic {
		return ir.FoldToAttr(t.Context().IndexAttr(n))
	}
	if made := source.DefiningOp(); made != nil {
		if v := givenSize(made, t, i); v != nil {
			return ir.FoldToValue(v)
		}
	}
	return FoldCasts(op, operands)
}

// givenSize returns the operand that specifies the unknown extent i of an operation's
// result, or nil.
func givenSize(op *ir.Operation, t *ir.MemRefType, i int) *ir.Value {
	var sizes []*ir.Value
	switch op.Kind() {
	case AllocOp{}.Kind():
		sizes = ir.Cast[AllocOp](op).DynamicSizes()
	case AllocaOp{}.Kind():
		sizes = ir.Cast[AllocaOp](op).DynamicSizes()
	case ViewOp{}.Kind():
		sizes = ir.Cast[ViewOp](op).Sizes()
	case SubViewOp{}.Kind():
		if kept := view.Drop(ir.Cast[SubViewOp](op).MixedSizes(), DroppedBy(op)); i < len(kept) {
			return kept[i].Value
		}
		return nil
	default:
		return nil
	}
	return sizes[view.CountDynamic(t.Dims[:i])]
}

func allConst(ms []ir.Mixed, want int64) bool {
	for _, m := range ms {
		if v, ok := m.Constant(); !ok || v != want {
			return false
		}
	}
	return true
}

// foldSubView folds a subview that covers its whole source: a subview of the source's own
// static type, or a subview of a subview with the same sizes.
func foldSubView(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	subView := ir.Cast[SubViewOp](op)
	source, t := subView.Source(), typeOf(subView.Result())
	if source.Type() != ir.Type(t) {
		return ir.FoldResult{}
	}
	if ir.HasStaticShape(t) && t.NumLayoutSymbols() == 0 {
		return ir.FoldToValue(source)
	}
	inner := ir.DefiningOp[SubViewOp](source)
	if !inner.Ok() || !allConst(subView.MixedOffsets(), 0) || !allConst(subView.MixedStrides(), 1) ||
		!slices.Equal(subView.MixedSizes(), inner.MixedSizes()) {
		return ir.FoldResult{}
	}
	return ir.FoldToValue(source)
}

// foldReinterpretCast skips casts and views of the same base pointer.
func foldReinterpretCast(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	reinterpretCast := ir.Cast[ReinterpretCastOp](op)
	source := reinterpretCast.Source()
	skip := func(to *ir.Value) ir.FoldResult {
		reinterpretCast.SourceMutable().Set(to)
		return ir.FoldInPlace()
	}
	switch inner := source.DefiningOp(); {
	case ir.Is[ReinterpretCastOp](inner):
		return skip(ir.Cast[ReinterpretCastOp](inner).Source())
	case ir.Is[CastOp](inner):
		return skip(ir.Cast[CastOp](inner).Source())
	case ir.Is[SubViewOp](inner) && allConst(ir.Cast[SubViewOp](inner).MixedOffsets(), 0):
		return skip(ir.Cast[SubViewOp](inner).Source())
	}
	t := typeOf(reinterpretCast.Result())
	if source.Type() == ir.Type(t) && ir.HasStaticShape(t) && t.NumLayoutSymbols() == 0 && reinterpretCast.MixedOffsets()[0].IsConst(0) {
		return ir.FoldToValue(source)
	}
	return ir.FoldResult{}
}

func foldView(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	viewOp := ir.Cast[ViewOp](op)
	source, t := viewOp.Source(), typeOf(viewOp.Result())
	if source.Type() == ir.Type(t) && ir.HasStaticShape(t) && allConst([]ir.Mixed{{Value: viewOp.ByteShift()}}, 0) {
		return ir.FoldToValue(source)
	}
	return ir.FoldResult{}
}

// foldTranspose folds an identity, and composes two permutations.
func foldTranspose(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	transpose := ir.Cast[TransposeOp](op)
	in, perm := transpose.In(), transpose.Permutation()
	if perm.IsIdentity() && in.Type() == transpose.Result().Type() {
		return ir.FoldToValue(in)
	}
	inner := ir.DefiningOp[TransposeOp](in)
	if !inner.Ok() {
		return ir.FoldResult{}
	}
	transpose.InMutable().Set(inner.In())
	transpose.SetPermutation(perm.Compose(inner.Permutation()))
	return ir.FoldInPlace()
}

// foldReshape folds a reshape to the type of its source, and a reshape that undoes the
// reshape before it, an operation of the kind of inverse.
func foldReshape(inverse ir.TypedOp) func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
		reshape := op.Typed().(view.Reassociative)
		src, t := reshape.Src(), typeOf(reshape.Result())
		if src.Type() == ir.Type(t) {
			return ir.FoldToValue(src)
		}
		if !inverse.Kind().Is(src.DefiningOp()) {
			return ir.FoldResult{}
		}
		inner := src.DefiningOp().Typed().(view.Reassociative)
		if inner.Src().Type() == ir.Type(t) && (view.CountDynamic(t.Dims) < 2 || view.SameReassociation(inner, reshape)) {
			return ir.FoldToValue(inner.Src())
		}
		return ir.FoldResult{}
	}
}

// foldStridedMetadata replaces the uses of results that the source's type determines by
// constants before the operation, and skips a cast.
func foldStridedMetadata(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	extractStridedMetadata := ir.Cast[ExtractStridedMetadataOp](op)
	source := extractStridedMetadata.Source()
	t := typeOf(source)
	strides, offset, _ := t.StridesAndOffset()
	changed := false
	results := extractStridedMetadata.Lists().All()
	for i, n := range slices.Concat([]int64{offset}, t.Dims, strides) {
		r := results[i].Value
		if n == ir.Dynamic || r.FirstUse() == nil {
			continue
		}
		b := ir.NewBuilder(t.Context()).Before(op)
		b.Loc = op.Loc()
		r.ReplaceAllUsesWith(arith.ConstantIndex(b, n))
		changed = true
	}
	if c := ir.DefiningOp[CastOp](source); c.Ok() {
		if _, ranked := c.Source().Type().(*ir.MemRefType); ranked {
			extractStridedMetadata.SourceMutable().Set(c.Source())
			changed = true
		}
	}
	return ir.FoldResult{InPlace: changed}
}
