package program

import (
	"bytes"
	"context"
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/internal/family/poplar/controlir"
	"optc/internal/family/poplar/place"
	"optc/ir"
)

// Read reads the program of a lowered poplar.graph. The error is an *ir.Diagnostic about the first
// statement that does not fit the other statements: an unknown name of an allocation, a reference
// that leaves its allocation, a field that the vertex does not have. Codes unknown-alloc,
// alloc-range, unknown-field, unresolved, duplicate-alloc, duplicate-vertex, duplicate-variable.
func Read(ctx context.Context, graph *ir.Operation) (*Program, error) {
	return readProgram(ctx, graph, true)
}

// ReadPlaces is Read for a program some of whose initial values are only in its images.
func ReadPlaces(ctx context.Context, graph *ir.Operation) (*Program, error) {
	return readProgram(ctx, graph, false)
}

func readProgram(ctx context.Context, graph *ir.Operation, values bool) (*Program, error) {
	t, missing := poplar.RequiredTarget(graph, graph)
	if missing != nil {
		return nil, missing
	}
	r := &reader{
		p: &Program{Op: graph, Target: t}, symbols: ir.NewSymbolTables(),
		tiles: map[int]*tileReader{}, current: &tileReader{}, classes: map[*ir.Operation]*Class{}, sets: map[string]*Set{},
		variables: map[string]*ir.Operation{}, values: values, last: -1,
	}
	r.steps = controlir.Reader[Instruction, Predicate]{Action: r.instruction, Predicate: r.predicate}
	// Tiles come first, because all other operations refer to their allocations.
	for _, read := range []map[ir.Kind]func(*ir.Operation) error{
		{poplar.TileOp{}.Kind(): r.tile, poplar.ComputeSetOp{}.Kind(): r.addSet},
		{poplar.StorageOp{}.Kind(): r.storage, poplar.ComputeSetOp{}.Kind(): r.set, poplar.MovesOp{}.Kind(): r.around},
		{poplar.GraphFunctionOp{}.Kind(): r.function, poplar.ProgramOp{}.Kind(): r.program},
	} {
		for op := range graph.Body().Ops() {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			f := read[op.Kind()]
			switch {
			case f != nil:
				if err := f(op); err != nil {
					return nil, err
				}
			case !ir.IsAny(op, lowered...):
				return nil, r.unlowered(op)
			}
		}
	}
	slices.SortFunc(r.p.Tiles, func(a, b *Tile) int { return a.Number - b.Number })
	r.p.Functions = r.steps.Functions
	r.p.lifetimes()
	return r.p, nil
}

// lowered are the operations that a lowered graph holds.
var lowered = []ir.OpKind{
	poplar.TileOp{}, poplar.StorageOp{}, poplar.ComputeSetOp{}, poplar.MovesOp{}, poplar.ProgramOp{}, poplar.AssertBytesOp{},
	poplar.GraphFunctionOp{},
}

// unlowered is about an operation that poplar-lower-edges replaces.
func (r *reader) unlowered(op *ir.Operation) error {
	if poplar.IsLowered(r.p.Op) {
		return refused(op, "unresolved", "does not belong into a graph whose edges are lowered already")
	}
	return refused(r.p.Op, "unresolved", "edges must be lowered; run poplar-lower-edges first").Note(op.Loc(), "this is not lowered")
}

type reader struct {
	p       *Program
	steps   controlir.Reader[Instruction, Predicate]
	symbols *ir.SymbolTables
	tiles   map[int]*tileReader
	current *tileReader // the last tile that was asked for: many references follow one another
	classes map[*ir.Operation]*Class
	sets    map[string]*Set
	last    int                   // id of the last vertex that was read, -1 before the first
	ids     map[int]*ir.Operation // vertices by id, if their ids do not ascend

	variables map[string]*ir.Operation
	values    bool // must be there
}

// tileReader finds the allocations of a tile by their names.
type tileReader struct {
	*Tile
	names  map[string]int  // indices of the demands
	states []*ir.Operation // by demand: the vertex whose state it holds
}

// onTile returns the allocations of a tile; without any if the tile is not described.
func (r *reader) onTile(number int) *tileReader {
	if r.current.Tile == nil || r.current.Number != number {
		t := r.tiles[number]
		if t == nil {
			return &tileReader{}
		}
		r.current = t
	}
	return r.current
}

func refused(op *ir.Operation, code, format string, args ...any) *ir.Diagnostic {
	return op.OpError(poplar.Codes, diag.Errorf(code, format, args...))
}

func (r *reader) tile(op *ir.Operation) error {
	number := ir.Cast[poplar.TileOp](op).Tile()
	if r.tiles[number] != nil {
		return refused(op, "duplicate-alloc", "tile %d is described twice", number)
	}
	t := r.p.Tile(number)
	t.Op = op
	n := 0
	for child := range op.Body().Ops() {
		if ir.Is[poplar.AllocOp](child) {
			n++
		}
	}
	t.reserve(n)
	names := make(map[string]int, n)
	r.tiles[number] = &tileReader{t, names, make([]*ir.Operation, n)}
	for child := range op.Body().Ops() {
		var err error
		// poplar.tile holds only these three operations.
		switch o := child.Typed().(type) {
		case poplar.AllocOp:
			name := o.Name()
			if _, twice := names[name]; twice {
				return refused(child, "duplicate-alloc", "tile %d has two allocations '%s'", number, name)
			}
			names[name] = t.Add(demandOf(child))
			t.Ops[names[name]] = child
		case poplar.ApartOp:
			err = r.apart(t, child)
		case poplar.BytesOp:
			err = r.bytes(t, child)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func demandOf(op *ir.Operation) place.Demand {
	alloc := ir.Cast[poplar.AllocOp](op)
	d := place.Demand{
		Name: alloc.Name(), Kind: alloc.KindAttr(), Size: alloc.Size(), Align: alloc.Align(), Region: place.AnyRegion,
		Range: target.Range{Lo: alloc.Lo(), Hi: alloc.Hi()},
	}
	d.Fixed, d.HasFixed = alloc.Address()
	if region, given := alloc.Region(); given {
		d.Region = region
	}
	return d
}

func (r *reader) apart(t *Tile, op *ir.Operation) error {
	apart := ir.Cast[poplar.ApartOp](op)
	a, err := r.alloc(op, t.Number, apart.First())
	if err != nil {
		return err
	}
	b, err := r.alloc(op, t.Number, apart.Second())
	if err != nil {
		return err
	}
	list := &t.Elements
	if apart.What() == poplar.ApartRegions {
		list = &t.Regions
	}
	*list = append(*list, place.Pair{A: a, B: b})
	return nil
}

func (r *reader) bytes(t *Tile, op *ir.Operation) error {
	bytesOp := ir.Cast[poplar.BytesOp](op)
	i, err := r.alloc(op, t.Number, bytesOp.Name())
	if err != nil {
		return err
	}
	value := bytesOp.Value()
	data, err := poplar.ElementBytes(value)
	if err != nil {
		return poplar.Diagnose(op, err)
	}
	shaped := value.(ir.TypedAttr).Type().(ir.ShapedType)
	if n, _ := ir.NumElements(shaped.Shape()); int64(len(data)) == int64(ir.ElementBytes(shaped.ElementType())) && n != 1 {
		data = bytes.Repeat(data, int(n))
	}
	if size := t.Demands[i].Size; uint64(len(data)) > size {
		return refused(op, "alloc-range", "%d bytes do not fit in '%s' of %d", len(data), t.Demands[i].Name, size)
	}
	t.Bytes[i] = data
	return nil
}

// alloc finds an allocation of a tile by name.
func (r *reader) alloc(op *ir.Operation, tile int, name string) (int, error) {
	names := r.onTile(tile).names
	if i, ok := names[name]; ok {
		return i, nil
	}
	known := make([]string, 0, len(names))
	for n := range names {
		known = append(known, n)
	}
	slices.Sort(known)
	return 0, refused(op, "unknown-alloc", "tile %d has no allocation '%s'%s", tile, name, diag.DidYouMean(name, known))
}

// ref finds the place of size bytes in an allocation.
func (r *reader) ref(op *ir.Operation, tile int, name string, offset int64, size uint64) (Ref, error) {
	i, err := r.alloc(op, tile, name)
	if err != nil {
		return Ref{}, err
	}
	ref := Ref{Tile: tile, Alloc: i, Offset: uint64(offset)}
	if have := r.onTile(tile).Demands[i].Size; ref.Offset > have || size > have-ref.Offset {
		return Ref{}, refused(op, "alloc-range", "%d bytes from byte %d on leave '%s' of %d bytes on tile %d", size, offset, name, have, tile)
	}
	return ref, nil
}

// pieces is ref for pieces at equal distances: the first and the last piece must be
// inside.
func (r *reader) pieces(op *ir.Operation, tile int, name string, offset int64, bytes uint64, count, step int64) (Ref, error) {
	ref, err := r.ref(op, tile, name, offset, bytes)
	if err != nil || count == 1 {
		return ref, err
	}
	have := int64(r.p.Demand(ref).Size)
	if size := max(step, -step); size < 0 || size > have || size > 0 && count-1 > have/size {
		return ref, refused(op, "alloc-range", "%d pieces at a distance of %d bytes leave '%s' of %d bytes on tile %d", count, step, name, have, tile)
	}
	_, err = r.ref(op, tile, name, offset+(count-1)*step, bytes)
	return ref, err
}

func (r *reader) storage(op *ir.Operation) error {
	storage := ir.Cast[poplar.StorageOp](op)
	t := storage.Type()
	v := &Storage{
		Name: storage.Name(), Constant: storage.Constant(),
		Elem: t.Elem, Shape: t.Shape, Value: storage.Value(),
	}
	if v.Value != nil && r.values {
		if _, err := poplar.ElementBytes(v.Value); err != nil {
			return poplar.Diagnose(op, err)
		}
	}
	if other := r.variables[v.Name]; other != nil {
		return refused(op, "duplicate-variable", "there are two variables '%s'", v.Name).Note(other.Loc(), "the other one is here")
	}
	r.variables[v.Name] = op
	r.p.Variables = append(r.p.Variables, v)
	var err error
	v.Runs, err = r.runs(op, v.ElementBytes(&r.p.Target))
	return err
}

// runs reads the places of elements of size bytes each.
func (r *reader) runs(op *ir.Operation, size int64) (list []AllocRun, err error) {
	for run := range op.Body().Ops() {
		runRun := ir.Cast[poplar.RunOp](run)
		begin, end := runRun.Begin(), runRun.End()
		ref, err := r.ref(run, runRun.Tile(), runRun.Alloc(), runRun.Offset(), uint64((end-begin)*size))
		if err != nil {
			return nil, err
		}
		list = append(list, AllocRun{begin, end, ref})
	}
	return list, nil
}

func (r *reader) addSet(op *ir.Operation) error {
	s := &Set{Name: ir.SymbolName(op)}
	r.sets[s.Name] = s
	r.p.Sets = append(r.p.Sets, s)
	return nil
}

func (r *reader) set(op *ir.Operation) error {
	s := r.sets[ir.SymbolName(op)]
	n := 0
	for range op.Body().Ops() {
		n++
	}
	vertices := make([]BoundVertex, n)
	s.Vertices = slices.Grow(s.Vertices, n)
	for child := range op.Body().Ops() {
		if !ir.Is[poplar.StateOp](child) {
			return r.unlowered(child)
		}
		if err := r.vertex(&vertices[0], child); err != nil {
			return err
		}
		s.Vertices, vertices = append(s.Vertices, &vertices[0]), vertices[1:]
	}
	return nil
}

func (r *reader) vertex(v *BoundVertex, op *ir.Operation) error {
	class, err := r.class(op)
	if err != nil {
		return err
	}
	stateOp := ir.Cast[poplar.StateOp](op)
	*v = BoundVertex{Class: class, ID: stateOp.ID(), Tile: stateOp.Tile(), Op: op}
	if other := r.sameID(v); other != nil {
		return refused(op, "duplicate-vertex", "there are two vertices %d", v.ID).Note(other.Loc(), "the other one is here")
	}
	state, err := r.ref(op, v.Tile, stateOp.Alloc(), 0, uint64(class.State.Size))
	if err != nil {
		return err
	}
	v.State = state.Alloc
	holder := &r.onTile(v.Tile).states[v.State]
	if *holder != nil && class.State.Size > 0 {
		return refused(op, "duplicate-vertex", "'%s' holds the state of another vertex", stateOp.Alloc()).Note((*holder).Loc(), "the other one is here")
	}
	*holder = op
	v.Fields = make([]BoundField, len(class.State.Fields))
	for i := range v.Fields {
		v.Fields[i].Indirect = -1
	}
	for child := range op.Body().Ops() {
		if err := r.refer(v, child); err != nil {
			return err
		}
	}
	return nil
}

// sameID returns the vertex with v's id among the vertices that were read before; nil if
// there is none. Ids ascend in a program that was linked, and then need no table.
func (r *reader) sameID(v *BoundVertex) *ir.Operation {
	if r.ids == nil && v.ID > r.last {
		r.last = v.ID
		return nil
	}
	if r.ids == nil {
		r.ids = map[int]*ir.Operation{}
		for _, s := range r.p.Sets {
			for _, other := range s.Vertices {
				r.ids[other.ID] = other.Op
			}
		}
	}
	other := r.ids[v.ID]
	r.ids[v.ID] = v.Op
	return other
}

func (r *reader) class(op *ir.Operation) (*Class, error) {
	def, err := poplar.ClassOf(op, r.symbols)
	switch {
	case err != nil:
		return nil, err
	case def == nil:
		return nil, refused(op, "unknown-symbol", "there is no vertex '%s'", ir.Cast[poplar.StateOp](op).Vertex())
	}
	if c := r.classes[def]; c != nil {
		return c, nil
	}
	if err := poplar.CheckResolved(def); err != nil {
		return nil, err
	}
	state, err := poplar.StateOf(def, &r.p.Target)
	c := &Class{Op: def, Name: ir.SymbolName(def), State: state}
	r.classes[def] = c
	return c, err
}

func (r *reader) refer(v *BoundVertex, op *ir.Operation) error {
	fields := v.Class.State.Fields
	refer := ir.Cast[poplar.ReferOp](op)
	name := refer.Field()
	i := 0
	for i < len(fields) && fields[i].Name != name {
		i++
	}
	if i == len(fields) {
		var known []string
		for _, f := range fields {
			known = append(known, f.Name)
		}
		return refused(op, "unknown-field", "'%s' has no field '%s'%s", v.Class.Name, name, diag.DidYouMean(name, known))
	}
	f, operand := &fields[i], &v.Fields[i]
	for _, x := range refer.Plain() {
		operand.Plain = append(operand.Plain, uint64(x))
	}
	if through := refer.Through(); through != "" {
		indirect, err := r.alloc(op, v.Tile, through)
		if err != nil {
			return err
		}
		operand.Indirect = indirect
	}
	offsets, counts := refer.Offsets(), refer.Counts()
	size := uint64(r.p.Target.TypeSize(f.Type.Elem))
	allocs := refer.Allocs()
	operand.Data = slices.Grow(operand.Data, len(allocs))
	for k, a := range allocs {
		x := AllocExtent{Count: uint64(counts[k])}
		if x.Count > 0 {
			ref, err := r.ref(op, v.Tile, a, offsets[k], x.Count*size)
			if err != nil {
				return err
			}
			x.Ref = ref
		}
		operand.Data = append(operand.Data, x)
	}
	if kind := f.Type.Kind; (kind == vertex.VectorEdge || kind == vertex.VectorField) && len(operand.Data) == 1 {
		if err := poplar.CheckExtent(v.Class.Op, i, int64(operand.Data[0].Count)); err != nil {
			return poplar.Diagnose(op, err)
		}
	}
	return nil
}

// named finds a compute set by name.
func (r *reader) named(op *ir.Operation, set string) (*Set, error) {
	if s := r.sets[set]; s != nil {
		return s, nil
	}
	return nil, refused(op, "unknown-symbol", "there is no compute set '%s'", set)
}

func (r *reader) around(op *ir.Operation) error {
	movesOp := ir.Cast[poplar.MovesOp](op)
	s, err := r.named(op, movesOp.Set())
	if err != nil {
		return err
	}
	list := &s.Before
	if movesOp.When() == poplar.MovesAfter {
		list = &s.After
	}
	moves, err := r.moves(op)
	if *list == nil {
		*list = moves
	} else {
		*list = append(*list, moves...)
	}
	return err
}

func (r *reader) moves(op *ir.Operation) ([]Move, error) {
	count := 0
	for range op.Body().Ops() {
		count++
	}
	moves := make([]Move, 0, count)
	for m := range op.Body().Ops() {
		move := ir.Cast[poplar.MoveOp](m)
		n, count, fromStep, toStep := uint64(move.Bytes()), move.Count(), move.SrcStep(), move.DstStep()
		from, err := r.pieces(m, move.SrcTile(), move.Src(), move.SrcOffset(), n, count, fromStep)
		if err != nil {
			return nil, err
		}
		to, err := r.pieces(m, move.DstTile(), move.Dst(), move.DstOffset(), n, count, toStep)
		if err != nil {
			return nil, err
		}
		moves = append(moves, Move{From: from, To: to, Bytes: n, Count: uint64(count), FromStep: fromStep, ToStep: toStep})
	}
	return moves, nil
}
