package program

import (
	"bytes"
	"context"
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/internal/poplar/control/controlir"
	"optc/internal/poplar/place"
	"optc/ir"
)

// Read reads the program of a lowered poplar.graph. The error is an *ir.Diagnostic about
// the first statement that does not fit the others: an unknown name of an allocation, a
// reference that leaves its allocation, a field that the vertex does not have. Codes
// unknown-alloc, alloc-range, unknown-field, unresolved, duplicate-alloc,
// duplicate-vertex, duplicate-variable.
func Read(ctx context.Context, graph *ir.Operation) (*Program, error) { return read(ctx, graph, true) }

// ReadPlaces is Read for a program some of whose values are only in its images.
func ReadPlaces(ctx context.Context, graph *ir.Operation) (*Program, error) {
	return read(ctx, graph, false)
}

func read(ctx context.Context, graph *ir.Operation, values bool) (*Program, error) {
	t, missing := poplar.RequiredTarget(graph, graph)
	if missing != nil {
		return nil, missing
	}
	r := &reader{
		p: &Program{Op: graph, Target: t}, symbols: ir.NewSymbolTables(),
		names: map[int]map[string]int{}, classes: map[*ir.Operation]*Class{}, sets: map[string]*Set{}, ids: map[int]*ir.Operation{}, states: map[Ref]*ir.Operation{},
		variables: map[string]*ir.Operation{}, values: values,
	}
	r.steps = controlir.Reader[Instruction, Predicate]{Action: r.instruction, Predicate: r.predicate}
	// Tiles first: everything else refers to their allocations.
	for _, read := range []map[ir.Kind]func(*ir.Operation) error{
		{poplar.TileKind.Kind(): r.tile, poplar.ComputeSetKind.Kind(): r.addSet},
		{poplar.StorageKind.Kind(): r.storage, poplar.ComputeSetKind.Kind(): r.set, poplar.MovesKind.Kind(): r.around},
		{poplar.GraphFunctionKind.Kind(): r.function, poplar.ProgramKind.Kind(): r.program},
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
	poplar.TileKind, poplar.StorageKind, poplar.ComputeSetKind, poplar.MovesKind, poplar.ProgramKind, poplar.AssertBytesKind,
	poplar.GraphFunctionKind,
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
	names   map[int]map[string]int // tile → name → index of the demand
	classes map[*ir.Operation]*Class
	sets    map[string]*Set
	ids     map[int]*ir.Operation
	states  map[Ref]*ir.Operation

	variables map[string]*ir.Operation
	values    bool // must be there
}

func refused(op *ir.Operation, code, format string, args ...any) *ir.Diagnostic {
	return op.OpError(poplar.Codes, diag.Errorf(code, format, args...))
}

func (r *reader) tile(op *ir.Operation) error {
	number := poplar.TileKind.Tile(op)
	if r.names[number] != nil {
		return refused(op, "duplicate-alloc", "tile %d is described twice", number)
	}
	names := map[string]int{}
	r.names[number] = names
	t := r.p.Tile(number)
	t.Op = op
	for child := range op.Body().Ops() {
		var err error
		switch {
		case poplar.AllocKind.Is(child):
			name := poplar.AllocKind.Name(child)
			if _, twice := names[name]; twice {
				return refused(child, "duplicate-alloc", "tile %d has two allocations '%s'", number, name)
			}
			names[name] = t.Add(demandOf(child))
			t.Ops[names[name]] = child
		case poplar.ApartKind.Is(child):
			err = r.apart(t, child)
		case poplar.BytesKind.Is(child):
			err = r.bytes(t, child)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func demandOf(op *ir.Operation) place.Demand {
	kind := poplar.AllocKind
	d := place.Demand{
		Name: kind.Name(op), Kind: kind.KindAttr(op), Size: kind.Size(op), Align: kind.Align(op), Region: place.AnyRegion,
		Range: target.Range{Lo: kind.Lo(op), Hi: kind.Hi(op)},
	}
	d.Fixed, d.HasFixed = kind.Address(op)
	if region, given := kind.Region(op); given {
		d.Region = region
	}
	return d
}

func (r *reader) apart(t *Tile, op *ir.Operation) error {
	a, err := r.alloc(op, t.Number, poplar.ApartKind.First(op))
	if err != nil {
		return err
	}
	b, err := r.alloc(op, t.Number, poplar.ApartKind.Second(op))
	if err != nil {
		return err
	}
	list := &t.Elements
	if poplar.ApartKind.What(op) == poplar.ApartRegions {
		list = &t.Regions
	}
	*list = append(*list, place.Pair{A: a, B: b})
	return nil
}

func (r *reader) bytes(t *Tile, op *ir.Operation) error {
	i, err := r.alloc(op, t.Number, poplar.BytesKind.Name(op))
	if err != nil {
		return err
	}
	value := poplar.BytesKind.Value(op)
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
	if i, ok := r.names[tile][name]; ok {
		return i, nil
	}
	known := make([]string, 0, len(r.names[tile]))
	for n := range r.names[tile] {
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
	if have := r.p.Demand(ref).Size; ref.Offset > have || size > have-ref.Offset {
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
	t := poplar.StorageKind.Type(op)
	v := &Storage{
		Name: poplar.StorageKind.Name(op), Constant: poplar.StorageKind.Constant(op),
		Elem: t.Elem, Shape: t.Shape, Value: poplar.StorageKind.Value(op),
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

// runs reads the places of elements, given the number of bytes of an element.
func (r *reader) runs(op *ir.Operation, size int64) (list []AllocRun, err error) {
	for run := range op.Body().Ops() {
		kind := poplar.RunKind
		begin, end := kind.Begin(run), kind.End(run)
		ref, err := r.ref(run, kind.Tile(run), kind.Alloc(run), kind.Offset(run), uint64((end-begin)*size))
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
	for child := range op.Body().Ops() {
		if !poplar.StateKind.Is(child) {
			return r.unlowered(child)
		}
		v, err := r.vertex(child)
		if err != nil {
			return err
		}
		s.Vertices = append(s.Vertices, v)
	}
	return nil
}

func (r *reader) vertex(op *ir.Operation) (*BoundVertex, error) {
	class, err := r.class(op)
	if err != nil {
		return nil, err
	}
	v := &BoundVertex{Class: class, ID: poplar.StateKind.ID(op), Tile: poplar.StateKind.Tile(op), Op: op}
	if r.ids[v.ID] != nil {
		return nil, refused(op, "duplicate-vertex", "there are two vertices %d", v.ID).Note(r.ids[v.ID].Loc(), "the other one is here")
	}
	r.ids[v.ID] = op
	state, err := r.ref(op, v.Tile, poplar.StateKind.Alloc(op), 0, uint64(class.State.Size))
	if err != nil {
		return nil, err
	}
	v.State = state.Alloc
	if other := r.states[state]; other != nil && class.State.Size > 0 {
		return nil, refused(op, "duplicate-vertex", "'%s' holds the state of another vertex", poplar.StateKind.Alloc(op)).Note(other.Loc(), "the other one is here")
	}
	r.states[state] = op
	v.Fields = make([]BoundField, len(class.State.Fields))
	for i := range v.Fields {
		v.Fields[i].Indirect = -1
	}
	for child := range op.Body().Ops() {
		if err := r.refer(v, child); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func (r *reader) class(op *ir.Operation) (*Class, error) {
	def, err := poplar.ClassOf(op, r.symbols)
	switch {
	case err != nil:
		return nil, err
	case def == nil:
		return nil, refused(op, "unknown-symbol", "there is no vertex '%s'", poplar.StateKind.Vertex(op))
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
	name := poplar.ReferKind.Field(op)
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
	for _, x := range poplar.ReferKind.Plain(op) {
		operand.Plain = append(operand.Plain, uint64(x))
	}
	if through := poplar.ReferKind.Through(op); through != "" {
		indirect, err := r.alloc(op, v.Tile, through)
		if err != nil {
			return err
		}
		operand.Indirect = indirect
	}
	offsets, counts := poplar.ReferKind.Offsets(op), poplar.ReferKind.Counts(op)
	size := uint64(r.p.Target.TypeSize(f.Type.Elem))
	for k, a := range poplar.ReferKind.Allocs(op) {
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
	s, err := r.named(op, poplar.MovesKind.Set(op))
	if err != nil {
		return err
	}
	list := &s.Before
	if poplar.MovesKind.When(op) == poplar.MovesAfter {
		list = &s.After
	}
	moves, err := r.moves(op)
	*list = append(*list, moves...)
	return err
}

func (r *reader) moves(op *ir.Operation) ([]Move, error) {
	var moves []Move
	for m := range op.Body().Ops() {
		kind := poplar.MoveKind
		n, count, fromStep, toStep := uint64(kind.Bytes(m)), kind.Count(m), kind.SrcStep(m), kind.DstStep(m)
		from, err := r.pieces(m, kind.SrcTile(m), kind.Src(m), kind.SrcOffset(m), n, count, fromStep)
		if err != nil {
			return nil, err
		}
		to, err := r.pieces(m, kind.DstTile(m), kind.Dst(m), kind.DstOffset(m), n, count, toStep)
		if err != nil {
			return nil, err
		}
		moves = append(moves, Move{from, to, n, uint64(count), fromStep, toStep})
	}
	return moves, nil
}
