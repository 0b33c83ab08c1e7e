package link

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/layout"
	"optc/lower/poplar/place"
)

// ClassInfo is what linking needs to know of a vertex class beyond its fields.
type ClassInfo struct {
	State       vertex.StateLayout
	Constraints []vertex.Constraint
	Stack       uint64 // bytes of stack that one run of its entry point needs
}

// Ref is an address before placement: a byte offset in an allocation of a tile.
type Ref struct {
	Tile   int
	Alloc  int // index of the demand on that tile
	Offset uint64
}

// Tile is everything that lies on one tile.
type Tile struct {
	Tile int
	Layout
	// Data lists, by demand, the constant bytes of an allocation; nil where
	// nothing is written before the program runs.
	Data [][]byte
}

// Layout is the part of a tile that the placer looks at.
type Layout = place.Tile

// Vertex is a vertex whose fields refer to allocations.
type Vertex struct {
	*graph.Vertex
	ID       int // position in the order of the program
	State    int // demand on the vertex's tile
	Operands []Operand
}

// Operand is the content of one field, with references for addresses.
type Operand struct {
	Plain    []uint64
	Data     []Extent // one for scalar and vector fields, one per sub-vector for tables and lists
	Indirect int      // demand of the table or delta array, -1 without one
}

// Extent is Count elements at a reference. An empty extent refers to nothing.
type Extent struct {
	Ref
	Count uint64
}

// Move copies bytes between allocations.
type Move struct {
	From, To Ref
	Bytes    uint64
}

// Set is a compute set with the copies around it.
type Set struct {
	*graph.ComputeSet
	Vertices      []*Vertex
	Before, After []Move
}

// Step is a step of the program: a compute set or copies.
type Step struct {
	Set   *Set
	Moves []Move
}

// Program is a graph whose edges are bound to allocations on tiles, ready to be
// placed.
type Program struct {
	Target *target.Target
	Tiles  []*Tile // ascending by tile
	Sets   []*Set  // in the order of creation
	Steps  []Step

	byTile map[int]*Tile
	blocks []Ref                           // one per variable and tile
	vars   map[*graph.Variable]*layout.Map // element → (index in blocks, byte in the block)
}

// Options control linking.
type Options struct {
	// StrictLocal refuses edges that need a temporary.
	StrictLocal bool
	// Initial returns the bytes that a variable holds when the program starts:
	// all elements or one that all have as value; nil where nothing is written.
	Initial func(*graph.Variable) []byte
}

// Link turns the variables of a graph into blocks, the edges of its vertices into
// references to blocks or temporaries, and its program into copies. All
// problems are returned. Codes: unmapped, edge-unconnected, no-size,
// edge-not-local, elem-unsat, value-range, region-unsat.
func Link(g *graph.Graph, info func(*graph.VertexClass) *ClassInfo, program *graph.Sequence, o Options) (*Program, []error) {
	t := g.Target()
	if !t.IsTile() {
		return nil, []error{vertex.ImageTarget(&t)}
	}
	l := &linker{
		Program: &Program{Target: &t, byTile: map[int]*Tile{}, vars: map[*graph.Variable]*layout.Map{}},
		graph:   g,
		info:    info,
		options: o,
	}
	l.stacks()
	l.states()
	l.variables()
	for _, s := range l.Sets {
		l.edges(s)
	}
	l.sortAllocs()
	l.program(program)
	slices.SortFunc(l.Tiles, func(a, b *Tile) int { return a.Tile - b.Tile })
	return l.Program, l.errs
}

type linker struct {
	*Program
	graph   *graph.Graph
	info    func(*graph.VertexClass) *ClassInfo
	options Options
	errs    []error
	nextID  int
}

// Error is a problem of a vertex or of a variable.
type Error struct {
	Vertex   *graph.Vertex   // or nil
	Variable *graph.Variable // or nil
	Err      error
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the reason, so that its code is found.
func (e *Error) Unwrap() error { return e.Err }

func (l *linker) fail(v *graph.Vertex, err error) {
	l.errs = append(l.errs, &Error{Vertex: v, Err: err})
}

func (l *linker) tile(n int) *Tile {
	t := l.byTile[n]
	if t == nil {
		t = &Tile{Tile: n, Layout: Layout{Number: n}}
		l.byTile[n] = t
		l.Tiles = append(l.Tiles, t)
	}
	return t
}

// add creates an allocation on a tile.
func (t *Tile) add(d place.Demand, data []byte) int {
	t.Demands = append(t.Demands, d)
	t.Data = append(t.Data, data)
	return len(t.Demands) - 1
}

// stacks reserves, per tile with vertices, a stack for every worker and one for
// the supervisor, as large as the vertices there need (Poplar and PopLibs User
// Guide, Recursion and function pointers).
func (l *linker) stacks() {
	worker, supervisor := map[int]uint64{}, map[int]uint64{}
	var tiles []int
	for _, s := range l.graph.ComputeSets() {
		for _, v := range s.Vertices() {
			if _, seen := worker[v.Tile]; !seen {
				tiles = append(tiles, v.Tile)
				worker[v.Tile] = 0
			}
			use := worker
			if v.Class.Kind == vertex.Supervisor {
				use = supervisor
			}
			use[v.Tile] = max(use[v.Tile], l.info(v.Class).Stack)
		}
	}
	slices.Sort(tiles)
	for _, n := range tiles {
		t := l.tile(n)
		if size := place.AlignUp(worker[n], vertex.StackAlign) * uint64(l.Target.Workers); size > 0 {
			t.add(place.Demand{Name: "worker stacks", Kind: "stack", Size: size, Align: vertex.StackAlign, Region: place.AnyRegion}, nil)
		}
		if size := place.AlignUp(supervisor[n], vertex.StackAlign); size > 0 {
			t.add(place.Demand{Name: "supervisor stack", Kind: "stack", Size: size, Align: vertex.StackAlign, Region: place.AnyRegion}, nil)
		}
	}
}

// states allocates per vertex its state, tables, delta arrays and constant data.
func (l *linker) states() {
	for _, set := range l.graph.ComputeSets() {
		ls := &Set{ComputeSet: set}
		l.Sets = append(l.Sets, ls)
		for _, v := range set.Vertices() {
			ls.Vertices = append(ls.Vertices, l.vertex(v))
		}
	}
}

func (l *linker) vertex(v *graph.Vertex) *Vertex {
	t, info := l.tile(v.Tile), l.info(v.Class)
	lv := &Vertex{Vertex: v, ID: l.nextID, Operands: make([]Operand, len(v.Class.Fields))}
	l.nextID++
	name := func(part string) string { return fmt.Sprintf("v%d.%s", lv.ID, part) }
	lv.State = t.add(place.Demand{Name: name("state"), Kind: "state", Size: uint64(info.State.Size), Align: uint64(info.State.Align), Region: place.AnyRegion}, nil)
	for _, err := range v.Incomplete() {
		l.fail(v, err)
	}
	for i := range v.Class.Fields {
		f, op := &v.Class.Fields[i], &lv.Operands[i]
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
			op.Indirect = t.add(d.Interleaved(f.Type.Outer.Interleaved).Within(l.Target, l.Target.PointerRange(f.Table.Layout)), nil)
		case vertex.ListEdge:
			d := place.Demand{Name: name(f.Name + ".deltas"), Kind: "deltas", Size: uint64(size), Align: uint64(align), Region: place.AnyRegion}
			op.Indirect = t.add(d.Within(l.Target, l.Target.DeltasRange(f.List.Layout)), nil)
		}
	}
	return lv
}

// constant allocates the data of a plain vector.
func (l *linker) constant(t *Tile, lv *Vertex, i int, name string, values []uint64) {
	f := &lv.Class.Fields[i]
	var data []byte
	for _, x := range values {
		var err error
		if data, err = vertex.AppendScalar(data, l.Target, f.Type.Elem, x); err != nil {
			l.fail(lv.Vertex, &vertex.FieldError{Field: i, Name: f.Name, Err: err})
			return
		}
	}
	d := place.Demand{Name: name, Kind: "constant", Size: uint64(len(data)), Align: uint64(f.DataAlign()), Region: place.AnyRegion}
	alloc := t.add(d.Interleaved(f.Type.Vec.Interleaved).Within(l.Target, l.Target.PointerRange(f.Data.Layout)), data)
	lv.Operands[i].Data = []Extent{{Ref{t.Tile, alloc, 0}, uint64(len(values))}}
}

// variables allocates one block per variable and tile that holds elements of it.
func (l *linker) variables() {
	byTile := map[int]int{} // of one variable
	for _, v := range l.graph.Variables() {
		size := int64(l.Target.TypeSize(v.Elem()))
		initial := v.Data()
		if initial == nil && l.options.Initial != nil {
			initial = l.options.Initial(v)
		}
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
				l.blocks = append(l.blocks, Ref{Tile: tile, Alloc: l.tile(tile).add(d, nil)})
			}
			return block
		})
		l.vars[v] = m
		covered := int64(0)
		for run := range m.Runs() {
			at := l.blocks[run.Unit]
			t := l.tile(at.Tile)
			t.Demands[at.Alloc].Size += uint64(run.Len * size)
			if data := slices.Clip(initialBytes(initial, run, size)); run.Offset > 0 {
				t.Data[at.Alloc] = append(t.Data[at.Alloc], data...)
			} else {
				t.Data[at.Alloc] = data // shared with the variable as long as it is one run
			}
			covered += run.Len
		}
		if covered < v.NumElems() {
			l.errs = append(l.errs, &Error{Variable: v, Err: diag.Errorf("unmapped", "%d of the %d elements of '%s' have no tile", v.NumElems()-covered, v.NumElems(), v.Name())})
		}
	}
}

// initialBytes returns the bytes of a run of elements of size bytes each.
func initialBytes(data []byte, run layout.Run, size int64) []byte {
	if n := int64(len(data)); data == nil || n != size {
		return data[min(n, run.Index*size):min(n, (run.Index+run.Len)*size)]
	}
	return bytes.Repeat(data, int(run.Len))
}

// pieces lists where the flattened elements of a view lie, with blocks as units:
// neighbours in one block are merged. ok is false when an element has no tile.
func (l *linker) pieces(t graph.Tensor) (ps []layout.Run, ok bool) {
	size, pos := int64(l.Target.TypeSize(t.Elem())), int64(0)
	for r := range t.Regions() {
		at := r.Begin
		for run := range l.vars[r.Var].RunsIn(r.Begin, r.End) {
			if run.Index != at {
				return nil, false
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
			return nil, false
		}
	}
	return ps, true
}

// ref returns the allocation of a place in a block.
func (l *linker) ref(p layout.Place) Ref {
	r := l.blocks[p.Unit]
	r.Offset = uint64(p.Offset)
	return r
}

// edges binds the edges of all vertices of a set, and collects its constraints.
func (l *linker) edges(set *Set) {
	shared := map[string]Ref{} // temporaries that are only read, by tile and elements
	for _, lv := range set.Vertices {
		for i := range lv.Class.Fields {
			f := &lv.Class.Fields[i]
			views, err := lv.Views(i)
			if !f.Type.IsEdge() || err != nil {
				continue
			}
			for k, view := range views {
				lv.Operands[i].Data = append(lv.Operands[i].Data, l.edge(set, lv, i, k, view, shared))
			}
		}
		l.constraints(lv)
	}
}

func (l *linker) edge(set *Set, lv *Vertex, i, k int, view graph.Tensor, shared map[string]Ref) Extent {
	f := &lv.Class.Fields[i]
	n := uint64(view.NumElems())
	if n == 0 {
		return Extent{}
	}
	ps, ok := l.pieces(view)
	if !ok {
		return Extent{} // reported as unmapped
	}
	t, align, size := l.tile(lv.Tile), uint64(f.DataAlign()), uint64(l.Target.TypeSize(view.Elem()))
	demand := place.Demand{Align: align, Region: place.AnyRegion}
	demand = demand.Interleaved(f.Type.Kind == vertex.ListEdge && f.Type.Sub.Interleaved || f.Type.Kind != vertex.ListEdge && f.Type.Vec.Interleaved)
	if f.Type.Kind == vertex.ListEdge {
		demand = demand.Within(l.Target, l.Target.ListRange(f.List.Layout))
	} else {
		demand = demand.Within(l.Target, l.Target.PointerRange(f.Data.Layout))
	}
	if at := l.ref(ps[0].Place); len(ps) == 1 && at.Tile == lv.Tile && at.Offset%align == 0 {
		t.Demands[at.Alloc].Require(demand)
		return Extent{at, n}
	}
	if l.options.StrictLocal {
		l.fail(lv.Vertex, l.notLocal(lv, f, ps))
	}
	demand.Name = fmt.Sprintf("v%d.%s.tmp", lv.ID, f.Name)
	if f.Type.Kind == vertex.ListEdge || f.Type.Kind == vertex.VectorEdgeArray || f.Type.Kind == vertex.ScalarEdgeArray {
		demand.Name = fmt.Sprintf("v%d.%s.%d.tmp", lv.ID, f.Name, k)
	}
	demand.Kind, demand.Size = "temporary", n*size
	key := ""
	if f.Type.Dir == vertex.In {
		key = temporaryKey(lv.Tile, demand, ps)
		if at, ok := shared[key]; ok {
			return Extent{at, n}
		}
	}
	at := Ref{lv.Tile, t.add(demand, nil), 0}
	if key != "" {
		shared[key] = at
	}
	to := at
	for _, p := range ps {
		from, bytes := l.ref(p.Place), uint64(p.Len)*size
		if f.Type.Dir != vertex.Out {
			set.Before = append(set.Before, Move{from, to, bytes})
		}
		if f.Type.Dir != vertex.In {
			set.After = append(set.After, Move{to, from, bytes})
		}
		to.Offset += bytes
	}
	return Extent{at, n}
}

func temporaryKey(tile int, d place.Demand, ps []layout.Run) string {
	var b strings.Builder
	fmt.Fprint(&b, tile, d.Align, d.Region, d.Range)
	for _, p := range ps {
		fmt.Fprint(&b, ";", p.Unit, p.Offset, p.Len)
	}
	return b.String()
}

func (l *linker) notLocal(lv *Vertex, f *vertex.StateField, ps []layout.Run) error {
	for _, p := range ps {
		if tile := l.blocks[p.Unit].Tile; tile != lv.Tile {
			return diag.Errorf("edge-not-local", "'%s' of vertex '%s' needs elements that are on tile %d", f.Name, lv.Class.Name, tile).
				Note("the vertex is on tile %d", lv.Tile)
		}
	}
	return diag.Errorf("edge-not-local", "'%s' of vertex '%s' shows elements that are not consecutive, or not aligned to %d bytes", f.Name, lv.Class.Name, f.DataAlign())
}

// constraints turns the memory constraints of a vertex into pairs of allocations.
func (l *linker) constraints(lv *Vertex) {
	fields := make([]vertex.Field, len(lv.Class.Fields))
	for i, f := range lv.Class.Fields {
		fields[i] = vertex.Field{Name: f.Name, Type: f.Type}
	}
	t := l.tile(lv.Tile)
	for _, c := range l.info(lv.Class).Constraints {
		left, err := c.Left.Subject(fields)
		if err != nil {
			l.fail(lv.Vertex, err)
			continue
		}
		right, err := c.Right.Subject(fields)
		if err != nil {
			l.fail(lv.Vertex, err)
			continue
		}
		for _, a := range lv.subject(left) {
			for _, b := range lv.subject(right) {
				if a == b {
					l.fail(lv.Vertex, sameBlock(c, lv, t.Demands[a].Name))
					return
				}
				t.pair(c.Kind, place.Pair{A: min(a, b), B: max(a, b)})
			}
		}
	}
}

func sameBlock(c vertex.Constraint, lv *Vertex, name string) error {
	code, what := "elem-unsat", "different memory elements"
	if c.Kind == vertex.DifferentRegions {
		code, what = "region-unsat", "different regions"
	}
	return diag.Errorf(code, "%s and %s of '%s' cannot be put into %s: both show %s", c.Left.Field, c.Right.Field, lv.Class.Name, what, name)
}

// subject returns the allocations that a term of a constraint denotes.
func (lv *Vertex) subject(s vertex.Subject) []int {
	op := lv.Operands[s.Field]
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

func (t *Tile) pair(k vertex.ConstraintKind, p place.Pair) {
	list := &t.Elements
	if k == vertex.DifferentRegions {
		list = &t.Regions
	}
	if !slices.Contains(*list, p) {
		*list = append(*list, p)
	}
}

// program turns steps into compute sets and copies.
func (l *linker) program(seq *graph.Sequence) {
	if seq == nil {
		return
	}
	for _, step := range seq.Steps {
		switch s := step.(type) {
		case *graph.Sequence:
			l.program(s)
		case graph.Execute:
			k := slices.IndexFunc(l.Sets, func(ls *Set) bool { return ls.ComputeSet == s.Set })
			l.Steps = append(l.Steps, Step{Set: l.Sets[k]})
		case graph.Copy:
			l.Steps = append(l.Steps, Step{Moves: l.copy(s)})
		}
	}
}

// copy cuts source and destination into runs that are contiguous in both.
func (l *linker) copy(c graph.Copy) []Move {
	if c.Src.NumElems() == 0 {
		return nil
	}
	src, ok1 := l.view(c.Src)
	dst, ok2 := l.view(c.Dst)
	if !ok1 || !ok2 {
		return nil // reported as unmapped
	}
	plan, err := layout.Moves(src, dst)
	if err != nil {
		panic("link: a copy is between views of one type and size: " + err.Error())
	}
	moves := make([]Move, len(plan))
	for i, m := range plan {
		moves[i] = Move{l.ref(m.Src), l.ref(m.Dst), uint64(m.Len)}
	}
	return moves
}

// view returns the map from the flattened elements of a view to (block, byte). ok
// is false when an element has no tile.
func (l *linker) view(t graph.Tensor) (m *layout.Map, ok bool) {
	runs, ok := l.pieces(t)
	if !ok {
		return nil, false
	}
	m, err := layout.NewTable(layout.Table{Units: len(l.blocks), Width: int64(l.Target.TypeSize(t.Elem())), Shape: []int64{t.NumElems()}, Runs: runs})
	if err != nil {
		panic("link: a view is a layout: " + err.Error())
	}
	return m, true
}
