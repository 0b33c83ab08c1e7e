package poplar

import (
	"optc/ir"
	"optc/passes"
)

// PoplarCheckRaces is poplar-check-races.
var CheckRaces = &passes.Pass{
	Name:  "poplar-check-races",
	Title: "Report data races between the vertices of a compute set",
	Doc: `The vertices of a compute set run in no defined order, so that an element that one
of them writes must not be read or written by another. The code of a vertex may
write to its outputs in any order, so that two outputs must not contain the same
element either.`,
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"poplar"},
	Needs:    []passes.Condition{{Text: "layouts are resolved and mappings evaluated"}},
	Run: func(c *passes.Context) (bool, error) {
		for graph := range unlowered(c) {
			checkRaces(c, graph)
		}
		return false, nil
	},
}

func checkRaces(c *passes.Context, g *ir.Operation) {
	e, err := graphEvaluation.Of(c, g)
	if err != nil {
		c.Fail(err)
		return
	}
	for _, set := range e.Graph.ComputeSets() {
		if c.Err() != nil {
			break
		}
		for _, d := range e.Races(set) {
			c.Report(d)
		}
	}
}
