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

func (transferWriteKind) ValueToStore(op *ir.Operation) *ir.Value    { return op.Operand(0) }
func (transferWriteKind) Base(op *ir.Operation) *ir.Value            { return op.Operand(1) }
func (transferWriteKind) Indices(op *ir.Operation) []*ir.Value       { return op.OperandGroup(2) }
func (transferWriteKind) MaskMutable(op *ir.Operation) *ir.OpOperand { return mutable(op, 3) }

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

type scatterKind struct{ ir.OldKind }

func (scatterKind) Base(op *ir.Operation) *ir.Value         { return op.Operand(0) }
func (scatterKind) Offsets(op *ir.Operation) []*ir.Value    { return op.OperandGroup(1) }
func (scatterKind) Indices(op *ir.Operation) *ir.Value      { return op.OptionalOperand(2) }
func (scatterKind) Mask(op *ir.Operation) *ir.Value         { return op.OptionalOperand(3) }
func (scatterKind) ValueToStore(op *ir.Operation) *ir.Value { return op.OptionalOperand(4) }

// Build scatters v to base[offsets] + indices where mask is on. The operation has a
// result if base is a tensor.
func (scatterKind) Build(b ir.OpBuilder, base *ir.Value, offsets []*ir.Value, indices, mask, v *ir.Value) *ir.Operation {
	return NewScatter(b, base, offsets, indices, mask, v).Operation()
}
