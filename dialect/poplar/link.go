package poplar

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"optc/diag"
)

// ClassInfo is what linking needs to know of a vertex class beyond its fields.
type ClassInfo struct {
	State       StateLayout
	Constraints []Constraint
	Stack       uint64 // bytes of stack that one run of its entry point needs
}

// Ref is an address before placement: a byte offset in an allocation of a tile.
type Ref struct {
	Tile   int
	Alloc  int // index of the demand on that tile
	Offset uint64
}

// LinkedTile is everything that lies on one tile.
type LinkedTile struct {
	Tile int
	Layout
	// Data lists, by demand, the constant bytes of an allocation; nil where
	// nothing is written before the program runs.
	Data [][]byte
}

// Layout is the part of a tile that the placer looks at.
type Layout = Tile

// LinkedVertex is a vertex whose fields refer to allocations.
type LinkedVertex struct {
	*Vertex
	ID       int // position in the order of the program
	State    int // demand on the vertex's tile
	Operands []LinkedOperand
}

// LinkedOperand is the content of one field, with references for addresses.
type LinkedOperand struct {
	Plain    []uint64
	Data     []LinkedExtent // one for scalar and vector fields, one per sub-vector for tables and lists
	Indirect int            // demand of the table or delta array, -1 without one
}

// LinkedExtent is Count elements at a reference. An empty extent refers to nothing.
type LinkedExtent struct {
	Ref
	Count uint64
}

// LinkedMove copies bytes between allocations.
type LinkedMove struct {
	From, To Ref
	Bytes    uint64
}

// LinkedSet is a compute set with the copies around it.
type LinkedSet struct {
	*ComputeSet
	Vertices      []*LinkedVertex
	Before, After []LinkedMove
}

// LinkedStep is a step of the program: a compute set or copies.
type LinkedStep struct {
	Set   *LinkedSet
	Moves []LinkedMove
}

// Linked is a graph whose edges are bound to allocations on tiles, ready to be
// placed (spec poplar 8.1).
type Linked struct {
	Target  *Target
	Tiles   []*LinkedTile // ascending by tile
	Sets    []*LinkedSet  // in the order of creation
	Program []LinkedStep

	byTile map[int]*LinkedTile
	blocks map[*Variable][]blockRun
}

// blockRun is a run of elements of a variable and where it lies in the block of
// its tile.
type blockRun struct {
	TileRun
	alloc int
	pos   int64 // element position in the block
}

// LinkOptions control linking.
type LinkOptions struct {
	// StrictLocal refuses edges that need a temporary.
	StrictLocal bool
	// Initial returns the bytes that a variable holds when the program starts:
	// all elements or one that all have as value; nil where nothing is written.
	Initial func(*Variable) []byte
}

// Link turns the variables of a graph into blocks, the edges of its vertices into
// references to blocks or temporaries, and its program into copies. All
// problems are returned. Codes: unmapped, edge-unconnected, no-size,
// edge-not-local, elem-unsat, value-range, region-unsat.
func Link(g *Graph, info func(*VertexClass) *ClassInfo, program *Sequence, o LinkOptions) (*Linked, []error) {
	t := g.Target()
	if !t.IsTile() {
		return nil, []error{imageTarget(&t)}
	}
	l := &linker{
		Linked:  &Linked{Target: &t, byTile: map[int]*LinkedTile{}, blocks: map[*Variable][]blockRun{}},
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
	slices.SortFunc(l.Tiles, func(a, b *LinkedTile) int { return a.Tile - b.Tile })
	return l.Linked, l.errs
}

type linker struct {
	*Linked
	graph   *Graph
	info    func(*VertexClass) *ClassInfo
	options LinkOptions
	errs    []error
	nextID  int
}

// LinkError is a problem of a vertex or of a variable.
type LinkError struct {
	Vertex   *Vertex   // or nil
	Variable *Variable // or nil
	Err      error
}

func (e *LinkError) Error() string { return e.Err.Error() }

// Unwrap returns the reason, so that its code is found.
func (e *LinkError) Unwrap() error { return e.Err }

func (l *linker) fail(v *Vertex, err error) {
	l.errs = append(l.errs, &LinkError{Vertex: v, Err: err})
}

func (l *linker) tile(n int) *LinkedTile {
	t := l.byTile[n]
	if t == nil {
		t = &LinkedTile{Tile: n, Layout: Layout{Number: n}}
		l.byTile[n] = t
		l.Tiles = append(l.Tiles, t)
	}
	return t
}

// add creates an allocation on a tile.
func (t *LinkedTile) add(d Demand, data []byte) int {
	t.Demands = append(t.Demands, d)
	t.Data = append(t.Data, data)
	return len(t.Demands) - 1
}

// stacks reserves, per tile with vertices, a stack for every worker and one for
// the supervisor, as large as the vertices there need (spec poplar 3.7).
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
			if v.Class.Kind == Supervisor {
				use = supervisor
			}
			use[v.Tile] = max(use[v.Tile], l.info(v.Class).Stack)
		}
	}
	slices.Sort(tiles)
	for _, n := range tiles {
		t := l.tile(n)
		if size := alignUp(worker[n], stackAlign) * uint64(l.Target.Workers); size > 0 {
			t.add(Demand{Name: "worker stacks", Kind: "stack", Size: size, Align: stackAlign, Region: AnyRegion}, nil)
		}
		if size := alignUp(supervisor[n], stackAlign); size > 0 {
			t.add(Demand{Name: "supervisor stack", Kind: "stack", Size: size, Align: stackAlign, Region: AnyRegion}, nil)
		}
	}
}

// states allocates per vertex its state, tables, delta arrays and constant data.
func (l *linker) states() {
	for _, set := range l.graph.ComputeSets() {
		ls := &LinkedSet{ComputeSet: set}
		l.Sets = append(l.Sets, ls)
		for _, v := range set.Vertices() {
			ls.Vertices = append(ls.Vertices, l.vertex(v))
		}
	}
}

func (l *linker) vertex(v *Vertex) *LinkedVertex {
	t, info := l.tile(v.Tile), l.info(v.Class)
	lv := &LinkedVertex{Vertex: v, ID: l.nextID, Operands: make([]LinkedOperand, len(v.Class.Fields))}
	l.nextID++
	name := func(part string) string { return fmt.Sprintf("v%d.%s", lv.ID, part) }
	lv.State = t.add(Demand{Name: name("state"), Kind: "state", Size: uint64(info.State.Size), Align: uint64(info.State.Align), Region: AnyRegion}, nil)
	for _, err := range v.Incomplete() {
		l.fail(v, err)
	}
	for i := range v.Class.Fields {
		f, op := &v.Class.Fields[i], &lv.Operands[i]
		op.Indirect = -1
		if values, ok := v.Values(i); ok && f.Type.Kind != VectorField {
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
		case ScalarEdgeArray, VectorEdgeArray:
			d := Demand{Name: name(f.Name + ".table"), Kind: "table", Size: uint64(size), Align: uint64(align), Region: AnyRegion}
			op.Indirect = t.add(d.interleaved(f.Type.Outer.Interleaved).below(l.Target, pointerLimit(f.Table.Layout)), nil)
		case ListEdge:
			d := Demand{Name: name(f.Name + ".deltas"), Kind: "deltas", Size: uint64(size), Align: uint64(align), Region: AnyRegion}
			op.Indirect = t.add(d.below(l.Target, listLimit), nil)
		}
	}
	return lv
}

// constant allocates the data of a plain vector.
func (l *linker) constant(t *LinkedTile, lv *LinkedVertex, i int, name string, values []uint64) {
	f := &lv.Class.Fields[i]
	var data []byte
	for _, x := range values {
		var err error
		if data, err = AppendScalar(data, l.Target, f.Type.Elem, x); err != nil {
			l.fail(lv.Vertex, &FieldError{i, f.Name, err})
			return
		}
	}
	d := Demand{Name: name, Kind: "constant", Size: uint64(len(data)), Align: uint64(f.DataAlign()), Region: AnyRegion}
	alloc := t.add(d.interleaved(f.Type.Vec.Interleaved).below(l.Target, pointerLimit(f.Data.Layout)), data)
	lv.Operands[i].Data = []LinkedExtent{{Ref{t.Tile, alloc, 0}, uint64(len(values))}}
}

// listLimit bounds the addresses that a list can express: 21 bits (spec poplar 2.7).
const listLimit = 1 << 21

// pointerLimit returns the address below which data must lie for a layout to
// express it: SHORT_SPAN has 20 bits, scaled pointers 16 bits times their scale
// (spec poplar 2.3). 0 is no limit.
func pointerLimit(l VectorLayout) uint64 {
	switch l {
	case ShortSpan:
		return 1 << 20
	case ScaledPtr32:
		return 1<<18 + 0x40000
	case ScaledPtr64:
		return 1 << 19
	case ScaledPtr128:
		return 1 << 20
	}
	return 0
}

// variables allocates one block per variable and tile that holds elements of it.
func (l *linker) variables() {
	for _, v := range l.graph.Variables() {
		size := int64(l.Target.TypeSize(v.Elem()))
		initial := v.Data()
		if initial == nil && l.options.Initial != nil {
			initial = l.options.Initial(v)
		}
		next := map[int]int64{} // tile → elements so far
		allocs := map[int]int{} // tile → demand
		var runs []blockRun
		covered := int64(0)
		for run := range l.graph.TileRuns(v) {
			t := l.tile(run.Tile)
			alloc, ok := allocs[run.Tile]
			if !ok {
				alloc = t.add(Demand{Name: fmt.Sprintf("%s.t%d", v.Name(), run.Tile), Kind: "data", Align: uint64(size), Region: AnyRegion}, nil)
				allocs[run.Tile] = alloc
			}
			runs = append(runs, blockRun{run, alloc, next[run.Tile]})
			n := run.End - run.Begin
			next[run.Tile] += n
			t.Demands[alloc].Size += uint64(n * size)
			if data := slices.Clip(initialBytes(initial, run, size)); ok {
				t.Data[alloc] = append(t.Data[alloc], data...)
			} else {
				t.Data[alloc] = data // shared with the variable as long as it is one run
			}
			covered += n
		}
		if covered < v.NumElems() {
			l.errs = append(l.errs, &LinkError{Variable: v, Err: diag.Errorf("unmapped", "%d of the %d elements of '%s' have no tile", v.NumElems()-covered, v.NumElems(), v.Name())})
		}
		l.blocks[v] = runs
	}
}

// initialBytes returns the bytes of a run of elements of size bytes each.
func initialBytes(data []byte, run TileRun, size int64) []byte {
	if data == nil || int64(len(data)) != size {
		return data[min(int64(len(data)), run.Begin*size):min(int64(len(data)), run.End*size)]
	}
	return bytes.Repeat(data, int(run.End-run.Begin))
}

// piece is a run of elements of a view and where it lies.
type piece struct {
	Ref
	count int64
}

// pieces lists where the flattened elements of a view lie; neighbours in one
// block are merged. ok is false when an element has no tile.
func (l *linker) pieces(t Tensor) (ps []piece, ok bool) {
	size := uint64(l.Target.TypeSize(t.Elem()))
	for r := range t.Regions() {
		runs := l.blocks[r.Var]
		k, found := slices.BinarySearchFunc(runs, r.Begin, func(b blockRun, at int64) int {
			switch {
			case b.End <= at:
				return -1
			case b.Begin > at:
				return 1
			}
			return 0
		})
		for at := r.Begin; at < r.End; k++ {
			if !found || k >= len(runs) || runs[k].Begin > at {
				return nil, false
			}
			b := runs[k]
			n := min(r.End, b.End) - at
			p := piece{Ref{b.Tile, b.alloc, uint64(b.pos+at-b.Begin) * size}, n}
			if last := len(ps) - 1; last >= 0 && ps[last].Tile == p.Tile && ps[last].Alloc == p.Alloc &&
				ps[last].Offset+uint64(ps[last].count)*size == p.Offset {
				ps[last].count += n
			} else {
				ps = append(ps, p)
			}
			at += n
		}
	}
	return ps, true
}

// edges binds the edges of all vertices of a set, and collects its constraints.
func (l *linker) edges(set *LinkedSet) {
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

func (l *linker) edge(set *LinkedSet, lv *LinkedVertex, i, k int, view Tensor, shared map[string]Ref) LinkedExtent {
	f := &lv.Class.Fields[i]
	n := uint64(view.NumElems())
	if n == 0 {
		return LinkedExtent{}
	}
	ps, ok := l.pieces(view)
	if !ok {
		return LinkedExtent{} // reported as unmapped
	}
	t, align, size := l.tile(lv.Tile), uint64(f.DataAlign()), uint64(l.Target.TypeSize(view.Elem()))
	demand := Demand{Align: align, Region: AnyRegion}
	demand = demand.interleaved(f.Type.Kind == ListEdge && f.Type.Sub.Interleaved || f.Type.Kind != ListEdge && f.Type.Vec.Interleaved)
	if f.Type.Kind == ListEdge {
		demand = demand.below(l.Target, listLimit)
	} else {
		demand = demand.below(l.Target, pointerLimit(f.Data.Layout))
	}
	if len(ps) == 1 && ps[0].Tile == lv.Tile && ps[0].Offset%align == 0 {
		t.Demands[ps[0].Alloc].require(demand)
		return LinkedExtent{ps[0].Ref, n}
	}
	if l.options.StrictLocal {
		l.fail(lv.Vertex, notLocal(lv, f, ps))
	}
	demand.Name = fmt.Sprintf("v%d.%s.tmp", lv.ID, f.Name)
	if f.Type.Kind == ListEdge || f.Type.Kind == VectorEdgeArray || f.Type.Kind == ScalarEdgeArray {
		demand.Name = fmt.Sprintf("v%d.%s.%d.tmp", lv.ID, f.Name, k)
	}
	demand.Kind, demand.Size = "temporary", n*size
	key := ""
	if f.Type.Dir == In {
		key = temporaryKey(lv.Tile, demand, ps)
		if at, ok := shared[key]; ok {
			return LinkedExtent{at, n}
		}
	}
	at := Ref{lv.Tile, t.add(demand, nil), 0}
	if key != "" {
		shared[key] = at
	}
	to := at
	for _, p := range ps {
		bytes := uint64(p.count) * size
		if f.Type.Dir != Out {
			set.Before = append(set.Before, LinkedMove{p.Ref, to, bytes})
		}
		if f.Type.Dir != In {
			set.After = append(set.After, LinkedMove{to, p.Ref, bytes})
		}
		to.Offset += bytes
	}
	return LinkedExtent{at, n}
}

func temporaryKey(tile int, d Demand, ps []piece) string {
	var b strings.Builder
	fmt.Fprint(&b, tile, d.Align, d.Region, d.Limit)
	for _, p := range ps {
		fmt.Fprint(&b, ";", p.Tile, p.Alloc, p.Offset, p.count)
	}
	return b.String()
}

func notLocal(lv *LinkedVertex, f *StateField, ps []piece) error {
	for _, p := range ps {
		if p.Tile != lv.Tile {
			return diag.Errorf("edge-not-local", "'%s' of vertex '%s' needs elements that are on tile %d", f.Name, lv.Class.Name, p.Tile).
				Note("the vertex is on tile %d", lv.Tile)
		}
	}
	return diag.Errorf("edge-not-local", "'%s' of vertex '%s' shows elements that are not consecutive, or not aligned to %d bytes", f.Name, lv.Class.Name, f.DataAlign())
}

// constraints turns the memory constraints of a vertex into pairs of allocations.
func (l *linker) constraints(lv *LinkedVertex) {
	fields := make([]Field, len(lv.Class.Fields))
	for i, f := range lv.Class.Fields {
		fields[i] = Field{f.Name, f.Type}
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
				t.pair(c.Kind, Pair{min(a, b), max(a, b)})
			}
		}
	}
}

func sameBlock(c Constraint, lv *LinkedVertex, name string) error {
	code, what := "elem-unsat", "different memory elements"
	if c.Kind == DifferentRegions {
		code, what = "region-unsat", "different regions"
	}
	return diag.Errorf(code, "%s and %s of '%s' cannot be put into %s: both show %s", c.Left.Field, c.Right.Field, lv.Class.Name, what, name)
}

// subject returns the allocations that a term of a constraint speaks about.
func (lv *LinkedVertex) subject(s Subject) []int {
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

func (t *LinkedTile) pair(k ConstraintKind, p Pair) {
	list := &t.Elements
	if k == DifferentRegions {
		list = &t.Regions
	}
	if !slices.Contains(*list, p) {
		*list = append(*list, p)
	}
}

// program turns steps into compute sets and copies.
func (l *linker) program(seq *Sequence) {
	if seq == nil {
		return
	}
	for _, step := range seq.Steps {
		switch s := step.(type) {
		case *Sequence:
			l.program(s)
		case Execute:
			k := slices.IndexFunc(l.Sets, func(ls *LinkedSet) bool { return ls.ComputeSet == s.Set })
			l.Program = append(l.Program, LinkedStep{Set: l.Sets[k]})
		case Copy:
			l.Program = append(l.Program, LinkedStep{Moves: l.copy(s)})
		}
	}
}

// copy cuts source and destination into runs that are contiguous in both.
func (l *linker) copy(c Copy) []LinkedMove {
	src, ok1 := l.pieces(c.Src)
	dst, ok2 := l.pieces(c.Dst)
	if !ok1 || !ok2 {
		return nil // reported as unmapped
	}
	size := uint64(l.Target.TypeSize(c.Src.Elem()))
	var moves []LinkedMove
	for len(src) > 0 && len(dst) > 0 {
		n := min(src[0].count, dst[0].count)
		moves = append(moves, LinkedMove{src[0].Ref, dst[0].Ref, uint64(n) * size})
		for _, list := range []*[]piece{&src, &dst} {
			p := &(*list)[0]
			p.count -= n
			p.Offset += uint64(n) * size
			if p.count == 0 {
				*list = (*list)[1:]
			}
		}
	}
	return moves
}
