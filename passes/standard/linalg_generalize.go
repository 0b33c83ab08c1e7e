package standard

import (
	"optc/dialect/linalg"
	"optc/ir"
	"optc/passes"
)

// GeneralizeNamedOps replaces named structured operations by linalg.generic.
//
//	linalg.matmul ins(%a, %b : …) outs(%c : …)   →   linalg.generic {indexing_maps = […],
//	                                                   iterator_types = […]} ins(%a, %b : …) outs(%c : …) {
//	                                                 ^bb0(%in: f32, %in_0: f32, %out: f32):
//	                                                   %0 = arith.mulf %in, %in_0 : f32
//	                                                   %1 = arith.addf %out, %0 : f32
//	                                                   linalg.yield %1 : f32
//	                                                 }
var GeneralizeNamedOps = &passes.Pass{
	Name:     "linalg-generalize-named-ops",
	Title:    "Convert named ops into generic ops",
	Doc:      "Replaces every structured operation by linalg.generic with its maps, iterators and region.",
	Dialects: []string{"linalg"},
	Run: passes.Patterns(func() []*ir.Pattern {
		return []*ir.Pattern{{Name: "generalize-named-op", Rewrite: generalize}}
	}),
}

func generalize(op *ir.Operation, rw *ir.Rewriter) bool {
	if !linalg.Structured.Has(op) || ir.Is[linalg.GenericOp](op) {
		return false
	}
	g := linalg.NewGeneric(rw, linalg.InputsOf(op), linalg.OutputsOf(op), linalg.MapsOf(op), linalg.IteratorsOf(op)).Operation()
	rw.Modify(g, func() { g.Region(0).TakeBody(op.Region(0)) })
	rw.Replace(op, g.ResultList()...)
	return true
}
