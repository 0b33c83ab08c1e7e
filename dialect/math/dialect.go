package math

import (
	"optc/dialect/arith"
	"optc/ir"
)

// Names of the operations.
const (
	AbsF      ir.Kind = "math.absf"
	AbsI      ir.Kind = "math.absi"
	Acos      ir.Kind = "math.acos"
	Acosh     ir.Kind = "math.acosh"
	Asin      ir.Kind = "math.asin"
	Asinh     ir.Kind = "math.asinh"
	Atan      ir.Kind = "math.atan"
	Atan2     ir.Kind = "math.atan2"
	Atanh     ir.Kind = "math.atanh"
	Cbrt      ir.Kind = "math.cbrt"
	Ceil      ir.Kind = "math.ceil"
	ClampF    ir.Kind = "math.clampf"
	CopySign  ir.Kind = "math.copysign"
	Cos       ir.Kind = "math.cos"
	Cosh      ir.Kind = "math.cosh"
	CtLZ      ir.Kind = "math.ctlz"
	CtPop     ir.Kind = "math.ctpop"
	CtTZ      ir.Kind = "math.cttz"
	Erf       ir.Kind = "math.erf"
	Erfc      ir.Kind = "math.erfc"
	Exp       ir.Kind = "math.exp"
	Exp2      ir.Kind = "math.exp2"
	ExpM1     ir.Kind = "math.expm1"
	FMA       ir.Kind = "math.fma"
	FPowI     ir.Kind = "math.fpowi"
	Floor     ir.Kind = "math.floor"
	IPowI     ir.Kind = "math.ipowi"
	IsFinite  ir.Kind = "math.isfinite"
	IsInf     ir.Kind = "math.isinf"
	IsNaN     ir.Kind = "math.isnan"
	IsNormal  ir.Kind = "math.isnormal"
	Log       ir.Kind = "math.log"
	Log10     ir.Kind = "math.log10"
	Log1p     ir.Kind = "math.log1p"
	Log2      ir.Kind = "math.log2"
	PowF      ir.Kind = "math.powf"
	Round     ir.Kind = "math.round"
	RoundEven ir.Kind = "math.roundeven"
	Rsqrt     ir.Kind = "math.rsqrt"
	Sin       ir.Kind = "math.sin"
	SinCos    ir.Kind = "math.sincos"
	Sinh      ir.Kind = "math.sinh"
	Sqrt      ir.Kind = "math.sqrt"
	Tan       ir.Kind = "math.tan"
	Tanh      ir.Kind = "math.tanh"
	Trunc     ir.Kind = "math.trunc"
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
