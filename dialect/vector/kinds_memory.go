package vector

import (
	"optc/ir"
	"optc/ir/affine"
)

// This file holds the accessors and builders of the operations on memory.

type transferReadKind struct{ ir.OldKind }

func (transferReadKind) Base(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (transferReadKind) Indices(op *ir.Operation) []*ir.Value       { return op.OperandGroup(1) }
func (transferReadKind) Padding(op *ir.Operation) *ir.Value         { return op.OptionalOperand(2) }
func (transferReadKind) Mask(op *ir.Operation) *ir.Value            { return op.OptionalOperand(3) }
func (transferReadKind) MaskMutable(op *ir.Operation) *ir.OpOperand { return mutable(op, 3) }
func (transferReadKind) Vector(op *ir.Operation) *ir.Value          { return op.Result(0) }

// Build reads a vector of type t; mask may be nil.
func (k transferReadKind) Build(b ir.OpBuilder, t ir.Type, base *ir.Value, indices []*ir.Value, padding, mask *ir.Value, perm affine.Map, bounds []bool) *ir.Value {
	st := transferState(b, k.Kind(), perm, bounds)
	st.ResultTypes = []ir.Type{t}
	sizedGroups(b, st, []*ir.Value{base}, indices, []*ir.Value{padding}, []*ir.Value{mask})
	return k.CreateValue(b, st)
}

type transferWriteKind struct{ ir.OldKind }

func (transferWriteKind) ValueToStore(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (transferWriteKind) Base(op *ir.Operation) *ir.Value                    { return op.Operand(1) }
func (transferWriteKind) BaseMutable(op *ir.Operation) *ir.OpOperand         { return op.OpOperand(1) }
func (transferWriteKind) Indices(op *ir.Operation) []*ir.Value               { return op.OperandGroup(2) }
func (transferWriteKind) Mask(op *ir.Operation) *ir.Value                    { return op.OptionalOperand(3) }
func (transferWriteKind) ValueToStoreMutable(op *ir.Operation) *ir.OpOperand { return op.OpOperand(0) }
func (transferWriteKind) MaskMutable(op *ir.Operation) *ir.OpOperand         { return mutable(op, 3) }

// Result returns the tensor with the vector in it, or nil for a memref.
func (transferWriteKind) Result(op *ir.Operation) *ir.Value {
	if op.NumResults() == 0 {
		return nil
	}
	return op.Result(0)
}

// Build writes a vector; mask may be nil. The operation has a result if base is a tensor.
func (transferWriteKind) Build(b ir.OpBuilder, v, base *ir.Value, indices []*ir.Value, mask *ir.Value, perm affine.Map, bounds []bool) *ir.Operation {
	return NewTransferWrite(b, v, base, indices, mask, perm, bounds).Operation()
}

// In both transfers the indices follow the base, and the mask is the last group of
// operands.

func (t Transfer) baseGroup() int {
	if t.IsRead() {
		return 0
	}
	return 1
}

// Base returns the memref or tensor.
func (t Transfer) Base() *ir.Value { return t.Operand(t.baseGroup()) }

func (t Transfer) indicesGroup() int { return t.baseGroup() + 1 }

// Indices returns the element at which the transfer begins, as an index per dimension of
// the base.
func (t Transfer) Indices() []*ir.Value { return t.OperandGroup(t.indicesGroup()) }

// Mask returns the mask, or nil.
func (t Transfer) Mask() *ir.Value { return t.OptionalOperand(3) }

func (t Transfer) removeMask() { t.SetOperandGroup(3, nil) }

func transferState(b ir.OpBuilder, k ir.Kind, perm affine.Map, bounds []bool) *ir.OpState {
	c := b.Context()
	st := &ir.OpState{Def: c.MustOpDef(k)}
	st.SetProp(permutationMap, c.AffineMap(perm))
	st.SetProp(inBounds, c.BoolArray(bounds))
	return st
}

// tensorTypes returns the result types of a write: the type of the base if it is a
// tensor, and none otherwise.
func tensorTypes(base *ir.Value) []ir.Type {
	if t, ok := base.Type().(*ir.TensorType); ok {
		return []ir.Type{t}
	}
	return []ir.Type{}
}

type loadKind struct{ ir.OldKind }

func (loadKind) Base(op *ir.Operation) *ir.Value      { return op.Operand(0) }
func (loadKind) Indices(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }
func (loadKind) Result(op *ir.Operation) *ir.Value    { return op.Result(0) }

// Build loads a vector of type t; it takes at most one alignment, 0 for none.
func (k loadKind) Build(b ir.OpBuilder, t ir.Type, base *ir.Value, indices []*ir.Value, alignment ...int64) *ir.Value {
	return value(b, k.Kind(), append([]*ir.Value{base}, indices...), t, aligned(b, alignment)...)
}

func aligned(b ir.OpBuilder, alignment []int64) (attrs []ir.NamedAttr) {
	for _, n := range alignment {
		if n != 0 {
			attrs = append(attrs, ir.NamedAttr{Name: alignmentAttr, Value: b.Context().I64Attr(n)})
		}
	}
	return attrs
}

type storeKind struct{ ir.OldKind }

func (storeKind) ValueToStore(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (storeKind) Base(op *ir.Operation) *ir.Value         { return op.Operand(1) }
func (storeKind) Indices(op *ir.Operation) []*ir.Value    { return op.OperandGroup(2) }

// Build stores a vector.
func (k storeKind) Build(b ir.OpBuilder, v, base *ir.Value, indices []*ir.Value) *ir.Operation {
	return k.Create(b, &ir.OpState{Operands: append([]*ir.Value{v, base}, indices...)})
}

type maskedLoadKind struct{ ir.OldKind }

func (maskedLoadKind) Base(op *ir.Operation) *ir.Value      { return op.Operand(0) }
func (maskedLoadKind) Indices(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }
func (maskedLoadKind) Mask(op *ir.Operation) *ir.Value      { return op.OptionalOperand(2) }
func (maskedLoadKind) PassThru(op *ir.Operation) *ir.Value  { return op.OptionalOperand(3) }
func (maskedLoadKind) Result(op *ir.Operation) *ir.Value    { return op.Result(0) }

// Build loads the elements that are on in the mask and takes the others from passThru.
func (k maskedLoadKind) Build(b ir.OpBuilder, base *ir.Value, indices []*ir.Value, mask, passThru *ir.Value) *ir.Value {
	return value(b, k.Kind(), append(append([]*ir.Value{base}, indices...), mask, passThru), passThru.Type())
}

type maskedStoreKind struct{ ir.OldKind }

func (maskedStoreKind) Base(op *ir.Operation) *ir.Value         { return op.Operand(0) }
func (maskedStoreKind) Indices(op *ir.Operation) []*ir.Value    { return op.OperandGroup(1) }
func (maskedStoreKind) Mask(op *ir.Operation) *ir.Value         { return op.OptionalOperand(2) }
func (maskedStoreKind) ValueToStore(op *ir.Operation) *ir.Value { return op.OptionalOperand(3) }

// Build stores the elements that are on in the mask.
func (k maskedStoreKind) Build(b ir.OpBuilder, base *ir.Value, indices []*ir.Value, mask, v *ir.Value) *ir.Operation {
	return k.Create(b, &ir.OpState{Operands: append(append([]*ir.Value{base}, indices...), mask, v)})
}

type gatherKind struct{ ir.OldKind }

func (gatherKind) Base(op *ir.Operation) *ir.Value      { return op.Operand(0) }
func (gatherKind) Offsets(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }
func (gatherKind) Indices(op *ir.Operation) *ir.Value   { return op.OptionalOperand(2) }
func (gatherKind) Mask(op *ir.Operation) *ir.Value      { return op.OptionalOperand(3) }
func (gatherKind) PassThru(op *ir.Operation) *ir.Value  { return op.OptionalOperand(4) }
func (gatherKind) Result(op *ir.Operation) *ir.Value    { return op.Result(0) }

func (gatherKind) IndicesMutable(op *ir.Operation) *ir.OpOperand  { return mutable(op, 2) }
func (gatherKind) MaskMutable(op *ir.Operation) *ir.OpOperand     { return mutable(op, 3) }
func (gatherKind) PassThruMutable(op *ir.Operation) *ir.OpOperand { return mutable(op, 4) }

// Alignment returns the alignment of the addresses in bytes, 0 if it is not known.
func (gatherKind) Alignment(op *ir.Operation) int64 { return ir.IntOr(op.Attr(alignmentAttr), 0) }

// Build gathers the elements at base[offsets] + indices where mask is on, and takes the
// others from passThru; it takes at most one alignment, 0 for none.
func (k gatherKind) Build(b ir.OpBuilder, base *ir.Value, offsets []*ir.Value, indices, mask, passThru *ir.Value, alignment ...int64) *ir.Value {
	operands := append(append([]*ir.Value{base}, offsets...), indices, mask, passThru)
	return value(b, k.Kind(), operands, passThru.Type(), aligned(b, alignment)...)
}

type scatterKind struct{ ir.OldKind }

func (scatterKind) Base(op *ir.Operation) *ir.Value         { return op.Operand(0) }
func (scatterKind) Offsets(op *ir.Operation) []*ir.Value    { return op.OperandGroup(1) }
func (scatterKind) Indices(op *ir.Operation) *ir.Value      { return op.OptionalOperand(2) }
func (scatterKind) Mask(op *ir.Operation) *ir.Value         { return op.OptionalOperand(3) }
func (scatterKind) ValueToStore(op *ir.Operation) *ir.Value { return op.OptionalOperand(4) }

func (scatterKind) IndicesMutable(op *ir.Operation) *ir.OpOperand {
	return op.OpOperand(op.NumOperands() - 3)
}
func (scatterKind) MaskMutable(op *ir.Operation) *ir.OpOperand {
	return op.OpOperand(op.NumOperands() - 2)
}
func (scatterKind) ValueToStoreMutable(op *ir.Operation) *ir.OpOperand {
	return op.OpOperand(op.NumOperands() - 1)
}

// Build scatters v to base[offsets] + indices where mask is on. The operation has a
// result if base is a tensor.
func (scatterKind) Build(b ir.OpBuilder, base *ir.Value, offsets []*ir.Value, indices, mask, v *ir.Value) *ir.Operation {
	return NewScatter(b, base, offsets, indices, mask, v).Operation()
}
