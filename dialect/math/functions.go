package math

import (
	"iter"
	"math"

	"optc/ir"
	"optc/num"
)

// function is a transcendental function of one float.
type function struct {
	kind    ir.OpKind
	goName  string // see ir.OpDef; "" where it follows from the name
	summary string
	f       func(float64) float64
	// domain, if set, excludes operands for which the function is not folded.
	domain func(num.Float) bool
	// negativeNaN specifies the sign of the NaN that results from an operand outside the
	// domain.
	negativeNaN bool
}

func notNegative(x num.Float) bool { return !x.IsNegative() }

// functions lists the functions of one float that are computed in double precision and
// rounded. The result is correct for f32, except for one case in about 2^29, and within
// one unit in the last place for f64.
var functions = [...]function{
	{kind: AcosOp{}, summary: "arc cosine", f: math.Acos},
	{kind: AcoshOp{}, summary: "inverse hyperbolic cosine", f: math.Acosh, negativeNaN: true},
	{kind: AsinOp{}, summary: "arc sine", f: math.Asin},
	{kind: AsinhOp{}, summary: "inverse hyperbolic sine", f: math.Asinh},
	{kind: AtanOp{}, summary: "arc tangent", f: math.Atan},
	{kind: AtanhOp{}, summary: "inverse hyperbolic tangent", f: math.Atanh, negativeNaN: true},
	{kind: CosOp{}, summary: "cosine", f: math.Cos, negativeNaN: true},
	{kind: CoshOp{}, summary: "hyperbolic cosine", f: math.Cosh},
	{kind: ErfOp{}, summary: "error function", f: math.Erf},
	{kind: ErfcOp{}, summary: "complementary error function", f: math.Erfc},
	{kind: ExpOp{}, summary: "exponential", f: math.Exp},
	{kind: Exp2Op{}, summary: "power of two", f: math.Exp2},
	{kind: ExpM1Op{}, goName: "ExpM1", summary: "exponential minus 1", f: math.Expm1},
	{kind: LogOp{}, summary: "natural logarithm", f: math.Log, domain: notNegative},
	{kind: Log10Op{}, summary: "logarithm to base 10", f: math.Log10, domain: notNegative},
	{kind: Log1pOp{}, summary: "natural logarithm of one plus the operand", f: math.Log1p, domain: notBelowMinusOne},
	{kind: Log2Op{}, summary: "logarithm to base 2", f: math.Log2, domain: notNegative},
	{kind: SinOp{}, summary: "sine", f: math.Sin, negativeNaN: true},
	{kind: SinhOp{}, summary: "hyperbolic sine", f: math.Sinh},
	{kind: SqrtOp{}, summary: "square root", f: math.Sqrt, domain: notNegative},
	{kind: TanOp{}, summary: "tangent", f: math.Tan, negativeNaN: true},
	{kind: TanhOp{}, summary: "hyperbolic tangent", f: math.Tanh},
}

func notBelowMinusOne(x num.Float) bool {
	return !x.Add(num.FloatFromFloat64(x.Kind, 1), num.NearestEven).IsNegative()
}

// transcendental declares the operations of the table.
func transcendental() []*ir.OpDef {
	defs := make([]*ir.OpDef, len(functions))
	for i := range functions {
		fn := &functions[i]
		defs[i] = floatUnary(fn.kind, fn.goName, fn.summary, func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
			return fn.fold(op, operands)
		})
	}
	return defs
}

func (fn *function) fold(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	return foldPartial(op, operands, func(x num.Float) (num.Float, bool) {
		if !native(x.Kind) || fn.domain != nil && !fn.domain(x) {
			return x, false
		}
		if x.IsNaN() {
			return quiet(x), true
		}
		return nativeResult(x.Kind, fn.f(x.Float64()), fn.negativeNaN)
	})
}

// nativeResult rounds a result in double precision.
func nativeResult(k *num.FloatKind, r float64, negativeNaN bool) (num.Float, bool) {
	if r != r {
		return k.NaN(negativeNaN)
	}
	return num.FloatFromFloat64(k, r), true
}

// angle is atan2, except that the angle of the zero vector is NaN, as upstream folds it.
func angle(y, x float64) float64 {
	if y == 0 && x == 0 {
		return math.NaN()
	}
	return math.Atan2(y, x)
}

// atan2 folds angles in f32 and f64, and the angle of the zero vector in every format.
func atan2(y, x num.Float) (num.Float, bool) {
	if y.IsZero() && x.IsZero() {
		return y.Kind.NaN(false)
	}
	return nativeBinary(angle, false, atan2NaN)(y, x)
}

// nativeBinary folds a function of two floats. If an operand is NaN, nan returns the
// result, or ok = false to let the function compute it.
func nativeBinary(f func(x, y float64) float64, negativeNaN bool, nan func(x, y num.Float) (num.Float, bool)) func(x, y num.Float) (num.Float, bool) {
	return func(x, y num.Float) (num.Float, bool) {
		if !native(x.Kind) {
			return x, false
		}
		if x.IsNaN() || y.IsNaN() {
			if r, ok := nan(x, y); ok {
				return r, true
			}
		}
		return nativeResult(x.Kind, f(x.Float64(), y.Float64()), negativeNaN)
	}
}

// atan2NaN is the C library's result for NaN operands: y + x.
func atan2NaN(y, x num.Float) (num.Float, bool) { return x.Add(y, num.NearestEven), true }

// powNaN is the C library's result for NaN operands: a signaling operand always gives
// NaN; 1 to any power, and any number to the power 0, is 1; an odd power has the sign of
// the product of its factors.
func powNaN(x, y num.Float) (num.Float, bool) {
	signaling := isSignaling(x) || isSignaling(y)
	if !signaling && (x.IsExactly(1) || y.IsZero()) {
		return x, false
	}
	r := x.Add(y, num.NearestEven)
	if x.IsNaN() && x.IsNegative() && isOdd(y) {
		r = r.Neg()
	}
	return r, true
}

func isSignaling(x num.Float) bool {
	hi, lo := x.Bits()
	qhi, qlo := quiet(x).Bits()
	return x.IsNaN() && (hi != qhi || lo != qlo)
}

func isOdd(y num.Float) bool { return y.IsInteger() && math.Abs(math.Mod(y.Float64(), 2)) == 1 }

// Unary yields the functions of one float with their computation in double precision.
func Unary() iter.Seq2[ir.Kind, func(float64) float64] {
	return func(yield func(ir.Kind, func(float64) float64) bool) {
		if !yield(CbrtOp{}.Kind(), math.Cbrt) || !yield(RsqrtOp{}.Kind(), func(x float64) float64 { return 1 / math.Sqrt(x) }) {
			return
		}
		for i := range functions {
			if !yield(functions[i].kind.Kind(), functions[i].f) {
				return
			}
		}
	}
}

// Binary is Unary for functions of two floats.
func Binary() map[ir.Kind]func(x, y float64) float64 {
	return map[ir.Kind]func(x, y float64) float64{Atan2Op{}.Kind(): angle, PowFOp{}.Kind(): math.Pow}
}
