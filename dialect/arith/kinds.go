package arith

import "optc/ir"

// This file holds the accessors and builders of the operations, one type for each form
// that several operations share; see ir.Kind.

type binaryKind struct{ ir.OldKind }

// Build computes lhs and rhs, which have the same type.
func (k binaryKind) Build(b ir.OpBuilder, lhs, rhs *ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: []*ir.Value{lhs, rhs}})
}

type overflowingKind struct{ binaryKind }

// Build computes lhs and rhs, which have the same type; it takes at most one set of
// flags.
func (k overflowingKind) Build(b ir.OpBuilder, lhs, rhs *ir.Value, flags ...Overflow) *ir.Value {
	st := &ir.OpState{Operands: []*ir.Value{lhs, rhs}}
	for _, f := range flags {
		st.Props = []ir.Attribute{OverflowOf(b.Context(), f)}
	}
	return k.CreateValue(b, st)
}

type exactKind struct{ binaryKind }

// Build computes lhs and rhs, which have the same type; exact promises to lose no bits.
func (k exactKind) Build(b ir.OpBuilder, lhs, rhs *ir.Value, exact ...bool) *ir.Value {
	st := &ir.OpState{Operands: []*ir.Value{lhs, rhs}}
	if len(exact) > 0 && exact[0] {
		st.Props = []ir.Attribute{b.Context().Unit()}
	}
	return k.CreateValue(b, st)
}

type castKind struct{ ir.OldKind }

// Build converts a value to a type.
func (k castKind) Build(b ir.OpBuilder, to ir.Type, in *ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: []*ir.Value{in}, ResultTypes: []ir.Type{to}})
}

type truncIKind struct{ castKind }

// Build drops the top bits; it takes at most one set of flags.
func (k truncIKind) Build(b ir.OpBuilder, to ir.Type, in *ir.Value, flags ...Overflow) *ir.Value {
	st := &ir.OpState{Operands: []*ir.Value{in}, ResultTypes: []ir.Type{to}}
	for _, f := range flags {
		st.Props = []ir.Attribute{OverflowOf(b.Context(), f)}
	}
	return k.CreateValue(b, st)
}

type cmpIKind struct{ ir.OldKind }

func (cmpIKind) Lhs(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (cmpIKind) Rhs(op *ir.Operation) *ir.Value { return op.Operand(1) }

// Predicate returns the relation that op tests.
func (cmpIKind) Predicate(op *ir.Operation) CmpIPredicate {
	return CmpIPredicate(ir.IntOr(op.Prop(0), 0))
}

// Build reports whether lhs and rhs are in the relation p.
func (k cmpIKind) Build(b ir.OpBuilder, p CmpIPredicate, lhs, rhs *ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: []*ir.Value{lhs, rhs}, Props: []ir.Attribute{b.Context().I64Attr(int64(p))}})
}

type cmpFKind struct{ ir.OldKind }

func (cmpFKind) Lhs(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (cmpFKind) Rhs(op *ir.Operation) *ir.Value { return op.Operand(1) }

// Predicate returns the relation that op tests.
func (cmpFKind) Predicate(op *ir.Operation) CmpFPredicate {
	return CmpFPredicate(ir.IntOr(op.Prop(0), 0))
}

// Build tests whether lhs and rhs are in the relation p; it takes at most one set of
// flags.
func (k cmpFKind) Build(b ir.OpBuilder, p CmpFPredicate, lhs, rhs *ir.Value, flags ...FastMath) *ir.Value {
	props := []ir.Attribute{b.Context().I64Attr(int64(p))}
	for _, f := range flags {
		props = append(props, FastMathOf(b.Context(), f))
	}
	return k.CreateValue(b, &ir.OpState{Operands: []*ir.Value{lhs, rhs}, Props: props})
}

type selectKind struct{ ir.OldKind }

// Build chooses yes where the condition holds and no elsewhere.
func (k selectKind) Build(b ir.OpBuilder, condition, yes, no *ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: []*ir.Value{condition, yes, no}, ResultTypes: []ir.Type{yes.Type()}})
}

type constantKind struct{ ir.OldKind }

// Build makes a constant from an integer, a float or a dense constant of them.
func (k constantKind) Build(b ir.OpBuilder, value ir.TypedAttr) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Props: []ir.Attribute{value}, ResultTypes: []ir.Type{value.Type()}})
}

// Index makes a constant of type index.
func (k constantKind) Index(b ir.OpBuilder, v int64) *ir.Value {
	return k.Build(b, b.Context().IndexAttr(v))
}
