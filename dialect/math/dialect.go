package math

import (
	"optc/dialect/arith"
	"optc/ir"
)

// Operations.
var (
	Acos  = floatUnaryKind{"math.acos"}
	Acosh = floatUnaryKind{"math.acosh"}
	Asin  = floatUnaryKind{"math.asin"}
	Asinh = floatUnaryKind{"math.asinh"}
	Atan  = floatUnaryKind{"math.atan"}
	Atanh = floatUnaryKind{"math.atanh"}
	Cos   = floatUnaryKind{"math.cos"}
	Cosh  = floatUnaryKind{"math.cosh"}
	CtTZ  = intUnaryKind{"math.cttz"}
	Erf   = floatUnaryKind{"math.erf"}
	Erfc  = floatUnaryKind{"math.erfc"}
	Exp   = floatUnaryKind{"math.exp"}
	Exp2  = floatUnaryKind{"math.exp2"}
	ExpM1 = floatUnaryKind{"math.expm1"}
	Log   = floatUnaryKind{"math.log"}
	Log10 = floatUnaryKind{"math.log10"}
	Log1p = floatUnaryKind{"math.log1p"}
	Log2  = floatUnaryKind{"math.log2"}
	Sin   = floatUnaryKind{"math.sin"}
	Sinh  = floatUnaryKind{"math.sinh"}
	Sqrt  = floatUnaryKind{"math.sqrt"}
	Tan   = floatUnaryKind{"math.tan"}
	Tanh  = floatUnaryKind{"math.tanh"}
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
