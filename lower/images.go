package lower

import (
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/lower/poplar/image"
	"optc/lower/poplar/place"
	"optc/lower/poplar/program"
	"optc/lower/poplar/run"
)

// Program is a lowered graph with everything that running it needs.
type Program struct {
	Target   target.Target
	Images   *image.Images
	Codelets []*run.Codelet
}

// Images reads the images out of a module that went through the pipeline `tile`:
// one poplar.graph with placed and packed tiles.
func Images(module *ir.Operation) (*Program, *ir.Diagnostic) {
	graph, d := onlyGraph(module)
	if d != nil {
		return nil, d
	}
	p, d := program.Read(graph)
	if d != nil {
		return nil, d
	}
	if d := unpacked(p); d != nil {
		return nil, d
	}
	out := &Program{Target: p.Target, Images: &image.Images{}}
	chunks := p.Chunks()
	for _, t := range p.Tiles {
		if list := chunks[t.Number]; len(list) > 0 {
			out.Images.Tiles = append(out.Images.Tiles, image.NewTile(t.Number, list))
		}
	}
	out.manifest(module, p)
	out.Codelets, d = Codelets(module)
	return out, d
}

// unpacked finds the first allocation without address, or the first state without
// bytes.
func unpacked(p *program.Program) *ir.Diagnostic {
	for _, t := range p.Tiles {
		if _, d := t.Addresses(); d != nil {
			return d
		}
	}
	for _, s := range p.Sets {
		for _, v := range s.Vertices {
			if t := p.Tile(v.Tile); t.Demands[v.State].Size > 0 && t.Bytes[v.State] == nil {
				return v.Op.OpError(poplar.Codes, diag.Errorf("unresolved", "states must be packed; run poplar-pack-state first"))
			}
		}
	}
	return nil
}

// onlyGraph returns the graph of a module; there must be exactly one.
func onlyGraph(module *ir.Operation) (*ir.Operation, *ir.Diagnostic) {
	var graph *ir.Operation
	for op := range module.Body().Ops() {
		if !poplar.GraphOp.Is(op) {
			continue
		}
		if graph != nil {
			return nil, op.Errorf("is the second graph; a program has one").Note(graph.Loc(), "the first graph is here")
		}
		graph = op
	}
	if graph == nil {
		return nil, module.Errorf("holds no poplar.graph, so there is no program to build")
	}
	return graph, nil
}

// manifest describes the program.
func (out *Program) manifest(module *ir.Operation, p *program.Program) {
	m := &out.Images.Manifest
	*m = image.Manifest{
		Format: image.ManifestFormat, Target: image.NewTargetRecord(&p.Target),
		Symbols: []image.SymbolRecord{}, Tiles: []image.TileRecord{}, Vertices: []image.VertexRecord{},
		ComputeSets: []image.SetRecord{}, Program: []image.StepRecord{}, Variables: []image.VariableRecord{},
	}
	for op := range module.Body().Ops() {
		if poplar.VertexOp.Is(op) {
			v := poplar.VertexOf(op)
			code := v.Codelet()
			m.Symbols = append(m.Symbols, image.SymbolRecord{
				Name: code.Name, Symbol: symbolOf(op), Kind: code.Kind.String(), External: code.External,
				Stack: uint64(ir.IntOr(op.Attr("worker_stack"), 0)),
			})
		}
	}
	given := map[program.Ref]bool{}
	for _, v := range p.Variables {
		for r := range v.Initial(&p.Target) {
			given[program.Ref{Tile: r.Tile, Alloc: r.Alloc}] = true
		}
	}
	for _, t := range p.Tiles {
		m.Tiles = append(m.Tiles, tileRecord(&p.Target, t, given))
	}
	for _, s := range p.Sets {
		m.ComputeSets = append(m.ComputeSets, setRecord(p, s))
		for _, v := range s.Vertices {
			m.Vertices = append(m.Vertices, image.VertexRecord{
				ID: v.ID, Symbol: symbolOf(v.Class.Op), ComputeSet: s.Name, Tile: v.Tile,
				State: p.Address(program.Ref{Tile: v.Tile, Alloc: v.State}),
			})
		}
	}
	for _, step := range p.Steps {
		if step.Set != nil {
			m.Program = append(m.Program, image.StepRecord{Execute: step.Set.Name})
		} else {
			m.Program = append(m.Program, image.StepRecord{Copy: moveRecords(p, step.Moves)})
		}
	}
	for _, v := range p.Variables {
		r := image.VariableRecord{Name: v.Name, Type: v.Elem.IRName(), Shape: append([]int64{}, v.Shape...), Runs: []image.ElementRun{}}
		for _, run := range v.Runs {
			r.Runs = append(r.Runs, image.ElementRun{Begin: run.Begin, End: run.End, Tile: run.Tile, Addr: p.Address(run.Ref)})
		}
		m.Variables = append(m.Variables, r)
	}
}

// moveRecords gives copies their addresses; neighbours that continue each other are
// merged.
func moveRecords(p *program.Program, moves []program.Move) []image.MoveRecord {
	out := []image.MoveRecord{}
	for _, m := range moves {
		r := image.MoveRecord{FromTile: m.From.Tile, From: p.Address(m.From), ToTile: m.To.Tile, To: p.Address(m.To), Bytes: m.Bytes}
		if k := len(out) - 1; k >= 0 {
			last := &out[k]
			if last.FromTile == r.FromTile && last.ToTile == r.ToTile && last.From+last.Bytes == r.From && last.To+last.Bytes == r.To {
				last.Bytes += r.Bytes
				continue
			}
		}
		out = append(out, r)
	}
	return out
}

func symbolOf(vertex *ir.Operation) string {
	if a := ir.Get[*ir.StringAttr](vertex, "symbol"); a != nil {
		return a.Value
	}
	return ""
}

func tileRecord(t *target.Target, tile *program.Tile, given map[program.Ref]bool) image.TileRecord {
	r := image.TileRecord{Tile: tile.Number, Allocs: []image.AllocRecord{}, Unused: t.BytesPerTile}
	for i := range tile.Demands {
		d := &tile.Demands[i]
		written := tile.Bytes[i] != nil || given[program.Ref{Tile: tile.Number, Alloc: i}]
		r.Allocs = append(r.Allocs, allocRecord(t, d, written))
		r.Unused -= d.Size
	}
	slices.SortStableFunc(r.Allocs, func(a, b image.AllocRecord) int {
		switch {
		case a.Addr < b.Addr:
			return -1
		case a.Addr > b.Addr:
			return 1
		}
		return 0
	})
	return r
}

// allocRecord describes an allocation; written says that it has content before the
// program runs.
func allocRecord(t *target.Target, d *place.Demand, written bool) image.AllocRecord {
	r := image.AllocRecord{
		Name: d.Name, Kind: d.Kind, Addr: d.Fixed, Size: d.Size, Align: d.Align,
		Elements: []int{}, Region: t.RegionOf(d.Fixed), Written: written,
	}
	if d.Size > 0 {
		for e := t.ElementOf(d.Fixed); e <= t.ElementOf(d.Fixed+d.Size-1); e++ {
			r.Elements = append(r.Elements, e)
		}
	}
	return r
}

func setRecord(p *program.Program, s *program.Set) image.SetRecord {
	r := image.SetRecord{
		Name: s.Name, Vertices: []image.TileVertices{},
		Before: moveRecords(p, s.Before), After: moveRecords(p, s.After),
	}
	byTile := map[int]int{}
	for _, v := range s.Vertices {
		k, ok := byTile[v.Tile]
		if !ok {
			k = len(r.Vertices)
			byTile[v.Tile] = k
			r.Vertices = append(r.Vertices, image.TileVertices{Tile: v.Tile})
		}
		r.Vertices[k].IDs = append(r.Vertices[k].IDs, v.ID)
	}
	slices.SortFunc(r.Vertices, func(a, b image.TileVertices) int { return a.Tile - b.Tile })
	return r
}

// Codelets returns the code of the vertex classes of a lowered module.
func Codelets(module *ir.Operation) ([]*run.Codelet, *ir.Diagnostic) {
	t, _ := poplar.TargetFor(module)
	var list []*run.Codelet
	for op := range module.Body().Ops() {
		if !poplar.VertexOp.Is(op) {
			continue
		}
		v := poplar.VertexOf(op)
		state, d := poplar.StateOf(op, &t)
		if d != nil {
			return nil, d
		}
		if d := undistributed(v.Compute()); d != nil {
			return nil, d
		}
		list = append(list, &run.Codelet{Symbol: symbolOf(op), Kind: v.Codelet().Kind, State: state, Vertex: op, Compute: v.Compute()})
	}
	return list, nil
}

// undistributed finds what the workers of a tile cannot run: vectors that are still
// spread over them by a layout.
func undistributed(compute *ir.Operation) (problem *ir.Diagnostic) {
	if compute == nil {
		return nil
	}
	ir.Walk(compute, func(op *ir.Operation) ir.WalkResult {
		if vectorext.ToLayout.Is(op) || vectorext.ToSIMD.Is(op) || vectorext.ToSIMT.Is(op) {
			problem = op.Errorf("is left over: an operation on the vector could not be distributed over the workers").WithCode("undistributed")
			return ir.Interrupt
		}
		return ir.Advance
	})
	return problem
}

// Device loads the program into simulated tiles.
func (p *Program) Device(module *ir.Operation) (*run.Device, error) {
	return run.NewDevice(&p.Target, module, p.Codelets, p.Images)
}
