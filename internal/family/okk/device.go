package okk

import (
	"bytes"
	"context"

	"optc/diag"
	"optc/dialect/okk"
	"optc/ir"
	"optc/layout"
	"optc/lower"
	"optc/sim"
)

// device executes a kernel in the memory of NPUs and in system memory. The place of an
// element follows from the address of its tensor and from its type.
type device struct {
	*lower.Device
	*executor
	program  *lower.Program
	machine  *okk.Machine
	npus     *lower.Memory
	spaces   map[string]*lower.Memory // by name in types
	numbers  map[string]int           // of spaces, for races
	destroys bool
	used     map[*ir.Value][]okk.Bytes // bytes of the elements of allocations
}

func newDevice(p *lower.Program, m *okk.Machine, npus *lower.Memory, spaces map[string]*lower.Memory, order []string, o lower.Options) (lower.Machine, error) {
	d := &device{
		Device: diag.Must(lower.NewDevice(p)), program: p, machine: m, npus: npus, spaces: spaces, numbers: map[string]int{}, destroys: o.Destroy, used: map[*ir.Value][]okk.Bytes{},
	}
	for i, name := range order {
		d.numbers[name] = int(m.NPUs) + i
	}
	d.executor = newExecutor(p.Op, d, o)
	return d, nil
}

func (d *device) Run(ctx context.Context) error { return d.run(ctx) }

func (d *device) Counters() []lower.Counter {
	return []lower.Counter{
		{Name: "copies", Value: d.stats.copies}, {Name: "bytes copied", Value: d.stats.moved}, {Name: "computations", Value: d.stats.computations},
	}
}

// Estimate implements lower.Estimator.
func (d *device) Estimate(ctx context.Context) error {
	if d.profiler == nil {
		return nil
	}
	return d.profiler.estimate(ctx, d.program.Op.Body())
}

// Report implements lower.Profiler.
func (d *device) Report() lower.Report {
	if p := d.Profile(); p != nil {
		return p
	}
	return nil
}

// Profile returns the cost of the run so far.
func (d *device) Profile() *lower.Profile {
	if d.profiler == nil {
		return nil
	}
	return d.profiler.result(d.program)
}

// define finds the tensor that an operation defines. The place is in its type and address.
func (d *device) define(op *ir.Operation, _ []int64, _ tensor, _ []int64) tensor {
	v := op.Result(0)
	if _, ok := v.Type().(*okk.SystemType); ok {
		s, _ := okk.InSystem(v)
		return d.inSystem(s, v.Type().(*okk.SystemType).Space)
	}
	x := okk.TensorOf(d.machine, v)
	return &placed{symbolic: d.calc.Symbols != nil, elem: x.Type.DType, extents: x.Type.LogicalShape(), elements: x.Elements(), operand: x, local: x,
		unit: func(npu int) *sim.Memory { return d.Unit(d.npus, npu) }, number: func(npu int) int { return npu }}
}

func (d *device) inSystem(s okk.System, space string) tensor {
	memory := d.spaces[space]
	return &placed{symbolic: d.calc.Symbols != nil, elem: s.DType, extents: s.LogicalShape(), elements: s.Elements(), operand: s,
		unit: func(int) *sim.Memory { return d.Unit(memory, 0) }, number: func(int) int { return d.numbers[space] }}
}

// move copies units, dummies included.
func (d *device) move(dst, src tensor) (done bool, err error) {
	from, to := src.(*placed), dst.(*placed)
	for _, v := range diag.Must(okk.PlanCopy(d.machine, to.operand, from.operand)).Moves {
		if err := sim.Move(to.unit(v.Dst.Unit), v.Dst.Offset, from.unit(v.Src.Unit), v.Src.Offset, int(v.Len)); err != nil {
			return true, err
		}
	}
	return true, nil
}

// pack fills the dummies of a packed tensor.
func (d *device) pack(dst tensor, fill byte) {
	t := dst.(*placed)
	for _, r := range t.local.Dummies() {
		t.unit(r.Dst.Unit).Write(r.Dst.Offset, bytes.Repeat([]byte{fill}, int(r.Len))).Must()
	}
}

// destroyed is the byte that replaces contents which an operation may have destroyed.
const destroyed = 0xA5

// destroy overwrites the range that a tensor reserves in every NPU, but for the elements
// of the allocation that the tensor is a part of, and forgets that it was written.
func (d *device) destroy(v *ir.Value) {
	if _, ok := v.Type().(*okk.LocalType); !ok || !d.destroys {
		return
	}
	base := okk.Base(v)
	used, known := d.used[base]
	if !known {
		used = okk.TensorOf(d.machine, base).Used()
		d.used[base] = used
	}
	lo, hi := okk.TensorOf(d.machine, v).Reserves()
	for npu := range int(d.machine.NPUs) {
		at := lo
		for ; len(used) > 0 && used[0].NPU == npu; used = used[1:] {
			d.overwrite(npu, at, min(used[0].Lo, hi))
			at = max(at, used[0].Hi)
		}
		d.overwrite(npu, at, hi)
	}
}

func (d *device) overwrite(npu int, lo, hi int64) {
	if lo < hi {
		memory, n := d.Unit(d.npus, npu), int(hi-lo)
		memory.Write(lo, bytes.Repeat([]byte{destroyed}, n)).Must()
		memory.Forget(lo, n).Must()
	}
}

// placed is a tensor at its place.
type placed struct {
	symbolic bool // elements may be symbols
	elem     okk.DType
	extents  []int64
	elements *layout.Map
	operand  okk.Operand
	local    *okk.Tensor // nil in system memory
	unit     func(npu int) *sim.Memory
	number   func(npu int) int // of the memory, for races
}

func (t *placed) dtype() okk.DType { return t.elem }
func (t *placed) shape() []int64   { return t.extents }

func (t *placed) read() (*elements, error) {
	e := newElements(t.elem, t.extents)
	size := t.elem.Bytes()
	for r := range t.elements.Runs() {
		memory := t.unit(r.Unit)
		if t.symbolic {
			for i := range r.Len {
				var err *diag.Error
				if e.Bits[r.Index+i], e.written[r.Index+i], err = memory.Load(r.Offset+i*size, int(size)); err != nil {
					return nil, err
				}
			}
			continue
		}
		data, whole, err := memory.Read(r.Offset, int(r.Len*size))
		err.Must()
		for i := range r.Len {
			e.Bits[r.Index+i] = load(data[i*size:], size)
			e.written[r.Index+i] = whole || writtenAt(memory, r.Offset+i*size, size)
		}
	}
	return e, nil
}

func writtenAt(m *sim.Memory, at, size int64) bool {
	_, written, err := m.Read(at, int(size))
	err.Must()
	return written
}

func (t *placed) write(e *elements) error {
	size := t.elem.Bytes()
	var raw []byte
	for r := range t.elements.Runs() {
		memory := t.unit(r.Unit)
		raw = raw[:0]
		for i := range r.Len {
			if t.symbolic {
				memory.Store(r.Offset+i*size, int(size), e.Bits[r.Index+i]).Must()
				continue
			}
			raw = store(raw, size, e.Bits[r.Index+i])
		}
		memory.Write(r.Offset, raw).Must()
		for i := range r.Len {
			if !e.written[r.Index+i] {
				memory.Forget(r.Offset+i*size, int(size)).Must()
			}
		}
	}
	return nil
}

func (t *placed) touched() []span {
	var list []span
	for r := range t.elements.Runs() {
		list = append(list, span{t.number(r.Unit), r.Offset, r.Offset + r.Len*t.elements.Width()})
	}
	return list
}

// placeMissing is the error of a kernel that is not lowered.
func placeMissing(op *ir.Operation) *ir.Diagnostic {
	return okk.Diagnose(op, diag.Errorf("unresolved", "the address must be resolved; run okk-allocate first"))
}
