package scf

import "optc/ir"

// Dialect is the scf dialect.
var Dialect = &ir.Dialect{
	Name:        "scf",
	Summary:     "structured control flow",
	Description: "Loops and conditionals whose bodies are regions.",
	Meaning:     meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed: typedOps(),
			Ops: []*ir.OpDef{
				condition(), executeRegion(), forOp(), forall(), ifOp(), inParallel(), indexSwitch(),
				parallel(), reduce(), reduceReturn(), while(), yield(),
			},
		}
	},
	InlineInto: ir.InlineAlways,
}
