package arith

import "optc/ir"

// This file holds the accessors and builders of the operations, one type for each form
// that several operations share; see ir.Kind.

type binaryKind struct{ ir.OldKind }

func (binaryKind) Lhs(op *ir.Operation) *ir.Value    { return op.Operand(0) }
func (binaryKind) Rhs(op *ir.Operation) *ir.Value    { return op.Operand(1) }
func (binaryKind) Result(op *ir.Operation) *ir.Value { return op.Result(0) }

// anyBinary and anyCast read operations of their form, whatever the kind of the
// operation.
var (
	anyBinary binaryKind
	anyCast   castKind
)

// Build computes lhs and rhs, which have the same type.
func (k binaryKind) Build(b ir.OpBuilder, lhs, rhs *ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: []*ir.Value{lhs, rhs}})
}

type overflowingKind struct{ binaryKind }

func (overflowingKind) OverflowFlags(op *ir.Operation) Overflow { return OverflowFlags(op) }

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

func (exactKind) IsExact(op *ir.Operation) bool { return IsExact(op) }

// Build computes lhs and rhs, which have the same type; exact promises to lose no bits.
func (k exactKind) Build(b ir.OpBuilder, lhs, rhs *ir.Value, exact ...bool) *ir.Value {
	st := &ir.OpState{Operands: []*ir.Value{lhs, rhs}}
	if len(exact) > 0 && exact[0] {
		st.Props = []ir.Attribute{b.Context().Unit()}
	}
	return k.CreateValue(b, st)
}

type floatKind struct{ binaryKind }

func (floatKind) Fastmath(op *ir.Operation) FastMath { return FastMathFlags(op) }

// Build computes lhs and rhs, which have the same type; it takes at most one set of
// flags.
func (k floatKind) Build(b ir.OpBuilder, lhs, rhs *ir.Value, flags ...FastMath) *ir.Value {
	st := &ir.OpState{Operands: []*ir.Value{lhs, rhs}}
	for _, f := range flags {
		st.Props = []ir.Attribute{FastMathOf(b.Context(), f)}
	}
	return k.CreateValue(b, st)
}

type negFKind struct{ ir.OldKind }

func (negFKind) Operand(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (negFKind) Result(op *ir.Operation) *ir.Value  { return op.Result(0) }
func (negFKind) Fastmath(op *ir.Operation) FastMath { return FastMathFlags(op) }

// Build computes -x.
func (k negFKind) Build(b ir.OpBuilder, x *ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: []*ir.Value{x}})
}

type castKind struct{ ir.OldKind }

func (castKind) In(op *ir.Operation) *ir.Value  { return op.Operand(0) }
func (castKind) Out(op *ir.Operation) *ir.Value { return op.Result(0) }

// Build converts a value to a type.
func (k castKind) Build(b ir.OpBuilder, to ir.Type, in *ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: []*ir.Value{in}, ResultTypes: []ir.Type{to}})
}

type truncIKind struct{ castKind }

func (truncIKind) OverflowFlags(op *ir.Operation) Overflow { return OverflowFlags(op) }

// Build drops the top bits; it takes at most one set of flags.
func (k truncIKind) Build(b ir.OpBuilder, to ir.Type, in *ir.Value, flags ...Overflow) *ir.Value {
	st := &ir.OpState{Operands: []*ir.Value{in}, ResultTypes: []ir.Type{to}}
	for _, f := range flags {
		st.Props = []ir.Attribute{OverflowOf(b.Context(), f)}
	}
	return k.CreateValue(b, st)
}

type scalingKind struct{ ir.OldKind }

func (scalingKind) In(op *ir.Operation) *ir.Value    { return op.Operand(0) }
func (scalingKind) Scale(op *ir.Operation) *ir.Value { return op.Operand(1) }
func (scalingKind) Out(op *ir.Operation) *ir.Value   { return op.Result(0) }

// Build converts a value to a type, multiplied or divided by a scale.
func (k scalingKind) Build(b ir.OpBuilder, to ir.Type, in, scale *ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: []*ir.Value{in, scale}, ResultTypes: []ir.Type{to}})
}

type sumKind struct{ ir.OldKind }

func (sumKind) Lhs(op *ir.Operation) *ir.Value      { return op.Operand(0) }
func (sumKind) Rhs(op *ir.Operation) *ir.Value      { return op.Operand(1) }
func (sumKind) Sum(op *ir.Operation) *ir.Value      { return op.Result(0) }
func (sumKind) Overflow(op *ir.Operation) *ir.Value { return op.Result(1) }

// Build adds two integers of the same type.
func (sumKind) Build(b ir.OpBuilder, lhs, rhs *ir.Value) (sum, overflow *ir.Value) {
	op := NewAddUIExtended(b, lhs, rhs)
	return op.Sum(), op.Overflow()
}

type productKind struct{ ir.OldKind }

func (productKind) Lhs(op *ir.Operation) *ir.Value  { return op.Operand(0) }
func (productKind) Rhs(op *ir.Operation) *ir.Value  { return op.Operand(1) }
func (productKind) Low(op *ir.Operation) *ir.Value  { return op.Result(0) }
func (productKind) High(op *ir.Operation) *ir.Value { return op.Result(1) }

// Build multiplies two integers of the same type.
func (k productKind) Build(b ir.OpBuilder, lhs, rhs *ir.Value) (low, high *ir.Value) {
	op := k.Create(b, &ir.OpState{Operands: []*ir.Value{lhs, rhs}})
	return k.Low(op), k.High(op)
}

type cmpIKind struct{ ir.OldKind }

func (cmpIKind) Lhs(op *ir.Operation) *ir.Value    { return op.Operand(0) }
func (cmpIKind) Rhs(op *ir.Operation) *ir.Value    { return op.Operand(1) }
func (cmpIKind) Result(op *ir.Operation) *ir.Value { return op.Result(0) }

// Predicate returns the relation that op tests.
func (cmpIKind) Predicate(op *ir.Operation) CmpIPredicate {
	return CmpIPredicate(ir.IntOr(op.Prop(0), 0))
}

// Build reports whether lhs and rhs are in the relation p.
func (k cmpIKind) Build(b ir.OpBuilder, p CmpIPredicate, lhs, rhs *ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: []*ir.Value{lhs, rhs}, Props: []ir.Attribute{b.Context().I64Attr(int64(p))}})
}

type cmpFKind struct{ ir.OldKind }

func (cmpFKind) Lhs(op *ir.Operation) *ir.Value     { return op.Operand(0) }
func (cmpFKind) Rhs(op *ir.Operation) *ir.Value     { return op.Operand(1) }
func (cmpFKind) Result(op *ir.Operation) *ir.Value  { return op.Result(0) }
func (cmpFKind) Fastmath(op *ir.Operation) FastMath { return FastMathFlags(op) }

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

func (selectKind) Condition(op *ir.Operation) *ir.Value  { return op.Operand(0) }
func (selectKind) TrueValue(op *ir.Operation) *ir.Value  { return op.Operand(1) }
func (selectKind) FalseValue(op *ir.Operation) *ir.Value { return op.Operand(2) }
func (selectKind) Result(op *ir.Operation) *ir.Value     { return op.Result(0) }

// Build chooses yes where the condition holds and no elsewhere.
func (k selectKind) Build(b ir.OpBuilder, condition, yes, no *ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: []*ir.Value{condition, yes, no}, ResultTypes: []ir.Type{yes.Type()}})
}

type constantKind struct{ ir.OldKind }

func (constantKind) Value(op *ir.Operation) ir.Attribute { return op.Prop(0) }
func (constantKind) Result(op *ir.Operation) *ir.Value   { return op.Result(0) }

// Build makes a constant from an integer, a float or a dense constant of them.
func (k constantKind) Build(b ir.OpBuilder, value ir.TypedAttr) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Props: []ir.Attribute{value}, ResultTypes: []ir.Type{value.Type()}})
}

// Index makes a constant of type index.
func (k constantKind) Index(b ir.OpBuilder, v int64) *ir.Value {
	return k.Build(b, b.Context().IndexAttr(v))
}

// Int makes a constant of an integer type or index, modulo the width.
func (k constantKind) Int(b ir.OpBuilder, t ir.Type, v int64) *ir.Value {
	return k.Build(b, b.Context().Int(t, v))
}

// Bool makes a constant of type i1.
func (k constantKind) Bool(b ir.OpBuilder, v bool) *ir.Value {
	return k.Build(b, b.Context().Bool(v))
}
