package vectorext

import (
	"optc/ir"
	"optc/ir/affine"
)

// The operations. Accessors are named like the operands and attributes of the
// definitions; Build functions insert an operation and return its result.
var (
	ToLayout        = toLayoutKind{"iree_vector_ext.to_layout"}
	ToSIMD          = castKind{"iree_vector_ext.to_simd"}
	ToSIMT          = castKind{"iree_vector_ext.to_simt"}
	TransferGather  = gatherKind{"iree_vector_ext.transfer_gather"}
	TransferScatter = scatterKind{"iree_vector_ext.transfer_scatter"}
	ArgCompare      = argCompareKind{"iree_vector_ext.arg_compare"}
	Yield           = yieldKind{"iree_vector_ext.yield"}
)

type toLayoutKind struct{ ir.OldKind }

func (toLayoutKind) Input(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (toLayoutKind) InputMutable(op *ir.Operation) *ir.OpOperand { return op.OpOperand(0) }
func (toLayoutKind) Output(op *ir.Operation) *ir.Value           { return op.Result(0) }

// Layout returns the layout, or nil if it is not a nested layout.
func (toLayoutKind) Layout(op *ir.Operation) *NestedLayout {
	return ir.Get[*NestedLayout](op, layoutAttr)
}

// LayoutOf returns the layout of a to_layout, of whatever kind.
func LayoutOf(op *ir.Operation) Distribution { return ir.Get[Distribution](op, layoutAttr) }

// SharedMemoryConversion returns the attribute that requests a copy in shared memory
// between the layouts, or nil.
func (toLayoutKind) SharedMemoryConversion(op *ir.Operation) ir.Attribute {
	return op.Attr(sharedMemoryConversion)
}

// SetSharedMemoryConversion sets the attribute that requests a copy in shared memory; nil
// removes it.
func (toLayoutKind) SetSharedMemoryConversion(op *ir.Operation, a ir.Attribute) {
	op.SetAttr(sharedMemoryConversion, a)
}

// MMAKind returns the matrix intrinsic that the layout is for, or nil.
func (toLayoutKind) MMAKind(op *ir.Operation) ir.Attribute { return op.Attr(mmaKindAttr) }

// BuildLike converts v to a layout, with the other attributes of op.
func (k toLayoutKind) BuildLike(b ir.OpBuilder, op *ir.Operation, v *ir.Value, l ir.Attribute) *ir.Value {
	laid := k.Build(b, v, l)
	for _, name := range []string{sharedMemoryConversion, mmaKindAttr} {
		laid.DefiningOp().SetAttr(name, op.Attr(name))
	}
	laid.DefiningOp().SetDiscardable(op.Discardable())
	return laid
}

// Build converts v to a layout.
func (toLayoutKind) Build(b ir.OpBuilder, v *ir.Value, l ir.Attribute) *ir.Value {
	return NewToLayout(b, v, l).Output()
}

type castKind struct{ ir.OldKind }

func (castKind) Input(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (castKind) InputMutable(op *ir.Operation) *ir.OpOperand { return op.OpOperand(0) }
func (castKind) Output(op *ir.Operation) *ir.Value           { return op.Result(0) }

// Layout returns the layout of the parts, or nil if the cast does not specify it.
func (castKind) Layout(op *ir.Operation) Distribution { return ir.Get[Distribution](op, layoutAttr) }

// Build casts v between the whole vector and a thread's part in layout l.
func (k castKind) Build(b ir.OpBuilder, t ir.Type, v *ir.Value, l Distribution) *ir.Value {
	st := &ir.OpState{Def: b.Context().MustOpDef(k), Operands: []*ir.Value{v}, ResultTypes: []ir.Type{t}}
	st.SetAttr(layoutAttr, l)
	return k.Create(b, st).Result(0)
}

type gatherKind struct{ ir.OldKind }

func (gatherKind) Base(op *ir.Operation) *ir.Value        { return op.Operand(0) }
func (gatherKind) Offsets(op *ir.Operation) []*ir.Value   { return op.OperandGroup(1) }
func (gatherKind) IndexVecs(op *ir.Operation) []*ir.Value { return op.OperandGroup(2) }
func (gatherKind) Padding(op *ir.Operation) *ir.Value     { return op.OptionalOperand(3) }
func (gatherKind) Mask(op *ir.Operation) *ir.Value        { return op.OptionalOperand(4) }
func (gatherKind) Vector(op *ir.Operation) *ir.Value      { return op.Result(0) }

// IndexVecsMutable returns the index operands as uses.
func (gatherKind) IndexVecsMutable(op *ir.Operation) []*ir.OpOperand { return mutable(op, 2) }

// MaskMutable returns the mask as a use, or nil.
func (gatherKind) MaskMutable(op *ir.Operation) *ir.OpOperand {
	return optional(op, 4)
}

// optional returns the operand of a group that may be empty, or nil.
func optional(op *ir.Operation, group int) *ir.OpOperand {
	if uses := mutable(op, group); len(uses) > 0 {
		return uses[0]
	}
	return nil
}

func mutable(op *ir.Operation, group int) []*ir.OpOperand {
	lo, hi := op.OperandRange(group)
	var uses []*ir.OpOperand
	for i := lo; i < hi; i++ {
		uses = append(uses, op.OpOperand(i))
	}
	return uses
}

// Build makes a gather in the unified form with a result of type t; mask may be nil.
func (k gatherKind) Build(b ir.OpBuilder, t ir.Type, base *ir.Value, offsets, indexVecs []*ir.Value, padding, mask *ir.Value, maps []affine.Map) *ir.Value {
	st := &ir.OpState{Def: b.Context().MustOpDef(k), ResultTypes: []ir.Type{t}}
	st.SetAttr(indexingMaps, b.Context().AffineMaps(maps))
	segments(b, st, []*ir.Value{base}, offsets, indexVecs, []*ir.Value{padding}, some(mask))
	return k.Create(b, st).Result(0)
}

// segments sets the operands of groups.
func segments(b ir.OpBuilder, st *ir.OpState, groups ...[]*ir.Value) {
	sizes := make([]int, len(groups))
	for i, g := range groups {
		st.Operands = append(st.Operands, g...)
		sizes[i] = len(g)
	}
	st.SetSegments(b.Context(), sizes...)
}

// some returns the group of an optional operand.
func some(v *ir.Value) []*ir.Value {
	if v == nil {
		return nil
	}
	return []*ir.Value{v}
}

// Names of the attributes of transfers: the unified form uses indexing_maps, the
// per-dimension form uses the others.
const (
	indexingMaps   = "indexing_maps"
	indexedAttr    = "indexed"
	indexedMaps    = "indexed_maps"
	permutationMap = "permutation_map"
	inBounds       = "in_bounds"
	layoutAttr     = "layout"

	sharedMemoryConversion = "shared_memory_conversion"
	mmaKindAttr            = "mma_kind"
	dimensionAttr          = "dimension"
)

type scatterKind struct{ ir.OldKind }

// Build makes a scatter, with a result if base is a tensor; mask may be nil.
func (scatterKind) Build(b ir.OpBuilder, base, v *ir.Value, offsets, indexVecs []*ir.Value, mask *ir.Value, maps []affine.Map) *ir.Operation {
	return NewTransferScatter(b, base, v, offsets, indexVecs, mask, maps).Operation()
}

func (scatterKind) Base(op *ir.Operation) *ir.Value        { return op.Operand(0) }
func (scatterKind) Vector(op *ir.Operation) *ir.Value      { return op.Operand(1) }
func (scatterKind) Offsets(op *ir.Operation) []*ir.Value   { return op.OperandGroup(2) }
func (scatterKind) IndexVecs(op *ir.Operation) []*ir.Value { return op.OperandGroup(3) }
func (scatterKind) Mask(op *ir.Operation) *ir.Value        { return op.OptionalOperand(4) }

func (scatterKind) VectorMutable(op *ir.Operation) *ir.OpOperand      { return op.OpOperand(1) }
func (scatterKind) IndexVecsMutable(op *ir.Operation) []*ir.OpOperand { return mutable(op, 3) }
func (scatterKind) MaskMutable(op *ir.Operation) *ir.OpOperand        { return optional(op, 4) }

// Result returns the tensor with the vector in it, or nil for a memref.
func (scatterKind) Result(op *ir.Operation) *ir.Value {
	if op.NumResults() == 0 {
		return nil
	}
	return op.Result(0)
}

// setOperands replaces the variable operand groups of a transfer.
func (t Transfer) setOperands(offsets, indexVecs []*ir.Value, mask *ir.Value) {
	first := 1
	if !t.IsGather() {
		first = 2
	}
	t.SetOperandGroup(first, offsets)
	t.SetOperandGroup(first+1, indexVecs)
	t.SetOperandGroup(4, some(mask))
}

type argCompareKind struct{ ir.OldKind }

func (argCompareKind) InputValue(op *ir.Operation) *ir.Value            { return op.OptionalOperand(0) }
func (argCompareKind) InputIndex(op *ir.Operation) *ir.Value            { return op.OptionalOperand(1) }
func (argCompareKind) InitValue(op *ir.Operation) *ir.Value             { return op.OptionalOperand(2) }
func (argCompareKind) InitIndex(op *ir.Operation) *ir.Value             { return op.OptionalOperand(3) }
func (argCompareKind) InputValueMutable(op *ir.Operation) *ir.OpOperand { return op.OpOperand(0) }
func (argCompareKind) InputIndexMutable(op *ir.Operation) *ir.OpOperand { return optional(op, 1) }
func (argCompareKind) InitValueMutable(op *ir.Operation) *ir.OpOperand  { return mutable(op, 2)[0] }
func (argCompareKind) InitIndexMutable(op *ir.Operation) *ir.OpOperand  { return mutable(op, 3)[0] }
func (argCompareKind) ResultValue(op *ir.Operation) *ir.Value           { return op.Result(0) }
func (argCompareKind) ResultIndex(op *ir.Operation) *ir.Value           { return op.Result(1) }
func (argCompareKind) IndexBase(op *ir.Operation) *ir.Value             { return op.OptionalOperand(4) }
func (argCompareKind) Dimension(op *ir.Operation) int64                 { return ir.IntOr(op.Attr(dimensionAttr), 0) }
func (argCompareKind) Region(op *ir.Operation) *ir.Region               { return op.Region(0) }

// BuildLike compares other elements, which have explicit indices, with the comparator and
// initial values of op.
func (argCompareKind) BuildLike(b *ir.Builder, op *ir.Operation, value, index *ir.Value) *ir.Operation {
	n := b.Clone(op, nil)
	n.SetOperandGroup(0, []*ir.Value{value})
	n.SetOperandGroup(1, []*ir.Value{index})
	n.SetOperandGroup(4, nil)
	return n
}

type yieldKind struct{ ir.OldKind }

func (yieldKind) Operands(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }
