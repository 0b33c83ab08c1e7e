package okk

import (
	"context"
	"slices"

	"optc/diag"
	"optc/dialect/okk"
	"optc/internal/family/okk/extent"
	"optc/ir"
	"optc/lower"
	"optc/num"
	"optc/sim"
)

// memories hold the tensors of a running kernel: as separate arrays, or in the memory of
// a device.
type memories interface {
	// define returns the tensor of a shape that an operation defines; source is the tensor
	// that a view shows, with the offsets of a slice.
	define(op *ir.Operation, shape []int64, source tensor, offsets []int64) tensor
	// move copies whole units if possible and reports whether it did; otherwise elements
	// are copied. Error symbol: a part of a symbol would be copied.
	move(dst, src tensor) (done bool, err error)
	// pack fills the dummies of a tensor.
	pack(dst tensor, fill byte)
	// destroy overwrites the bytes that a write to a tensor may destroy.
	destroy(v *ir.Value)
}

// executor executes the operations of a kernel in memories.
type executor struct {
	memories
	kernel  *ir.Operation
	machine *sim.Machine
	calc    okk.Arithmetic
	races   *races // of the okk.parallel that is running, or nil
	// profiler records the cost of the run, if that is wanted.
	profiler *profiler
	stats    struct{ copies, computations, moved int64 }
}

func newExecutor(kernel *ir.Operation, m memories, o lower.Options) *executor {
	x := &executor{memories: m, kernel: kernel, calc: okk.Arithmetic{Symbols: o.Symbols, F32: ir.ContextOf(kernel).F32()}}
	if machine := okk.MachineFor(kernel); machine != nil {
		x.calc.Numbers = machine.Numbers
	}
	x.calc.Outside = o.Outside
	table := x.table()
	if o.Profile {
		x.profiler = newProfiler(okk.MachineFor(kernel))
		table = x.profiler.recorded(table)
	}
	x.machine = sim.New(kernel.Parent(), table)
	x.machine.Limits, x.machine.Symbols = o.Limits, o.Symbols
	return x
}

func (x *executor) run(ctx context.Context) error {
	_, err := x.machine.Run(ctx, ir.Cast[okk.KernelOp](x.kernel).Body(), nil)
	return err
}

// table holds the meanings of the operations of okk in the executor's memories. Operations on tensors
// and views, of any dialect, are asked for what they do.
func (x *executor) table() sim.Table {
	nothing := func(*sim.Frame, *sim.Instr) error { return nil }
	t := sim.Table{
		okk.AllocOp{}.Kind(): x.defined, okk.SysBufferOp{}.Kind(): x.defined, okk.ParamOp{}.Kind(): parameter,
		okk.DeallocOp{}.Kind(): nothing, okk.AssertAtOp{}.Kind(): nothing, okk.AssertLayoutOp{}.Kind(): nothing, okk.AssertByteOp{}.Kind(): nothing,
		okk.YieldOp{}.Kind(): sim.Leave, okk.ParallelOp{}.Kind(): x.parallel, okk.ComputeOp{}.Kind(): x.userCode,
	}
	movements := map[okk.Movement]sim.Func{okk.Copies: x.copied, okk.Fills: x.filled, okk.Packs: x.packed, okk.Unpacks: x.unpacked}
	ir.Walk(x.kernel, func(op *ir.Operation) ir.WalkResult {
		switch row := okk.RowOf(op); {
		case okk.IsView(op):
			t[op.Kind()] = x.viewed
		case row == nil:
		case row.Movement != okk.NoMovement:
			t[op.Kind()] = movements[row.Movement]
		case row.Compute != nil:
			t[op.Kind()] = x.computed
		}
		return ir.Advance
	})
	return t
}

// parameter gives a parameter its largest number.
func parameter(f *sim.Frame, in *sim.Instr) error {
	_, high, _ := extent.ParameterRange(in.Op.Result(0))
	f.Set(in, 0, sim.Int(uint64(high)))
	return nil
}

func (x *executor) defined(f *sim.Frame, in *sim.Instr) error {
	sizes := in.Op.OperandList()
	shape, err := shapeOf(f, in, sizes)
	if err != nil {
		return err
	}
	t := x.define(in.Op, shape, nil, nil)
	f.Set(in, 0, sim.Value{Ref: t})
	if r, declared := okk.DeclaredRange(in.Op); declared {
		return inRange(in.Op, t, r)
	}
	return nil
}

// inRange returns an error outside-range unless the elements of an input are in its declared range. Elements that
// are not written, and symbols, are not compared.
func inRange(op *ir.Operation, t tensor, r okk.Range) error {
	e, err := t.read()
	if err != nil {
		return err
	}
	for i, bits := range e.Bits {
		if v := float32(okk.FloatOf(e.DType, bits)); e.written[i] && !sim.IsSymbol(bits) && (v < r.Low || v > r.High) {
			return diag.Errorf("outside-range", "element (%s) is %g, which is not in the range from %g to %g", num.JoinInts(e.At(i)), v, r.Low, r.High)
		}
	}
	return nil
}

// shapeOf returns the shape of the tensor that an operation defines; sizes are the extents that
// its type leaves open.
func shapeOf(f *sim.Frame, in *sim.Instr, sizes []*ir.Value) ([]int64, error) {
	largest, open := okk.Extents(in.Op.Result(0).Type())
	shape := slices.Clone(largest)
	for d := range shape {
		if !open.Has(d) || len(sizes) == 0 {
			continue
		}
		n := f.Value(in, sizes[0])
		if n.IsPoison() {
			return nil, sim.ErrPoison
		}
		shape[d], sizes = int64(n.Bits), sizes[1:]
		if shape[d] < 1 || shape[d] > largest[d] {
			return nil, diag.Errorf("out-of-bounds", "extent %d is %d, which is not in [1, %d]", d, shape[d], largest[d])
		}
	}
	return shape, nil
}

func (x *executor) viewed(f *sim.Frame, in *sim.Instr) error {
	source := tensorOf(f, in, 0)
	view, _ := okk.ViewOf(in.Op)
	sizes, _ := okk.SizesOf(in.Op)
	shape, err := shapeOf(f, in, sizes)
	if err != nil {
		return err
	}
	for d, i := range view.Order {
		shape[d] = source.shape()[i]
	}
	offsets := make([]int64, len(view.Offsets))
	for d, o := range view.Offsets {
		at := o.Const
		if o.Value != nil {
			v := f.Value(in, o.Value)
			if v.IsPoison() {
				return sim.ErrPoison
			}
			at = int64(v.Bits)
		}
		if at < 0 || at > source.shape()[d]-shape[d] {
			return diag.Errorf("out-of-bounds", "slice [%d, %d) is out of bounds of dimension %d of extent %d", at, at+shape[d], d, source.shape()[d])
		}
		offsets[d] = at
	}
	f.Set(in, 0, sim.Value{Ref: x.define(in.Op, shape, source, offsets)})
	return nil
}

// tensorOf returns operand i of an operation whose operands are tensors, at least up to
// that one.
func tensorOf(f *sim.Frame, in *sim.Instr, i int) tensor { return f.Args(in)[i].Ref.(tensor) }

// written stores the elements of operand i of an operation, which is the written operand.
func (x *executor) written(f *sim.Frame, in *sim.Instr, i int, e *elements) error {
	t := tensorOf(f, in, i)
	x.access(in.Op, i, t, true)
	x.destroy(in.Op.OperandList()[i])
	return t.write(e)
}

// readAll returns the elements of operand i, all of which must be written.
func (x *executor) readAll(f *sim.Frame, in *sim.Instr, i int) (*elements, error) {
	t := tensorOf(f, in, i)
	x.access(in.Op, i, t, false)
	e, err := t.read()
	if err != nil {
		return nil, err
	}
	return e, e.check(in.Op.OperandList()[i])
}

// copied moves elements, whether they are written or not.
func (x *executor) copied(f *sim.Frame, in *sim.Instr) error {
	src, dst := tensorOf(f, in, 0), tensorOf(f, in, 1)
	e, err := x.source(in, src)
	if err != nil {
		return err
	}
	x.access(in.Op, 1, dst, true)
	x.destroy(in.Op.OperandList()[1])
	if done, err := x.move(dst, src); done || err != nil {
		return err
	}
	return dst.write(e)
}

func (x *executor) unpacked(f *sim.Frame, in *sim.Instr) error {
	e, err := x.source(in, tensorOf(f, in, 0))
	if err != nil {
		return err
	}
	return x.written(f, in, 1, e)
}

// source reads the source of a copy before the copy destroys bytes around it.
func (x *executor) source(in *sim.Instr, src tensor) (*elements, error) {
	x.access(in.Op, 0, src, false)
	x.stats.copies++
	x.stats.moved += countElements(src.shape()) * src.dtype().Bytes()
	return src.read()
}

func (x *executor) packed(f *sim.Frame, in *sim.Instr) error {
	src := tensorOf(f, in, 0)
	x.access(in.Op, 0, src, false)
	x.stats.copies++
	e, err := src.read()
	if err != nil {
		return err
	}
	if err := x.written(f, in, 1, e); err != nil {
		return err
	}
	x.pack(tensorOf(f, in, 1), byte(ir.Cast[okk.PackOp](in.Op).Fill()))
	return nil
}

func (x *executor) filled(f *sim.Frame, in *sim.Instr) error {
	dst := tensorOf(f, in, 0)
	e := newElements(dst.dtype(), dst.shape()).all()
	bits := uint64(okk.NumberBits(in.Op.Typed().(okk.Filling).Value()))
	for i := range e.Bits {
		e.Bits[i] = bits
	}
	x.stats.copies++
	return x.written(f, in, 0, e)
}

// computed executes an operation whose destination is operand 0.
func (x *executor) computed(f *sim.Frame, in *sim.Instr) error {
	x.stats.computations++
	row, n := okk.RowOf(in.Op), len(okk.Tensors(in.Op))
	works := n - row.Works(in.Op) // the first work buffer
	args, numbers := make([]*elements, n), make([]*okk.Elements, n)
	for i := range args {
		if i == 0 && !row.ReadsDestination(in.Op) || i >= works {
			t := tensorOf(f, in, i)
			args[i] = newElements(t.dtype(), t.shape())
		} else {
			e, err := x.readAll(f, in, i)
			if err != nil {
				return err
			}
			args[i] = e
		}
		numbers[i] = &args[i].Elements
	}
	x.calc.Top = 0
	if edges := in.Op.OperandList()[n:]; len(edges) > 0 {
		top := f.Value(in, edges[0])
		if top.IsPoison() {
			return sim.ErrPoison
		}
		x.calc.Top = int64(top.Bits)
	}
	if err := row.Compute(&x.calc, in.Op, numbers); err != nil {
		return err
	}
	// The contents of a work buffer are undefined afterwards.
	for i := works; i < n; i++ {
		if err := x.written(f, in, i, args[i]); err != nil {
			return err
		}
	}
	return x.written(f, in, 0, args[0].all())
}

// userCode executes the region of okk.compute once per element.
func (x *executor) userCode(f *sim.Frame, in *sim.Instr) error {
	compute := ir.Cast[okk.ComputeOp](in.Op)
	if compute.Body().Empty() {
		return diag.Errorf("no-code", "'%s' has no code to run", compute.Callee())
	}
	x.stats.computations++
	dsts := len(compute.Destinations())
	var sources, results []*elements
	for i := range in.Op.NumOperands() {
		if i < dsts {
			t := tensorOf(f, in, i)
			results = append(results, newElements(t.dtype(), t.shape()).all())
			continue
		}
		e, err := x.readAll(f, in, i)
		if err != nil {
			return err
		}
		sources = append(sources, e)
	}
	args := make([]sim.Value, len(sources))
	for i := range results[0].Bits {
		for k, s := range sources {
			args[k] = sim.Int(s.Bits[i])
		}
		out, err := f.Region(in, 0, args)
		if err != nil {
			return err
		}
		for k, r := range results {
			if out[k].IsPoison() {
				return sim.ErrPoison
			}
			r.Bits[i] = out[k].Bits
		}
	}
	for i, r := range results {
		if err := x.written(f, in, i, r); err != nil {
			return err
		}
	}
	return nil
}
