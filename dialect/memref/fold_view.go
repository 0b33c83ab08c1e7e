package memref

import (
	"optc/dialect/arith"
	"optc/dialect/view"
	"optc/ir"
)

// foldSameType folds a cast to the type that the operand has.
func foldSameType(op *ir.Operation) ir.FoldResult {
	if op.Operand(0).Type() == op.Result(0).Type() {
		return ir.FoldToValue(op.Operand(0))
	}
	return ir.FoldResult{}
}

// foldCast takes the operand of a cast before, and then folds if the types are the
// same.
func foldCast(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	f := FoldCasts(op, operands)
	if same := foldSameType(op); same.Results != nil {
		return same
	}
	return f
}

// foldMemorySpaceCast takes the operand of a cast before.
func foldMemorySpaceCast(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	c := op.Operand(0).DefiningOp()
	if MemorySpaceCast.Is(c) {
		op.SetOperand(0, c.Operand(0))
	}
	if same := foldSameType(op); same.Results != nil {
		return same
	}
	return ir.FoldResult{InPlace: MemorySpaceCast.Is(c)}
}

// foldAssumeAlignment folds a promise that was made before.
func foldAssumeAlignment(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	if a := op.Operand(0).DefiningOp(); AssumeAlignment.Is(a) && a.Attr("alignment") == op.Attr("alignment") {
		return ir.FoldToValue(op.Operand(0))
	}
	return ir.FoldResult{}
}

// isStaticCast tells whether op is a memref.cast between ranked, strided types that
// forgets no static extent, stride or offset of its result, so that users may take
// its operand (CastOp::canFoldIntoConsumerOp upstream).
func isStaticCast(op *ir.Operation) bool {
	if !Cast.Is(op) {
		return false
	}
	s, ok := op.Operand(0).Type().(*ir.MemRefType)
	r, ok2 := op.Result(0).Type().(*ir.MemRefType)
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

// asStatic tells whether a knows every entry that b knows.
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
			op.SetOperand(i, c.Operand(0))
			changed = true
		}
	}
	return ir.FoldResult{InPlace: changed}
}

func foldRank(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	if t, ok := op.Operand(0).Type().(*ir.MemRefType); ok {
		return ir.FoldToAttr(t.Context().IndexAttr(int64(len(t.Dims))))
	}
	return ir.FoldResult{}
}

// foldDim folds an extent that the type knows, or that an allocation or view was
// given.
func foldDim(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	a, ok := operands[1].(*ir.IntegerAttr)
	t, ranked := op.Operand(0).Type().(*ir.MemRefType)
	if !ok || !ranked || a.Int64() < 0 || a.Int64() >= int64(len(t.Dims)) {
		return ir.FoldResult{}
	}
	i := int(a.Int64())
	if n := t.Dims[i]; n != ir.Dynamic {
		return ir.FoldToAttr(t.Context().IndexAttr(n))
	}
	if source := op.Operand(0).DefiningOp(); source != nil {
		if v := givenSize(source, t, i); v != nil {
			return ir.FoldToValue(v)
		}
	}
	return FoldCasts(op, operands)
}

// givenSize returns the operand that an operation takes as the unknown extent i of
// its result, or nil.
func givenSize(op *ir.Operation, t *ir.MemRefType, i int) *ir.Value {
	var sizes []*ir.Value
	switch op.Kind() {
	case Alloc, Alloca:
		sizes = op.OperandGroup(allocSizes)
	case View:
		sizes = op.OperandGroup(2)
	case SubView:
		if kept := view.Drop(slice.Sizes.Of(op), DroppedBy(op)); i < len(kept) {
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

// foldSubView folds a subview that is all of its source: of the same static type,
// or of a subview of the same sizes.
func foldSubView(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	source, t := op.Operand(0), typeOf(op.Result(0))
	if source.Type() != ir.Type(t) {
		return ir.FoldResult{}
	}
	if ir.HasStaticShape(t) && t.NumLayoutSymbols() == 0 {
		return ir.FoldToValue(source)
	}
	inner := source.DefiningOp()
	if !SubView.Is(inner) || !allConst(slice.Offsets.Of(op), 0) || !allConst(slice.Strides.Of(op), 1) {
		return ir.FoldResult{}
	}
	a, b := slice.Sizes.Of(op), slice.Sizes.Of(inner)
	if len(a) != len(b) {
		return ir.FoldResult{}
	}
	for i := range a {
		if a[i] != b[i] {
			return ir.FoldResult{}
		}
	}
	return ir.FoldToValue(source)
}

// foldReinterpretCast skips casts and views of the same base pointer.
func foldReinterpretCast(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	source := op.Operand(0)
	inner := source.DefiningOp()
	if ReinterpretCast.Is(inner) || Cast.Is(inner) || SubView.Is(inner) && allConst(slice.Offsets.Of(inner), 0) {
		op.SetOperand(0, inner.Operand(0))
		return ir.FoldInPlace()
	}
	t := typeOf(op.Result(0))
	if source.Type() == ir.Type(t) && ir.HasStaticShape(t) && slice.Offsets.Of(op)[0].IsConst(0) {
		return ir.FoldToValue(source)
	}
	return ir.FoldResult{}
}

func foldView(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	t := typeOf(op.Result(0))
	if op.Operand(0).Type() == ir.Type(t) && ir.HasStaticShape(t) && allConst([]ir.Mixed{{Value: op.Operand(1)}}, 0) {
		return ir.FoldToValue(op.Operand(0))
	}
	return ir.FoldResult{}
}

// foldTranspose folds an identity, and composes two permutations.
func foldTranspose(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	perm := permutationOf(op)
	if perm.IsIdentity() && op.Operand(0).Type() == op.Result(0).Type() {
		return ir.FoldToValue(op.Operand(0))
	}
	inner := op.Operand(0).DefiningOp()
	if !Transpose.Is(inner) {
		return ir.FoldResult{}
	}
	op.SetOperand(0, inner.Operand(0))
	op.SetAttr("permutation", op.Attr("permutation").Context().AffineMap(perm.Compose(permutationOf(inner))))
	return ir.FoldInPlace()
}

// foldReshape folds a reshape to the type of the source, and one that undoes the
// reshape before it.
func foldReshape(inverse ir.OpKind) func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
		t := typeOf(op.Result(0))
		if op.Operand(0).Type() == ir.Type(t) {
			return ir.FoldToValue(op.Operand(0))
		}
		inner := op.Operand(0).DefiningOp()
		if inverse.Is(inner) && inner.Operand(0).Type() == ir.Type(t) &&
			(view.CountDynamic(t.Dims) < 2 || inner.Attr("reassociation") == op.Attr("reassociation")) {
			return ir.FoldToValue(inner.Operand(0))
		}
		return ir.FoldResult{}
	}
}

// foldStridedMetadata replaces the uses of results that the type of the source
// knows by constants in front of the operation, and skips a cast.
func foldStridedMetadata(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	t := typeOf(op.Operand(0))
	strides, offset, _ := t.StridesAndOffset()
	changed := false
	known := append(append([]int64{offset}, t.Dims...), strides...)
	for i, n := range known {
		r := op.Result(1 + i)
		if n == ir.Dynamic || r.FirstUse() == nil {
			continue
		}
		b := ir.NewBuilder(t.Context()).Before(op)
		b.Loc = op.Loc()
		r.ReplaceAllUsesWith(arith.Constant.Index(b, n))
		changed = true
	}
	if c := op.Operand(0).DefiningOp(); Cast.Is(c) {
		if _, ranked := c.Operand(0).Type().(*ir.MemRefType); ranked {
			op.SetOperand(0, c.Operand(0))
			changed = true
		}
	}
	return ir.FoldResult{InPlace: changed}
}
