package sim

import (
	"math"

	mathd "optc/dialect/math"
	"optc/ir"
	"optc/num"
)

// mathOps are the operations of math. Rounding, roots, fused multiplication and
// everything on integers is exact; transcendental functions are computed in double
// precision and rounded to the format, which is within one unit in the last place
// for f64 and nearly always correctly rounded for narrower formats.
func mathOps(t Table) {
	t[mathd.AbsF] = floatUnary(num.Float.Abs)
	t[mathd.Ceil] = floatUnary(rounded(num.Upward))
	t[mathd.Floor] = floatUnary(rounded(num.Downward))
	t[mathd.Trunc] = floatUnary(rounded(num.TowardZero))
	t[mathd.Round] = floatUnary(rounded(num.NearestAway))
	t[mathd.RoundEven] = floatUnary(rounded(num.NearestEven))
	t[mathd.Sqrt] = floatUnary(func(x num.Float) num.Float { return x.Sqrt(num.NearestEven) })
	t[mathd.CopySign] = floatBinary(num.Float.CopySign)
	t[mathd.FMA] = floatFunction(func(*ir.Operation) func([]num.Float) num.Float {
		return func(x []num.Float) num.Float { return x[0].FMA(x[1], x[2], num.NearestEven) }
	})
	t[mathd.ClampF] = floatFunction(func(*ir.Operation) func([]num.Float) num.Float {
		return func(x []num.Float) num.Float { return x[0].Minimum(x[2]).Maximum(x[1]) }
	})
	for _, kind := range mathd.UnaryKinds() {
		if kind != mathd.Sqrt {
			t[kind] = floatUnary(inDouble(mathd.Unary(kind)))
		}
	}
	for _, kind := range [...]ir.Kind{mathd.Atan2, mathd.PowF} {
		f := mathd.Binary(kind)
		t[kind] = floatBinary(func(a, b num.Float) num.Float {
			return num.FloatFromFloat64(a.Kind, f(a.Float64(), b.Float64()))
		})
	}
	t[mathd.FPowI] = elementwise(powerOfInt)
	t[mathd.SinCos] = elementwise(sinCos)

	t[mathd.IsFinite] = classify(num.Float.IsFinite)
	t[mathd.IsInf] = classify(num.Float.IsInf)
	t[mathd.IsNaN] = classify(num.Float.IsNaN)
	t[mathd.IsNormal] = classify(mathd.IsNormalNumber)

	t[mathd.AbsI] = intUnary(num.Int.Abs)
	t[mathd.CtLZ] = intUnary(count(num.Int.LeadingZeros))
	t[mathd.CtTZ] = intUnary(count(num.Int.TrailingZeros))
	t[mathd.CtPop] = intUnary(count(num.Int.PopCount))
	t[mathd.IPowI] = intPartial(func(*ir.Operation) func(a, b num.Int) (num.Int, error) {
		return func(a, b num.Int) (num.Int, error) {
			v, ok := mathd.IntPower(a, b)
			if !ok {
				return v, errDivision
			}
			return v, nil
		}
	})
}

func rounded(mode num.Rounding) func(num.Float) num.Float {
	return func(x num.Float) num.Float { return x.RoundToInteger(mode) }
}

func inDouble(f func(float64) float64) func(num.Float) num.Float {
	return func(x num.Float) num.Float { return num.FloatFromFloat64(x.Kind, f(x.Float64())) }
}

func count(f func(num.Int) int) func(num.Int) num.Int {
	return func(x num.Int) num.Int { return num.IntFromUint64(x.Width(), uint64(f(x))) }
}

func classify(test func(num.Float) bool) Func {
	return elementwise(func(op *ir.Operation) compute {
		n := numberOf(op.Operand(0))
		return func(x, r []uint64) error {
			r[0] = boolBits(test(n.float(x[0])))
			return nil
		}
	})
}

func powerOfInt(op *ir.Operation) compute {
	base, exponent := numberOf(op.Operand(0)), numberOf(op.Operand(1))
	return func(x, r []uint64) error {
		v := math.Pow(base.float(x[0]).Float64(), float64(exponent.int(x[1]).Int64()))
		r[0] = floatBits(num.FloatFromFloat64(base.kind, v))
		return nil
	}
}

func sinCos(op *ir.Operation) compute {
	n := numberOf(op.Operand(0))
	return func(x, r []uint64) error {
		sin, cos := math.Sincos(n.float(x[0]).Float64())
		r[0] = floatBits(num.FloatFromFloat64(n.kind, sin))
		r[1] = floatBits(num.FloatFromFloat64(n.kind, cos))
		return nil
	}
}
