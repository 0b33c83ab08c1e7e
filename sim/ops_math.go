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
	t[mathd.AbsF.Kind] = floatUnary(num.Float.Abs)
	t[mathd.Ceil.Kind] = floatUnary(rounded(num.Upward))
	t[mathd.Floor.Kind] = floatUnary(rounded(num.Downward))
	t[mathd.Trunc.Kind] = floatUnary(rounded(num.TowardZero))
	t[mathd.Round.Kind] = floatUnary(rounded(num.NearestAway))
	t[mathd.RoundEven.Kind] = floatUnary(rounded(num.NearestEven))
	t[mathd.Sqrt.Kind] = floatUnary(func(x num.Float) num.Float { return x.Sqrt(num.NearestEven) })
	t[mathd.CopySign.Kind] = floatBinary(num.Float.CopySign)
	t[mathd.FMA.Kind] = fma
	t[mathd.ClampF.Kind] = floatFunction(func(*ir.Operation) func([]num.Float) num.Float {
		return func(x []num.Float) num.Float { return x[0].Minimum(x[2]).Maximum(x[1]) }
	})
	for kind, f := range mathd.Unary() {
		if kind != mathd.Sqrt.Kind {
			t[kind] = floatUnary(inDouble(f))
		}
	}
	for kind, f := range mathd.Binary() {
		t[kind] = floatBinary(func(a, b num.Float) num.Float {
			return num.FloatFromFloat64(a.Kind, f(a.Float64(), b.Float64()))
		})
	}
	t[mathd.FPowI.Kind] = elementwise(powerOfInt)
	t[mathd.SinCos.Kind] = elementwise(sinCos)

	t[mathd.IsFinite.Kind] = classify(num.Float.IsFinite)
	t[mathd.IsInf.Kind] = classify(num.Float.IsInf)
	t[mathd.IsNaN.Kind] = classify(num.Float.IsNaN)
	t[mathd.IsNormal.Kind] = classify(mathd.IsNormalNumber)

	t[mathd.AbsI.Kind] = intUnary(num.Int.Abs)
	t[mathd.CtLZ.Kind] = intUnary(count(num.Int.LeadingZeros))
	t[mathd.CtTZ.Kind] = intUnary(count(num.Int.TrailingZeros))
	t[mathd.CtPop.Kind] = intUnary(count(num.Int.PopCount))
	t[mathd.IPowI.Kind] = intPartial(func(*ir.Operation) func(a, b num.Int) (num.Int, error) {
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
	return elementwise(func(_ *ir.Operation, in, _ []number) compute {
		n := in[0]
		return func(x, r []uint64) error {
			r[0] = boolBits(test(n.float(x[0])))
			return nil
		}
	})
}

func powerOfInt(_ *ir.Operation, in, _ []number) compute {
	base, exponent := in[0], in[1]
	return func(x, r []uint64) error {
		v := math.Pow(base.float(x[0]).Float64(), float64(exponent.int(x[1]).Int64()))
		r[0] = floatBits(num.FloatFromFloat64(base.kind, v))
		return nil
	}
}

func sinCos(_ *ir.Operation, in, _ []number) compute {
	n := in[0]
	return func(x, r []uint64) error {
		sin, cos := math.Sincos(n.float(x[0]).Float64())
		r[0] = floatBits(num.FloatFromFloat64(n.kind, sin))
		r[1] = floatBits(num.FloatFromFloat64(n.kind, cos))
		return nil
	}
}

// fma is a product and a sum with one rounding.
var fma = floatFunction(func(*ir.Operation) func([]num.Float) num.Float {
	return func(x []num.Float) num.Float { return x[0].FMA(x[1], x[2], num.NearestEven) }
})
