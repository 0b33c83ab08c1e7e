package tune

import (
	"context"
	"maps"
	"slices"

	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/tilemap"
	"optc/dialect/vectorext"
	"optc/internal/family/poplar/evaluate"
	"optc/ir"
	"optc/layout"
	"optc/passes"
)

// byUse is the wish for a mapping that follows from the vertices which use a tensor. The wish nil
// means the first of [usesOfTensors].
type byUse struct {
	method graph.MappingMethod // of elements that several tiles use
	// writers gives elements to the tiles that write them, if there are any.
	writers bool
}

func (u byUse) String() string { return "by use" }

// usesOfTensors lists the ways in which a mapping may follow from use.
func usesOfTensors() (list []byUse) {
	for _, writers := range []bool{true, false} {
		for _, method := range []graph.MappingMethod{graph.ConstrainMappingToUsedTiles, graph.OptimizeHaloRegions, graph.NoMappingMethod} {
			list = append(list, byUse{method, writers})
		}
	}
	return list
}

// mappedTensor returns the tensor of an open mapping.
func mappedTensor(open *ir.Operation) *ir.Value {
	return ir.Cast[poplar.SetTileMappingOp](open).Tensor()
}

// newMappingAnchor describes an open mapping.
func newMappingAnchor(op *ir.Operation) (*Anchor, error) {
	t := mappedTensor(op).Type().(*poplar.TensorType)
	if !ir.Is[poplar.GraphOp](op.Parent()) || !t.IsStatic() {
		return nil, op.Errorf("cannot be tuned: an open mapping of a tensor of fixed extents must be in the graph itself").WithCode("tune-anchor")
	}
	target, missing := poplar.RequiredTarget(op.Parent(), op)
	if missing != nil {
		return nil, missing
	}
	return &Anchor{Loc: op.Loc(), Type: t, Tiles: int64(target.NumTiles()), whole: onTile(t, 0)}, nil
}

// prepareGraphs prepares the evaluation of the graph for each choice. A kernel for a GPU has none.
func (p *Problem) prepareGraphs(ctx context.Context) error {
	if !slices.ContainsFunc(slices.Collect(p.base.Body().Ops()), ir.Is[poplar.GraphOp]) {
		return nil
	}
	ready, err := p.Registry.Parse("builtin.module(poplar-instantiate,poplar-resolve-layouts)")
	if err != nil {
		return err
	}
	p.graphs = ir.Clone(p.base, &ir.Arena{}, nil)
	p.driven = map[int]bool{}
	for _, group := range p.divided() {
		for _, k := range group {
			p.driven[k] = true
		}
	}
	if err := p.run(ctx, ready, p.graphs); err != nil {
		return firstError(err)
	}
	p.openClasses = map[string]bool{}
	ir.Walk(p.graphs, func(op *ir.Operation) ir.WalkResult {
		if vectorext.IsOpen(op) {
			p.openClasses[ir.SymbolName(ir.Enclosing[poplar.VertexOp](op).Operation())] = true
		}
		return ir.Advance
	})
	return nil
}

// openMappings lists the open mappings of a module, in the order of the anchors that are mappings.
func openMappings(module *ir.Operation) (list []*ir.Operation) {
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		if poplar.IsOpen(op) {
			list = append(list, op)
		}
		return ir.Advance
	})
	return list
}

// divided returns the groups of anchors whose tensors the same poplar.each_tile divides among the
// tiles, so that their mappings depend on each other.
func (p *Problem) divided() (groups [][]int) {
	byTensor := map[*ir.Value]int{}
	for k, op := range openAnchors(p.base) {
		if poplar.IsOpen(op) {
			byTensor[mappedTensor(op)] = k
		}
	}
	ir.Walk(p.base, func(op *ir.Operation) ir.WalkResult {
		each := ir.As[poplar.EachTileOp](op)
		if !each.Ok() {
			return ir.Advance
		}
		var group []int
		for _, t := range each.Tensors() {
			if k, ok := byTensor[t]; ok && !slices.Contains(group, k) {
				group = append(group, k)
			}
		}
		groups = joinGroups(groups, group)
		return ir.Advance
	})
	return groups
}

// joinGroups adds a group to disjoint groups, and joins the groups that it meets.
func joinGroups(groups [][]int, group []int) (out [][]int) {
	if len(group) == 0 {
		return groups
	}
	for _, g := range groups {
		if slices.ContainsFunc(g, func(k int) bool { return slices.Contains(group, k) }) {
			for _, k := range group {
				if !slices.Contains(g, k) {
					g = append(g, k)
				}
			}
			group = g
			continue
		}
		out = append(out, g)
	}
	slices.Sort(group)
	return append(out, group)
}

// evaluateGraph evaluates the graph with the mappings of a choice, and returns the views of the
// anchors that are mappings. Anchors without a mapping have no tiles.
func (p *Problem) evaluateGraph(ctx context.Context, c Choice) (*evaluate.Evaluation, map[int]graph.Tensor, error) {
	module := ir.Clone(p.graphs, &ir.Arena{}, nil)
	values := map[int]*ir.Value{}
	open := openMappings(module)
	g := passes.OpsIn(module, poplar.GraphOp{})[0]
	for k, a := range p.anchors {
		if !a.isMapping() {
			continue
		}
		values[k] = mappedTensor(open[0])
		if m, ok := c[k].(*Mapping); ok {
			m.replace(open[0])
		} else {
			open[0].Erase()
		}
		open = open[1:]
	}
	e, err := evaluate.Graph(ctx, g)
	if err != nil {
		return nil, nil, err
	}
	views := map[int]graph.Tensor{}
	for k, v := range values {
		views[k] = e.Tensors[v]
	}
	return e, views, nil
}

// evaluated evaluates the graph with the mappings of a choice. Choices share the evaluation if no
// mapping is open.
func (p *Problem) evaluated(ctx context.Context, c Choice) (*evaluate.Evaluation, error) {
	if !p.mapped {
		return p.fixed()
	}
	e, _, err := p.evaluateGraph(ctx, c)
	return e, err
}

// followUses gives the anchors that are mappings without an option the mappings that follow from
// the vertices.
func (p *Problem) followUses(ctx context.Context, choice Choice) error {
	var open []int
	for k, a := range p.anchors {
		if _, chosen := choice[k].(*Mapping); a.isMapping() && !chosen {
			open = append(open, k)
		}
	}
	if len(open) == 0 {
		return nil
	}
	e, views, err := p.evaluateGraph(ctx, choice)
	if err != nil {
		for _, k := range open {
			choice[k] = p.anchors[k].whole
		}
		return err
	}
	for _, k := range open {
		u, wished := choice[k].(byUse)
		if !wished {
			u = usesOfTensors()[0]
		}
		if choice[k], err = mappingByUse(e, views[k], p.anchors[k].Type.(*poplar.TensorType), u); err != nil {
			return err
		}
	}
	return nil
}

// mappingByUse spreads a tensor over the tiles of the vertices that use it.
func mappingByUse(e *evaluate.Evaluation, view graph.Tensor, t *poplar.TensorType, u byUse) (*Mapping, error) {
	g := e.Graph
	all, err := graph.NewTensorUseTracker(g.NumTiles(), tilemap.TileOrder{})
	if err != nil {
		return nil, err
	}
	writers, first := all.Clone(), -1
	for x := range edges(e) {
		if !graph.Overlap(x.view, view) {
			continue
		}
		if first < 0 || x.vertex.Tile < first {
			first = x.vertex.Tile
		}
		if err := all.Add(g, x.vertex.Tile, x.view); err != nil {
			return nil, err
		}
		if !u.writers || !x.dir.Writes() {
			continue
		}
		if err := writers.Add(g, x.vertex.Tile, x.view); err != nil {
			return nil, err
		}
	}
	if first < 0 {
		return &Mapping{tensor: t}, nil // no vertex uses it
	}
	options := graph.UseOptions{Grain: max(grainBytes/int64(t.Elem.Size()), 1), Extend: true, Method: u.method}
	for _, tracker := range []*graph.TensorUseTracker{all, writers} {
		if err := tracker.MapTensorsByUse(g, options); err != nil {
			return nil, err
		}
	}
	parts, err := g.TileParts(view)
	if err != nil {
		return nil, err
	}
	return placedMapping(e, t, parts, first)
}

// placedMapping returns the shortest mapping that places the positions of a tensor on tiles;
// positions that parts leave out are on their own tile.
func placedMapping(e *evaluate.Evaluation, t *poplar.TensorType, parts []layout.TilePart, other int) (*Mapping, error) {
	g := graph.New(e.Target)
	v, err := g.AddVariable("", t.Elem, t.Shape)
	if err != nil {
		return nil, err
	}
	if err := g.SetTile(v, other); err != nil {
		return nil, err
	}
	dense := make(tilemap.Mapping, g.NumTiles())
	for _, p := range parts {
		dense[p.Tile] = p.Intervals
	}
	if err := g.SetTileMapping(v, dense); err != nil {
		return nil, err
	}
	var best *Mapping
	fewest := 0
	for first := range max(len(t.Shape), 1) {
		m, view := &Mapping{tensor: t}, v
		if first > 0 {
			m.order = orderWith(len(t.Shape), first)
			order := make([]int, len(m.order))
			for i, d := range m.order {
				order[i] = int(d)
			}
			if view, err = v.DimShuffle(order); err != nil {
				return nil, err
			}
		}
		placed, err := g.TileParts(view)
		if err != nil {
			return nil, err
		}
		n := m.place(placed)
		if best == nil || n < fewest {
			best, fewest = m, n
		}
	}
	return best, nil
}

// place places the positions of the view on tiles, and returns the number of intervals.
func (m *Mapping) place(parts []layout.TilePart) (intervals int) {
	for _, p := range parts {
		intervals += len(p.Intervals)
	}
	if len(parts) == 1 {
		m.whole, m.tile, m.order = true, parts[0].Tile, nil
		return intervals
	}
	m.grain = parts[0].NumElems()
	for tile, p := range parts {
		full := p.NumElems() == m.grain || tile == len(parts)-1 && p.NumElems() < m.grain
		if p.Tile != tile || len(p.Intervals) != 1 || p.Intervals[0].Begin != int64(tile)*m.grain || !full {
			m.grain, m.parts = 0, poplar.MappingOfParts(m.tensor.Context(), parts)
			break
		}
	}
	return intervals
}

// mappingCoordinates divides the anchors that are mappings into coordinates: the tensors that a
// poplar.each_tile divides change together, and each has as many parts as the others.
func (p *Problem) mappingCoordinates() (list []coordinate) {
	for _, group := range p.divided() {
		x := coordinate{name: p.anchors[group[0]].Name, anchors: group}
		byParts := make([]map[int64][]Option, len(group))
		for i, k := range group {
			byParts[i] = map[int64][]Option{}
			for _, m := range Mappings(p.anchors[k].Type.(*poplar.TensorType), p.anchors[k].Tiles) {
				byParts[i][m.numParts()] = append(byParts[i][m.numParts()], m)
			}
		}
		for _, n := range slices.Sorted(maps.Keys(byParts[0])) {
			choices := [][]Option{nil}
			for _, options := range byParts {
				var longer [][]Option
				for _, c := range choices {
					for _, o := range options[n] {
						longer = append(longer, append(slices.Clone(c), o))
					}
				}
				choices = longer
			}
			x.options = append(x.options, choices[:min(len(choices), maxCandidates-len(x.options))]...)
		}
		for _, k := range group {
			p.anchors[k].Listed = len(x.options)
		}
		list = append(list, x)
	}
	for k, a := range p.anchors {
		if !a.isMapping() || p.driven[k] {
			continue
		}
		x := coordinate{name: a.Name, anchors: []int{k}, options: [][]Option{{nil}}}
		for _, u := range usesOfTensors()[1:] {
			x.options = append(x.options, []Option{u})
		}
		for _, m := range Mappings(a.Type.(*poplar.TensorType), a.Tiles) {
			if n := m.numParts(); n&(n-1) == 0 || n == a.Tiles { // tiles of vertices follow from use
				x.options = append(x.options, []Option{m})
			}
		}
		a.Listed = len(x.options)
		list = append(list, x)
	}
	return list
}
