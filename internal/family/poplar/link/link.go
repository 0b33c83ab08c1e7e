package link

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/vertex"
	"optc/internal/family/poplar/place"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/layout"
)

// ClassInfo holds the properties of a vertex class, besides its fields, that linking
// needs.
type ClassInfo struct {
	Class       *program.Class
	Constraints []vertex.Constraint
	Stack       uint64 // bytes of stack for a run of its entry point
	Started     uint64 // bytes of stack for each worker that it starts
}

// linkedVertex is a vertex of the graph with the vertex of the lowered program.
type linkedVertex struct {
	*program.BoundVertex
	from *graph.Vertex
}

// Options control linking.
type Options struct {
	// StrictLocal refuses edges that need a temporary.
	StrictLocal bool
}

// Source is the origin of a graph.
type Source interface {
	// Info returns the properties of a vertex class that linking needs.
	Info(*graph.VertexClass) *ClassInfo
	// Value returns the attribute with the value of a variable at the start of the
	// program; nil if there is none.
	Value(*graph.Variable) ir.Attribute
	// VariableLoc and VertexLoc return the location where a variable or vertex was made.
	VariableLoc(*graph.Variable) ir.Location
	VertexLoc(*graph.Vertex) ir.Location
}

// Link turns the variables of a graph into blocks, the edges of its vertices into references to
// blocks or temporaries, and its program into copies. It returns all problems. Codes: unmapped,
// edge-unconnected, no-size, edge-not-local, elem-unsat, value-range, region-unsat.
func Link(ctx context.Context, g *graph.Graph, steps []graph.Step, functions []*graph.Function, source Source, o Options) (*program.Program, []error) {
	t := g.Target()
	if !t.IsTile() {
		return nil, []error{vertex.ImageTarget(&t)}
	}
	l := &linker{
		ctx:     ctx,
		Program: &program.Program{Target: t},
		graph:   g,
		source:  source,
		options: o,
		sets:    map[*graph.ComputeSet]*program.Set{},
		vars:    map[*graph.Variable]*layout.Map{},
		named:   map[allocName]int{},
	}
	l.stacks()
	l.states()
	if err := ctx.Err(); err != nil {
		return nil, []error{err}
	}
	l.variables()
	for k, set := range l.graph.ComputeSets() {
		l.wordsApart(set)
		l.edges(l.Sets[k], l.vertices[k])
	}
	l.sortAllocs()
	l.storage()
	l.steps(steps, functions)
	slices.SortFunc(l.Tiles, func(a, b *program.Tile) int { return a.Number - b.Number })
	if err := ctx.Err(); err != nil {
		return nil, []error{err}
	}
	return l.Program, l.errs
}

type linker struct {
	*program.Program
	ctx      context.Context
	graph    *graph.Graph
	source   Source
	options  Options
	errs     []error
	nextID   int
	sets     map[*graph.ComputeSet]*program.Set
	vertices [][]linkedVertex                // vertices by compute set
	blocks   []program.Ref                   // a block per variable and tile
	vars     map[*graph.Variable]*layout.Map // element → (index in blocks, byte in the block)
	named    map[allocName]int               // number of allocations with a name so far
	apart    map[partOfWord]bool             // of the compute set being linked
	runs     []layout.Run                    // runs of the last view; reused for the next view
	key      []byte                          // key of the last temporary; reused for the next temporary
	gather   gathering                       // copies to the last temporary; reused for the next temporary
	before   moveList                        // copies before the compute set being linked
	after    moveList
}

// partOfWord is a vertex that writes a part of a word of a variable while another vertex of the
// same compute set writes another part.
type partOfWord struct {
	vertex   *graph.Vertex
	variable *graph.Variable
}

type allocName struct {
	tile int
	name string
}

// Error is an error about a vertex or a variable.
type Error struct {
	Vertex   *graph.Vertex   // or nil
	Variable *graph.Variable // or nil
	Err      error
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the cause, so that its code is found.
func (e *Error) Unwrap() error { return e.Err }

func (l *linker) fail(v *graph.Vertex, err error) {
	l.errs = append(l.errs, &Error{Vertex: v, Err: err})
}

// add creates an allocation on a tile. Names of variables need not be unique; a number is appended
// to the name of a second variable with the same name.
func (l *linker) add(t *program.Tile, d place.Demand, loc ir.Location) int {
	name := allocName{t.Number, d.Name}
	l.named[name]++
	if n := l.named[name]; n > 1 {
		d.Name = fmt.Sprintf("%s.%d", d.Name, n)
	}
	i := t.Add(d)
	t.Locs[i] = loc
	return i
}

// stacks reserves, per tile with vertices, a stack for every worker and a stack for the
// supervisor, of the size that the vertices on the tile need (Poplar and PopLibs User
// Guide, Recursion and function pointers).
func (l *linker) stacks() {
	worker, supervisor := map[int]uint64{}, map[int]uint64{}
	for _, s := range l.graph.ComputeSets() {
		for _, v := range s.Vertices() {
			use := worker
			if v.Class.Kind == vertex.Supervisor {
				use = supervisor
			}
			info := l.source.Info(v.Class)
			use[v.Tile] = max(use[v.Tile], info.Stack)
			worker[v.Tile] = max(worker[v.Tile], info.Started)
		}
	}
	for _, n := range slices.Sorted(maps.Keys(worker)) {
		t := l.Tile(n)
		if size := place.AlignUp(worker[n], vertex.StackAlign) * uint64(l.Target.Workers); size > 0 {
			l.add(t, place.Demand{Name: "worker stacks", Kind: "stack", Size: size, Align: vertex.StackAlign, Region: place.AnyRegion}, ir.Location{})
		}
		if size := place.AlignUp(supervisor[n], vertex.StackAlign); size > 0 {
			l.add(t, place.Demand{Name: "supervisor stack", Kind: "stack", Size: size, Align: vertex.StackAlign, Region: place.AnyRegion}, ir.Location{})
		}
	}
}

// states allocates per vertex its state, tables, delta arrays and constant data.
func (l *linker) states() {
	for _, set := range l.graph.ComputeSets() {
		ls := &program.Set{Name: set.Name()}
		l.Sets, l.sets[set] = append(l.Sets, ls), ls
		var vertices []linkedVertex
		for _, v := range set.Vertices() {
			if l.ctx.Err() != nil {
				return
			}
			lv := l.vertex(v)
			vertices = append(vertices, lv)
			ls.Vertices = append(ls.Vertices, lv.BoundVertex)
		}
		l.vertices = append(l.vertices, vertices)
	}
}

func (l *linker) vertex(v *graph.Vertex) linkedVertex {
	t, info := l.Tile(v.Tile), l.source.Info(v.Class)
	lv := linkedVertex{&program.BoundVertex{Class: info.Class, ID: l.nextID, Tile: v.Tile, Fields: make([]program.BoundField, len(v.Class.Fields)), Loc: l.source.VertexLoc(v)}, v}
	l.nextID++
	name := func(part string) string { return fmt.Sprintf("v%d.%s", lv.ID, part) }
	lv.State = l.add(t, place.Demand{Name: name("state"), Kind: "state", Size: uint64(info.Class.State.Size), Align: uint64(info.Class.State.Align), Region: place.AnyRegion}, lv.Loc)
	for _, err := range v.Incomplete() {
		l.fail(v, err)
	}
	for i := range v.Class.Fields {
		f, op := &v.Class.Fields[i], &lv.Fields[i]
		op.Indirect = -1
		if values, ok := v.Values(i); ok && f.Type.Kind != vertex.VectorField {
			op.Plain = values
		} else if ok {
			l.constant(t, lv, i, name(f.Name), values)
		}
		views, _ := v.Views(i)
		if !f.Type.IsEdge() || views == nil {
			continue
		}
		size, align := f.IndirectSize(len(views))
		switch f.Type.Kind {
		case vertex.ScalarEdgeArray, vertex.VectorEdgeArray:
			d := place.Demand{Name: name(f.Name + ".table"), Kind: "table", Size: uint64(size), Align: uint64(align), Region: place.AnyRegion}
			op.Indirect = l.add(t, d.Interleaved(f.Type.Outer.Interleaved).Within(&l.Target, l.Target.PointerRange(f.Table.Layout)), lv.Loc)
		case vertex.ListEdge:
			d := place.Demand{Name: name(f.Name + ".deltas"), Kind: "deltas", Size: uint64(size), Align: uint64(align), Region: place.AnyRegion}
			op.Indirect = l.add(t, d.Within(&l.Target, l.Target.DeltasRange(f.List.Layout)), lv.Loc)
		}
	}
	return lv
}

// constant allocates the data of a plain vector.
func (l *linker) constant(t *program.Tile, lv linkedVertex, i int, name string, values []uint64) {
	f := &lv.from.Class.Fields[i]
	var data []byte
	for _, x := range values {
		var err error
		if data, err = vertex.AppendScalar(data, &l.Target, f.Type.Elem, x); err != nil {
			l.fail(lv.from, &vertex.FieldError{Field: i, Name: f.Name, Err: err})
			return
		}
	}
	d := place.Demand{Name: name, Kind: "constant", Size: uint64(len(data)), Align: uint64(f.DataAlign()), Region: place.AnyRegion}
	alloc := l.add(t, d.Interleaved(f.Type.Vec.Interleaved).Within(&l.Target, l.Target.PointerRange(f.Data.Layout)), lv.Loc)
	t.Bytes[alloc] = data
	lv.Fields[i].Data = []program.AllocExtent{{Ref: program.Ref{Tile: t.Number, Alloc: alloc}, Count: uint64(len(values))}}
}

// variables allocates a block per variable and tile that holds elements of the variable.
func (l *linker) variables() {
	byTile := map[int]int{} // elements of one variable by tile
	for _, v := range l.graph.Variables() {
		size := int64(l.Target.TypeSize(v.Elem()))
		if v.NumElems() == 0 {
			continue
		}
		clear(byTile)
		m := l.graph.Blocks(v, func(tile int) int {
			block, ok := byTile[tile]
			if !ok {
				block = len(l.blocks)
				byTile[tile] = block
				d := place.Demand{Name: fmt.Sprintf("%s.t%d", v.Name(), tile), Kind: "data", Align: uint64(size), Region: place.AnyRegion}
				l.blocks = append(l.blocks, program.Ref{Tile: tile, Alloc: l.add(l.Tile(tile), d, l.source.VariableLoc(v))})
			}
			return block
		})
		l.vars[v] = m
		covered := int64(0)
		for run := range m.Runs() {
			at := l.blocks[run.Unit]
			t := l.Tile(at.Tile)
			t.Demands[at.Alloc].Size += uint64(run.Len * size)
			covered += run.Len
		}
		if covered < v.NumElems() {
			err := diag.Errorf("unmapped", "%d of the %d elements of '%s' have no tile", v.NumElems()-covered, v.NumElems(), v.Name()).
				Note("write '%s %%tensor on <tile>' to put its elements on a tile", poplar.SetTileMappingOp{}.Kind())
			l.errs = append(l.errs, &Error{Variable: v, Err: err})
		}
	}
}

// storage records the places of the elements of every variable.
func (l *linker) storage() {
	names := l.graph.HostNames()
	for i, v := range l.graph.Variables() {
		out := &program.Storage{
			Name: names[i], Constant: v.IsConstant(), Elem: v.Elem(), Shape: v.Tensor().Shape(), Value: l.source.Value(v),
			Loc: l.source.VariableLoc(v),
		}
		if m := l.vars[v]; m != nil {
			for run := range m.Runs() {
				out.Runs = append(out.Runs, program.AllocRun{Begin: run.Index, End: run.Index + run.Len, Ref: l.ref(run.Place)})
			}
		}
		l.Variables = append(l.Variables, out)
	}
}

// pieces lists the places of the flattened elements of a view, with blocks as units;
// neighbours in the same block are merged. ok is false when an element has no tile. The
// list is valid until the next call.
func (l *linker) pieces(t graph.Tensor) (ps []layout.Run, ok bool) {
	ps = l.runs[:0]
	defer func() { l.runs = ps[:0] }()
	size, pos := int64(l.Target.TypeSize(t.Elem())), int64(0)
	for r := range t.Regions() {
		at := r.Begin
		for run := range l.vars[r.Var].RunsIn(r.Begin, r.End) {
			if run.Index != at {
				return ps[:0], false
			}
			p := layout.Run{Index: pos, Len: run.Len, Place: run.Place}
			if last := len(ps) - 1; last >= 0 && ps[last].Unit == p.Unit && ps[last].Offset+ps[last].Len*size == p.Offset {
				ps[last].Len += p.Len
			} else {
				ps = append(ps, p)
			}
			at += run.Len
			pos += run.Len
		}
		if at != r.End {
			return ps[:0], false
		}
	}
	return ps, true
}

// ref returns the allocation of a place in a block.
func (l *linker) ref(p layout.Place) program.Ref {
	r := l.blocks[p.Unit]
	r.Offset = uint64(p.Offset)
	return r
}

// edges binds the edges of all vertices of a set, and collects its constraints.
func (l *linker) edges(set *program.Set, vertices []linkedVertex) {
	shared := map[string]program.Ref{} // temporaries that are only read, by tile and elements
	for _, lv := range vertices {
		if l.ctx.Err() != nil {
			return
		}
		written := lv.from.Written()
		for i := range lv.from.Class.Fields {
			f := &lv.from.Class.Fields[i]
			views, err := lv.from.Views(i)
			if !f.Type.IsEdge() || err != nil {
				continue
			}
			for k, view := range views {
				own := f.Type.Dir == vertex.In && written.Meets(view) && l.overwritten(lv, view)
				lv.Fields[i].Data = append(lv.Fields[i].Data, l.edge(lv, i, k, view, own, shared))
			}
		}
		l.constraints(lv)
	}
	set.Before, set.After = l.before.take(), l.after.take()
}

// wordsApart finds the vertices of a set that must not write directly to the blocks of variables,
// because other vertices write parts of the same words. Of two such vertices, the second gets a
// temporary with separate words.
func (l *linker) wordsApart(set *graph.ComputeSet) {
	l.apart = map[partOfWord]bool{}
	for _, h := range graph.AtomicHazards(l.graph, set) {
		l.apart[partOfWord{h.Second, h.Var}] = true
		if l.options.StrictLocal {
			l.fail(h.Second, h.Error(&l.Target, func(v *graph.Vertex) string { return fmt.Sprintf("'%s' on tile %d", v.Class.Name, v.Tile) }))
		}
	}
}

// sharesWord reports whether a vertex writes parts of words that another vertex writes,
// too.
func (l *linker) sharesWord(v *graph.Vertex, f *vertex.StateField, view graph.Tensor) bool {
	if len(l.apart) == 0 || !f.Type.Dir.Writes() {
		return false
	}
	for r := range view.Regions() {
		if l.apart[partOfWord{v, r.Var}] {
			return true
		}
	}
	return false
}

// overwritten reports whether a vertex writes elements of a view in place.
func (l *linker) overwritten(lv linkedVertex, view graph.Tensor) bool {
	for i := range lv.from.Class.Fields {
		f := &lv.from.Class.Fields[i]
		views, err := lv.from.Views(i)
		if !f.Type.IsEdge() || !f.Type.Dir.Writes() || err != nil {
			continue
		}
		for _, to := range views {
			if !graph.Overlap(to, view) {
				continue
			}
			if ps, ok := l.pieces(to); ok && l.inPlace(lv, f, to, ps) {
				return true
			}
		}
	}
	return false
}

// inPlace reports whether an edge can refer to the elements of a view in place: they must be a
// single piece on the tile of the vertex, have the alignment that the field needs, and share no
// words with other vertices' outputs.
func (l *linker) inPlace(lv linkedVertex, f *vertex.StateField, view graph.Tensor, ps []layout.Run) bool {
	at := l.ref(ps[0].Place)
	return len(ps) == 1 && at.Tile == lv.Tile && at.Offset%lv.from.Class.EdgeAlign(f, &l.Target) == 0 && !l.sharesWord(lv.from, f, view)
}

// edge binds the view that a field of a vertex is connected to. own is set for an input whose
// elements the vertex writes through another edge: the input gets a copy, so that it keeps the old
// elements.
func (l *linker) edge(lv linkedVertex, i, k int, view graph.Tensor, own bool, shared map[string]program.Ref) program.AllocExtent {
	f := &lv.from.Class.Fields[i]
	n := uint64(view.NumElems())
	if n == 0 {
		return program.AllocExtent{}
	}
	ps, ok := l.pieces(view)
	if !ok {
		return program.AllocExtent{} // reported as unmapped
	}
	t, align, size := l.Tile(lv.Tile), lv.from.Class.EdgeAlign(f, &l.Target), uint64(l.Target.TypeSize(view.Elem()))
	demand := place.Demand{Align: align, Region: place.AnyRegion}
	demand = demand.Interleaved(f.Type.Kind == vertex.ListEdge && f.Type.Sub.Interleaved || f.Type.Kind != vertex.ListEdge && f.Type.Vec.Interleaved)
	if f.Type.Kind == vertex.ListEdge {
		demand = demand.Within(&l.Target, l.Target.ListRange(f.List.Layout))
	} else {
		demand = demand.Within(&l.Target, l.Target.PointerRange(f.Data.Layout))
	}
	if f.Type.Dir.Writes() {
		demand.Align = max(align, l.Target.AtomicStore)
	}
	at, inPlace := l.ref(ps[0].Place), l.inPlace(lv, f, view, ps)
	if inPlace && !own {
		t.Demands[at.Alloc].Require(demand)
		l.pad(t, at.Alloc, f)
		return program.AllocExtent{Ref: at, Count: n}
	}
	switch {
	case !l.options.StrictLocal || l.sharesWord(lv.from, f, view): // wordsApart found it
	case inPlace:
		l.fail(lv.from, diag.Errorf("edge-not-local", "'%s' of vertex '%s' shows elements that the vertex writes through another field", f.Name, lv.Class.Name))
	default:
		l.fail(lv.from, l.notLocal(lv, f, ps))
	}
	demand.Name = fmt.Sprintf("v%d.%s.tmp", lv.ID, f.Name)
	if f.Type.Kind == vertex.ListEdge || f.Type.Kind == vertex.VectorEdgeArray || f.Type.Kind == vertex.ScalarEdgeArray {
		demand.Name = fmt.Sprintf("v%d.%s.%d.tmp", lv.ID, f.Name, k)
	}
	demand.Kind, demand.Size = "temporary", n*size
	if f.Type.Dir.Writes() {
		demand.Size = place.AlignUp(demand.Size, l.Target.AtomicStore)
	}
	if f.Type.Dir == vertex.In {
		l.key = appendTemporaryKey(l.key[:0], lv.Tile, &demand, ps)
		if at, ok := shared[string(l.key)]; ok {
			return program.AllocExtent{Ref: at, Count: n}
		}
	}
	at = program.Ref{Tile: lv.Tile, Alloc: l.add(t, demand, lv.Loc)}
	if f.Type.Dir == vertex.In {
		shared[string(l.key)] = at
	}
	for _, m := range l.gather.into(at, ps, size, l.ref) {
		if f.Type.Dir != vertex.Out {
			l.before.add(m)
		}
		if f.Type.Dir != vertex.In {
			l.after.add(m.Reversed())
		}
	}
	return program.AllocExtent{Ref: at, Count: n}
}

// pad rounds the size of an allocation that workers write up to whole words, like its
// alignment. A store of less than a word reads and writes the neighbouring bytes, which
// then belong to no other allocation.
func (l *linker) pad(t *program.Tile, alloc int, f *vertex.StateField) {
	if d := &t.Demands[alloc]; f.Type.Dir.Writes() {
		d.Size = place.AlignUp(d.Size, l.Target.AtomicStore)
	}
}

// appendTemporaryKey appends a key that identifies a temporary that is only read.
func appendTemporaryKey(b []byte, tile int, d *place.Demand, ps []layout.Run) []byte {
	for _, n := range []uint64{uint64(tile), d.Align, uint64(d.Region), d.Range.Lo, d.Range.Hi} {
		b = binary.AppendUvarint(b, n)
	}
	for _, p := range ps {
		b = binary.AppendUvarint(binary.AppendUvarint(binary.AppendUvarint(b, uint64(p.Unit)), uint64(p.Offset)), uint64(p.Len))
	}
	return b
}

func (l *linker) notLocal(lv linkedVertex, f *vertex.StateField, ps []layout.Run) error {
	for _, p := range ps {
		if tile := l.blocks[p.Unit].Tile; tile != lv.Tile {
			return diag.Errorf("edge-not-local", "'%s' of vertex '%s' needs elements that are on tile %d", f.Name, lv.Class.Name, tile).
				Note("the vertex is on tile %d", lv.Tile)
		}
	}
	return diag.Errorf("edge-not-local", "'%s' of vertex '%s' shows elements that are not consecutive, or not aligned to %d bytes", f.Name, lv.Class.Name, lv.from.Class.EdgeAlign(f, &l.Target))
}

// constraints turns the memory constraints of a vertex into pairs of allocations.
func (l *linker) constraints(lv linkedVertex) {
	constraints := l.source.Info(lv.from.Class).Constraints
	if len(constraints) == 0 {
		return
	}
	fields := make([]vertex.Field, len(lv.from.Class.Fields))
	for i, f := range lv.from.Class.Fields {
		fields[i] = vertex.Field{Name: f.Name, Type: f.Type}
	}
	t := l.Tile(lv.Tile)
	for _, c := range constraints {
		left, right := diag.Must(c.Left.Subject(fields)), diag.Must(c.Right.Subject(fields))
		for _, a := range subjectAllocs(lv.BoundVertex, left) {
			for _, b := range subjectAllocs(lv.BoundVertex, right) {
				if a == b {
					l.fail(lv.from, sameBlock(c, lv, t.Demands[a].Name))
					return
				}
				pair(t, c.Kind, place.Pair{A: min(a, b), B: max(a, b)})
			}
		}
	}
}

func sameBlock(c vertex.Constraint, lv linkedVertex, name string) error {
	code, what := "elem-unsat", "different memory elements"
	if c.Kind == vertex.DifferentRegions {
		code, what = "region-unsat", "different regions"
	}
	return diag.Errorf(code, "%s and %s of '%s' cannot be put into %s: both show %s", c.Left.Field, c.Right.Field, lv.Class.Name, what, name)
}

// subjectAllocs returns the allocations that a term of a constraint is about.
func subjectAllocs(v *program.BoundVertex, s vertex.Subject) []int {
	op := v.Fields[s.Field]
	if s.Indirect {
		if op.Indirect < 0 {
			return nil
		}
		return []int{op.Indirect}
	}
	var allocs []int
	for _, x := range op.Data {
		if x.Count > 0 && !slices.Contains(allocs, x.Alloc) {
			allocs = append(allocs, x.Alloc)
		}
	}
	return allocs
}

// pair adds a pair of allocations that must be kept apart.
func pair(t *program.Tile, k vertex.ConstraintKind, p place.Pair) {
	list := &t.Elements
	if k == vertex.DifferentRegions {
		list = &t.Regions
	}
	if !slices.Contains(*list, p) {
		*list = append(*list, p)
	}
}
