package vector

import (
	"optc/ir"
	"optc/ir/affine"
)

// The operations. Accessors are named like the operands and attributes of the
// definitions; Build functions insert an operation and return its result.
var (
	Broadcast           = broadcastKind{"vector.broadcast"}
	ShapeCast           = sourceKind{"vector.shape_cast"}
	Bitcast             = sourceKind{"vector.bitcast"}
	Deinterleave        = sourceKind{"vector.deinterleave"}
	ToElements          = sourceKind{"vector.to_elements"}
	Print               = sourceKind{"vector.print"}
	Transpose           = transposeKind{"vector.transpose"}
	Extract             = extractKind{"vector.extract"}
	Insert              = insertKind{"vector.insert"}
	ScalableExtract     = scalableExtractKind{"vector.scalable.extract"}
	ScalableInsert      = scalableInsertKind{"vector.scalable.insert"}
	ExtractStridedSlice = extractSliceKind{"vector.extract_strided_slice"}
	InsertStridedSlice  = insertSliceKind{"vector.insert_strided_slice"}
	FromElements        = fromElementsKind{"vector.from_elements"}
	Shuffle             = shuffleKind{"vector.shuffle"}
	Interleave          = interleaveKind{"vector.interleave"}

	TransferRead  = transferReadKind{"vector.transfer_read"}
	TransferWrite = transferWriteKind{"vector.transfer_write"}
	Load          = loadKind{"vector.load"}
	Store         = storeKind{"vector.store"}
	MaskedLoad    = maskedLoadKind{"vector.maskedload"}
	ExpandLoad    = maskedLoadKind{"vector.expandload"}
	MaskedStore   = maskedStoreKind{"vector.maskedstore"}
	CompressStore = maskedStoreKind{"vector.compressstore"}
	Gather        = gatherKind{"vector.gather"}
	Scatter       = scatterKind{"vector.scatter"}

	CreateMask   = createMaskKind{"vector.create_mask"}
	ConstantMask = constantMaskKind{"vector.constant_mask"}
	Mask         = maskKind{"vector.mask"}
	Yield        = yieldKind{"vector.yield"}

	Reduction      = reductionKind{"vector.reduction"}
	MultiReduction = multiReductionKind{"vector.multi_reduction"}
	Contract       = contractKind{"vector.contract"}
	OuterProduct   = productKind{"vector.outerproduct"}
	FMA            = productKind{"vector.fma"}
	Scan           = scanKind{"vector.scan"}

	Step     = stepKind{"vector.step"}
	VScale   = vscaleKind{"vector.vscale"}
	TypeCast = typeCastKind{"vector.type_cast"}
)

// value builds an operation with one result.
func value(b ir.OpBuilder, k ir.Kind, operands []*ir.Value, result ir.Type, attrs ...ir.NamedAttr) *ir.Value {
	st := &ir.OpState{Def: b.Context().MustOpDef(k), Operands: operands}
	if result != nil {
		st.ResultTypes = []ir.Type{result}
	}
	for _, a := range attrs {
		st.SetAttr(a.Name, a.Value)
	}
	return k.Create(b, st).Result(0)
}

// mutable returns the only operand of a group as a use, nil if the group is empty.
func mutable(op *ir.Operation, group int) *ir.OpOperand {
	if lo, hi := op.OperandRange(group); lo < hi {
		return op.OpOperand(lo)
	}
	return nil
}

type sourceKind struct{ ir.Kind }

// Source returns the operand, nil for a vector.print without one.
func (sourceKind) Source(op *ir.Operation) *ir.Value { return op.OptionalOperand(0) }

// SourceMutable returns the operand as a use.
func (sourceKind) SourceMutable(op *ir.Operation) *ir.OpOperand { return mutable(op, 0) }

// Build makes the operation with a result of type t.
func (k sourceKind) Build(b ir.OpBuilder, t ir.Type, source *ir.Value) *ir.Value {
	return value(b, k.Kind, []*ir.Value{source}, t)
}

type broadcastKind struct{ ir.Kind }

func (broadcastKind) Source(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (broadcastKind) SourceMutable(op *ir.Operation) *ir.OpOperand { return op.OpOperand(0) }

// Build repeats a scalar or vector to a vector of type t.
func (k broadcastKind) Build(b ir.OpBuilder, t ir.Type, source *ir.Value) *ir.Value {
	return value(b, k.Kind, []*ir.Value{source}, t)
}

type transposeKind struct{ ir.Kind }

func (transposeKind) Vector(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (transposeKind) VectorMutable(op *ir.Operation) *ir.OpOperand { return op.OpOperand(0) }

// Permutation returns, per dimension of the result, the dimension of the operand.
func (transposeKind) Permutation(op *ir.Operation) []int64 { return int64s(op, permutationAttr) }

// Build permutes the dimensions of v.
func (k transposeKind) Build(b ir.OpBuilder, v *ir.Value, perm []int64) *ir.Value {
	from := vectorOf(v)
	dims, scalable := make([]int64, len(perm)), make([]bool, len(perm))
	for i, p := range perm {
		dims[i], scalable[i] = from.Dims[p], from.IsScalable(int(p))
	}
	return value(b, k.Kind, []*ir.Value{v}, ir.ScalableVector(dims, scalable, from.Elem), dense(b.Context(), permutationAttr, perm))
}

type extractKind struct{ ir.Kind }

func (extractKind) Source(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (extractKind) DynamicPosition(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }

// StaticPosition returns the positions, with a marker for the dynamic ones.
func (extractKind) StaticPosition(op *ir.Operation) []int64 { return int64s(op, staticPosition) }

// Build extracts the element or the vector at a constant position.
func (k extractKind) Build(b ir.OpBuilder, source *ir.Value, position ...int64) *ir.Value {
	return value(b, k.Kind, []*ir.Value{source}, nil, dense(b.Context(), staticPosition, position))
}

type insertKind struct{ ir.Kind }

func (insertKind) ValueToStore(op *ir.Operation) *ir.Value      { return op.Operand(0) }
func (insertKind) Dest(op *ir.Operation) *ir.Value              { return op.Operand(1) }
func (insertKind) DynamicPosition(op *ir.Operation) []*ir.Value { return op.OperandGroup(2) }

// StaticPosition returns the positions, with a marker for the dynamic ones.
func (insertKind) StaticPosition(op *ir.Operation) []int64 { return int64s(op, staticPosition) }

// Build inserts an element or a vector at a constant position of dest.
func (k insertKind) Build(b ir.OpBuilder, v, dest *ir.Value, position ...int64) *ir.Value {
	return value(b, k.Kind, []*ir.Value{v, dest}, dest.Type(), dense(b.Context(), staticPosition, position))
}

type scalableExtractKind struct{ ir.Kind }

func (scalableExtractKind) Source(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (scalableExtractKind) Pos(op *ir.Operation) int64        { return ir.IntOr(op.Attr("pos"), 0) }

type scalableInsertKind struct{ ir.Kind }

func (scalableInsertKind) ValueToStore(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (scalableInsertKind) Dest(op *ir.Operation) *ir.Value         { return op.Operand(1) }
func (scalableInsertKind) Pos(op *ir.Operation) int64              { return ir.IntOr(op.Attr("pos"), 0) }

type extractSliceKind struct{ ir.Kind }

func (extractSliceKind) Source(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (extractSliceKind) Offsets(op *ir.Operation) []int64  { return int64s(op, sliceOffsets) }
func (extractSliceKind) Sizes(op *ir.Operation) []int64    { return int64s(op, sliceSizes) }
func (extractSliceKind) Strides(op *ir.Operation) []int64  { return int64s(op, sliceStrides) }

// Build extracts sizes elements from offsets on; trailing dimensions stay whole.
func (k extractSliceKind) Build(b ir.OpBuilder, source *ir.Value, offsets, sizes []int64) *ir.Value {
	c := b.Context()
	return value(b, k.Kind, []*ir.Value{source}, sliceType(vectorOf(source), sizes),
		ir.NamedAttr{Name: sliceOffsets, Value: c.I64Array(offsets)},
		ir.NamedAttr{Name: sliceSizes, Value: c.I64Array(sizes)},
		ir.NamedAttr{Name: sliceStrides, Value: c.I64Array(ones(len(offsets)))})
}

type insertSliceKind struct{ ir.Kind }

func (insertSliceKind) ValueToStore(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (insertSliceKind) Dest(op *ir.Operation) *ir.Value         { return op.Operand(1) }
func (insertSliceKind) Offsets(op *ir.Operation) []int64        { return int64s(op, sliceOffsets) }
func (insertSliceKind) Strides(op *ir.Operation) []int64        { return int64s(op, sliceStrides) }

// Build inserts v into dest from offsets on.
func (k insertSliceKind) Build(b ir.OpBuilder, v, dest *ir.Value, offsets []int64) *ir.Value {
	c := b.Context()
	return value(b, k.Kind, []*ir.Value{v, dest}, dest.Type(),
		ir.NamedAttr{Name: sliceOffsets, Value: c.I64Array(offsets)},
		ir.NamedAttr{Name: sliceStrides, Value: c.I64Array(ones(len(vectorOf(v).Dims)))})
}

// Names of the attributes that several operations and functions share.
const (
	permutationAttr = "permutation"
	sliceOffsets    = "offsets"
	sliceSizes      = "sizes"
	sliceStrides    = "strides"
)

type fromElementsKind struct{ ir.Kind }

func (fromElementsKind) Elements(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }

// Build makes a vector of type t from its elements in row-major order.
func (k fromElementsKind) Build(b ir.OpBuilder, t ir.Type, elements []*ir.Value) *ir.Value {
	return value(b, k.Kind, elements, t)
}

type shuffleKind struct{ ir.Kind }

func (shuffleKind) V1(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (shuffleKind) V2(op *ir.Operation) *ir.Value { return op.Operand(1) }
func (shuffleKind) Mask(op *ir.Operation) []int64 { return int64s(op, "mask") }

type interleaveKind struct{ ir.Kind }

func (interleaveKind) Lhs(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (interleaveKind) Rhs(op *ir.Operation) *ir.Value { return op.Operand(1) }

// Build interleaves the innermost dimensions of two vectors.
func (k interleaveKind) Build(b ir.OpBuilder, lhs, rhs *ir.Value) *ir.Value {
	return value(b, k.Kind, []*ir.Value{lhs, rhs}, nil)
}

type transferReadKind struct{ ir.Kind }

func (transferReadKind) Base(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (transferReadKind) Indices(op *ir.Operation) []*ir.Value       { return op.OperandGroup(1) }
func (transferReadKind) Padding(op *ir.Operation) *ir.Value         { return op.OptionalOperand(2) }
func (transferReadKind) Mask(op *ir.Operation) *ir.Value            { return op.OptionalOperand(3) }
func (transferReadKind) PermutationMap(op *ir.Operation) affine.Map { return mapAttr(op) }

func (transferReadKind) MaskMutable(op *ir.Operation) *ir.OpOperand { return mutable(op, 3) }

type transferWriteKind struct{ ir.Kind }

func (transferWriteKind) MaskMutable(op *ir.Operation) *ir.OpOperand { return mutable(op, 3) }

func (transferWriteKind) ValueToStore(op *ir.Operation) *ir.Value    { return op.Operand(0) }
func (transferWriteKind) Base(op *ir.Operation) *ir.Value            { return op.Operand(1) }
func (transferWriteKind) Indices(op *ir.Operation) []*ir.Value       { return op.OperandGroup(2) }
func (transferWriteKind) Mask(op *ir.Operation) *ir.Value            { return op.OptionalOperand(3) }
func (transferWriteKind) PermutationMap(op *ir.Operation) affine.Map { return mapAttr(op) }

func mapAttr(op *ir.Operation) affine.Map { return ir.Get[*ir.AffineMapAttr](op, permutationMap).Map }

type loadKind struct{ ir.Kind }

func (loadKind) Base(op *ir.Operation) *ir.Value      { return op.Operand(0) }
func (loadKind) Indices(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }

type storeKind struct{ ir.Kind }

func (storeKind) ValueToStore(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (storeKind) Base(op *ir.Operation) *ir.Value         { return op.Operand(1) }
func (storeKind) Indices(op *ir.Operation) []*ir.Value    { return op.OperandGroup(2) }

type maskedLoadKind struct{ ir.Kind }

func (maskedLoadKind) Base(op *ir.Operation) *ir.Value      { return op.Operand(0) }
func (maskedLoadKind) Indices(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }
func (maskedLoadKind) Mask(op *ir.Operation) *ir.Value      { return op.OptionalOperand(2) }
func (maskedLoadKind) PassThru(op *ir.Operation) *ir.Value  { return op.OptionalOperand(3) }

type maskedStoreKind struct{ ir.Kind }

func (maskedStoreKind) Base(op *ir.Operation) *ir.Value         { return op.Operand(0) }
func (maskedStoreKind) Indices(op *ir.Operation) []*ir.Value    { return op.OperandGroup(1) }
func (maskedStoreKind) Mask(op *ir.Operation) *ir.Value         { return op.OptionalOperand(2) }
func (maskedStoreKind) ValueToStore(op *ir.Operation) *ir.Value { return op.OptionalOperand(3) }

type gatherKind struct{ ir.Kind }

func (gatherKind) Base(op *ir.Operation) *ir.Value      { return op.Operand(0) }
func (gatherKind) Offsets(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }
func (gatherKind) Indices(op *ir.Operation) *ir.Value   { return op.OptionalOperand(2) }
func (gatherKind) Mask(op *ir.Operation) *ir.Value      { return op.OptionalOperand(3) }
func (gatherKind) PassThru(op *ir.Operation) *ir.Value  { return op.OptionalOperand(4) }

func (gatherKind) IndicesMutable(op *ir.Operation) *ir.OpOperand  { return mutable(op, 2) }
func (gatherKind) MaskMutable(op *ir.Operation) *ir.OpOperand     { return mutable(op, 3) }
func (gatherKind) PassThruMutable(op *ir.Operation) *ir.OpOperand { return mutable(op, 4) }

// Build gathers the elements at base[offsets] + indices where mask is on, and
// takes those of passThru elsewhere.
func (k gatherKind) Build(b ir.OpBuilder, base *ir.Value, offsets []*ir.Value, indices, mask, passThru *ir.Value) *ir.Value {
	operands := append(append([]*ir.Value{base}, offsets...), indices, mask, passThru)
	return value(b, k.Kind, operands, passThru.Type())
}

type scatterKind struct{ ir.Kind }

func (scatterKind) Base(op *ir.Operation) *ir.Value         { return op.Operand(0) }
func (scatterKind) Offsets(op *ir.Operation) []*ir.Value    { return op.OperandGroup(1) }
func (scatterKind) Indices(op *ir.Operation) *ir.Value      { return op.OptionalOperand(2) }
func (scatterKind) Mask(op *ir.Operation) *ir.Value         { return op.OptionalOperand(3) }
func (scatterKind) ValueToStore(op *ir.Operation) *ir.Value { return op.OptionalOperand(4) }

// Build scatters v to base[offsets] + indices where mask is on. The operation has a
// result if base is a tensor.
func (k scatterKind) Build(b ir.OpBuilder, base *ir.Value, offsets []*ir.Value, indices, mask, v *ir.Value) *ir.Operation {
	st := &ir.OpState{Operands: append(append([]*ir.Value{base}, offsets...), indices, mask, v), ResultTypes: []ir.Type{}}
	if t, ok := base.Type().(*ir.TensorType); ok {
		st.ResultTypes = []ir.Type{t}
	}
	return k.Create(b, st)
}

type createMaskKind struct{ ir.Kind }

// Operands returns the number of elements that are on along each dimension.
func (createMaskKind) Operands(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }

// Build makes a mask of type t that is on below sizes.
func (k createMaskKind) Build(b ir.OpBuilder, t ir.Type, sizes []*ir.Value) *ir.Value {
	return value(b, k.Kind, sizes, t)
}

type constantMaskKind struct{ ir.Kind }

func (constantMaskKind) MaskDimSizes(op *ir.Operation) []int64 { return int64s(op, maskDimSizes) }

// Build makes a mask of type t that is on below sizes.
func (k constantMaskKind) Build(b ir.OpBuilder, t ir.Type, sizes []int64) *ir.Value {
	return value(b, k.Kind, nil, t, dense(b.Context(), maskDimSizes, sizes))
}

type maskKind struct{ ir.Kind }

func (maskKind) MaskMutable(op *ir.Operation) *ir.OpOperand { return op.OpOperand(0) }
func (maskKind) Mask(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (maskKind) Passthru(op *ir.Operation) *ir.Value        { return op.OptionalOperand(1) }

type yieldKind struct{ ir.Kind }

func (yieldKind) Operands(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }

type reductionKind struct{ ir.Kind }

func (reductionKind) Vector(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (reductionKind) Acc(op *ir.Operation) *ir.Value    { return op.OptionalOperand(1) }

type multiReductionKind struct{ ir.Kind }

func (multiReductionKind) Source(op *ir.Operation) *ir.Value         { return op.Operand(0) }
func (multiReductionKind) AccMutable(op *ir.Operation) *ir.OpOperand { return op.OpOperand(1) }
func (multiReductionKind) Acc(op *ir.Operation) *ir.Value            { return op.Operand(1) }
func (multiReductionKind) ReductionDims(op *ir.Operation) []int64    { return int64s(op, reductionDims) }

type contractKind struct{ ir.Kind }

func (contractKind) Lhs(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (contractKind) Rhs(op *ir.Operation) *ir.Value            { return op.Operand(1) }
func (contractKind) AccMutable(op *ir.Operation) *ir.OpOperand { return op.OpOperand(2) }
func (contractKind) Acc(op *ir.Operation) *ir.Value            { return op.Operand(2) }

// IndexingMaps returns the maps from the iterators to the dimensions of lhs, rhs
// and acc.
func (contractKind) IndexingMaps(op *ir.Operation) []affine.Map {
	maps, _ := ir.Maps(op.Attr("indexing_maps"))
	return maps
}

type productKind struct{ ir.Kind }

func (productKind) Lhs(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (productKind) Rhs(op *ir.Operation) *ir.Value { return op.Operand(1) }
func (productKind) Acc(op *ir.Operation) *ir.Value { return op.OptionalOperand(2) }

type scanKind struct{ ir.Kind }

func (scanKind) Source(op *ir.Operation) *ir.Value       { return op.Operand(0) }
func (scanKind) InitialValue(op *ir.Operation) *ir.Value { return op.Operand(1) }

type stepKind struct{ ir.Kind }

// Build makes the vector 0, 1, 2, … of type t.
func (k stepKind) Build(b ir.OpBuilder, t ir.Type) *ir.Value { return value(b, k.Kind, nil, t) }

type vscaleKind struct{ ir.Kind }

type typeCastKind struct{ ir.Kind }

func (typeCastKind) Memref(op *ir.Operation) *ir.Value { return op.Operand(0) }
