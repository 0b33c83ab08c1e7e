package vector

import (
	"optc/ir"
	"optc/ir/affine"
)

// This file holds the accessors and builders of the operations on memory.

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
