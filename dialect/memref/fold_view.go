package memref

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/view"
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
	c := MemorySpaceCast.DefiningOp(MemorySpaceCast.Source(op))
	if c != nil {
		MemorySpaceCast.SourceMutable(op).Set(MemorySpaceCast.Source(c))
	}
	if same := view.FoldSameType(op, operands); same.Results != nil {
		return same
	}
	return ir.FoldResult{InPlace: c != nil}
}

// foldAssumeAlignment folds a promise that was made before.
func foldAssumeAlignment(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	v := AssumeAlignment.Memref(op)
	if a := AssumeAlignment.DefiningOp(v); a != nil && AssumeAlignment.Alignment(a) == AssumeAlignment.Alignment(op) {
		return ir.FoldToValue(v)
	}
	return ir.FoldResult{}
}

// isStaticCast reports whether op is a memref.cast between ranked, strided types that
// forgets no static extent, stride or offset of its result, so that users may take
// its operand (CastOp::canFoldIntoConsumerOp upstream).
func isStaticCast(op *ir.Operation) bool {
	if !Cast.Is(op) {
		return false
	}
	s, ok := Cast.Source(op).Type().(*ir.MemRefType)
	r, ok2 := Cast.Dest(op).Type().(*ir.MemRefType)
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
			op.SetOperand(i, Cast.Source(c))
			changed = true
		}
	}
	return ir.FoldResult{InPlace: changed}
}

func foldRank(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	if t, ok := Rank.Memref(op).Type().(*ir.MemRefType); ok {
		return ir.FoldToAttr(t.Context().IndexAttr(int64(len(t.Dims))))
	}
	return ir.FoldResult{}
}

// foldDim folds an extent that the type specifies, or that is an operand of the
// allocation or view.
func foldDim(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	source := Dim.Source(op)
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
	case Alloc.Kind(), Alloca.Kind():
		sizes = Alloc.DynamicSizes(op)
	case View.Kind():
		sizes = View.Sizes(op)
	case SubView.Kind():
		if kept := view.Drop(SubView.Sizes.Of(op), DroppedBy(op)); i < len(kept) {
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
	source, t := SubView.Source(op), typeOf(SubView.Result(op))
	if source.Type() != ir.Type(t) {
		return ir.FoldResult{}
	}
	if ir.HasStaticShape(t) && t.NumLayoutSymbols() == 0 {
		return ir.FoldToValue(source)
	}
	inner := SubView.DefiningOp(source)
	if inner == nil || !allConst(SubView.Offsets.Of(op), 0) || !allConst(SubView.Strides.Of(op), 1) ||
		!slices.Equal(SubView.Sizes.Of(op), SubView.Sizes.Of(inner)) {
		return ir.FoldResult{}
	}
	return ir.FoldToValue(source)
}

// foldReinterpretCast skips casts and views of the same base pointer.
func foldReinterpretCast(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	source := ReinterpretCast.Source(op)
	skip := func(to *ir.Value) ir.FoldResult {
		ReinterpretCast.SourceMutable(op).Set(to)
		return ir.FoldInPlace()
	}
	switch inner := source.DefiningOp(); {
	case ReinterpretCast.Is(inner):
		return skip(ReinterpretCast.Source(inner))
	case Cast.Is(inner):
		return skip(Cast.Source(inner))
	case SubView.Is(inner) && allConst(SubView.Offsets.Of(inner), 0):
		return skip(SubView.Source(inner))
	}
	t := typeOf(ReinterpretCast.Result(op))
	if source.Type() == ir.Type(t) && ir.HasStaticShape(t) && t.NumLayoutSymbols() == 0 && ReinterpretCast.Offsets.Of(op)[0].IsConst(0) {
		return ir.FoldToValue(source)
	}
	return ir.FoldResult{}
}

func foldView(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	source, t := View.Source(op), typeOf(View.Result(op))
	if source.Type() == ir.Type(t) && ir.HasStaticShape(t) && allConst([]ir.Mixed{{Value: View.ByteShift(op)}}, 0) {
		return ir.FoldToValue(source)
	}
	return ir.FoldResult{}
}

// foldTranspose folds an identity, and composes two permutations.
func foldTranspose(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	in, perm := Transpose.In(op), Transpose.Permutation(op)
	if perm.IsIdentity() && in.Type() == Transpose.Result(op).Type() {
		return ir.FoldToValue(in)
	}
	inner := Transpose.DefiningOp(in)
	if inner == nil {
		return ir.FoldResult{}
	}
	Transpose.InMutable(op).Set(Transpose.In(inner))
	Transpose.SetPermutation(op, perm.Compose(Transpose.Permutation(inner)))
	return ir.FoldInPlace()
}

// foldReshape folds a reshape to the type of its source, and a reshape that undoes the
// reshape before it.
func foldReshape(k, inverse view.ReassociativeKind) func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
		src, t := k.Src(op), typeOf(k.Result(op))
		if src.Type() == ir.Type(t) {
			return ir.FoldToValue(src)
		}
		inner := inverse.DefiningOp(src)
		if inner != nil && inverse.Src(inner).Type() == ir.Type(t) &&
			(view.CountDynamic(t.Dims) < 2 || k.SameReassociation(inner, op)) {
			return ir.FoldToValue(inverse.Src(inner))
		}
		return ir.FoldResult{}
	}
}

// foldStridedMetadata replaces the uses of results that the source's type determines by
// constants before the operation, and skips a cast.
func foldStridedMetadata(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	source := ExtractStridedMetadata.Source(op)
	t := typeOf(source)
	strides, offset, _ := t.StridesAndOffset()
	changed := false
	results := ExtractStridedMetadata.Lists(op).All()
	for i, n := range slices.Concat([]int64{offset}, t.Dims, strides) {
		r := results[i].Value
		if n == ir.Dynamic || r.FirstUse() == nil {
			continue
		}
		b := ir.NewBuilder(t.Context()).Before(op)
		b.Loc = op.Loc()
		r.ReplaceAllUsesWith(arith.Constant.Index(b, n))
		changed = true
	}
	if c := Cast.DefiningOp(source); c != nil {
		if _, ranked := Cast.Source(c).Type().(*ir.MemRefType); ranked {
			ExtractStridedMetadata.SourceMutable(op).Set(Cast.Source(c))
			changed = true
		}
	}
	return ir.FoldResult{InPlace: changed}
}
