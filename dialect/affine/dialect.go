package affine

import (
	"optc/dialect/arith"
	"optc/dialect/ub"
	"optc/ir"
)

// Dialect is the affine dialect.
var Dialect = &ir.Dialect{
	Name:        "affine",
	Summary:     "affine index arithmetic, loops and accesses",
	Description: "Computations on indices that are linear in loop variables and symbols.",
	Meaning:     meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed: typedOps(),
			Ops: []*ir.OpDef{
				apply(), minOp(), maxOp(), linearizeIndex(), delinearizeIndex(),
				forOp(), ifOp(), parallel(), yield(),
				load(), store(), vectorLoad(), vectorStore(), prefetch(), dmaStart(), dmaWait(),
			},
		}
	},
	Materialize: func(b *ir.Builder, value ir.Attribute, t ir.Type, loc ir.Location) *ir.Operation {
		if p := ub.Materialize(b, value, t, loc); p != nil {
			return p
		}
		return arith.Materialize(b, value, t, loc)
	},
	InlineInto: inlineInto,
	InlineOp:   inlineOp,
}
