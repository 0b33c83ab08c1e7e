package sim

import (
	"optc/diag"
	"optc/dialect/memref"
	"optc/ir"
)

// memrefAtomicOps are the operations of memref that change an element in one step,
// and the transfers.
func memrefAtomicOps(t Table) {
	t[memref.AtomicRMW.Kind] = atomicRMW
	t[memref.GenericAtomicRMW.Kind] = genericAtomicRMW
	t[memref.AtomicYield.Kind] = Leave
	t[memref.DmaStart.Kind] = dmaStart
	t[memref.DmaWait.Kind] = dmaWait
}

// atomicKinds are the words of combiners for the kinds of arith; the kind assign
// has none.
var atomicKinds = map[string]string{
	"addf": "add", "addi": "add", "mulf": "mul", "muli": "mul", "andi": "and", "ori": "or", "xori": "xor",
	"maximumf": "maximumf", "maxnumf": "maxnumf", "minimumf": "minimumf", "minnumf": "minnumf",
	"maxs": "maxsi", "maxu": "maxui", "mins": "minsi", "minu": "minui",
}

// modify replaces the element of a memref at indices and returns the element as it
// was before, as the operations do that upstream lowers to.
func (f *Frame) modify(in *Instr, base *ir.Value, indices []*ir.Value, replace func(r *MemRef, old Value) (Value, error)) error {
	r, err := f.memref(in, base)
	if err != nil {
		return err
	}
	idx, err := f.indices(in, indices)
	if err != nil {
		return err
	}
	if r.Mem.shadow != nil {
		r.Mem.shadow.races.atomic = true
		defer func() { r.Mem.shadow.races.atomic = false }()
	}
	old, e := r.Load(idx)
	if e != nil {
		return e
	}
	v, err := replace(r, old)
	if err != nil {
		return err
	}
	f.Set(in, 0, old)
	return asError(r.Store(idx, v))
}

func atomicRMW(f *Frame, in *Instr) error {
	kind := atomicKinds[memref.AtomicRMWWord(in.Op)]
	value := f.Value(in, memref.AtomicRMW.Value(in.Op))
	return f.modify(in, memref.AtomicRMW.Memref(in.Op), memref.AtomicRMW.Indices(in.Op), func(r *MemRef, old Value) (Value, error) {
		if kind == "" {
			return value, nil
		}
		return combine(kind, r.Elem, old, value), nil
	})
}

func genericAtomicRMW(f *Frame, in *Instr) error {
	return f.modify(in, memref.GenericAtomicRMW.Memref(in.Op), memref.GenericAtomicRMW.Indices(in.Op), func(_ *MemRef, old Value) (Value, error) {
		yielded, err := f.Region(in, 0, []Value{old})
		if err != nil {
			return Value{}, err
		}
		return yielded[0], nil
	})
}

// dmaTag is the element of a tag memref that counts a transfer.
type dmaTag struct {
	mem  *Memory
	addr int64
}

// transfer is a memref.dma_start that was not waited for; addresses in bytes.
type transfer struct {
	from, to   *MemRef
	at, target int64
	elements   int64
	size       int // bytes of an element
}

// access returns a memref and the address of its element at indices.
func (f *Frame) access(in *Instr, base *ir.Value, indices []*ir.Value) (r *MemRef, addr int64, err error) {
	if r, err = f.memref(in, base); err != nil {
		return r, addr, err
	}
	idx, err := f.indices(in, indices)
	if err != nil {
		return r, addr, err
	}
	addr, e := r.Addr(idx)
	return r, addr, asError(e)
}

// dmaStart notes a transfer. It happens when memref.dma_wait waits for its tag, the
// latest time that it may: a program that does not wait reads what was there before.
func dmaStart(f *Frame, in *Instr) error {
	d, _ := memref.AsDma(in.Op)
	from, at, err := f.access(in, d.Source[0], d.Source[1:])
	if err != nil {
		return err
	}
	to, target, err := f.access(in, d.Target[0], d.Target[1:])
	if err != nil {
		return err
	}
	count, err := f.indices(in, []*ir.Value{d.Elements})
	if err != nil {
		return err
	}
	tag, addr, err := f.access(in, d.Tag[0], d.Tag[1:])
	if err != nil {
		return err
	}
	if len(d.Stride) > 0 {
		return diag.Errorf("unsupported", "cannot simulate a strided transfer")
	}
	if count[0] < 0 || count[0] > maxAllocation || from.Elem != to.Elem {
		return diag.Errorf("dma", "cannot transfer %d elements of type %s to elements of type %s", count[0], from.Elem, to.Elem)
	}
	key := dmaTag{tag.Mem, addr}
	f.transfers[key] = append(f.transfers[key], transfer{from, to, at, target, count[0], ElementBytes(from.Elem)})
	return nil
}

// dmaWait makes the first transfer of a tag happen.
func dmaWait(f *Frame, in *Instr) error {
	tag, addr, err := f.access(in, memref.DmaWait.TagMemRef(in.Op), memref.DmaWait.TagIndices(in.Op))
	if err != nil {
		return err
	}
	count, err := f.indices(in, []*ir.Value{memref.DmaWait.NumElements(in.Op)})
	if err != nil {
		return err
	}
	key := dmaTag{tag.Mem, addr}
	queue := f.transfers[key]
	if len(queue) == 0 {
		return diag.Errorf("dma", "no transfer with this tag was started")
	}
	d := queue[0]
	if f.transfers[key] = queue[1:]; d.elements != count[0] {
		return diag.Errorf("dma", "expected to wait for %d elements, but got %d", d.elements, count[0])
	}
	return asError(moveElement(d.to, d.target, d.from, d.at, int(d.elements)*d.size))
}
