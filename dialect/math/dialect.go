package math

import (
	"optc/dialect/arith"
	"optc/ir"
)

// Names of the operations.
const (
	AbsF      = "math.absf"
	AbsI      = "math.absi"
	Acos      = "math.acos"
	Acosh     = "math.acosh"
	Asin      = "math.asin"
	Asinh     = "math.asinh"
	Atan      = "math.atan"
	Atan2     = "math.atan2"
	Atanh     = "math.atanh"
	Cbrt      = "math.cbrt"
	Ceil      = "math.ceil"
	ClampF    = "math.clampf"
	CopySign  = "math.copysign"
	Cos       = "math.cos"
	Cosh      = "math.cosh"
	CtLZ      = "math.ctlz"
	CtPop     = "math.ctpop"
	CtTZ      = "math.cttz"
	Erf       = "math.erf"
	Erfc      = "math.erfc"
	Exp       = "math.exp"
	Exp2      = "math.exp2"
	ExpM1     = "math.expm1"
	FMA       = "math.fma"
	FPowI     = "math.fpowi"
	Floor     = "math.floor"
	IPowI     = "math.ipowi"
	IsFinite  = "math.isfinite"
	IsInf     = "math.isinf"
	IsNaN     = "math.isnan"
	IsNormal  = "math.isnormal"
	Log       = "math.log"
	Log10     = "math.log10"
	Log1p     = "math.log1p"
	Log2      = "math.log2"
	PowF      = "math.powf"
	Round     = "math.round"
	RoundEven = "math.roundeven"
	Rsqrt     = "math.rsqrt"
	Sin       = "math.sin"
	SinCos    = "math.sincos"
	Sinh      = "math.sinh"
	Sqrt      = "math.sqrt"
	Tan       = "math.tan"
	Tanh      = "math.tanh"
	Trunc     = "math.trunc"
)

// Dialect is the math dialect.
var Dialect = &ir.Dialect{
	Name:    "math",
	Summary: "functions of numbers",
	Description: `Roots, powers, exponentials, logarithms, trigonometric functions, rounding and
classification of floats; counting bits, absolute value and powers of integers.`,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Ops: ops(),
		}
	},
	Materialize: arith.Materialize,
}
