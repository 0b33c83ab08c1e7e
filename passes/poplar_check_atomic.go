package passes

import (
	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/ir"
)

// PoplarCheckAtomicOptions are the options of PoplarCheckAtomic.
type PoplarCheckAtomicOptions struct {
	Level string `opt:"level" values:"warn,error" help:"what a hazard is"`
}

// PoplarCheckAtomic is poplar-check-atomic.
var PoplarCheckAtomic = &Pass{
	Name:  "poplar-check-atomic",
	Title: "Report stores of several threads to one atomic store unit",
	Doc: `A store that is smaller than a word reads the word, merges and writes it back. Two
threads that write different bytes of one word can lose one of the writes: vertices of one
compute set on one tile, and the workers of a MultiVertex, whose division of an output
poplar.split declares.`,
	Options:  PoplarCheckAtomicOptions{Level: "warn"},
	Anchor:   []ir.OpKind{ir.Module},
	Dialects: []string{"poplar"},
	Needs:    []Condition{{Text: "layouts are resolved and mappings evaluated"}},
	Run:      runPoplarCheckAtomic,
}

func runPoplarCheckAtomic(c *Context) (bool, error) {
	report := func(d *ir.Diagnostic) {
		if OptionsOf[PoplarCheckAtomicOptions](c).Level == "warn" {
			d.Severity = ir.Warning
		}
		c.Report(d)
	}
	vertices := moduleOps(c, poplar.VertexOp)
	if len(vertices) > 0 {
		t, ok := vertexTarget(c, vertices[0])
		if !ok {
			return false, nil
		}
		for v := range each(c, vertices) {
			checkSplits(poplar.VertexOf(v), &t, report)
		}
	}
	for g := range unlowered(c) {
		e, err := graphEvaluation.Of(c, g)
		if err != nil {
			return false, err
		}
		for _, set := range e.Graph.ComputeSets() {
			if c.Err() != nil {
				break
			}
			for _, h := range graph.AtomicHazards(e.Graph, set) {
				d := e.Added[h.Second].OpError(poplar.Codes, h.Error(&e.Target, vertexName))
				report(d.Note(e.Added[h.First].Loc(), "the other vertex is added here"))
			}
		}
	}
	return false, nil
}

// checkSplits checks how the workers of a MultiVertex divide its outputs.
func checkSplits(v poplar.VertexView, t *target.Target, report func(*ir.Diagnostic)) {
	fields := map[string]vertex.FieldType{}
	for _, f := range v.Fields() {
		fields[f.Name] = f.Type
	}
	for op := range v.Body().Ops() {
		if !poplar.SplitOp.Is(op) {
			continue
		}
		grain, given := poplar.SplitOp.Grain(op)
		split := graph.WorkerSplit{Strided: !given, Grain: int(grain)}
		f := fields[poplar.SplitOp.Field(op)]
		if err := graph.CheckSplit(t, f.Elem, split); err != nil {
			report(op.OpError(poplar.Codes, err))
		}
	}
}
