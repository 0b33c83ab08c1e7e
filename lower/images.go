package lower

import (
	"slices"

	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/lower/poplar/evaluate"
	"optc/lower/poplar/image"
	"optc/lower/poplar/link"
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
	ev, d := evaluate.Graph(graph)
	if d != nil {
		return nil, d
	}
	linked, errs := link.Link(ev.Graph, ev.Info, ev.Program, link.Options{Initial: ev.Initial})
	if len(errs) > 0 {
		return nil, graph.OpError(poplar.Codes, errs[0])
	}
	addrs, d := link.PlacedAddresses(graph, linked)
	if d != nil {
		return nil, d
	}
	p := &Program{Target: ev.Target, Images: &image.Images{}}
	if d := p.tiles(graph, linked, addrs); d != nil {
		return nil, d
	}
	p.manifest(module, ev, linked, addrs)
	p.Codelets, d = Codelets(module)
	return p, d
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

// tiles collects the bytes of the allocations.
func (p *Program) tiles(graph *ir.Operation, linked *link.Program, addrs link.Addresses) *ir.Diagnostic {
	for tile := range graph.Body().Ops() {
		if !poplar.TileOp.Is(tile) {
			continue
		}
		n := int(ir.IntOr(tile.Attr("tile"), 0))
		var chunks []image.Chunk
		at := map[string]uint64{}
		for op := range tile.Body().Ops() {
			name := ir.Get[*ir.StringAttr](op, "name").Value
			switch {
			case poplar.AllocOp.Is(op):
				at[name] = uint64(ir.IntOr(op.Attr("address"), 0))
			case poplar.BytesOp.Is(op):
				addr, known := at[name]
				if !known {
					return op.Errorf("there is no allocation '%s' before it", name)
				}
				data, written, _ := poplar.ParseBytes(ir.Get[*ir.StringAttr](op, "bytes").Value)
				chunks = append(chunks, writtenRuns(addr, data, written)...)
			}
		}
		if len(chunks) > 0 {
			p.Images.Tiles = append(p.Images.Tiles, image.NewTile(n, chunks))
		}
	}
	return nil
}

// writtenRuns cuts bytes at those that are not written.
func writtenRuns(addr uint64, data []byte, written []bool) (chunks []image.Chunk) {
	for lo := 0; lo < len(data); {
		hi := lo
		for hi < len(data) && written[hi] {
			hi++
		}
		if hi > lo {
			chunks = append(chunks, image.Chunk{Addr: addr + uint64(lo), Bytes: data[lo:hi]})
		}
		lo = hi + 1
	}
	return chunks
}

// manifest describes the program.
func (p *Program) manifest(module *ir.Operation, ev *evaluate.Evaluation, linked *link.Program, addrs link.Addresses) {
	m := &p.Images.Manifest
	*m = image.Manifest{
		Format: image.ManifestFormat, Target: image.NewTargetRecord(&ev.Target),
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
	for _, t := range linked.Tiles {
		m.Tiles = append(m.Tiles, tileRecord(&ev.Target, t, addrs[t.Tile]))
	}
	for _, s := range linked.Sets {
		m.ComputeSets = append(m.ComputeSets, setRecord(s, addrs))
		for _, v := range s.Vertices {
			m.Vertices = append(m.Vertices, image.VertexRecord{
				ID: v.ID, Symbol: symbolOf(ev.Defined[v.Class]), ComputeSet: s.Name(), Tile: v.Tile, State: addrs[v.Tile][v.State],
			})
		}
	}
	for _, step := range linked.Steps {
		if step.Set != nil {
			m.Program = append(m.Program, image.StepRecord{Execute: step.Set.Name()})
		} else {
			m.Program = append(m.Program, image.StepRecord{Copy: addrs.Moves(step.Moves)})
		}
	}
	for _, v := range ev.Graph.Variables() {
		m.Variables = append(m.Variables, image.VariableRecord{
			Name: v.Name(), Type: v.Elem().IRName(), Shape: append([]int64{}, v.Tensor().Shape()...), Runs: linked.Runs(v, addrs),
		})
	}
}

func symbolOf(vertex *ir.Operation) string {
	if a := ir.Get[*ir.StringAttr](vertex, "symbol"); a != nil {
		return a.Value
	}
	return ""
}

func tileRecord(target *target.Target, t *link.Tile, addrs []uint64) image.TileRecord {
	r := image.TileRecord{Tile: t.Tile, Allocs: []image.AllocRecord{}, Unused: target.BytesPerTile}
	for i := range t.Demands {
		d := &t.Demands[i]
		written := t.Data[i] != nil || slices.Contains([]string{"state", "table", "deltas"}, d.Kind)
		r.Allocs = append(r.Allocs, link.Record(target, d, addrs[i], written))
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

func setRecord(s *link.Set, addrs link.Addresses) image.SetRecord {
	r := image.SetRecord{
		Name: s.Name(), Vertices: []image.TileVertices{},
		Before: addrs.Moves(s.Before), After: addrs.Moves(s.After),
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
		state, d := evaluate.StateOf(op, &t)
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
