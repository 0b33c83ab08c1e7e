package math

import (
	"maps"
	"math"

	"optc/dialect/arith"
	"optc/dialect/math/internal/quickexp"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// meaning defines what the operations of math compute. Rounding, roots, fused multiplication and
// all functions of integers are exact; transcendental functions are computed in double precision
// and rounded to the format: the error is within one unit in the last place for f64, and narrower
// formats are nearly always correctly rounded.
func meaning() ir.Meaning {
	t := sim.Table{
		AbsFOp{}.Kind():      arith.FloatUnary(num.Float.Abs),
		CeilOp{}.Kind():      arith.FloatUnary(roundedTo(num.Upward)),
		FloorOp{}.Kind():     arith.FloatUnary(roundedTo(num.Downward)),
		TruncOp{}.Kind():     arith.FloatUnary(roundedTo(num.TowardZero)),
		RoundOp{}.Kind():     arith.FloatUnary(roundedTo(num.NearestAway)),
		RoundEvenOp{}.Kind(): arith.FloatUnary(roundedTo(num.NearestEven)),
		SqrtOp{}.Kind():      arith.FloatUnary(func(x num.Float) num.Float { return x.Sqrt(num.NearestEven) }),
		CopySignOp{}.Kind():  arith.FloatBinary(num.Float.CopySign),
		FMAOp{}.Kind():       arith.FusedMultiplyAdd,
		ClampFOp{}.Kind(): arith.FloatFunction(func(*ir.Operation) func([]num.Float) num.Float {
			return func(x []num.Float) num.Float { return x[0].Minimum(x[2]).Maximum(x[1]) }
		}),
		FPowIOp{}.Kind():    sim.Elementwise(powerOfInt),
		SinCosOp{}.Kind():   sim.Elementwise(runSinCos),
		IsFiniteOp{}.Kind(): classify(num.Float.IsFinite),
		IsInfOp{}.Kind():    classify(num.Float.IsInf),
		IsNaNOp{}.Kind():    classify(num.Float.IsNaN),
		IsNormalOp{}.Kind(): classify(IsNormalNumber),
		AbsIOp{}.Kind():     sim.IntUnary(num.Int.Abs),
		CtLZOp{}.Kind():     sim.IntUnary(count(num.Int.LeadingZeros)),
		CtTZOp{}.Kind():     sim.IntUnary(count(num.Int.TrailingZeros)),
		CtPopOp{}.Kind():    sim.IntUnary(count(num.Int.PopCount)),
		IPowIOp{}.Kind(): sim.CheckedBinary(sim.UndefinedOf(undefined, IPowIOp{}), func(a, b num.Int) num.Int {
			v, _ := IntPower(a, b)
			return v
		}),
	}
	for kind, f := range Unary() {
		if sqrt := (SqrtOp{}); kind != sqrt.Kind() {
			t[kind] = arith.FloatUnary(inDouble(f))
		}
	}
	for kind, f := range Binary() {
		t[kind] = arith.FloatBinary(func(a, b num.Float) num.Float {
			return num.FloatFromFloat64(a.Kind, f(a.Float64(), b.Float64()))
		})
	}
	quick := map[ir.Kind]sim.QuickForm{}
	for kind, f := range Unary() {
		quick[kind] = quickInDouble(func(a, _ float64) float64 { return f(a) }, func(r, a, _ []uint32, _ *sim.NumberFormat) bool {
			for i, x := range a[:len(r)] {
				v := float32(f(float64(math.Float32frombits(x))))
				if v != v {
					return false
				}
				r[i] = math.Float32bits(v)
			}
			return true
		})
	}
	quick[ExpOp{}.Kind()] = quickInDouble(func(a, _ float64) float64 { return math.Exp(a) },
		func(r, a, _ []uint32, _ *sim.NumberFormat) bool { return quickexp.Float32(r, a) })
	for kind, f := range Binary() {
		quick[kind] = quickInDouble(f, nil)
	}
	maps.Copy(quick, map[ir.Kind]sim.QuickForm{
		FMAOp{}.Kind():  arith.QuickFMA,
		AbsFOp{}.Kind(): sim.Quicken(arith.QuickFloat(arith.FloatForms{Single: sim.Quick{One: absSingle}, Double: sim.Quick{One: absDouble}})),
		SqrtOp{}.Kind(): sim.Quicken(arith.QuickFloat(arith.FloatForms{Single: sim.Quick{One: sqrtSingle}, Double: sim.Quick{One: sqrtDouble}})),
	})
	return &sim.Meanings{Table: t, Undefined: undefined, Quick: quick}
}

// quickInDouble is the quick form of a function that is computed in double precision, with a loop for vectors in single precision; without it, f is
// called for each element.
func quickInDouble(f func(a, b float64) float64, loop sim.Loop[uint32, uint32]) sim.QuickForm {
	return sim.Quicken(arith.QuickFloat(arith.FloatForms{
		Single: sim.Quick{One: func(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
			r := float32(f(float64(math.Float32frombits(uint32(a))), float64(math.Float32frombits(uint32(b)))))
			return uint64(math.Float32bits(r)), r == r
		}, Loops: sim.Loops{Short: loop}},
		Double: sim.Quick{One: func(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
			r := f(math.Float64frombits(a), math.Float64frombits(b))
			return math.Float64bits(r), r == r
		}},
	}))
}

// undefined lists the operands for which operations of math have no defined result. The
// magnitude of the smallest number is that number, and the counts of 0 are the width.
var undefined = []sim.Undefined{{
	Op: IPowIOp{}, When: "0 is raised to a negative power", Stops: arith.ErrZeroDivisor,
	Holds:   func(_ *ir.Operation, a, b num.Int) bool { return a.IsZero() && b.IsNegative() },
	Example: "%r = math.ipowi %a, %b : i32", Arguments: []string{"0 : i32", "-1 : i32"}, Result: "i32",
	LLVM: sim.LLVMBehaviour{Text: "a division of 1 by 0: undefined behaviour", Folds: true},
}}

func roundedTo(mode num.Rounding) func(num.Float) num.Float {
	return func(x num.Float) num.Float { return x.RoundToInteger(mode) }
}

func inDouble(f func(float64) float64) func(num.Float) num.Float {
	return func(x num.Float) num.Float { return num.FloatFromFloat64(x.Kind, f(x.Float64())) }
}

func count(f func(num.Int) int) func(num.Int) num.Int {
	return func(x num.Int) num.Int { return num.IntFromUint64(x.Width(), uint64(f(x))) }
}

func classify(test func(num.Float) bool) sim.Func {
	return sim.Elementwise(func(_ *ir.Operation, in, _ []sim.Number) sim.Compute {
		n := in[0]
		return func(x, r []uint64) error {
			r[0] = sim.BoolBits(test(n.Float(x[0])))
			return nil
		}
	})
}

func powerOfInt(_ *ir.Operation, in, _ []sim.Number) sim.Compute {
	base, exponent := in[0], in[1]
	return func(x, r []uint64) error {
		v := math.Pow(base.Float(x[0]).Float64(), float64(exponent.Int(x[1]).Int64()))
		r[0] = sim.FloatBits(num.FloatFromFloat64(base.Kind, v))
		return nil
	}
}

func runSinCos(_ *ir.Operation, in, _ []sim.Number) sim.Compute {
	n := in[0]
	return func(x, r []uint64) error {
		sin, cos := math.Sincos(n.Float(x[0]).Float64())
		r[0] = sim.FloatBits(num.FloatFromFloat64(n.Kind, sin))
		r[1] = sim.FloatBits(num.FloatFromFloat64(n.Kind, cos))
		return nil
	}
}

func absSingle(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromSingle(sim.AsSingle(a &^ (1 << 31)))
}

func absDouble(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromDouble(sim.AsDouble(a &^ (1 << 63)))
}

func sqrtSingle(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromSingle(float32(math.Sqrt(float64(sim.AsSingle(a)))))
}

func sqrtDouble(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromDouble(math.Sqrt(sim.AsDouble(a)))
}
