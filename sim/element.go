package sim

import (
	"optc/ir"
)

// QuickLoad adds a quick form to a load of an element. describe returns the memref and
// the indices.
func QuickLoad(describe func(op *ir.Operation) (base *ir.Value, indices []*ir.Value)) QuickForm {
	return func(exact Func) Func {
		return func(f *Frame, in *Instr) error {
			fn := exact
			base, indices := describe(in.Op)
			if e := elementAccess(in, base, indices); e != nil {
				fn = e.load(in.res, exact)
			}
			return in.Become(fn)(f, in)
		}
	}
}

// QuickStore adds a quick form to a store of an element. describe returns the stored
// value, the memref and the indices.
func QuickStore(describe func(op *ir.Operation) (value, base *ir.Value, indices []*ir.Value)) QuickForm {
	return func(exact Func) Func {
		return func(f *Frame, in *Instr) error {
			fn := exact
			value, base, indices := describe(in.Op)
			if e := elementAccess(in, base, indices); e != nil {
				fn = e.store(in.Slot(value), exact)
			}
			return in.Become(fn)(f, in)
		}
	}
}

// element is a load or store of a number in a memref.
type element struct {
	base  Slot
	index []Slot
	size  int // bytes, 1 to 8
	keep  uint64
}

// elementAccess describes a load or store; it returns nil for a load or store of a
// vector, or of an integer of more than 64 bits.
func elementAccess(in *Instr, base *ir.Value, indices []*ir.Value) *element {
	elem := base.Type().(*ir.MemRefType).Elem
	if _, ofVectors := elem.(*ir.VectorType); ofVectors || IsWide(elem) {
		return nil
	}
	e := &element{base: in.Slot(base), size: ElementBytes(elem), keep: ^uint64(0) >> (64 - Width(elem))}
	for _, v := range indices {
		e.index = append(e.index, in.Slot(v))
	}
	return e
}

// locate returns the memref and the address of the element. ok is false where the general
// form must find the error.
func (e *element) locate(f *Frame) (r *MemRef, addr int64, ok bool) {
	r, _ = f.slots[e.base].Ref.(*MemRef)
	if r == nil || r.freed != nil && *r.freed {
		return
	}
	at := r.Offset
	for d, slot := range e.index {
		i := &f.slots[slot]
		if i.Ref != nil || i.Bits >= uint64(min(r.Sizes[d], MaxAllocation)) {
			return
		}
		at += int64(i.Bits) * r.Strides[d]
	}
	return r, r.Base + at*int64(e.size), true
}

func (e *element) load(result Slot, slow Func) Func {
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
		f.slots[result].SetBits(bits & e.keep)
		return nil
	}
}

func (e *element) store(value Slot, slow Func) Func {
	return func(f *Frame, in *Instr) error {
		v := &f.slots[value]
		r, addr, ok := e.locate(f)
		if !ok || v.Ref != nil {
			return slow(f, in)
		}
		if err := r.allow(addr, e.size, true); err != nil {
			return err
		}
		return AsError(r.Mem.Store(addr, e.size, v.Bits))
	}
}
