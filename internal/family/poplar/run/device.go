package run

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"sync/atomic"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/vertex"
	"optc/internal/base/parallel"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/lower"
	"optc/sim"
)

// Device is a set of simulated tiles with the images of a program loaded.
type Device struct {
	*lower.Device
	lower.Access
	sim.Limits // limits of a worker in a vertex

	program  *program.Program
	named    map[string]*Codelet // codelets by the name of the class
	memory   *lower.Memory       // memory of the tiles
	codelets map[*ir.Operation]*Codelet
	tiles    map[int]*tileState
	hosts    hosts
	cores    []*core
	ran      map[*program.Set][][]*program.BoundVertex // vertices of a compute set by tile, from the second run of the set
	// exchanged is the traffic between tiles; nil without a profile.
	exchanged *exchanges
}

type tileState struct {
	number  int
	mem     *sim.Memory
	decoded map[*program.BoundVertex]*decoded // decoded operands of vertices that ran again
}

// core runs tiles, one after the other. The cores of a device run concurrently.
type core struct {
	*Device
	machine  *sim.Machine
	runs     sim.Machine // the code of a vertex, or ran it last
	stack    sim.Stack   // stack of that code
	accesses *accesses
	stats    stats
	loaded   bool // the last access was a load
	// The last load was from the memory element of these addresses.
	elementLo, elementHi int64

	at       site   // what runs
	now      *costs // costs of the running code, nil without a profile
	profiled        // set by a profile
}

// site is the vertex that a core runs.
type site struct {
	ctx   context.Context
	tile  *tileState
	v     *program.BoundVertex
	phase int // see runner
}

// stats counts the work of the vertices of a device.
type stats struct {
	vertices int64 // number of runs of a compute method; a MultiVertex counts once per worker
	ops      int64 // executed operations
	loads    int64 // loads of an element
	stores   int64 // stores of an element
	// clashes counts stores that directly follow a load by the same worker from
	// the same memory element, which the hardware cannot do in one cycle.
	clashes int64
	moved   int64 // bytes that are copied between tiles, and within a tile
}

func (s *stats) add(t stats) {
	s.vertices += t.vertices
	s.ops += t.ops
	s.loads += t.loads
	s.stores += t.stores
	s.clashes += t.clashes
	s.moved += t.moved
}

// NewDevice loads the images of a placed program into the memory of tiles, which run on
// the given number of threads; 0 means the number of processors.
func NewDevice(p *program.Program, loaded *lower.Device, tiles *lower.Memory, codelets []*Codelet, o lower.Options) *Device {
	d := &Device{Device: loaded, Limits: o.Limits, program: p, memory: tiles, codelets: map[*ir.Operation]*Codelet{}, named: map[string]*Codelet{}, tiles: map[int]*tileState{}, hosts: newHosts(p), ran: map[*program.Set][][]*program.BoundVertex{}}
	d.Access = d.elements
	for _, c := range codelets {
		d.codelets[c.Vertex], d.named[ir.SymbolName(c.Vertex)] = c, c
	}
	for _, t := range p.Tiles {
		d.tiles[t.Number] = &tileState{number: t.Number, mem: d.Unit(tiles, t.Number)}
	}
	threads := o.Threads
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	for range threads {
		c := &core{Device: d, accesses: newAccesses(&p.Target)}
		c.machine = sim.New(p.Op.Parent(), meaningTable(&p.Target, c.start, c.join))
		c.machine.Symbols = o.Symbols
		d.cores = append(d.cores, c)
	}
	return d
}

// Watch implements sim.Watcher: it counts the accesses of the worker that runs on a tile,
// and refuses accesses whose result depends on the order of workers.
func (c *core) Watch(addr int64, size, n int, write bool) *diag.Error {
	clash := write && c.loaded && addr >= c.elementLo && addr < c.elementHi
	if c.now != nil {
		c.now.access(min(size, maxWidth), n, write, clash)
	}
	c.loaded = !write
	if write {
		c.stats.stores += int64(n)
		if clash {
			c.stats.clashes++
		}
		if n == 1 {
			return c.accesses.store(addr, size)
		}
		return c.accesses.stores(addr, size, n)
	}
	c.stats.loads += int64(n)
	if last := addr + int64((n-1)*size); last < c.elementLo || last >= c.elementHi {
		lo, hi := c.program.Target.ElementRange(uint64(last))
		c.elementLo, c.elementHi = int64(lo), int64(hi)
	}
	if n == 1 {
		return c.accesses.load(addr, size)
	}
	return c.accesses.loads(addr, size, n)
}

// Counters returns the work of the vertices.
func (d *Device) Counters() []lower.Counter {
	var n stats
	for _, c := range d.cores {
		n.add(c.stats)
	}
	return []lower.Counter{
		{Name: "runs of vertices", Value: n.vertices}, {Name: "operations", Value: n.ops}, {Name: "loads", Value: n.loads},
		{Name: "stores", Value: n.stores}, {Name: "element clashes", Value: n.clashes}, {Name: "bytes moved", Value: n.moved},
	}
}

// Run executes the steps of the program, until it ends or ctx does.
func (d *Device) Run(ctx context.Context) error {
	return execute(ctx, d, d.program.Steps)
}

func (d *Device) maxSteps() int64 { return d.MaxSteps }

func (d *Device) do(ctx context.Context, a *program.Instruction) error {
	switch {
	case a.Host != nil:
		return d.hosts.copy(a.Host, int64(d.program.Target.TypeSize(a.Host.Elem)), func(r program.Ref) (*sim.Memory, int64) {
			return d.tiles[r.Tile].mem, int64(d.program.Address(r))
		})
	case a.Set == nil:
		return d.move(phase{do: a}, d.program.Moves(a))
	}
	if err := d.set(ctx, a.Set); err != nil {
		return fmt.Errorf("compute set %s: %w", a.Set.Name, err)
	}
	return nil
}

func (d *Device) decide(p *program.Predicate) (bool, error) {
	r, bytes := p.Ref(&d.program.Target)
	return decided(p.Variable.Name, p.Element, d.tiles[r.Tile].mem, int64(d.program.Address(r)), bytes)
}

// elements is the Access of the device, to variables and to arrays of the host.
func (d *Device) elements(name string) (*lower.HostVariable, []lower.ElementRun, error) {
	v, err := lower.FindVariable(d.Variables(), name)
	if err != nil {
		return nil, nil, err
	}
	if runs := d.hosts.elements(v); runs != nil {
		return v, runs, nil
	}
	return d.Device.Elements(name)
}

// set runs a compute set. Tiles run concurrently; if several fail, the error of the
// lowest tile is returned.
func (d *Device) set(ctx context.Context, s *program.Set) error {
	if err := d.move(phase{set: s}, slices.Values(s.Before)); err != nil {
		return err
	}
	if x := d.exchanged; x != nil {
		x.execute(phase{set: s, vertices: true}, func(*phaseTraffic) {})
	}
	tiles, again := d.ran[s]
	if tiles == nil {
		tiles = s.ByTile()
		d.ran[s] = nil // a set that runs once takes no memory
		if again {
			d.ran[s] = tiles
		}
	}
	errs := make([]error, len(tiles))
	var failed atomic.Bool
	parallel.Do(len(d.cores), len(tiles), func(worker, i int) {
		if failed.Load() {
			return // tiles are taken in order, so that all tiles before a failed one run
		}
		if errs[i] = d.cores[worker].tile(ctx, d.tiles[tiles[i][0].Tile], s, tiles[i], again); errs[i] != nil {
			failed.Store(true)
		}
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return d.move(phase{set: s, after: true}, slices.Values(s.After))
}

// tile runs the vertices of a compute set on a tile; again is set if they ran before.
func (c *core) tile(ctx context.Context, t *tileState, s *program.Set, vertices []*program.BoundVertex, again bool) error {
	c.accesses.begin()
	for _, v := range vertices {
		if err := c.vertex(ctx, t, s, v, again); err != nil {
			return fmt.Errorf("vertex %d (%s) on tile %d: %w", v.ID, v.Class.Name, v.Tile, err)
		}
	}
	return nil
}

func (d *Device) move(at phase, moves iter.Seq[program.Move]) error {
	d.count(at, moves)
	return exchange(moves, func(r program.Ref) (*sim.Memory, int64) { return d.tiles[r.Tile].mem, int64(d.program.Address(r)) })
}

// vertex runs the compute method of a vertex, a MultiVertex once per worker. The
// operands are found by decoding its state in tile memory.
func (c *core) vertex(ctx context.Context, t *tileState, s *program.Set, v *program.BoundVertex, again bool) error {
	code := c.codelets[v.Class.Op]
	if code.Compute == nil {
		return &sim.RuntimeError{Op: code.Vertex, Err: diag.Errorf("no-code", "has no compute region to run")}
	}
	args, err := c.operands(t, code, v, again)
	if err != nil {
		return err
	}
	err = forgetOutputs(v, c.elementBytes(v), func(x program.AllocExtent, bytes int64) error {
		if err := t.mem.Forget(int64(c.program.Address(x.Ref)), int(bytes)); err != nil {
			return err
		}
		return nil
	})
	if err != nil {
		return err
	}
	c.now = c.of(part{s, v.Class})
	c.working = c.on(place{s, t.number})
	t.mem.Watcher = c
	defer func() { t.mem.Watcher = nil }()
	c.at = site{ctx: ctx, tile: t, v: v}
	if code.Kind == vertex.Supervisor {
		return c.code(code, supervisor, args)
	}
	return c.workers(code, args)
}

// workers runs code on its workers, one after the other.
func (c *core) workers(code *Codelet, args []sim.Value) error {
	n := int64(1)
	if code.Kind == vertex.Multi {
		n = int64(c.program.Target.Workers)
	}
	for w := range n {
		if err := c.code(code, w, args); err != nil {
			return fmt.Errorf("worker %d: %w", w, err)
		}
	}
	return nil
}

// code runs code on a worker, or on the supervisor.
func (c *core) code(code *Codelet, worker int64, args []sim.Value) error {
	c.accesses.next(runner{c.at.v, worker, c.at.phase})
	m := &c.runs
	c.machine.ForkInto(m, threadOf(code.Kind, int64(c.program.Target.Workers), worker))
	c.stack = sim.Stack{Size: code.Stack}
	m.Limits, m.Stack = c.Limits, &c.stack
	c.loaded = false
	_, err := m.Run(c.at.ctx, code.Compute.Region(0), withWorker(code.Compute, args, worker))
	c.stats.vertices++
	c.stats.ops += m.Steps()
	if c.now != nil {
		c.profile(m, code, worker)
	}
	return err
}

// elementBytes returns the size of the elements of a field in tile memory.
func (d *Device) elementBytes(v *program.BoundVertex) func(i int) int64 {
	return func(i int) int64 { return int64(d.program.Target.TypeSize(v.Class.State.Fields[i].Type.Elem)) }
}

// loader reads tile memory for the decoders.
type loader struct{ mem *sim.Memory }

func (l loader) Load(addr uint64, dst []byte) error {
	data, err := l.read(addr, len(dst))
	copy(dst, data)
	return err
}

// read returns bytes of the memory, which change with it.
func (l loader) read(addr uint64, n int) ([]byte, error) {
	data, written, err := l.mem.Read(int64(addr), n)
	switch {
	case err != nil:
		return nil, err
	case !written:
		return nil, l.uninitialized(addr, n)
	}
	return data, nil
}

func (l loader) uninitialized(addr uint64, size int) *diag.Error {
	return diag.Errorf("uninitialized", "[%#x, %#x) of %s is read before it is written", addr, addr+uint64(size), l.mem.Name)
}

// decoded is the state of a vertex and the arguments that it gives.
type decoded struct {
	state []byte
	args  []sim.Value
}

// operands decodes the state of a vertex into the arguments of its compute region. The arguments of
// a vertex that runs again are kept until its state changes.
func (d *Device) operands(t *tileState, c *Codelet, v *program.BoundVertex, again bool) ([]sim.Value, error) {
	mem := loader{t.mem}
	state, err := mem.read(d.program.Address(program.Ref{Tile: v.Tile, Alloc: v.State}), c.State.Size)
	if err != nil {
		return nil, err
	}
	if kept := t.decoded[v]; kept != nil && bytes.Equal(kept.state, state) {
		return kept.args, nil
	}
	state = bytes.Clone(state)
	ops, errs := c.State.DecodeState(&d.program.Target, state, mem)
	if len(errs) > 0 {
		return nil, errs[0]
	}
	args := make([]sim.Value, len(ops))
	types := c.Compute.Body().ArgTypes()
	for i := range ops {
		arg, err := d.operand(t, v, i, &ops[i], types[i], mem)
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", c.State.Fields[i].Name, err)
		}
		args[i] = arg
	}
	if again && onlyState(c) {
		if t.decoded == nil {
			t.decoded = map[*program.BoundVertex]*decoded{}
		}
		t.decoded[v] = &decoded{state, args}
	}
	return args, nil
}

// onlyState reports whether the arguments depend only on the state of a vertex, and not on other
// memory, such as a table of rows.
func onlyState(c *Codelet) bool {
	types := c.Compute.Body().ArgTypes()
	for i := range c.State.Fields {
		_, isMemRef := types[i].(*ir.MemRefType)
		switch c.State.Fields[i].Type.Kind {
		case vertex.ScalarField:
		case vertex.VectorField, vertex.VectorEdge, vertex.ScalarEdge:
			if !isMemRef {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (d *Device) operand(t *tileState, v *program.BoundVertex, i int, op *vertex.Operand, typ ir.Type, mem loader) (sim.Value, error) {
	f := &v.Class.State.Fields[i]
	switch f.Type.Kind {
	case vertex.ScalarField:
		return sim.Int(op.Plain[0]), nil
	case vertex.ArrayField:
		return arrayValue(f.Name, op.Plain, typ), nil
	case vertex.ScalarEdge:
		if _, isMemRef := typ.(*ir.MemRefType); isMemRef {
			return sim.Value{Ref: d.view(t, v, i, 0, op.Data, typ)}, nil
		}
		bits, written, err := mem.mem.Load(int64(op.Data.Addr), sim.ElementBytes(typ))
		switch {
		case err != nil:
			return sim.Value{}, err
		case !written:
			return sim.Value{}, mem.uninitialized(op.Data.Addr, sim.ElementBytes(typ))
		}
		return sim.Int(bits), nil
	case vertex.VectorField, vertex.VectorEdge:
		if !f.Data.Layout.HasCount() {
			op.Data.Count = sim.UnknownSize
		}
		return sim.Value{Ref: d.view(t, v, i, 0, op.Data, typ)}, nil
	}
	rows := &Rows{Known: true}
	elem := typ.(*poplar.RowsType).Elem
	subs := op.Subs
	if f.Type.Kind != vertex.ListEdge && !f.Table.Layout.HasCount() {
		rows.Known = false
		rows.load = func(k int64) (*sim.MemRef, error) {
			at := vertex.Extent{Addr: op.Indirect + uint64(k)*uint64(f.Data.Layout.Size()), Count: 1}
			if n := int64(len(v.Fields[i].Data)); k < 0 || k >= n {
				return nil, diag.Errorf("out-of-bounds", "row %d is outside the %d rows that field '%s' was connected to", k, n, f.Name)
			}
			one, err := vertex.LoadTable(&d.program.Target, &f.Resolved, at, mem)
			if err != nil {
				return nil, err
			}
			return d.row(t, v, i, int(k), one[0], elem), nil
		}
		return sim.Value{Ref: rows}, nil
	}
	for k, s := range subs {
		rows.rows = append(rows.rows, d.row(t, v, i, k, s, elem))
	}
	return sim.Value{Ref: rows}, nil
}

// row is a view of sub-vector k of field i.
func (d *Device) row(t *tileState, v *program.BoundVertex, i, k int, x vertex.Extent, elem ir.Type) *sim.MemRef {
	f := &v.Class.State.Fields[i]
	if f.Type.Kind == vertex.VectorEdgeArray && !f.Data.Layout.HasCount() {
		x.Count = sim.UnknownSize
	}
	return d.view(t, v, i, k, x, ir.MemRef([]int64{ir.Dynamic}, elem, nil, nil))
}

// view is the memory of extent k of field i as a memref. A static extent in the type
// replaces a count that the representation does not store. Accesses are restricted to the
// data that the field was connected to.
func (d *Device) view(t *tileState, v *program.BoundVertex, i, k int, x vertex.Extent, typ ir.Type) *sim.MemRef {
	mt := typ.(*ir.MemRefType)
	r := &sim.MemRef{Mem: t.mem, Base: int64(x.Addr), Elem: mt.Elem, Sizes: []int64{int64(x.Count)}, Strides: []int64{1}}
	r.Window = window(v, i, k, r.Base, d.elementBytes(v)(i), func(addr int64, _ int) string { return neighbour(d.program, t.number, addr) })
	switch {
	case len(mt.Dims) == 0:
		r.Sizes, r.Strides = nil, nil
	case mt.Dims[0] != ir.Dynamic:
		r.Sizes[0] = mt.Dims[0]
	}
	return r
}

// arrayName is the name of the window of a plain array.
type arrayName string

func (n arrayName) String() string { return "field '" + string(n) + "'" }

// arrayValue puts the values of a plain array into a new memory.
func arrayValue(name string, values []uint64, typ ir.Type) sim.Value {
	mt := typ.(*ir.MemRefType)
	r, err := sim.Alloc("field "+name, []int64{int64(len(values))}, mt.Elem)
	err.Must()
	for i, v := range values {
		r.Store([]int64{int64(i)}, sim.Int(v)).Must()
	}
	r.Window = &sim.Window{Name: arrayName(name), Hi: r.Mem.Size(), ReadOnly: true}
	return sim.Value{Ref: r}
}
