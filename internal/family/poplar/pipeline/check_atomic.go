package poplar

import (
	"cmp"
	"fmt"
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/internal/family/poplar/evaluate"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/passes"
)

// PoplarCheckAtomicOptions are the options of PoplarCheckAtomic.
type CheckAtomicOptions struct {
	Level string `opt:"level" values:"warn,error" help:"severity of a hazard"`
}

// PoplarCheckAtomic is poplar-check-atomic.
var CheckAtomic = &passes.Pass{
	Name:  "poplar-check-atomic",
	Title: "Report stores of several threads to one atomic store unit",
	Doc: `A store that is smaller than a word reads the word, merges and writes it back. Two
threads that write different bytes of the same word can lose one of the writes:
vertices of the same compute set on the same tile, and the workers of a
MultiVertex, whose division of an output poplar.split declares. A placed graph is
checked by its addresses; before placement, blocks of variables are assumed to
begin at a word. By addresses, the pass also finds two views through which a
vertex writes the same element. Linking gives a temporary to the second of two
vertices that share a word, and to outputs of a MultiVertex or supervisor that
begin in the middle of a word, unless it is told to be strict.`,
	Options:  CheckAtomicOptions{Level: "error"},
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"poplar"},
	Needs:    []passes.Condition{{Text: "layouts are resolved and mappings evaluated"}},
	Run:      runPoplarCheckAtomic,
}

func runPoplarCheckAtomic(c *passes.Context) (bool, error) {
	report := func(d *ir.Diagnostic) {
		if d.Code == poplar.Codes+"atomic-hazard" && passes.OptionsOf[CheckAtomicOptions](c).Level == "warn" {
			d.Severity = ir.Warning
		}
		c.Report(d)
	}
	vertices := moduleOps(c, poplar.VertexOp{})
	if len(vertices) > 0 {
		t, ok := vertexTarget(c, vertices[0])
		if !ok {
			return false, nil
		}
		for v := range passes.Each(c, vertices) {
			checkSplits(poplar.VertexOf(v), &t, report)
		}
	}
	for _, g := range moduleOps(c, poplar.GraphOp{}) {
		if !poplar.IsLowered(g) || c.Err() != nil {
			continue
		}
		p, err := linkedProgram.Of(c, g)
		if err != nil {
			return false, err
		}
		checkPlacedAtoms(p, report)
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
				d := e.Added[h.Second].OpError(poplar.Codes, h.Error(&e.Target, evaluate.VertexName))
				report(d.Note(e.Added[h.First].Loc(), "the other vertex is added here"))
			}
		}
	}
	return false, nil
}

// checkPlacedAtoms reports the words that two vertices of a compute set write.
func checkPlacedAtoms(p *program.Program, report func(*ir.Diagnostic)) {
	for _, t := range p.Tiles {
		if _, d := t.Addresses(); d != nil {
			return // addresses are unknown before poplar-place
		}
	}
	name := func(v *program.BoundVertex) string { return fmt.Sprintf("vertex %d ('%s')", v.ID, v.Class.Name) }
	for _, s := range p.Sets {
		for _, clash := range atomClashes(p, s) {
			err := diag.Errorf("atomic-hazard", "%s and %s write parts of the same %d-byte word at %s of tile %d in compute set '%s'",
				name(clash.First), name(clash.Second), p.Target.AtomicStore, target.Hex(clash.Addr), clash.First.Tile, s.Name).
				Note("%s lies there", p.Owner(clash.First.Tile, clash.Addr))
			report(clash.Second.Op.OpError(poplar.Codes, err).Note(clash.First.Op.Loc(), "the other vertex is added here"))
		}
		for _, v := range s.Vertices {
			checkPlacedViews(p, v, report)
			if poplar.VertexOf(v.Class.Op).Codelet().Shared() {
				checkPlacedParts(p, v, report)
			}
		}
	}
}

// checkPlacedViews reports elements that a vertex writes through two views.
func checkPlacedViews(p *program.Program, v *program.BoundVertex, report func(*ir.Diagnostic)) {
	writes := placedWrites(nil, p, v, 0)
	slices.SortFunc(writes, func(a, b graph.Write) int { return cmp.Compare(a.Lo, b.Lo) })
	for i := 1; i < len(writes); i++ {
		if at := writes[i].Lo; at < writes[i-1].Hi {
			err := diag.Errorf("write-race", "two views of vertex %d ('%s') write to %s of tile %d", v.ID, v.Class.Name, target.Hex(at), v.Tile).
				Note("%s lies there; the code may write to them in any order", p.Owner(v.Tile, at))
			report(v.Op.OpError(poplar.Codes, err))
			return
		}
	}
}

// placedWrites appends the bytes that the views of a vertex write.
func placedWrites(to []graph.Write, p *program.Program, v *program.BoundVertex, writer int) []graph.Write {
	for i, f := range v.Class.State.Fields {
		if !f.Type.Dir.Writes() {
			continue
		}
		for _, x := range v.Fields[i].Data {
			if x.Count > 0 {
				lo := p.Address(x.Ref)
				to = append(to, graph.Write{Writer: writer, ByteRange: vertex.ByteRange{Lo: lo, Hi: lo + x.Count*uint64(p.Target.TypeSize(f.Type.Elem))}})
			}
		}
	}
	return to
}

// checkPlacedParts reports outputs that threads of a vertex divide and that begin in the
// middle of a word, because then every part of whole words does too.
func checkPlacedParts(p *program.Program, v *program.BoundVertex, report func(*ir.Diagnostic)) {
	for i, f := range v.Class.State.Fields {
		if !f.Type.Dir.Writes() {
			continue
		}
		for _, x := range v.Fields[i].Data {
			if x.Count == 0 || p.Address(x.Ref)%p.Target.AtomicStore == 0 {
				continue
			}
			err := diag.Errorf("atomic-hazard", "'%s' of vertex %d ('%s'), which several threads write, begins in the middle of a %d-byte word, at %s of tile %d",
				f.Name, v.ID, v.Class.Name, p.Target.AtomicStore, target.Hex(p.Address(x.Ref)), v.Tile).
				Note("%s lies there", p.Owner(v.Tile, p.Address(x.Ref)))
			report(v.Op.OpError(poplar.Codes, err))
		}
	}
}

// atomClash is a word of a tile that two vertices of a compute set write parts of.
type atomClash struct {
	First, Second *program.BoundVertex
	Addr          uint64 // address of the word
}

// atomClashes finds the words that several vertices of a compute set of a placed program write
// parts of, by tile and address. It compares addresses, whether a pass or the program's author
// chose them.
func atomClashes(p *program.Program, s *program.Set) (clashes []atomClash) {
	for _, vertices := range s.ByTile() {
		var writes []graph.Write
		for n, v := range vertices {
			writes = placedWrites(writes, p, v, n)
		}
		for _, c := range graph.AtomClashes(&p.Target, writes) {
			clashes = append(clashes, atomClash{vertices[c.First], vertices[c.Second], c.Addr})
		}
	}
	return clashes
}

// checkSplits checks how the workers of a MultiVertex divide its outputs, unless the code
// uses poplar.part, whose parts are whole words.
func checkSplits(v poplar.VertexView, t *target.Target, report func(*ir.Diagnostic)) {
	asked := map[*ir.Operation]bool{}
	if compute := v.Compute(); compute != nil {
		ir.Walk(compute, func(op *ir.Operation) ir.WalkResult {
			if ir.Is[poplar.PartOp](op) {
				asked[poplar.SplitOf(op)] = true
			}
			return ir.Advance
		})
	}
	for op := range v.Body().Ops() {
		splitOp := ir.As[poplar.SplitOp](op)
		if !splitOp.Ok() || asked[op] {
			continue
		}
		grain, given := splitOp.Grain()
		split := graph.WorkerSplit{Strided: !given, Grain: int(grain)}
		if err := graph.CheckSplit(t, poplar.SplitElem(op), split); err != nil {
			report(op.OpError(poplar.Codes, err))
		}
	}
}
