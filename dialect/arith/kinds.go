package arith

import "optc/ir"

// This file holds the accessors and builders of the operations, one type for each form
// that several operations share; see ir.Kind.

type constantKind struct{ ir.OldKind }

// Build makes a constant from an integer, a float or a dense constant of them.
func (k constantKind) Build(b ir.OpBuilder, value ir.TypedAttr) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Props: []ir.Attribute{value}, ResultTypes: []ir.Type{value.Type()}})
}

// Index makes a constant of type index.
func (k constantKind) Index(b ir.OpBuilder, v int64) *ir.Value {
	return k.Build(b, b.Context().IndexAttr(v))
}
