package okk

import (
	"context"

	"optc/diag"
	"optc/dialect/okk"
	"optc/ir"
	"optc/layout"
	"optc/lower"
	"optc/sim"
)

// device executes a kernel in the memory of NPUs and in system memory. Where an element
// lies follows from the address of its tensor and from its type.
type device struct {
	*lower.Device
	*executor
	machine  *okk.Machine
	npus     *lower.Memory
	spaces   map[string]*lower.Memory // by name in types
	numbers  map[string]int           // of spaces, for races
	destroys bool
	used     map[*ir.Value][]okk.Bytes // bytes of the elements of allocations
}

func newDevice(p *lower.Program, m *okk.Machine, npus *lower.Memory, spaces map[string]*lower.Memory, order []string, o lower.Options) (lower.Machine, error) {
	loaded, err := lower.NewDevice(p)
	if err != nil {
		return nil, err
	}
	d := &device{
		Device: loaded, machine: m, npus: npus, spaces: spaces, numbers: map[string]int{}, destroys: o.Destroy, used: map[*ir.Value][]okk.Bytes{},
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

// define finds the tensor that an operation defines. Where a view is of plays no part.
func (d *device) define(op *ir.Operation, _ tensor, _ []int64) (tensor, error) {
	v := op.Result(0)
	if _, ok := v.Type().(*okk.SystemType); ok {
		s, _ := okk.InSystem(v)
		return d.inSystem(s, v.Type().(*okk.SystemType).Space)
	}
	x, _, err := okk.Placed(d.machine, v)
	if err != nil {
		return nil, err
	}
	map_, err := x.Elements()
	if err != nil {
		return nil, err
	}
	return &placed{elem: x.Type.DType, extents: x.Type.LogicalShape(), elements: map_, operand: x, local: x,
		unit: func(npu int) *sim.Memory { return d.Unit(d.npus, npu) }, number: func(npu int) int { return npu }}, nil
}

func (d *device) inSystem(s okk.System, space string) (tensor, error) {
	map_, err := s.Elements()
	if err != nil {
		return nil, err
	}
	memory := d.spaces[space]
	return &placed{elem: s.DType, extents: s.LogicalShape(), elements: map_, operand: s,
		unit: func(int) *sim.Memory { return d.Unit(memory, 0) }, number: func(int) int { return d.numbers[space] }}, nil
}

// move copies units, dummies included.
func (d *device) move(dst, src tensor) (bool, error) {
	from, to := src.(*placed), dst.(*placed)
	plan, err := okk.PlanCopy(d.machine, to.operand, from.operand)
	if err != nil {
		return false, err
	}
	for _, v := range plan.Moves {
		if err := sim.Move(to.unit(v.Dst.Unit), v.Dst.Offset, from.unit(v.Src.Unit), v.Src.Offset, int(v.Len)); err != nil {
			return false, err
		}
	}
	return true, nil
}

// pack fills the dummies of a packed tensor.
func (d *device) pack(dst tensor, fill byte) error {
	t := dst.(*placed)
	runs, err := t.local.Dummies()
	if err != nil {
		return err
	}
	for _, r := range runs {
		data := make([]byte, r.Len)
		for i := range data {
			data[i] = fill
		}
		if err := t.unit(r.Dst.Unit).Write(r.Dst.Offset, data); err != nil {
			return err
		}
	}
	return nil
}

// destroyed is the byte that stands where an operation may have destroyed something.
const destroyed = 0xA5

// destroy overwrites the range that a tensor reserves in every NPU, but for the elements
// of the allocation that the tensor is a part of, and forgets that it was written.
func (d *device) destroy(v *ir.Value) error {
	if !d.destroys {
		return nil
	}
	if _, ok := v.Type().(*okk.LocalType); !ok {
		return nil
	}
	x, _, err := okk.Placed(d.machine, v)
	if err != nil {
		return err
	}
	base := okk.Base(v)
	used, known := d.used[base]
	if !known {
		whole, _, err := okk.Placed(d.machine, base)
		if err != nil {
			return err
		}
		if used, err = whole.Used(); err != nil {
			return err
		}
		d.used[base] = used
	}
	lo, hi := x.Reserves()
	for npu := range int(d.machine.NPUs) {
		at := lo
		for len(used) > 0 && used[0].NPU < npu {
			used = used[1:]
		}
		for ; len(used) > 0 && used[0].NPU == npu; used = used[1:] {
			if err := d.overwrite(npu, at, min(used[0].Lo, hi)); err != nil {
				return err
			}
			at = max(at, used[0].Hi)
		}
		if err := d.overwrite(npu, at, hi); err != nil {
			return err
		}
	}
	return nil
}

func (d *device) overwrite(npu int, lo, hi int64) error {
	if lo >= hi {
		return nil
	}
	data := make([]byte, hi-lo)
	for i := range data {
		data[i] = destroyed
	}
	memory := d.Unit(d.npus, npu)
	if err := memory.Write(lo, data); err != nil {
		return err
	}
	if err := memory.Forget(lo, len(data)); err != nil {
		return err
	}
	return nil
}

// placed is a tensor at its place.
type placed struct {
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
		data, whole, err := memory.Read(r.Offset, int(r.Len*size))
		if err != nil {
			return nil, err
		}
		for i := range r.Len {
			e.bits[r.Index+i] = load(data[i*size:], size)
			e.written[r.Index+i] = whole || writtenAt(memory, r.Offset+i*size, size)
		}
	}
	return e, nil
}

func writtenAt(m *sim.Memory, at, size int64) bool {
	_, written, err := m.Read(at, int(size))
	return err == nil && written
}

func (t *placed) write(e *elements) error {
	size := t.elem.Bytes()
	var raw []byte
	for r := range t.elements.Runs() {
		raw = raw[:0]
		for i := range r.Len {
			raw = store(raw, size, e.bits[r.Index+i])
		}
		memory := t.unit(r.Unit)
		if err := memory.Write(r.Offset, raw); err != nil {
			return err
		}
		for i := range r.Len {
			if e.written[r.Index+i] {
				continue
			}
			if err := memory.Forget(r.Offset+i*size, int(size)); err != nil {
				return err
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
