package tune

import (
	"context"
	"iter"

	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/vertex"
	"optc/internal/family/poplar/evaluate"
	"optc/internal/family/poplar/program"
	"optc/internal/family/poplar/run"
)

// edge is a view to which a field of a vertex is connected.
type edge struct {
	vertex *graph.Vertex
	view   graph.Tensor
	dir    vertex.Direction
}

// edges yields the edges of all vertices of a graph.
func edges(e *evaluate.Evaluation) iter.Seq[edge] {
	return func(yield func(edge) bool) {
		for _, set := range e.Graph.ComputeSets() {
			for x := range edgesOf(set) {
				if !yield(x) {
					return
				}
			}
		}
	}
}

// edgesOf yields the edges of the vertices of a compute set.
func edgesOf(set *graph.ComputeSet) iter.Seq[edge] {
	return func(yield func(edge) bool) {
		for _, v := range set.Vertices() {
			for i, f := range v.Class.Fields {
				if !f.Type.IsEdge() {
					continue
				}
				views, _ := v.Views(i) // complete, because the graph was evaluated
				for _, view := range views {
					if !yield(edge{v, view, f.Type.Dir}) {
						return
					}
				}
			}
		}
	}
}

// tileBound returns the parts of a number of cycles below which the cost of a choice cannot be: each phase of
// exchange moves the elements that a tile reads or writes and does not have, and each tile executes
// its vertices.
func (p *Problem) tileBound(ctx context.Context, c Choice) (BoundParts, error) {
	if p.graphs == nil {
		return nil, nil
	}
	e, err := p.evaluated(ctx, c)
	if err != nil {
		return nil, err
	}
	open, err := p.leastOfLayouts(ctx, c)
	if err != nil {
		return nil, err
	}
	b := &tileBounder{e: e, least: p.least(), open: open}
	n := b.steps(e.Program)
	return BoundParts{
		{Name: "compute sets", Cycles: float64(n.cycles)},
		{Name: "exchanged bytes", Cycles: float64((n.bytes + run.ExchangeBytes - 1) / run.ExchangeBytes)},
		{Name: "synchronisations", Cycles: float64(n.phases * run.SyncCycles)},
	}, nil
}

// leastOfCode compiles the program with everything on one tile, because the code of vertices does
// not depend on the tiles, and returns the counts of this code. Code with open layouts is left out.
func (p *Problem) leastOfCode(ctx context.Context) *run.Least {
	module := p.with(p.wholeChoice())
	_ = p.run(ctx, p.compile, module) // a tile may be too small, but then the code is lowered
	t, _ := poplar.TargetFor(module)
	return run.NewLeast(&t, module, p.openClasses)
}

// tileBounder adds up the least cost of a graph.
type tileBounder struct {
	e     *evaluate.Evaluation
	least *run.Least
	open  map[string]int64 // see leastOfLayouts
}

// tileCost is the least cost of steps.
type tileCost struct {
	cycles int64 // of compute sets
	bytes  int64 // of the busiest tiles in all phases of exchange
	phases int64
}

func (c *tileCost) add(d tileCost, times int64) {
	c.cycles += times * d.cycles
	c.bytes += times * d.bytes
	c.phases += times * d.phases
}

// steps returns the least cost of a list of steps.
func (b *tileBounder) steps(list []graph.Step) (n tileCost) {
	for i := range list {
		s := &list[i]
		switch {
		case s.Repeat != nil:
			n.add(b.steps(s.Repeat.Body), s.Repeat.Count)
		case s.While != nil:
			n.add(b.steps(s.While.Before), 1)
		case s.If != nil:
			x, y := b.steps(s.If.Then), b.steps(s.If.Otherwise)
			n.add(tileCost{min(x.cycles, y.cycles), min(x.bytes, y.bytes), min(x.phases, y.phases)}, 1)
		case s.Call != nil:
			n.add(b.steps(s.Call.Steps), 1)
		default:
			n.add(b.action(s.Do), 1)
		}
	}
	return n
}

// action returns the least cost of an action.
func (b *tileBounder) action(a graph.Action) (n tileCost) {
	switch a := a.(type) {
	case graph.Execute:
		before, after := newTraffic(b.e), newTraffic(b.e)
		for x := range edgesOf(a.Set) {
			if x.dir.Reads() {
				before.move(x.view, x.vertex.Tile, true)
			}
			if x.dir.Writes() {
				after.move(x.view, x.vertex.Tile, false)
			}
		}
		n.add(before.cost(), 1)
		n.add(after.cost(), 1)
		n.cycles += b.least.Cycles(a.Set, b.open)
	case graph.Copy:
		copies := newTraffic(b.e)
		copies.copy(a.Src, a.Dst)
		n.add(copies.cost(), 1)
	}
	return n
}

// traffic is the data that tiles receive and send in a phase. An element that a tile needs several
// times is counted once.
type traffic struct {
	e       *evaluate.Evaluation
	in, out map[int][]program.Extent
}

func newTraffic(e *evaluate.Evaluation) *traffic {
	return &traffic{e: e, in: map[int][]program.Extent{}, out: map[int][]program.Extent{}}
}

// move moves the elements of a view that are on other tiles to a tile, or from it.
func (t *traffic) move(view graph.Tensor, tile int, toTile bool) {
	for r := range view.Regions() {
		for run := range r.TileRuns() {
			if run.Tile == tile {
				continue
			}
			x := t.extent(r.Var, run)
			to, from := tile, run.Tile
			if !toTile {
				to, from = from, to
			}
			t.in[to] = append(t.in[to], x)
			t.out[from] = append(t.out[from], x)
		}
	}
}

// copy moves the elements of a view to the places of another.
func (t *traffic) copy(src, dst graph.Tensor) {
	from, to := pieces(src), pieces(dst)
	for len(from) > 0 && len(to) > 0 {
		a, b := &from[0], &to[0]
		n := min(a.End-a.Begin, b.End-b.Begin)
		if a.Tile != b.Tile {
			t.out[a.Tile] = append(t.out[a.Tile], t.extent(a.v, graph.TileRun{Begin: a.Begin, End: a.Begin + n, Tile: a.Tile}))
			t.in[b.Tile] = append(t.in[b.Tile], t.extent(b.v, graph.TileRun{Begin: b.Begin, End: b.Begin + n, Tile: b.Tile}))
		}
		if a.Begin += n; a.Begin == a.End {
			from = from[1:]
		}
		if b.Begin += n; b.Begin == b.End {
			to = to[1:]
		}
	}
}

// piece is a run of elements of a variable on a tile.
type piece struct {
	v *graph.Variable
	graph.TileRun
}

// pieces lists the elements of a view in its order.
func pieces(t graph.Tensor) (list []piece) {
	for r := range t.Regions() {
		for run := range r.TileRuns() {
			list = append(list, piece{r.Var, run})
		}
	}
	return list
}

func (t *traffic) extent(v *graph.Variable, run graph.TileRun) program.Extent {
	size := int64(t.e.Target.TypeSize(v.Elem()))
	return program.Extent{Alloc: v.Number(), Begin: uint64(run.Begin * size), End: uint64(run.End * size)}
}

// cost returns the cost of the phase: the most bytes that a tile receives or sends.
func (t *traffic) cost() (n tileCost) {
	for _, tiles := range []map[int][]program.Extent{t.in, t.out} {
		for _, list := range tiles {
			n.bytes = max(n.bytes, program.Covered(list))
		}
	}
	if n.bytes > 0 {
		n.phases = 1
	}
	return n
}
