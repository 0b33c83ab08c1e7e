package scf

import "optc/ir"

// Names of the operations.
const (
	Condition     = "scf.condition"
	ExecuteRegion = "scf.execute_region"
	For           = "scf.for"
	Forall        = "scf.forall"
	If            = "scf.if"
	InParallel    = "scf.forall.in_parallel"
	IndexSwitch   = "scf.index_switch"
	Parallel      = "scf.parallel"
	Reduce        = "scf.reduce"
	ReduceReturn  = "scf.reduce.return"
	While         = "scf.while"
	Yield         = "scf.yield"
)

// Dialect is the scf dialect.
var Dialect = &ir.Dialect{
	Name:        "scf",
	Summary:     "structured control flow",
	Description: "Loops and conditionals whose bodies are regions.",
	Define: func() ir.Definitions {
		return ir.Definitions{
			Ops: []*ir.OpDef{
				condition(), executeRegion(), forOp(), forall(), ifOp(), inParallel(), indexSwitch(),
				parallel(), reduce(), reduceReturn(), while(), yield(),
			},
		}
	},
	InlineInto: ir.InlineAlways,
}
