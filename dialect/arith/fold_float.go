package arith

import (
	"optc/ir"
	"optc/num"
)

// foldFloats computes an operation of two constant floats.
func foldFloats(op *ir.Operation, operands []ir.Attribute, f func(x, y num.Float) num.Float) ir.FoldResult {
	return ir.FoldToAttr(ZipConstants(Floats, Floats, operands, op.Result(0).Type(), totalFunction(f)))
}

func nearest(f func(x, y num.Float, mode num.Rounding) num.Float) func(x, y num.Float) num.Float {
	return func(x, y num.Float) num.Float { return f(x, y, num.NearestEven) }
}

// isFloat reports whether a is a constant float for which test holds, or a splat of such a float.
func isFloat(a ir.Attribute, test func(num.Float) bool) bool {
	f, ok := ir.FloatOf(a)
	return ok && test(f)
}

func equalsFloat(v float64) func(num.Float) bool {
	return func(f num.Float) bool { return f.IsExactly(v) }
}

func isNegZero(f num.Float) bool { return f.IsZero() && f.IsNegative() }
func isPosZero(f num.Float) bool { return f.IsZero() && !f.IsNegative() }
func isNegInf(f num.Float) bool  { return f.IsInf() && f.IsNegative() }
func isPosInf(f num.Float) bool  { return f.IsInf() && !f.IsNegative() }

// foldNegF: -(-x) → x, and constants.
func foldNegF(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	if inner := ir.DefiningOp[NegFOp](ir.Cast[NegFOp](op).Operand()); inner.Ok() {
		return ir.FoldToValue(inner.Operand())
	}
	return ir.FoldToAttr(MapConstant(Floats, Floats, operands[0], op.Result(0).Type(),
		func(x num.Float) (num.Float, bool) { return x.Neg(), true }))
}

// foldFloatBinary computes constants and drops a neutral right operand: x op neutral → x.
// neutral may be nil.
func foldFloatBinary(neutral func(num.Float) bool, f func(x, y num.Float) num.Float) func(*ir.Operation, []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		if neutral != nil && isFloat(operands[1], neutral) {
			return ir.FoldToValue(lhs(op))
		}
		return foldFloats(op, operands, f)
	}
}

// foldFloatExtreme is foldFloatBinary with x op x → x.
func foldFloatExtreme(neutral func(num.Float) bool, f func(x, y num.Float) num.Float) func(*ir.Operation, []ir.Attribute) ir.FoldResult {
	fold := foldFloatBinary(neutral, f)
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		if lhs(op) == rhs(op) {
			return ir.FoldToValue(rhs(op))
		}
		return fold(op, operands)
	}
}

var foldProduct = foldFloatBinary(equalsFloat(1), nearest(num.Float.Mul))

// foldMulF: x * 1 → x; x * 0 → 0 if neither NaN nor the sign of zero matters.
func foldMulF(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	const need = NoNaNs | NoSignedZeros
	if FastMathFlags(op)&need == need && isFloat(operands[1], num.Float.IsZero) {
		return ir.FoldToValue(ir.Cast[MulFOp](op).Rhs())
	}
	return foldProduct(op, operands)
}

// foldCmpF compares constants; with a NaN, only the kind of the predicate (ordered or not) matters.
func foldCmpF(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	x, xok := operands[0].(*ir.FloatAttr)
	y, yok := operands[1].(*ir.FloatAttr)
	switch {
	case xok && x.Value.IsNaN():
		y, yok = x, true
	case yok && y.Value.IsNaN():
		x, xok = y, true
	}
	if !xok || !yok {
		return ir.FoldResult{}
	}
	return ir.FoldToAttr(op.Result(0).Type().Context().Bool(ir.Cast[CmpFOp](op).Predicate().Holds(x.Value, y.Value)))
}
