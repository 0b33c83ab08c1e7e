package math

import (
	"optc/dialect/arith"
	"optc/ir"
)

// This file holds the accessors and builders of the operations, one type for each form
// that several operations share; see ir.Kind.

// state makes the state of an operation whose result types follow from its operands, with
// at most one set of flags.
func state(b ir.OpBuilder, flags []arith.FastMath, operands ...*ir.Value) *ir.OpState {
	st := &ir.OpState{Operands: operands}
	for _, f := range flags {
		st.Props = []ir.Attribute{arith.FastMathOf(b.Context(), f)}
	}
	return st
}

type intUnaryKind struct{ ir.OldKind }

// Build computes the function of x.
func (k intUnaryKind) Build(b ir.OpBuilder, x *ir.Value) *ir.Value {
	return k.CreateValue(b, state(b, nil, x))
}
