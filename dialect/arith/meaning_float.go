package arith

import (
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// FloatFunction lifts a function of floats of one format. With the flags nnan and ninf
// the result is poison when an operand or the result is a NaN or an infinity,
// respectively.
func FloatFunction(f func(op *ir.Operation) func(x []num.Float) num.Float) sim.Func {
	return sim.Elementwise(func(op *ir.Operation, in, _ []sim.Number) sim.Compute {
		n, g, flags := in[0], f(op), FastMathFlags(op)
		fs := make([]num.Float, len(in))
		return func(x, r []uint64) error {
			for i := range x {
				fs[i] = n.Float(x[i])
				if breaks(flags, fs[i]) {
					return sim.ErrPoisonResult
				}
			}
			v := g(fs)
			if breaks(flags, v) {
				return sim.ErrPoisonResult
			}
			r[0] = sim.FloatBits(v)
			if flags&NoSignedZeros != 0 && dependsOnZeros(g, fs, v) {
				return sim.ErrEitherZero
			}
			return nil
		}
	})
}

// dependsOnZeros reports whether v, the result of g, is a zero or changes with the signs
// of the zeros among the operands.
func dependsOnZeros(g func([]num.Float) num.Float, x []num.Float, v num.Float) bool {
	if v.IsZero() {
		return true
	}
	any := false
	for i, f := range x {
		if f.IsZero() {
			x[i], any = f.Neg(), true
		}
	}
	return any && sim.FloatBits(g(x)) != sim.FloatBits(v)
}

// breaks reports whether a float is a NaN or an infinity that the fast-math flags
// exclude.
func breaks(flags FastMath, v num.Float) bool {
	return flags&NoNaNs != 0 && v.IsNaN() || flags&NoInfs != 0 && v.IsInf()
}

// FloatUnary lifts a function of one float.
func FloatUnary(f func(num.Float) num.Float) sim.Func {
	return FloatFunction(func(*ir.Operation) func([]num.Float) num.Float {
		return func(x []num.Float) num.Float { return f(x[0]) }
	})
}

// FloatBinary lifts a function of two floats of one format.
func FloatBinary(f func(a, b num.Float) num.Float) sim.Func {
	return FloatFunction(func(*ir.Operation) func([]num.Float) num.Float {
		return func(x []num.Float) num.Float { return f(x[0], x[1]) }
	})
}
