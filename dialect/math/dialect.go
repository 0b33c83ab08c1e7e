package math

import (
	"optc/dialect/arith"
	"optc/ir"
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
			Typed: typedOps(),
			Ops:   ops(),
		}
	},
	Materialize: arith.Materialize,
}
