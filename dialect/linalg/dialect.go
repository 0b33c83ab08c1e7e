package linalg

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

// Dialect is the linalg dialect.
var Dialect = &ir.Dialect{
	Name:        "linalg",
	Summary:     "loop nests over tensors and buffers",
	Description: "Matrix products, convolutions, pools, functions of elements, reductions and movement of elements, on tensors as values and on buffers.",
	Meaning:     meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed:    typedOps(),
			Ops:      ops(),
			Attrs:    attrs(),
			Patterns: structuredPatterns,
		}
	},
	Materialize: arith.Materialize,
}

// ops are the definitions of the operations.
func ops() []*ir.OpDef {
	return slices.Concat(
		[]*ir.OpDef{generic(), yield(), index(), mapOp(), reduce(), transpose(), broadcast(), elementwise(), softmax(), pack(), unpack()},
		productOps(), namedOps(), winogradOps(),
	)
}
