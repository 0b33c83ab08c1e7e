package sim

import (
	"optc/dialect/memref"
	"optc/ir"
)

// element is a load or store of a number in a memref of at most one dimension.
type element struct {
	base, index, value int // slots; index is -1 without one
	size               int // bytes, 1 to 8
	keep               uint64
}

// elementAccess describes a load or store; nil for one that is not so simple.
func elementAccess(in *Instr, base *ir.Value, indices []*ir.Value) *element {
	t, _ := base.Type().(*ir.MemRefType)
	if t == nil || len(indices) > 1 {
		return nil
	}
	switch t.Elem.(type) {
	case *ir.IntegerType, *ir.FloatType, *ir.IndexType:
	default:
		return nil
	}
	w, size := width(t.Elem), ElementBytes(t.Elem)
	if w == 0 || w > 64 || size > 8 {
		return nil
	}
	e := &element{base: in.slot(base), index: -1, size: size, keep: ^uint64(0) >> (64 - w)}
	if len(indices) == 1 {
		e.index = in.slot(indices[0])
	}
	return e
}

// locate returns the memref and the address of the element. ok is false where the
// general way must find out what is wrong.
func (e *element) locate(f *Frame) (r *MemRef, addr int64, ok bool) {
	r, _ = f.slots[e.base].Ref.(*MemRef)
	if r == nil || r.freed != nil && *r.freed {
		return nil, 0, false
	}
	at := r.Offset
	if e.index >= 0 {
		v := &f.slots[e.index]
		i := int64(v.Bits)
		if v.Ref != nil || i < 0 || i >= r.Sizes[0] || i > maxAllocation {
			return nil, 0, false
		}
		at += i * r.Strides[0]
	}
	return r, r.Base + at*int64(e.size), true
}

func loadElement(f *Frame, in *Instr) error {
	fn := func(f *Frame, in *Instr) error {
		idx, err := f.indices(in, memref.Load.Indices(in.Op))
		if err != nil {
			return err
		}
		return f.load(in, memref.Load.Memref(in.Op), idx)
	}
	if e := elementAccess(in, memref.Load.Memref(in.Op), memref.Load.Indices(in.Op)); e != nil {
		fn = e.load(in.res, fn)
	}
	return in.become(fn)(f, in)
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

func storeElement(f *Frame, in *Instr) error {
	fn := func(f *Frame, in *Instr) error {
		idx, err := f.indices(in, memref.Store.Indices(in.Op))
		if err != nil {
			return err
		}
		return f.store(in, memref.Store.Value(in.Op), memref.Store.Memref(in.Op), idx)
	}
	if e := elementAccess(in, memref.Store.Memref(in.Op), memref.Store.Indices(in.Op)); e != nil {
		e.value = in.slot(memref.Store.Value(in.Op))
		fn = e.store(fn)
	}
	return in.become(fn)(f, in)
}

func (e *element) store(slow Func) Func {
	return func(f *Frame, in *Instr) error {
		v := &f.slots[e.value]
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
