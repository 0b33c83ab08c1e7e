package memref

import (
	"slices"

	"optc/dialect/view"
	"optc/ir"
	"optc/ir/affine"
)

// The operations; see ir.Kind.
var (
	Alloc                        = allocKind{"memref.alloc"}
	Alloca                       = allocKind{"memref.alloca"}
	AllocaScope                  = allocaScopeKind{"memref.alloca_scope"}
	AllocaScopeReturn            = allocaScopeReturnKind{"memref.alloca_scope.return"}
	AssumeAlignment              = assumeAlignmentKind{"memref.assume_alignment"}
	AtomicRMW                    = atomicRMWKind{"memref.atomic_rmw"}
	AtomicYield                  = atomicYieldKind{"memref.atomic_yield"}
	Cast                         = view.CastKind{OldKind: "memref.cast"}
	CollapseShape                = view.Collapse("memref.collapse_shape")
	Copy                         = copyKind{"memref.copy"}
	Dealloc                      = deallocKind{"memref.dealloc"}
	Dim                          = view.DimKind{OldKind: "memref.dim"}
	DistinctObjects              = ir.Kind("memref.distinct_objects")
	DmaStart                     = dmaStartKind{"memref.dma_start"}
	DmaWait                      = dmaWaitKind{"memref.dma_wait"}
	ExpandShape                  = view.Expand("memref.expand_shape")
	ExtractAlignedPointerAsIndex = pointerKind{"memref.extract_aligned_pointer_as_index"}
	ExtractStridedMetadata       = metadataKind{"memref.extract_strided_metadata"}
	GenericAtomicRMW             = genericAtomicRMWKind{"memref.generic_atomic_rmw"}
	GetGlobal                    = getGlobalKind{"memref.get_global"}
	Global                       = globalKind{"memref.global"}
	Load                         = loadKind{"memref.load"}
	MemorySpaceCast              = view.CastKind{OldKind: "memref.memory_space_cast"}
	Prefetch                     = prefetchKind{"memref.prefetch"}
	Rank                         = rankKind{"memref.rank"}
	Realloc                      = reallocKind{"memref.realloc"}
	ReinterpretCast              = reinterpretCastKind{view.SliceKind{OldKind: "memref.reinterpret_cast", Slice: view.SliceFrom(1)}}
	Reshape                      = view.ReshapeKind{OldKind: "memref.reshape"}
	Store                        = storeKind{"memref.store"}
	SubView                      = view.SliceKind{OldKind: "memref.subview", Slice: view.SliceFrom(1)}
	Transpose                    = transposeKind{"memref.transpose"}
	View                         = viewKind{"memref.view"}
)

type allocKind struct{ ir.OldKind }

func (allocKind) DynamicSizes(op *ir.Operation) []*ir.Value   { return op.OperandGroup(0) }
func (allocKind) SymbolOperands(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }
func (allocKind) Memref(op *ir.Operation) *ir.Value           { return op.Result(0) }
func (allocKind) Alignment(op *ir.Operation) ir.Attribute     { return op.Attr(alignment) }

// Build allocates memory of type t; align may be nil.
func (k allocKind) Build(b ir.OpBuilder, t *ir.MemRefType, sizes, symbols []*ir.Value, align ir.Attribute) *ir.Value {
	st := &ir.OpState{Def: b.Context().MustOpDef(k.Kind()), Operands: slices.Concat(sizes, symbols), ResultTypes: []ir.Type{t}}
	st.SetProp(alignment, align)
	st.SetSegments(b.Context(), len(sizes), len(symbols))
	return k.CreateValue(b, st)
}

const alignment = "alignment"

type allocaScopeKind struct{ ir.OldKind }

func (allocaScopeKind) BodyRegion(op *ir.Operation) *ir.Region { return op.Region(0) }

type allocaScopeReturnKind struct{ ir.OldKind }

func (allocaScopeReturnKind) Results(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }

type assumeAlignmentKind struct{ ir.OldKind }

func (assumeAlignmentKind) Memref(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (assumeAlignmentKind) Result(op *ir.Operation) *ir.Value { return op.Result(0) }

// Alignment returns the bytes that the pointer is a multiple of.
func (assumeAlignmentKind) Alignment(op *ir.Operation) int64 { return ir.IntOr(op.Attr(alignment), 0) }

type atomicRMWKind struct{ ir.OldKind }

func (atomicRMWKind) Value(op *ir.Operation) *ir.Value     { return op.Operand(0) }
func (atomicRMWKind) Memref(op *ir.Operation) *ir.Value    { return op.Operand(1) }
func (atomicRMWKind) Indices(op *ir.Operation) []*ir.Value { return op.OperandGroup(2) }
func (atomicRMWKind) Result(op *ir.Operation) *ir.Value    { return op.Result(0) }

type atomicYieldKind struct{ ir.OldKind }

func (atomicYieldKind) Result(op *ir.Operation) *ir.Value { return op.Operand(0) }

type copyKind struct{ ir.OldKind }

func (copyKind) Source(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (copyKind) Target(op *ir.Operation) *ir.Value { return op.Operand(1) }

type deallocKind struct{ ir.OldKind }

func (deallocKind) Memref(op *ir.Operation) *ir.Value { return op.Operand(0) }

type dmaStartKind struct{ ir.OldKind }

// Build begins a transfer. Source, target and tag are each a memref followed by the
// indices of an element; stride is empty, or holds the stride and the number of elements
// per stride.
func (dmaStartKind) Build(b ir.OpBuilder, source, target []*ir.Value, elements *ir.Value, tag, stride []*ir.Value) *ir.Operation {
	return NewDmaStart(b, source, target, elements, tag, stride).Operation()
}

type dmaWaitKind struct{ ir.OldKind }

func (dmaWaitKind) TagMemRef(op *ir.Operation) *ir.Value    { return op.Operand(0) }
func (dmaWaitKind) TagIndices(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }
func (dmaWaitKind) NumElements(op *ir.Operation) *ir.Value  { return op.OptionalOperand(2) }

// Build waits for the transfers of a tag, which is a memref followed by the indices of an
// element.
func (dmaWaitKind) Build(b ir.OpBuilder, tag []*ir.Value, elements *ir.Value) *ir.Operation {
	return NewDmaWait(b, tag, elements).Operation()
}

type pointerKind struct{ ir.OldKind }

func (pointerKind) Source(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (pointerKind) SourceMutable(op *ir.Operation) *ir.OpOperand { return op.OpOperand(0) }

type metadataKind struct{ ir.OldKind }

func (metadataKind) Source(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (metadataKind) SourceMutable(op *ir.Operation) *ir.OpOperand { return op.OpOperand(0) }
func (metadataKind) BaseBuffer(op *ir.Operation) *ir.Value        { return op.Result(0) }
func (metadataKind) Offset(op *ir.Operation) *ir.Value            { return op.Result(1) }
func (metadataKind) Sizes(op *ir.Operation) []*ir.Value           { return op.ResultGroup(2) }
func (metadataKind) Strides(op *ir.Operation) []*ir.Value         { return op.ResultGroup(3) }

// Lists returns the results behind the base.
func (k metadataKind) Lists(op *ir.Operation) Slice {
	values := func(vs ...*ir.Value) []ir.Mixed {
		ms := []ir.Mixed{}
		for _, v := range vs {
			ms = append(ms, ir.Mixed{Value: v, Const: ir.Dynamic})
		}
		return ms
	}
	return Slice{Offsets: values(k.Offset(op)), Sizes: values(k.Sizes(op)...), Strides: values(k.Strides(op)...)}
}

// Build takes a memref apart.
func (k metadataKind) Build(b ir.OpBuilder, source *ir.Value) *ir.Operation {
	return k.Create(b, &ir.OpState{Operands: []*ir.Value{source}})
}

type genericAtomicRMWKind struct{ ir.OldKind }

func (genericAtomicRMWKind) Memref(op *ir.Operation) *ir.Value      { return op.Operand(0) }
func (genericAtomicRMWKind) Indices(op *ir.Operation) []*ir.Value   { return op.OperandGroup(1) }
func (genericAtomicRMWKind) Result(op *ir.Operation) *ir.Value      { return op.Result(0) }
func (genericAtomicRMWKind) AtomicBody(op *ir.Operation) *ir.Region { return op.Region(0) }

type getGlobalKind struct{ ir.OldKind }

func (getGlobalKind) Name(op *ir.Operation) *ir.SymbolRefAttr {
	return ir.Get[*ir.SymbolRefAttr](op, "name")
}
func (getGlobalKind) Result(op *ir.Operation) *ir.Value { return op.Result(0) }

type globalKind struct{ ir.OldKind }

// Type returns the type of the variable.
func (globalKind) Type(op *ir.Operation) *ir.MemRefType {
	return ir.Get[*ir.TypeAttr](op, globalType).Value.(*ir.MemRefType)
}

// InitialValue returns the elements, the unit attribute if the memory is not
// initialized, or nil if the variable is defined elsewhere.
func (globalKind) InitialValue(op *ir.Operation) ir.Attribute { return op.Attr(initialValue) }
func (globalKind) Constant(op *ir.Operation) bool             { return op.Attr("constant") != nil }

const (
	globalType   = "type"
	initialValue = "initial_value"
)

type loadKind struct{ ir.OldKind }

func (loadKind) Memref(op *ir.Operation) *ir.Value    { return op.Operand(0) }
func (loadKind) Indices(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }
func (loadKind) Result(op *ir.Operation) *ir.Value    { return op.Result(0) }

// Build reads an element.
func (k loadKind) Build(b ir.OpBuilder, memref *ir.Value, indices ...*ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: append([]*ir.Value{memref}, indices...), ResultTypes: []ir.Type{typeOf(memref).Elem}})
}

type prefetchKind struct{ ir.OldKind }

func (prefetchKind) Memref(op *ir.Operation) *ir.Value    { return op.Operand(0) }
func (prefetchKind) Indices(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }

type rankKind struct{ ir.OldKind }

func (rankKind) Memref(op *ir.Operation) *ir.Value { return op.Operand(0) }

type reallocKind struct{ ir.OldKind }

func (reallocKind) Source(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (reallocKind) DynamicResultSize(op *ir.Operation) *ir.Value { return op.OptionalOperand(1) }
func (reallocKind) Result(op *ir.Operation) *ir.Value            { return op.Result(0) }

type reinterpretCastKind struct{ view.SliceKind }

// Build gives the memory of source other offsets, sizes and strides; where t is nil they
// determine the type.
func (k reinterpretCastKind) Build(b ir.OpBuilder, t ir.Type, source *ir.Value, m Slice) *ir.Value {
	if t == nil {
		from := source.Type().(ir.ShapedType)
		layout := b.Context().StridedLayout(view.Statics(m.Offsets)[0], view.Statics(m.Strides))
		t = ir.MemRef(view.Statics(m.Sizes), from.ElementType(), layout, spaceOf(from))
	}
	return k.SliceKind.Build(b, t, source, m)
}

type storeKind struct{ ir.OldKind }

func (storeKind) Value(op *ir.Operation) *ir.Value     { return op.Operand(0) }
func (storeKind) Memref(op *ir.Operation) *ir.Value    { return op.Operand(1) }
func (storeKind) Indices(op *ir.Operation) []*ir.Value { return op.OperandGroup(2) }

// Build stores an element.
func (k storeKind) Build(b ir.OpBuilder, v, memref *ir.Value, indices ...*ir.Value) *ir.Operation {
	return k.Create(b, &ir.OpState{Operands: append([]*ir.Value{v, memref}, indices...)})
}

type transposeKind struct{ ir.OldKind }

func (transposeKind) In(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (transposeKind) InMutable(op *ir.Operation) *ir.OpOperand { return op.OpOperand(0) }
func (transposeKind) Result(op *ir.Operation) *ir.Value        { return op.Result(0) }

// Permutation maps the dimensions of the operand to those of the result.
func (transposeKind) Permutation(op *ir.Operation) affine.Map {
	return ir.Get[*ir.AffineMapAttr](op, permutation).Map
}

// SetPermutation changes the order of the dimensions.
func (transposeKind) SetPermutation(op *ir.Operation, m affine.Map) {
	op.SetAttr(permutation, op.Attr(permutation).Context().AffineMap(m))
}

const permutation = "permutation"

type viewKind struct{ ir.OldKind }

func (viewKind) Source(op *ir.Operation) *ir.Value    { return op.Operand(0) }
func (viewKind) ByteShift(op *ir.Operation) *ir.Value { return op.Operand(1) }
func (viewKind) Sizes(op *ir.Operation) []*ir.Value   { return op.OperandGroup(2) }
func (viewKind) Result(op *ir.Operation) *ir.Value    { return op.Result(0) }

// Build views bytes as a memref of type t, whose unknown extents are sizes.
func (k viewKind) Build(b ir.OpBuilder, t ir.Type, source, byteShift *ir.Value, sizes []*ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: append([]*ir.Value{source, byteShift}, sizes...), ResultTypes: []ir.Type{t}})
}
