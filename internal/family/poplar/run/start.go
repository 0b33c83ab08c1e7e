package run

import (
	"context"
	"errors"
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/ir"
	"optc/lower"
	"optc/sim"
)

// start is poplar.start on a tile: the operands are stored in the state of the class, and its
// workers decode them from there. The workers run at once, one after the other. The accesses of the
// supervisor before it joins them are not ordered with their accesses.
func (c *core) start(f *sim.Frame, in *sim.Instr) error {
	code := c.named[ir.Cast[poplar.StartOp](in.Op).Vertex()]
	values, err := startValues(f, in)
	if err != nil {
		return err
	}
	args, err := c.handOver(code, values)
	if err != nil {
		return err
	}
	if c.now != nil {
		c.working.supervisor += c.instructions(c.machine)
	}
	c.at.phase++
	if err := c.workers(code, args); err != nil {
		return innermost(err)
	}
	c.accesses.next(runner{c.at.v, supervisor, c.at.phase})
	c.loaded = false
	return nil
}

// join is poplar.join: the workers have ended, and their writes are visible.
func (c *core) join(*sim.Frame, *sim.Instr) error {
	c.at.phase++
	c.accesses.next(runner{c.at.v, supervisor, c.at.phase})
	return nil
}

// startValues returns the operands of a poplar.start.
func startValues(f *sim.Frame, in *sim.Instr) ([]sim.Value, error) {
	operands := ir.Cast[poplar.StartOp](in.Op).Fields()
	values := make([]sim.Value, len(operands))
	for i, o := range operands {
		if values[i] = f.Value(in, o); values[i].IsPoison() {
			return nil, sim.ErrPoison
		}
	}
	return values, nil
}

// handOver encodes values as the state of a class and decodes them as the class's code
// does. The error codes are start-memory, and the codes of values that a state cannot
// hold.
func (c *core) handOver(code *Codelet, values []sim.Value) ([]sim.Value, error) {
	fields := code.State.Fields
	operands := make([]vertex.Operand, len(fields))
	for i := range fields {
		var err error
		if operands[i], err = c.stored(&fields[i], values[i]); err != nil {
			return nil, diag.Note(err, "field '%s' of the class that is started", fields[i].Name)
		}
	}
	if err := c.writtenApart(fields, operands); err != nil {
		return nil, err
	}
	state, errs := code.State.AppendState(nil, &c.program.Target, operands, func(uint64, []byte) {})
	if errs == nil {
		operands, errs = code.State.DecodeState(&c.program.Target, state, loader{c.at.tile.mem})
	}
	if errs != nil {
		return nil, diag.Note(errs[0].Err, "field '%s' of the class that is started", errs[0].Name)
	}
	args := slices.Clone(values)
	types := code.Compute.Body().ArgTypes()
	for i := range fields {
		f := &fields[i]
		switch f.Type.Kind {
		case vertex.ScalarField:
			args[i] = sim.Int(operands[i].Plain[0])
		case vertex.ArrayField:
			args[i] = arrayValue(f.Name, operands[i].Plain, types[i])
		default:
			r := narrowed(values[i].MemRef(), f.Type.Dir)
			r.Base = int64(operands[i].Data.Addr)
			if mt := types[i].(*ir.MemRefType); len(mt.Dims) == 1 && mt.Dims[0] == ir.Dynamic {
				r.Sizes = []int64{int64(operands[i].Data.Count)}
				if !f.Data.Layout.HasCount() {
					r.Sizes[0] = sim.UnknownSize
				}
			}
			args[i] = sim.Value{Ref: r}
		}
	}
	return args, nil
}

// writtenApart tests that a class which is started writes no byte through two of its
// fields, because its code may write them in any order. The error code is start-memory.
func (c *core) writtenApart(fields []vertex.StateField, operands []vertex.Operand) error {
	bytes := func(i int) vertex.ByteRange {
		x := operands[i].Data
		return vertex.ByteRange{Lo: x.Addr, Hi: x.Addr + x.Count*uint64(c.program.Target.TypeSize(fields[i].Type.Elem))}
	}
	for i := range fields {
		for j := range i {
			if !fields[i].Type.Dir.Writes() || !fields[j].Type.Dir.Writes() {
				continue
			}
			if a, b := bytes(j), bytes(i); a.Lo < b.Hi && b.Lo < a.Hi {
				return diag.Errorf("start-memory", "expected fields '%s' and '%s' of the class that is started, which it writes, to share no elements, but both show %s",
					fields[j].Name, fields[i].Name, target.Hex(max(a.Lo, b.Lo)))
			}
		}
	}
	return nil
}

// stored returns the contents of the state of a started class for a value. The error
// codes are start-memory, and the codes of loads.
func (c *core) stored(f *vertex.StateField, v sim.Value) (o vertex.Operand, err error) {
	r := v.MemRef()
	switch {
	case r == nil:
		o.Plain = []uint64{v.Bits}
		return o, nil
	case f.Type.Kind == vertex.ArrayField:
		for i := range int64(f.Type.Len) {
			e, err := r.Load([]int64{i})
			if err != nil {
				return o, err
			}
			o.Plain = append(o.Plain, e.Bits)
		}
		return o, nil
	case r.Mem != c.at.tile.mem || len(r.Strides) == 1 && r.Strides[0] != 1:
		return o, diag.Errorf("start-memory", "expected elements of the tile that lie one behind the other, but got a view of %s", r.Mem.Name)
	}
	o.Data = vertex.Extent{Addr: uint64(r.Base), Count: 1}
	if len(r.Sizes) == 1 {
		o.Data.Count = uint64(r.Sizes[0])
		if r.Sizes[0] != sim.UnknownSize {
			return o, nil
		}
		if f.Data.Layout.HasCount() {
			return o, diag.Errorf("start-memory", "layout %s stores a number of elements, which the supervisor does not know", f.Data.Layout)
		}
		o.Data.Count = 1 // any number except 0 gives the address
	}
	return o, nil
}

// narrowed returns a view that is restricted to the accesses which a started class may
// make to memory that was passed to it.
func narrowed(r *sim.MemRef, dir vertex.Direction) *sim.MemRef {
	n := *r
	if r.Window != nil && !dir.Writes() {
		w := *r.Window
		w.ReadOnly = true
		n.Window = &w
	}
	return &n
}

// team runs the code of vertices if there are no tiles.
type team struct {
	machine *sim.Machine
	target  *target.Target
	module  *ir.Operation
	symbols *ir.SymbolTables
	// The state of the vertex that runs.
	ctx    context.Context
	limits sim.Limits
	order  lower.Order // order of the workers
}

func newTeam(module *ir.Operation, t *target.Target, o lower.Options) *team {
	m := &team{target: t, module: module, symbols: ir.NewSymbolTables()}
	m.machine = sim.New(module, meaningTable(t, m.start, func(*sim.Frame, *sim.Instr) error { return nil }))
	m.machine.Symbols = o.Symbols
	return m
}

// vertex runs the code of a class on its workers, one after the other in the given order,
// or on the supervisor.
func (t *team) vertex(ctx context.Context, limits sim.Limits, order lower.Order, class *ir.Operation, args []sim.Value) error {
	t.ctx, t.limits, t.order = ctx, limits, order
	compute, kind := poplar.VertexOf(class).Compute(), poplar.VertexOf(class).Codelet().Kind
	runs, workers := 1, int64(t.target.Workers)
	if kind == vertex.Multi {
		if undistributed(compute) != nil {
			workers = 1
		}
		runs = int(workers)
	}
	for i := range order.Permute(runs) {
		w := int64(i)
		m := t.machine.Fork(threadOf(kind, workers, w))
		m.Limits = limits
		if _, err := m.Run(ctx, compute.Region(0), withWorker(compute, args, w)); err != nil {
			return err
		}
	}
	return nil
}

// start is poplar.start: the workers get the operands directly.
func (t *team) start(f *sim.Frame, in *sim.Instr) error {
	class := t.symbols.Table(t.module)[ir.Cast[poplar.StartOp](in.Op).Vertex()]
	values, err := startValues(f, in)
	if err != nil {
		return err
	}
	for i, field := range poplar.VertexOf(class).Fields() {
		if r := values[i].MemRef(); r != nil {
			values[i] = sim.Value{Ref: narrowed(r, field.Type.Dir)}
		}
	}
	return innermost(t.vertex(t.ctx, t.limits, t.order, class, values))
}

// innermost returns the error at the operation of a worker, instead of an error at the
// operation that started the worker.
func innermost(err error) error {
	var at *sim.RuntimeError
	if errors.As(err, &at) {
		return at
	}
	return err
}

// withWorker adds the id of a worker to the arguments of code that has a parameter for
// it.
func withWorker(compute *ir.Operation, args []sim.Value, worker int64) []sim.Value {
	if poplar.ComputeOf(compute).Worker() == nil {
		return args
	}
	return append(slices.Clip(args), sim.Int(uint64(worker)))
}

// threadOf describes the threads of code: a MultiVertex runs in all workers, and a supervisor knows
// the number of workers.
func threadOf(kind vertex.CodeletKind, workers, worker int64) sim.Thread {
	t := sim.Thread{Workers: 1, SubgroupSize: 1, BlockDim: [3]int64{1, 1, 1}, GridDim: [3]int64{1, 1, 1}}
	switch kind {
	case vertex.Multi:
		t.Workers, t.SubgroupSize, t.BlockDim[0], t.ID[0] = workers, workers, workers, worker
	case vertex.Supervisor:
		t.Workers = workers
	}
	return t
}
