package poplar

import (
	"cmp"
	"context"
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/internal/family/poplar/image"
	"optc/internal/family/poplar/program"
	"optc/internal/family/poplar/run"
	"optc/ir"
	"optc/lower"
)

// buildProgram reads a graph with placed and packed tiles.
func buildProgram(ctx context.Context, graph *ir.Operation) (*lower.Program, error) {
	p, err := program.Read(ctx, graph)
	if err != nil {
		return nil, err
	}
	if err := unpacked(p); err != nil {
		return nil, err
	}
	codelets, err := run.Codelets(graph.Parent())
	if err != nil {
		return nil, err
	}
	tiles, details := image.Memory(&p.Target), describe(p)
	out := &lower.Program{
		Family: Family(), Op: graph, Target: p.Target.Arch, Memories: []*lower.Memory{tiles},
		Parts: len(details.Vertices), Called: lower.Noun{One: "vertex", Many: "vertices"},
		Header: header(p, codelets), Details: details,
	}
	if len(p.Steps) == 0 && len(p.Sets) > 0 {
		out.Warnings = append(out.Warnings, graph.Warningf("has no program, so that a run executes none of its compute sets").
			HintNote(graph.Loc(), "add '%s { %s @%s }'", poplar.ProgramOp{}.Kind(), poplar.ExecuteOp{}.Kind(), p.Sets[0].Name))
	}
	out.Values = initialOf(p, tiles)
	allocs := describeAllocs(p)
	for _, v := range p.Visible() {
		described := run.Variable(v, &p.Target)
		described.Runs = runsOf(p, v.Runs, tiles)
		out.Variables = append(out.Variables, described)
	}
	for _, c := range p.Hosts() {
		out.Variables = append(out.Variables, run.HostArray(c, &p.Target))
	}
	if p.Clocked() {
		fit := p.WorstFit()
		fit.Unit = tiles.Unit.One
		out.Fit = &fit
	}
	chunks := p.Chunks()
	for _, t := range p.Tiles {
		list := allocs[t.Number]
		slices.SortStableFunc(list, func(a, b lower.Alloc) int { return cmp.Compare(a.Addr, b.Addr) })
		out.Units = append(out.Units, &lower.Unit{Memory: tiles, Number: t.Number, Allocs: list, Chunks: lower.NewChunks(chunks[t.Number])})
	}
	out.Decode = newDecoder(out, p).decode
	out.Device = func(o lower.Options) (lower.Machine, error) {
		loaded, err := lower.NewDevice(out)
		if err != nil {
			return nil, err
		}
		d := run.NewDevice(p, loaded, tiles, codelets, o)
		if o.Profile {
			d.StartProfile()
		}
		return d, nil
	}
	return out, nil
}

// unpacked finds the first allocation without address, or the first state without
// bytes.
func unpacked(p *program.Program) error {
	if err := checkPlaced(p); err != nil {
		return err
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

// checkPlaced returns an error if an allocation has no address.
func checkPlaced(p *program.Program) error {
	for _, t := range p.Tiles {
		if _, err := t.Addresses(); err != nil {
			return err
		}
	}
	return nil
}

// header describes the device and the code of the vertices.
func header(p *program.Program, codelets []*run.Codelet) *image.Header {
	m := &image.Header{Target: image.Target{Target: p.Target}, Symbols: []image.SymbolRecord{}}
	for _, c := range codelets {
		code := poplar.VertexOf(c.Vertex).Codelet()
		m.Symbols = append(m.Symbols, image.SymbolRecord{
			Name: code.Name, Symbol: c.Symbol, Kind: code.Kind.String(), External: code.External,
			Stack: uint64(ir.Cast[poplar.VertexOp](c.Vertex).WorkerStack()),
		})
	}
	return m
}

// describe lists the steps of the program.
func describe(p *program.Program) *image.Details {
	count := 0
	for _, s := range p.Sets {
		count += len(s.Vertices)
	}
	m := &image.Details{Vertices: make([]image.VertexRecord, 0, count), ComputeSets: []image.SetRecord{}, Program: []image.StepRecord{}}
	for _, s := range p.Sets {
		m.ComputeSets = append(m.ComputeSets, setRecord(p, s))
		for _, v := range s.Vertices {
			m.Vertices = append(m.Vertices, image.VertexRecord{
				ID: v.ID, Symbol: ir.Cast[poplar.VertexOp](v.Class.Op).Symbol(), ComputeSet: s.Name, Tile: v.Tile,
				State: p.Address(program.Ref{Tile: v.Tile, Alloc: v.State}),
			})
		}
	}
	for _, f := range p.Functions {
		m.Functions = append(m.Functions, image.FunctionRecord{Name: f.Name, Steps: stepRecords(p, f.Steps)})
	}
	m.Program = stepRecords(p, p.Steps)
	return m
}

func stepRecords(p *program.Program, steps []program.Step) []image.StepRecord {
	list := make([]image.StepRecord, len(steps))
	decision := func(of program.Predicate, first, second []program.Step) *image.DecisionRecord {
		return &image.DecisionRecord{Variable: of.Variable.Name, Element: of.Element, First: stepRecords(p, first), Second: stepRecords(p, second)}
	}
	for i, s := range steps {
		r := &list[i]
		switch {
		case s.Repeat != nil:
			r.Repeat = &image.RepeatRecord{Count: s.Repeat.Count, Body: stepRecords(p, s.Repeat.Body)}
		case s.While != nil:
			r.While = decision(s.While.Predicate, s.While.Before, s.While.Body)
		case s.If != nil:
			r.If = decision(s.If.Predicate, s.If.Then, s.If.Otherwise)
		case s.Call != nil:
			r.Call = s.Call.Name
		default:
			instructionRecord(p, &s.Do, r)
		}
	}
	return list
}

// instructionRecord describes a step without nested steps.
func instructionRecord(p *program.Program, a *program.Instruction, r *image.StepRecord) {
	switch {
	case a.Set != nil:
		r.Execute = a.Set.Name
	case a.Host != nil:
		r.Host = &image.HostRecord{Name: a.Host.Name, ToHost: a.Host.ToHost, Runs: []image.RunRecord{}}
		for _, run := range a.Host.Runs {
			r.Host.Runs = append(r.Host.Runs, image.RunRecord{Begin: run.Begin, End: run.End, Tile: run.Tile, Address: p.Address(run.Ref)})
		}
	case a.Transfer != nil:
		r.Elements = &image.ElementsRecord{From: viewRecord(&a.Transfer.From), To: viewRecord(&a.Transfer.To)}
	default:
		r.Copy = moveRecords(p, a.Moves)
	}
}

func viewRecord(v *program.StorageView) image.ViewRecord {
	r := image.ViewRecord{Variable: v.Variable.Name, First: v.First, Counts: []int64{}, Steps: []int64{}}
	for _, l := range v.Loops {
		r.Counts, r.Steps = append(r.Counts, l.Count), append(r.Steps, l.Step)
	}
	return r
}

// moveRecords resolves the addresses of copies.
func moveRecords(p *program.Program, moves []program.Move) []image.MoveRecord {
	out := make([]image.MoveRecord, 0, len(moves))
	for _, m := range moves {
		r := image.MoveRecord{FromTile: m.From.Tile, From: p.Address(m.From), ToTile: m.To.Tile, To: p.Address(m.To), Bytes: m.Bytes}
		if m.Count > 1 {
			r.Count, r.FromStep, r.ToStep = m.Count, m.FromStep, m.ToStep
		}
		out = append(out, r)
	}
	return out
}

// describeAllocs returns the allocations of each tile in the order of its demands. The
// owner of an allocation is a variable, the vertices of a class, or its kind.
func describeAllocs(p *program.Program) map[int][]lower.Alloc {
	tiles := make(map[int][]lower.Alloc, len(p.Tiles))
	for _, t := range p.Tiles {
		list := make([]lower.Alloc, len(t.Demands))
		for i := range t.Demands {
			d := &t.Demands[i]
			list[i] = lower.Alloc{Name: d.Name, Kind: d.Kind, Addr: d.Fixed, Size: d.Size, Align: d.Align, Written: t.Bytes[i] != nil}
		}
		tiles[t.Number] = list
	}
	own := func(a *lower.Alloc, owner string) {
		if a.Owner != "" && a.Owner != owner {
			owner = "several variables"
		}
		a.Owner = owner
	}
	for _, v := range p.Variables {
		owner := "variable " + v.Name
		for _, r := range v.Runs {
			a := &tiles[r.Tile][r.Alloc]
			own(a, owner)
			a.Written = a.Written || v.Value != nil
		}
	}
	owners := map[*program.Class]string{}
	for _, s := range p.Sets {
		for _, v := range s.Vertices {
			owner, known := owners[v.Class]
			if !known {
				owner = "vertices " + v.Class.Name
				owners[v.Class] = owner
			}
			list := tiles[v.Tile]
			own(&list[v.State], owner)
			for _, o := range v.Fields {
				if o.Indirect >= 0 {
					own(&list[o.Indirect], owner)
				}
			}
		}
	}
	for _, list := range tiles {
		for i := range list {
			list[i].Owner = cmp.Or(list[i].Owner, list[i].Kind)
		}
	}
	return tiles
}

func setRecord(p *program.Program, s *program.Set) image.SetRecord {
	r := image.SetRecord{
		Name: s.Name, Vertices: []image.TileVertices{},
		Before: moveRecords(p, s.Before), After: moveRecords(p, s.After),
	}
	for _, vertices := range s.ByTile() {
		list := image.TileVertices{Tile: vertices[0].Tile}
		for _, v := range vertices {
			list.IDs = append(list.IDs, v.ID)
		}
		r.Vertices = append(r.Vertices, list)
	}
	return r
}
