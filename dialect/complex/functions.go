package complex

import (
	"math/cmplx"

	"optc/ir"
)

// function is a function of one complex number.
type function struct {
	kind    ir.OpKind
	summary string
	f       func(complex128) complex128
	// inverse, if set, is the function that inverts this one, up to rounding and branches.
	inverse ir.OpKind
}

// functions lists the functions that are computed in double precision and rounded.
var functions = [...]function{
	{kind: CosOp{}, summary: "cosine", f: cmplx.Cos},
	{kind: ExpOp{}, summary: "exponential", f: cmplx.Exp, inverse: LogOp{}},
	{kind: Expm1Op{}, summary: "exponential minus 1", f: expm1},
	{kind: LogOp{}, summary: "natural logarithm", f: cmplx.Log, inverse: ExpOp{}},
	{kind: Log1pOp{}, summary: "natural logarithm of one plus the operand", f: log1p},
	{kind: RsqrtOp{}, summary: "reciprocal of the square root", f: func(z complex128) complex128 { return 1 / cmplx.Sqrt(z) }},
	{kind: SinOp{}, summary: "sine", f: cmplx.Sin},
	{kind: SqrtOp{}, summary: "square root", f: cmplx.Sqrt},
	{kind: TanOp{}, summary: "tangent", f: cmplx.Tan},
	{kind: TanhOp{}, summary: "hyperbolic tangent", f: cmplx.Tanh},
}
