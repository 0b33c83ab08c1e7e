package sim

import (
	"optc/dialect/memref"
	"optc/ir"
)

// elementOps gives loads and stores of numbers their quick form.
func elementOps(t Table) {
	load, store := t[memref.Load.Kind], t[memref.Store.Kind]
	t[memref.Load.Kind] = func(f *Frame, in *Instr) error {
		fn := load
		if e := elementAccess(in, memref.Load.Memref(in.Op), memref.Load.Indices(in.Op)); e != nil {
			fn = e.load(in.res, load)
		}
		return in.become(fn)(f, in)
	}
	t[memref.Store.Kind] = func(f *Frame, in *Instr) error {
		fn := store
		if e := elementAccess(in, memref.Store.Memref(in.Op), memref.Store.Indices(in.Op)); e != nil {
			fn = e.store(in.slot(memref.Store.Value(in.Op)), store)
		}
		return in.become(fn)(f, in)
	}
}

// element is a load or store of a number in a memref.
type element struct {
	base  int   // slot
	index []int // slots
	size  int   // bytes, 1 to 8
	keep  uint64
}

// elementAccess describes a load or store; nil for one of a vector.
func elementAccess(in *Instr, base *ir.Value, indices []*ir.Value) *element {
	elem := base.Type().(*ir.MemRefType).Elem
	if _, ofVectors := elem.(*ir.VectorType); ofVectors {
		return nil
	}
	e := &element{base: in.slot(base), size: ElementBytes(elem), keep: ^uint64(0) >> (64 - width(elem))}
	for _, v := range indices {
		e.index = append(e.index, in.slot(v))
	}
	return e
}

// locate returns the memref and the address of the element. ok is false where the
// general way must find out what is wrong.
func (e *element) locate(f *Frame) (r *MemRef, addr int64, ok bool) {
	r, _ = f.slots[e.base].Ref.(*MemRef)
	if r == nil || r.freed != nil && *r.freed {
		return
	}
	at := r.Offset
	for d, slot := range e.index {
		i := &f.slots[slot]
		if i.Ref != nil || i.Bits >= uint64(min(r.Sizes[d], maxAllocation)) {
			return
		}
		at += int64(i.Bits) * r.Strides[d]
	}
	return r, r.Base + at*int64(e.size), true
}

func (e *element) load(result int, slow Func) Func {
	return func(f *Frame, in *Instr) error {
		r, addr, ok := e.locate(f)
		if !ok {
			return slow(f, in)
		}
		if err := r.allow(addr, e.size, false); err != nil {
			return err
		}
		bits, written, err := r.Mem.Load(addr, e.size)
		if err != nil {
			return err
		}
		if !written {
			return slow(f, in)
		}
		f.slots[result].setBits(bits & e.keep)
		return nil
	}
}

func (e *element) store(value int, slow Func) Func {
	return func(f *Frame, in *Instr) error {
		v := &f.slots[value]
		r, addr, ok := e.locate(f)
		if !ok || v.Ref != nil {
			return slow(f, in)
		}
		if err := r.allow(addr, e.size, true); err != nil {
			return err
		}
		return asError(r.Mem.Store(addr, e.size, v.Bits))
	}
}
