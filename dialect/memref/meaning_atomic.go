package memref

import (
	"optc/diag"
	"optc/dialect/arith"
	"optc/ir"
	"optc/sim"
)

// atomicMeanings holds the meanings of the operations of memref that change an element in
// one step, and of the transfers.
func atomicMeanings() sim.Table {
	return sim.Table{
		AtomicRmwOp{}.Kind():        runAtomicRMW,
		GenericAtomicRmwOp{}.Kind(): runGenericAtomicRMW,
		AtomicYieldOp{}.Kind():      sim.Leave,
		DmaStartOp{}.Kind():         runDmaStart,
		DmaWaitOp{}.Kind():          runDmaWait,
	}
}

// atomicKinds maps the kinds of arith to the words of combiners; the kind assign has no
// word.
var atomicKinds = map[string]string{
	"addf": "add", "addi": "add", "mulf": "mul", "muli": "mul", "andi": "and", "ori": "or", "xori": "xor",
	"maximumf": "maximumf", "maxnumf": "maxnumf", "minimumf": "minimumf", "minnumf": "minnumf",
	"maxs": "maxsi", "maxu": "maxui", "mins": "minsi", "minu": "minui",
}

// modifyElement replaces the element of a memref at indices in one step, and returns the
// old element as the operation's result.
func modifyElement(f *sim.Frame, in *sim.Instr, base *ir.Value, indices []*ir.Value, replace func(r *sim.MemRef, old sim.Value) (sim.Value, error)) error {
	r, err := f.MemRef(in, base)
	if err != nil {
		return err
	}
	idx, err := f.Indices(in, indices)
	if err != nil {
		return err
	}
	defer r.Mem.Atomic()()
	old, e := r.Load(idx)
	if e != nil {
		return e
	}
	v, err := replace(r, old)
	if err != nil {
		return err
	}
	f.Set(in, 0, old)
	return sim.AsError(r.Store(idx, v))
}

func runAtomicRMW(f *sim.Frame, in *sim.Instr) error {
	kind := atomicKinds[AtomicRMWWord(in.Op)]
	atomicRMW := ir.Cast[AtomicRmwOp](in.Op)
	value := f.Value(in, atomicRMW.Value())
	return modifyElement(f, in, atomicRMW.Memref(), atomicRMW.Indices(), func(r *sim.MemRef, old sim.Value) (sim.Value, error) {
		if kind == "" {
			return value, nil
		}
		return arith.Combine(f.Machine, kind, r.Elem, old, value), nil
	})
}

func runGenericAtomicRMW(f *sim.Frame, in *sim.Instr) error {
	genericAtomicRMW := ir.Cast[GenericAtomicRmwOp](in.Op)
	return modifyElement(f, in, genericAtomicRMW.Memref(), genericAtomicRMW.Indices(), func(_ *sim.MemRef, old sim.Value) (sim.Value, error) {
		yielded, err := f.Region(in, 0, []sim.Value{old})
		if err != nil {
			return sim.Value{}, err
		}
		return yielded[0], nil
	})
}

// dmaTag identifies the element of a tag memref that counts a transfer.
type dmaTag struct {
	mem  *sim.Memory
	addr int64
}

// transfer is a memref.dma_start that was not waited for; addresses in bytes.
type transfer struct {
	from, to   *sim.MemRef
	at, target int64
	elements   int64
	size       int // bytes of an element
}

// transfers are the transfers, in order, that memref.dma_wait has not waited for yet.
type transfers map[dmaTag][]transfer

// elementAddress returns a memref and the address of its element at indices.
func elementAddress(f *sim.Frame, in *sim.Instr, base *ir.Value, indices []*ir.Value) (r *sim.MemRef, addr int64, err error) {
	if r, err = f.MemRef(in, base); err != nil {
		return r, addr, err
	}
	idx, err := f.Indices(in, indices)
	if err != nil {
		return r, addr, err
	}
	addr, e := r.Addr(idx)
	return r, addr, sim.AsError(e)
}

// runDmaStart notes a transfer. The transfer happens only when memref.dma_wait waits for
// its tag, the latest time that is allowed: a program that does not wait reads the old
// elements.
func runDmaStart(f *sim.Frame, in *sim.Instr) error {
	d, _ := AsDma(in.Op)
	from, at, err := elementAddress(f, in, d.Source[0], d.Source[1:])
	if err != nil {
		return err
	}
	to, target, err := elementAddress(f, in, d.Target[0], d.Target[1:])
	if err != nil {
		return err
	}
	count, err := f.Indices(in, []*ir.Value{d.Elements})
	if err != nil {
		return err
	}
	tag, addr, err := elementAddress(f, in, d.Tag[0], d.Tag[1:])
	if err != nil {
		return err
	}
	if len(d.Stride) > 0 {
		return diag.Errorf("unsupported", "cannot simulate a strided transfer")
	}
	if count[0] < 0 || count[0] > sim.MaxAllocation || from.Elem != to.Elem {
		return diag.Errorf("dma", "cannot transfer %d elements of type %s to elements of type %s", count[0], from.Elem, to.Elem)
	}
	key := dmaTag{tag.Mem, addr}
	queues := sim.State[transfers](f.Machine)
	if *queues == nil {
		*queues = transfers{}
	}
	(*queues)[key] = append((*queues)[key], transfer{from: from, to: to, at: at, target: target, elements: count[0],
		size: sim.ElementBytes(from.Elem)})
	return nil
}

// runDmaWait makes the first transfer of a tag happen.
func runDmaWait(f *sim.Frame, in *sim.Instr) error {
	dmaWait := ir.Cast[DmaWaitOp](in.Op)
	tag, addr, err := elementAddress(f, in, dmaWait.TagMemRef(), dmaWait.TagIndices())
	if err != nil {
		return err
	}
	count, err := f.Indices(in, []*ir.Value{dmaWait.NumElements()})
	if err != nil {
		return err
	}
	key := dmaTag{tag.Mem, addr}
	queues := *sim.State[transfers](f.Machine)
	queue := queues[key]
	if len(queue) == 0 {
		return diag.Errorf("dma", "no transfer with this tag was started")
	}
	d := queue[0]
	if queues[key] = queue[1:]; d.elements != count[0] {
		return diag.Errorf("dma", "expected to wait for %d elements, but got %d", d.elements, count[0])
	}
	return sim.AsError(sim.MoveElements(d.to, d.target, d.from, d.at, int(d.elements)*d.size))
}
