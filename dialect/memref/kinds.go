package memref

import (
	"slices"

	"optc/dialect/view"
	"optc/ir"
)

// The operations; see ir.Kind.
var (
	Alloc           = allocKind{"memref.alloc"}
	Alloca          = allocKind{"memref.alloca"}
	Load            = loadKind{"memref.load"}
	ReinterpretCast = reinterpretCastKind{view.SliceKind{OldKind: "memref.reinterpret_cast", Slice: view.SliceFrom(1)}}
	Store           = storeKind{"memref.store"}
)

type allocKind struct{ ir.OldKind }

// Build allocates memory of type t; align may be nil.
func (k allocKind) Build(b ir.OpBuilder, t *ir.MemRefType, sizes, symbols []*ir.Value, align ir.Attribute) *ir.Value {
	st := &ir.OpState{Def: b.Context().MustOpDef(k.Kind()), Operands: slices.Concat(sizes, symbols), ResultTypes: []ir.Type{t}}
	st.SetProp(alignment, align)
	st.SetSegments(b.Context(), len(sizes), len(symbols))
	return k.CreateValue(b, st)
}

const alignment = "alignment"

const (
	globalType   = "type"
	initialValue = "initial_value"
)

type loadKind struct{ ir.OldKind }

func (loadKind) Indices(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }

// Build reads an element.
func (k loadKind) Build(b ir.OpBuilder, memref *ir.Value, indices ...*ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: append([]*ir.Value{memref}, indices...), ResultTypes: []ir.Type{typeOf(memref).Elem}})
}

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

func (storeKind) Indices(op *ir.Operation) []*ir.Value { return op.OperandGroup(2) }

// Build stores an element.
func (k storeKind) Build(b ir.OpBuilder, v, memref *ir.Value, indices ...*ir.Value) *ir.Operation {
	return k.Create(b, &ir.OpState{Operands: append([]*ir.Value{v, memref}, indices...)})
}

const permutation = "permutation"
