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

type floatUnaryKind struct{ ir.OldKind }

func (floatUnaryKind) Operand(op *ir.Operation) *ir.Value       { return op.Operand(0) }
func (floatUnaryKind) Result(op *ir.Operation) *ir.Value        { return op.Result(0) }
func (floatUnaryKind) Fastmath(op *ir.Operation) arith.FastMath { return arith.FastMathFlags(op) }

// Build computes the function of x; it takes at most one set of flags.
func (k floatUnaryKind) Build(b ir.OpBuilder, x *ir.Value, flags ...arith.FastMath) *ir.Value {
	return k.CreateValue(b, state(b, flags, x))
}

type floatBinaryKind struct{ ir.OldKind }

func (floatBinaryKind) Lhs(op *ir.Operation) *ir.Value           { return op.Operand(0) }
func (floatBinaryKind) Rhs(op *ir.Operation) *ir.Value           { return op.Operand(1) }
func (floatBinaryKind) Result(op *ir.Operation) *ir.Value        { return op.Result(0) }
func (floatBinaryKind) Fastmath(op *ir.Operation) arith.FastMath { return arith.FastMathFlags(op) }

// Build computes the function of lhs and rhs, which have the same type; it takes at most
// one set of flags.
func (k floatBinaryKind) Build(b ir.OpBuilder, lhs, rhs *ir.Value, flags ...arith.FastMath) *ir.Value {
	return k.CreateValue(b, state(b, flags, lhs, rhs))
}

type intUnaryKind struct{ ir.OldKind }

func (intUnaryKind) Operand(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (intUnaryKind) Result(op *ir.Operation) *ir.Value  { return op.Result(0) }

// Build computes the function of x.
func (k intUnaryKind) Build(b ir.OpBuilder, x *ir.Value) *ir.Value {
	return k.CreateValue(b, state(b, nil, x))
}

type intBinaryKind struct{ ir.OldKind }

func (intBinaryKind) Lhs(op *ir.Operation) *ir.Value    { return op.Operand(0) }
func (intBinaryKind) Rhs(op *ir.Operation) *ir.Value    { return op.Operand(1) }
func (intBinaryKind) Result(op *ir.Operation) *ir.Value { return op.Result(0) }

// Build computes the function of lhs and rhs, which have the same type.
func (k intBinaryKind) Build(b ir.OpBuilder, lhs, rhs *ir.Value) *ir.Value {
	return k.CreateValue(b, state(b, nil, lhs, rhs))
}

type testKind struct{ ir.OldKind }

func (testKind) Operand(op *ir.Operation) *ir.Value       { return op.Operand(0) }
func (testKind) Result(op *ir.Operation) *ir.Value        { return op.Result(0) }
func (testKind) Fastmath(op *ir.Operation) arith.FastMath { return arith.FastMathFlags(op) }

// Build tests x; it takes at most one set of flags.
func (k testKind) Build(b ir.OpBuilder, x *ir.Value, flags ...arith.FastMath) *ir.Value {
	return k.CreateValue(b, state(b, flags, x))
}

type fpowiKind struct{ ir.OldKind }

func (fpowiKind) Lhs(op *ir.Operation) *ir.Value           { return op.Operand(0) }
func (fpowiKind) Rhs(op *ir.Operation) *ir.Value           { return op.Operand(1) }
func (fpowiKind) Result(op *ir.Operation) *ir.Value        { return op.Result(0) }
func (fpowiKind) Fastmath(op *ir.Operation) arith.FastMath { return arith.FastMathFlags(op) }

// Build computes a float to the power of an integer; it takes at most one set of flags.
func (k fpowiKind) Build(b ir.OpBuilder, base, exponent *ir.Value, flags ...arith.FastMath) *ir.Value {
	return k.CreateValue(b, state(b, flags, base, exponent))
}

type fmaKind struct{ ir.OldKind }

func (fmaKind) A(op *ir.Operation) *ir.Value             { return op.Operand(0) }
func (fmaKind) B(op *ir.Operation) *ir.Value             { return op.Operand(1) }
func (fmaKind) C(op *ir.Operation) *ir.Value             { return op.Operand(2) }
func (fmaKind) Result(op *ir.Operation) *ir.Value        { return op.Result(0) }
func (fmaKind) Fastmath(op *ir.Operation) arith.FastMath { return arith.FastMathFlags(op) }

// Build computes x*y + z; it takes at most one set of flags.
func (k fmaKind) Build(b ir.OpBuilder, x, y, z *ir.Value, flags ...arith.FastMath) *ir.Value {
	return k.CreateValue(b, state(b, flags, x, y, z))
}

type clampKind struct{ ir.OldKind }

func (clampKind) Value(op *ir.Operation) *ir.Value         { return op.Operand(0) }
func (clampKind) Min(op *ir.Operation) *ir.Value           { return op.Operand(1) }
func (clampKind) Max(op *ir.Operation) *ir.Value           { return op.Operand(2) }
func (clampKind) Result(op *ir.Operation) *ir.Value        { return op.Result(0) }
func (clampKind) Fastmath(op *ir.Operation) arith.FastMath { return arith.FastMathFlags(op) }

// Build computes the number between low and high that is nearest to x; it takes at most
// one set of flags.
func (k clampKind) Build(b ir.OpBuilder, x, low, high *ir.Value, flags ...arith.FastMath) *ir.Value {
	return k.CreateValue(b, state(b, flags, x, low, high))
}

type sinCosKind struct{ ir.OldKind }

func (sinCosKind) Operand(op *ir.Operation) *ir.Value       { return op.Operand(0) }
func (sinCosKind) Sin(op *ir.Operation) *ir.Value           { return op.Result(0) }
func (sinCosKind) Cos(op *ir.Operation) *ir.Value           { return op.Result(1) }
func (sinCosKind) Fastmath(op *ir.Operation) arith.FastMath { return arith.FastMathFlags(op) }

// Build computes sine and cosine of x; it takes at most one set of flags.
func (k sinCosKind) Build(b ir.OpBuilder, x *ir.Value, flags ...arith.FastMath) (sin, cos *ir.Value) {
	op := k.Create(b, state(b, flags, x))
	return k.Sin(op), k.Cos(op)
}
