package math

import (
	"optc/dialect/arith"
	"optc/ir"
	"optc/num"
)

// foldFloat folds a function of one float that is defined for all floats.
func foldFloat(f func(num.Float) num.Float) fold {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		return foldPartial(op, operands, func(x num.Float) (num.Float, bool) { return f(x), true })
	}
}

// foldPartial folds a function of one float that is not defined, or not computed, for all
// floats.
func foldPartial(op *ir.Operation, operands []ir.Attribute, f func(num.Float) (num.Float, bool)) ir.FoldResult {
	return ir.FoldToAttr(arith.MapConstant(arith.Floats, arith.Floats, operands[0], op.Result(0).Type(), f))
}

// native reports whether upstream computes functions of that format with the compiling
// machine's library, and therefore folds them.
func native(k *num.FloatKind) bool { return k == num.F32 || k == num.F64 }

// foldNative is foldFloat for f32 and f64 only.
func foldNative(f func(num.Float) num.Float) fold {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		return foldPartial(op, operands, func(x num.Float) (num.Float, bool) {
			if !native(x.Kind) {
				return x, false
			}
			return f(x), true
		})
	}
}

// foldFloats returns the fold of a function of two floats.
func foldFloats(f func(x, y num.Float) (num.Float, bool)) fold {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		return ir.FoldToAttr(arith.ZipConstants(arith.Floats, arith.Floats, operands, op.Result(0).Type(), f))
	}
}

// foldInt folds a function of one integer.
func foldInt(f func(num.Int) num.Int) fold {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		return ir.FoldToAttr(arith.MapConstant(arith.Ints, arith.Ints, operands[0], op.Result(0).Type(),
			func(x num.Int) (num.Int, bool) { return f(x), true }))
	}
}

// countAsNumber makes a count a number of the width of the operand.
func countAsNumber(f func(num.Int) int) func(num.Int) num.Int {
	return func(x num.Int) num.Int { return num.IntFromUint64(x.Width(), uint64(f(x))) }
}

// rounded returns the function that rounds to an integer. A NaN becomes quiet.
func rounded(mode num.Rounding) func(num.Float) num.Float {
	return func(x num.Float) num.Float {
		if x.IsNaN() {
			return quiet(x)
		}
		return x.RoundToInteger(mode)
	}
}

// quiet returns the quiet form of a NaN, as every arithmetic operation does.
func quiet(x num.Float) num.Float { return x.Add(x, num.NearestEven) }

// foldTest folds a test of a float, for scalars and splats.
func foldTest(test func(num.Float) bool) fold {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		x, ok := ir.FloatOf(operands[0])
		if !ok {
			return ir.FoldResult{}
		}
		return ir.FoldToAttr(arith.BoolConstant(op.Result(0).Type(), test(x)))
	}
}

// IsNormalNumber reports whether a float is neither zero, subnormal, infinite nor NaN.
func IsNormalNumber(x num.Float) bool { return x.IsFinite() && !x.IsZero() && !x.IsSubnormal() }

func foldIPowI(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	return ir.FoldToAttr(arith.ZipConstants(arith.Ints, arith.Ints, operands, op.Result(0).Type(), IntPower))
}

// IntPower returns base to a signed power, modulo 2^N; ok is false for 0 to a
// negative power.
func IntPower(base, power num.Int) (result num.Int, ok bool) {
	one := num.IntFromUint64(base.Width(), 1)
	if power.IsNegative() {
		switch {
		case base.IsZero():
			return base, false
		case base.Equal(one):
			return one, true
		case !base.IsAllOnes(): // base is less than one
			return one.Sub(one), true
		case power.Bit(0):
			return base, true
		}
		return one, true
	}
	result = one
	for i := range power.Width() {
		if power.Bit(i) {
			result = result.Mul(base)
		}
		base = base.Mul(base)
	}
	return result, true
}
