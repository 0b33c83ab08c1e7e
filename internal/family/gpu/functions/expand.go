// Package functions replaces functions of dialect math that a GPU has no instruction for by
// operations that it has: sums, products, fused products, and operations on bits. A kernel then
// calls nothing from a library:
//
//	%y = math.exp2 %x : f32
//	→
//	2^x = 2^n · 2^r, with n the integer next to x and r of -1/2 to 1/2: 2^r is a polynomial, and
//	n is added to the exponent
//
// The polynomials are fits by weighted least squares; their coefficients are rounded to f32 one
// after the other, the lowest first. Arguments are reduced by the methods that the functions name.
package functions

import (
	"slices"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/math"
	"optc/ir"
	"optc/num"
	"optc/passes"
)

// expansion replaces an operation by others, computing in f32.
type expansion struct {
	kind ir.OpKind
	// ulps bounds the error in f32, in units in the last place of the result. Results in f16 and
	// bf16 are results of f32 that are rounded.
	ulps  float64
	write func(c *code, x []number) []number
}

func unary(f func(number) number) func(*code, []number) []number {
	return func(_ *code, x []number) []number { return []number{f(x[0])} }
}

func binary(f func(x, y number) number) func(*code, []number) []number {
	return func(_ *code, x []number) []number { return []number{f(x[0], x[1])} }
}

var expansions = []expansion{
	{math.ExpOp{}, 1.1, unary(func(x number) number { return exp(x, 0) })},
	{math.Exp2Op{}, 1.1, unary(exp2)},
	{math.ExpM1Op{}, 2, unary(expm1)},
	{math.LogOp{}, 1.1, unary(log)},
	{math.Log2Op{}, 1.1, unary(logarithm(pair{1, 0}, pair{1.44269502162933349609375, 1.92596299112662e-8}))},
	{math.Log10Op{}, 1.1, unary(logarithm(pair{0.301025390625, 4.605038981195214e-6}, pair{0.4342944920063018798828125, -1.01030500522317e-8}))},
	{math.Log1pOp{}, 2, unary(log1p)},
	{math.TanhOp{}, 2, unary(tanh)},
	{math.SinhOp{}, 2, unary(sinh)},
	{math.CoshOp{}, 2, unary(cosh)},
	{math.ErfOp{}, 2, unary(erf)},
	{math.SinOp{}, 2, unary(sin)},
	{math.CosOp{}, 2, unary(cos)},
	{math.SinCosOp{}, 2, func(_ *code, x []number) []number { return []number{sin(x[0]), cos(x[0])} }},
	{math.TanOp{}, 2, unary(tan)},
	{math.AtanOp{}, 1.5, unary(atan)},
	{math.Atan2Op{}, 2, binary(atan2)},
	{math.PowFOp{}, 1.1, binary(powf)},
	{math.FPowIOp{}, 1.1, binary(fpowi)},
	{math.RsqrtOp{}, 1.6, unary(rsqrt)},
	{math.CbrtOp{}, 1.5, unary(cbrt)},
}

// instructions are the functions that chips have, for floats of 32 bits.
var instructions = []ir.OpKind{
	math.AbsFOp{}, math.CeilOp{}, math.CopySignOp{}, math.FloorOp{}, math.FMAOp{}, math.RoundOp{}, math.RoundEvenOp{}, math.SqrtOp{}, math.TruncOp{},
}

// widened lists those of them that are computed in f32 for bf16, which does not change the result.
var widened = []ir.OpKind{math.CeilOp{}, math.FloorOp{}, math.RoundOp{}, math.RoundEvenOp{}, math.SqrtOp{}, math.TruncOp{}}

// InLibrary reports whether an operation is a function of floats for which neither an instruction of a chip
// nor an expansion exists: upstream calls a library for it.
func InLibrary(op *ir.Operation) bool {
	if op.Def().Owner() != math.Dialect || op.NumResults() == 0 || ir.IsAny(op, instructions...) || isApproximated(op) {
		return false
	}
	_, isFloat := ir.ElementOrSelf(op.Result(0).Type()).(*ir.FloatType)
	return isFloat && !ir.IsAny(op, math.ClampFOp{})
}

// Expand is expand-math-functions.
var Expand = &passes.Pass{
	Name:  "expand-math-functions",
	Title: "Replace functions such as math.exp by arithmetic",
	Doc: `Replaces functions of f16, bf16 and f32 for which a GPU has no instruction by sums, products and
operations on bits, so that a kernel needs no library. In f32 the error is at most 2 units in the
last place. Functions of f64 stay, and functions of tensors and scalable vectors.

The flag afn permits the instructions by which chips approximate exp2, log2 and rsqrt in f32, also for exp, log and
log10. The flag arcp makes a division in f32 a product with the reciprocal, which is computed once for all divisions by a value.

    %1 = math.rsqrt %0 : f32
    →
    %2 = arith.constant 1.0 : f32
    %3 = math.sqrt %0 : f32
    %1 = arith.divf %2, %3 : f32`,
	Anchor: []ir.OpKind{fn.FuncOp{}},
	Run: func(c *passes.Context) (changed bool, err error) {
		rw := c.Rewriter(nil)
		var list []*ir.Operation
		var writers []func(c *code, x []number) []number
		ir.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			if w := writer(op); w != nil {
				list, writers = append(list, op), append(writers, w)
			}
			return ir.Advance
		})
		for i, op := range list {
			rw.Before(op).Loc = op.Loc()
			replace(rw, op, writers[i])
		}
		return len(list) > 0, nil
	},
}

// writer returns the function that writes the arithmetic for an operation, or nil.
func writer(op *ir.Operation) func(c *code, x []number) []number {
	if op.NumResults() == 0 {
		return nil
	}
	t := op.Result(0).Type()
	if s, isShaped := t.(ir.ShapedType); isShaped {
		if v, isVector := s.(*ir.VectorType); !isVector || v.AnyScalable() {
			return nil
		}
	}
	f, ok := ir.ElementOrSelf(t).(*ir.FloatType)
	if !ok || !slices.Contains([]*num.FloatKind{num.F16, num.BF16, num.F32}, f.Kind) {
		return nil
	}
	if isApproximated(op) {
		return nil
	}
	if divides(op) {
		return timesReciprocal(arith.FastMathFlags(op))
	}
	list := expansions
	if allows(op, arith.ApproxFunc) {
		list = slices.Concat(approximations, expansions)
	}
	for _, e := range list {
		if op.Name() == e.kind.Kind().String() {
			return e.write
		}
	}
	for _, k := range widened {
		if f.Kind == num.BF16 && op.Name() == k.Kind().String() {
			return func(c *code, x []number) []number {
				return []number{c.of(c.b.Op(k, []*ir.Value{x[0].v}, []ir.Type{c.f32()}).Result(0))}
			}
		}
	}
	return nil
}

// replace writes an operation in f32.
func replace(rw *ir.Rewriter, op *ir.Operation, write func(c *code, x []number) []number) {
	t := op.Result(0).Type()
	c := &code{b: rw.Builder, shape: rw.Context().F32()}
	if _, ok := t.(ir.ShapedType); ok {
		c.shape = ir.WithElement(t, rw.Context().F32())
	}
	narrow := t != c.shape
	var x []number
	for _, v := range op.Operands() {
		_, isFloat := ir.ElementOrSelf(v.Type()).(*ir.FloatType)
		switch n := c.of(v); {
		case isFloat && narrow:
			x = append(x, c.of(arith.NewExtF(c.b, c.shape, v).Out()))
		default:
			x = append(x, n)
		}
	}
	var results []*ir.Value
	for _, y := range write(c, x) {
		if narrow {
			y = c.of(arith.NewTruncF(c.b, t, y.v).Out())
		}
		results = append(results, y.v)
	}
	rw.Replace(op, results...)
}
