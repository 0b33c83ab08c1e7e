package scf

import "optc/ir"

// Names of the operations.
const (
	Condition     ir.Kind = "scf.condition"
	ExecuteRegion ir.Kind = "scf.execute_region"
	For           ir.Kind = "scf.for"
	Forall        ir.Kind = "scf.forall"
	If            ir.Kind = "scf.if"
	InParallel    ir.Kind = "scf.forall.in_parallel"
	IndexSwitch   ir.Kind = "scf.index_switch"
	Parallel      ir.Kind = "scf.parallel"
	Reduce        ir.Kind = "scf.reduce"
	ReduceReturn  ir.Kind = "scf.reduce.return"
	While         ir.Kind = "scf.while"
	Yield         ir.Kind = "scf.yield"
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
