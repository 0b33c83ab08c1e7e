package affine

import (
	"optc/dialect/arith"
	"optc/dialect/ub"
	"optc/ir"
)

// Names of the operations.
const (
	Apply            ir.Kind = "affine.apply"
	DelinearizeIndex ir.Kind = "affine.delinearize_index"
	DmaStart         ir.Kind = "affine.dma_start"
	DmaWait          ir.Kind = "affine.dma_wait"
	For              ir.Kind = "affine.for"
	If               ir.Kind = "affine.if"
	LinearizeIndex   ir.Kind = "affine.linearize_index"
	Load             ir.Kind = "affine.load"
	Max              ir.Kind = "affine.max"
	Min              ir.Kind = "affine.min"
	Parallel         ir.Kind = "affine.parallel"
	Prefetch         ir.Kind = "affine.prefetch"
	Store            ir.Kind = "affine.store"
	VectorLoad       ir.Kind = "affine.vector_load"
	VectorStore      ir.Kind = "affine.vector_store"
	Yield            ir.Kind = "affine.yield"
)

// Dialect is the affine dialect.
var Dialect = &ir.Dialect{
	Name:        "affine",
	Summary:     "affine index arithmetic, loops and accesses",
	Description: "Computations on indices that are linear in loop variables and symbols.",
	Define: func() ir.Definitions {
		return ir.Definitions{
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
