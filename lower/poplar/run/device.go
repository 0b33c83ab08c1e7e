package run

import (
	"context"
	"fmt"
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/ir"
	"optc/lower"
	"optc/lower/poplar/image"
	"optc/sim"
)

// Device is a set of simulated tiles with the images of a program loaded.
type Device struct {
	*lower.Device
	// MaxSteps bounds the operations that one worker executes in one vertex; 0
	// is the default of a Machine.
	MaxSteps int64

	target   *target.Target
	memory   *lower.Memory // of the tiles
	details  *image.Details
	codelets map[string]*Codelet
	tiles    map[int]*tileState
	vertices map[int]*image.VertexRecord
	machine  *sim.Machine
	stats    stats
}

// stats counts what the vertices of a device did.
type stats struct {
	vertices int64 // runs of a compute method; a MultiVertex counts once per worker
	ops      int64 // executed operations
	loads    int64 // loads of an element
	stores   int64 // stores of an element
	// clashes counts stores that directly follow a load by the same worker from
	// the same memory element, which the hardware cannot do in one cycle.
	clashes int64
	moved   int64 // bytes copied between and within tiles
}

type tileState struct {
	mem      *sim.Memory
	lastLoad int // memory element of the last access if it was a load, else -1
}

// NewDevice loads the images of a program into the memory of tiles. codelets are
// found by their symbol.
func NewDevice(t *target.Target, p *lower.Program, tiles *lower.Memory, details *image.Details, codelets []*Codelet) (*Device, error) {
	loaded, err := lower.NewDevice(p)
	if err != nil {
		return nil, err
	}
	d := &Device{
		Device: loaded, target: t, memory: tiles, details: details,
		codelets: map[string]*Codelet{}, tiles: map[int]*tileState{}, vertices: map[int]*image.VertexRecord{},
		machine: sim.New(p.Op.Parent(), Table()),
	}
	for _, c := range codelets {
		d.codelets[c.Symbol] = c
	}
	for i := range details.Vertices {
		v := &details.Vertices[i]
		d.vertices[v.ID] = v
	}
	return d, nil
}

// tile returns the state of a tile, creating it on first use.
func (d *Device) tile(n int) *tileState {
	t := d.tiles[n]
	if t == nil {
		t = &tileState{mem: d.Unit(d.memory, n), lastLoad: -1}
		t.mem.Observe = func(addr int64, size int, write bool) { d.observe(t, addr, write) }
		d.tiles[n] = t
	}
	return t
}

func (d *Device) observe(t *tileState, addr int64, write bool) {
	element := d.target.ElementOf(uint64(addr))
	switch {
	case !write:
		d.stats.loads++
		t.lastLoad = element
		return
	case t.lastLoad == element:
		d.stats.clashes++
	}
	d.stats.stores++
	t.lastLoad = -1
}

// Counters returns what the vertices did.
func (d *Device) Counters() []lower.Counter {
	n := &d.stats
	return []lower.Counter{
		{Name: "runs of vertices", Value: n.vertices}, {Name: "operations", Value: n.ops}, {Name: "loads", Value: n.loads},
		{Name: "stores", Value: n.stores}, {Name: "element clashes", Value: n.clashes}, {Name: "bytes moved", Value: n.moved},
	}
}

// Run executes the steps of the program, until it ends or ctx does.
func (d *Device) Run(ctx context.Context) error {
	for _, step := range d.details.Program {
		if err := d.move(step.Copy); err != nil {
			return err
		}
		if step.Execute == "" {
			continue
		}
		k := slices.IndexFunc(d.details.ComputeSets, func(s image.SetRecord) bool { return s.Name == step.Execute })
		if err := d.execute(ctx, &d.details.ComputeSets[k]); err != nil {
			return fmt.Errorf("compute set %s: %w", step.Execute, err)
		}
	}
	return nil
}

func (d *Device) execute(ctx context.Context, s *image.SetRecord) error {
	if err := d.move(s.Before); err != nil {
		return err
	}
	for _, tv := range s.Vertices {
		for _, id := range tv.IDs {
			v := d.vertices[id]
			if err := d.vertex(ctx, v); err != nil {
				return fmt.Errorf("vertex %d (%s) on tile %d: %w", id, v.Symbol, v.Tile, err)
			}
		}
	}
	return d.move(s.After)
}

// move copies bytes; all copies of a list read before any of them writes.
func (d *Device) move(moves []image.MoveRecord) error {
	type pending struct {
		mem  *sim.Memory
		to   int64
		size int
		copy *sim.Memory
	}
	var list []pending
	for _, m := range moves {
		buffer := sim.NewMemory("exchange", 0, int64(m.Bytes))
		if err := sim.Move(buffer, 0, d.tile(m.FromTile).mem, int64(m.From), int(m.Bytes)); err != nil {
			return err
		}
		list = append(list, pending{d.tile(m.ToTile).mem, int64(m.To), int(m.Bytes), buffer})
		d.stats.moved += int64(m.Bytes)
	}
	for _, p := range list {
		if err := sim.Move(p.mem, p.to, p.copy, 0, p.size); err != nil {
			return err
		}
	}
	return nil
}

// vertex runs the compute method of a vertex, a MultiVertex once per worker. The
// operands are found by decoding its state in tile memory.
func (d *Device) vertex(ctx context.Context, v *image.VertexRecord) error {
	c := d.codelets[v.Symbol]
	if c.Compute == nil {
		return &sim.RuntimeError{Op: c.Vertex, Err: diag.Errorf("no-code", "has no compute region to run")}
	}
	t := d.tile(v.Tile)
	workers := int64(1)
	if c.Kind == vertex.Multi {
		workers = int64(d.target.Workers)
	}
	for w := range workers {
		args, err := d.operands(t, c, v)
		if err != nil {
			return err
		}
		if c.Kind == vertex.Multi {
			args = append(args, sim.Int(uint64(w)))
		}
		m := d.machine.Fork(thread(workers, w))
		m.MaxSteps = d.MaxSteps
		t.lastLoad = -1
		_, err = m.Run(ctx, c.Compute.Region(0), args)
		d.stats.vertices++
		d.stats.ops += m.Steps()
		if err != nil {
			return fmt.Errorf("worker %d: %w", w, err)
		}
	}
	return nil
}

// loader reads tile memory for the decoders.
type loader struct{ mem *sim.Memory }

func (l loader) Load(addr uint64, dst []byte) error {
	data, written, err := l.mem.Read(int64(addr), len(dst))
	if err != nil {
		return err
	}
	if !written {
		return diag.Errorf("uninitialized", "[%#x, %#x) of %s is read before it is written", addr, addr+uint64(len(dst)), l.mem.Name)
	}
	copy(dst, data)
	return nil
}

// operands decodes the state of a vertex into the arguments of its compute region.
func (d *Device) operands(t *tileState, c *Codelet, v *image.VertexRecord) ([]sim.Value, error) {
	mem := loader{t.mem}
	state := make([]byte, c.State.Size)
	if err := mem.Load(v.State, state); err != nil {
		return nil, err
	}
	ops, errs := c.State.DecodeState(d.target, state, mem)
	if len(errs) > 0 {
		return nil, errs[0]
	}
	args := make([]sim.Value, len(ops))
	types := c.Compute.Body().ArgTypes()
	for i := range ops {
		arg, err := d.operand(t, &c.State.Fields[i], &ops[i], types[i], mem)
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", c.State.Fields[i].Name, err)
		}
		args[i] = arg
	}
	return args, nil
}

func (d *Device) operand(t *tileState, f *vertex.StateField, op *vertex.Operand, typ ir.Type, mem loader) (sim.Value, error) {
	switch f.Type.Kind {
	case vertex.ScalarField:
		return sim.Int(op.Plain[0]), nil
	case vertex.ArrayField:
		return arrayValue(f.Name, op.Plain, typ)
	case vertex.ScalarEdge:
		if _, isMemRef := typ.(*ir.MemRefType); isMemRef {
			return sim.Value{Ref: d.view(t, f.Name, op.Data, typ)}, nil
		}
		raw := make([]byte, sim.ElementBytes(typ))
		if err := mem.Load(op.Data.Addr, raw); err != nil {
			return sim.Value{}, err
		}
		return sim.Int(sim.RawBits(raw)), nil
	case vertex.VectorField, vertex.VectorEdge:
		if !f.Data.Layout.HasCount() {
			op.Data.Count = sim.UnknownSize
		}
		return sim.Value{Ref: d.view(t, f.Name, op.Data, typ)}, nil
	}
	rows := &Rows{Known: true}
	elem := typ.(*poplar.RowsType).Elem
	subs := op.Subs
	if f.Type.Kind != vertex.ListEdge && !f.Table.Layout.HasCount() {
		rows.Known = false
		rows.load = func(i int64) (*sim.MemRef, error) {
			at := vertex.Extent{Addr: op.Indirect + uint64(i)*uint64(f.Data.Layout.Size()), Count: 1}
			one, err := vertex.LoadTable(d.target, &f.Resolved, at, mem)
			if err != nil {
				return nil, err
			}
			return d.row(t, f, one[0], elem), nil
		}
		return sim.Value{Ref: rows}, nil
	}
	for _, s := range subs {
		rows.rows = append(rows.rows, d.row(t, f, s, elem))
	}
	return sim.Value{Ref: rows}, nil
}

// row is a view of one sub-vector.
func (d *Device) row(t *tileState, f *vertex.StateField, x vertex.Extent, elem ir.Type) *sim.MemRef {
	if f.Type.Kind == vertex.VectorEdgeArray && !f.Data.Layout.HasCount() {
		x.Count = sim.UnknownSize
	}
	return d.view(t, f.Name, x, ir.MemRef([]int64{ir.Dynamic}, elem, nil, nil))
}

// view is tile memory as a memref. A static extent in the type stands for a
// count that the representation does not store.
func (d *Device) view(t *tileState, name string, x vertex.Extent, typ ir.Type) *sim.MemRef {
	mt := typ.(*ir.MemRefType)
	r := &sim.MemRef{Mem: t.mem, Base: int64(x.Addr), Elem: mt.Elem, Sizes: []int64{int64(x.Count)}, Strides: []int64{1}}
	switch {
	case len(mt.Dims) == 0:
		r.Sizes, r.Strides = nil, nil
	case mt.Dims[0] != ir.Dynamic:
		r.Sizes[0] = mt.Dims[0]
	}
	return r
}

// arrayValue puts the values of a plain array into memory of their own.
func arrayValue(name string, values []uint64, typ ir.Type) (sim.Value, error) {
	mt := typ.(*ir.MemRefType)
	r, err := sim.Alloc("field "+name, []int64{int64(len(values))}, mt.Elem)
	if err != nil {
		return sim.Value{}, err
	}
	for i, v := range values {
		if err := r.Store([]int64{int64(i)}, sim.Int(v)); err != nil {
			return sim.Value{}, err
		}
	}
	return sim.Value{Ref: r}, nil
}

// Rows is what code sees of a list or of an array of edges.
type Rows struct {
	Known bool // the number of rows is stored
	rows  []*sim.MemRef
	load  func(i int64) (*sim.MemRef, error)
}

// NewRows returns rows over the given memrefs.
func NewRows(rows []*sim.MemRef) *Rows { return &Rows{Known: true, rows: rows} }

// Row returns row i.
func (r *Rows) Row(i int64) (*sim.MemRef, error) {
	if !r.Known {
		return r.load(i)
	}
	if i < 0 || i >= int64(len(r.rows)) {
		return nil, diag.Errorf("out-of-bounds", "row %d is outside the %d rows", i, len(r.rows))
	}
	return r.rows[i], nil
}

// Table returns the meanings of the operations of compute regions: those of the
// simulator and those of the dialect.
func Table() sim.Table {
	t := sim.Default()
	t[poplar.NumWorkersOp] = func(f *sim.Frame, in *sim.Instr) error {
		f.Set(in, 0, sim.Int(uint64(f.Thread.Workers)))
		return nil
	}
	t[poplar.ComputeReturnOp] = sim.Leave
	t[poplar.ListSizeOp.Kind] = func(f *sim.Frame, in *sim.Instr) error {
		r, _ := f.Value(in, poplar.ListSizeOp.List(in.Op)).Ref.(*Rows)
		if r == nil || !r.Known {
			return diag.Errorf("no-size", "the layout of this field does not store its number of rows")
		}
		f.Set(in, 0, sim.Int(uint64(len(r.rows))))
		return nil
	}
	t[poplar.ListRowOp.Kind] = func(f *sim.Frame, in *sim.Instr) error {
		i := f.Value(in, poplar.ListRowOp.Row(in.Op))
		if i.IsPoison() {
			return sim.ErrPoison
		}
		r, ok := f.Value(in, poplar.ListRowOp.List(in.Op)).Ref.(*Rows)
		if !ok {
			return sim.ErrPoison
		}
		row, err := r.Row(int64(i.Bits))
		f.Set(in, 0, sim.Value{Ref: row})
		return err
	}
	return t
}
