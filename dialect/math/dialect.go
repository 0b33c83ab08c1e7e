package math

import (
	"optc/dialect/arith"
	"optc/ir"
)

// Operations.
var (
	AbsF      = floatUnaryKind{"math.absf"}
	AbsI      = intUnaryKind{"math.absi"}
	Acos      = floatUnaryKind{"math.acos"}
	Acosh     = floatUnaryKind{"math.acosh"}
	Asin      = floatUnaryKind{"math.asin"}
	Asinh     = floatUnaryKind{"math.asinh"}
	Atan      = floatUnaryKind{"math.atan"}
	Atan2     = floatBinaryKind{"math.atan2"}
	Atanh     = floatUnaryKind{"math.atanh"}
	Cbrt      = floatUnaryKind{"math.cbrt"}
	Ceil      = floatUnaryKind{"math.ceil"}
	ClampF    = clampKind{"math.clampf"}
	CopySign  = floatBinaryKind{"math.copysign"}
	Cos       = floatUnaryKind{"math.cos"}
	Cosh      = floatUnaryKind{"math.cosh"}
	CtLZ      = intUnaryKind{"math.ctlz"}
	CtPop     = intUnaryKind{"math.ctpop"}
	CtTZ      = intUnaryKind{"math.cttz"}
	Erf       = floatUnaryKind{"math.erf"}
	Erfc      = floatUnaryKind{"math.erfc"}
	Exp       = floatUnaryKind{"math.exp"}
	Exp2      = floatUnaryKind{"math.exp2"}
	ExpM1     = floatUnaryKind{"math.expm1"}
	FMA       = fmaKind{"math.fma"}
	FPowI     = fpowiKind{"math.fpowi"}
	Floor     = floatUnaryKind{"math.floor"}
	IPowI     = intBinaryKind{"math.ipowi"}
	IsFinite  = testKind{"math.isfinite"}
	IsInf     = testKind{"math.isinf"}
	IsNaN     = testKind{"math.isnan"}
	IsNormal  = testKind{"math.isnormal"}
	Log       = floatUnaryKind{"math.log"}
	Log10     = floatUnaryKind{"math.log10"}
	Log1p     = floatUnaryKind{"math.log1p"}
	Log2      = floatUnaryKind{"math.log2"}
	PowF      = floatBinaryKind{"math.powf"}
	Round     = floatUnaryKind{"math.round"}
	RoundEven = floatUnaryKind{"math.roundeven"}
	Rsqrt     = floatUnaryKind{"math.rsqrt"}
	Sin       = floatUnaryKind{"math.sin"}
	SinCos    = sinCosKind{"math.sincos"}
	Sinh      = floatUnaryKind{"math.sinh"}
	Sqrt      = floatUnaryKind{"math.sqrt"}
	Tan       = floatUnaryKind{"math.tan"}
	Tanh      = floatUnaryKind{"math.tanh"}
	Trunc     = floatUnaryKind{"math.trunc"}
)

// Dialect is the math dialect.
var Dialect = &ir.Dialect{
	Name:    "math",
	Summary: "functions of numbers",
	Description: `Roots, powers, exponentials, logarithms, trigonometric functions, rounding and
classification of floats; counting bits, absolute value and powers of integers.`,
	Meaning: meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed: typedOps,
			Ops:   ops(),
		}
	},
	Materialize: arith.Materialize,
}
