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
	base Slot
	size int // bytes, 1 to 8
	keep uint64

	// What follows is computed for the memref of the last access.
	seen   *MemRef
	freed  *bool
	mem    *Memory
	part   part        // of the memory, which holds the element at index 0
	first  int64       // position in the part of the element at index 0
	index  []dimension // of the access
	lo, hi int64       // positions that the window and the part allow
}

// dimension is an index of an access.
type dimension struct {
	slot   Slot
	extent uint64
	step   int64 // bytes
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
		e.index = append(e.index, dimension{slot: in.Slot(v)})
	}
	return e
}

// alive is set for memory that cannot be deallocated.
var alive = new(bool)

// see prepares accesses to a memref, which is not changed from now on.
func (e *element) see(r *MemRef, write bool) {
	e.seen, e.mem, e.freed = r, r.Mem, r.freed
	if e.freed == nil {
		e.freed = alive
	}
	size := int64(e.size)
	addr := r.Base + r.Offset*size
	e.part = part{}
	if i := r.Mem.last(addr); i >= 0 {
		e.part = r.Mem.parts[i]
	}
	e.first = addr - e.part.base
	for d := range e.index {
		e.index[d].extent, e.index[d].step = uint64(min(r.Sizes[d], MaxAllocation)), r.Strides[d]*size
	}
	e.lo, e.hi = 0, int64(len(e.part.bytes))
	if w := r.Window; w != nil {
		e.lo, e.hi = max(e.lo, w.Lo-e.part.base), min(e.hi, w.Hi-e.part.base)
		if write && w.ReadOnly {
			e.hi = e.lo
		}
	}
	e.hi -= size
}

// locate returns the position of the element in the part e.part. ok is false where the
// general form must find the error.
func (e *element) locate(f *Frame, write bool) (at int64, ok bool) {
	r, _ := f.slots[e.base].Ref.(*MemRef)
	if r == nil {
		return 0, false
	}
	if r != e.seen {
		e.see(r, write)
	}
	if *e.freed {
		return 0, false
	}
	at, slots := e.first, f.slots
	for index := e.index; len(index) > 0; index = index[1:] {
		x := &index[0]
		i := &slots[x.slot]
		if i.Ref != nil || i.Bits >= x.extent {
			return 0, false
		}
		at += int64(i.Bits) * x.step
	}
	return at, at >= e.lo && at <= e.hi && e.mem.symbols == nil
}

func (e *element) load(result Slot, slow Func) Func {
	return func(f *Frame, in *Instr) error {
		at, ok := e.locate(f, false)
		if !ok {
			return slow(f, in)
		}
		m := e.mem
		if m.Watcher != nil {
			if err := m.Watcher.Watch(e.part.base+at, e.size, 1, false); err != nil {
				return err
			}
		}
		if m.shadow != nil {
			if err := m.shadow.load(m, e.part.base-m.Base+at, e.size); err != nil {
				return err
			}
		}
		if !e.part.written(at, e.size) {
			return slow(f, in)
		}
		f.slots[result].SetBits(e.part.number(at, e.size) & e.keep)
		return nil
	}
}

func (e *element) store(value Slot, slow Func) Func {
	return func(f *Frame, in *Instr) error {
		v := &f.slots[value]
		at, ok := e.locate(f, true)
		if !ok || v.Ref != nil {
			return slow(f, in)
		}
		return AsError(e.mem.storeIn(&e.part, at, e.size, v.Bits))
	}
}
