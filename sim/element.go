package sim

import (
	"math/bits"

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
				in.access, in.exact, fn = e, exact, loadElement
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
				e.value = in.Slot(value)
				in.access, in.exact, fn = e, exact, storeElement
			}
			return in.Become(fn)(f, in)
		}
	}
}

// element is a load or store of a scalar in a memref.
type element struct {
	base, value Slot   // value is stored
	size        int    // bytes: 1, 2, 4 or 8
	shift       uint   // logarithm of size
	bytes       uint64 // a bit for each byte
	ones, keep  uint64 // masks of the bits of the bytes, and of the scalar

	// The following fields are computed for the memref of the last access.
	seen  *MemRef
	freed *bool
	mem   *Memory
	part  part        // part of the memory that holds the element at index 0
	start int64       // position of the part in the memory
	first int64       // position in the part of the element at index 0
	index dimension   // dimension of the access; if it has no indices, of a zero
	more  []dimension // dimensions of its other indices
	lo    int64       // first of the positions that the window and the part allow
	room  uint64      // number of these positions
}

// dimension is an index of an access.
type dimension struct {
	slot   Slot
	extent uint64
	step   int64 // bytes
}

// elementAccess describes a load or store; it returns nil for a load or store of a vector, or of a
// scalar of more than 64 bits or of 3, 5, 6 or 7 bytes.
func elementAccess(in *Instr, base *ir.Value, indices []*ir.Value) *element {
	elem := base.Type().(*ir.MemRefType).Elem
	size := ElementBytes(elem)
	if _, ofVectors := elem.(*ir.VectorType); ofVectors || IsWide(elem) || bits.OnesCount(uint(size)) != 1 {
		return nil
	}
	e := &element{
		base: in.Slot(base), size: size, shift: uint(bits.TrailingZeros(uint(size))), bytes: 1<<size - 1,
		ones: ^uint64(0) >> (64 - 8*size), keep: ^uint64(0) >> (64 - Width(elem)), index: dimension{slot: zeroSlot},
	}
	for i, v := range indices {
		if d := (dimension{slot: in.Slot(v)}); i == 0 {
			e.index = d
		} else {
			e.more = append(e.more, d)
		}
	}
	return e
}

// alive is set for memory that cannot be deallocated.
var alive = new(bool)

// see prepares accesses to a memref, which must not be changed afterwards.
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
	e.start, e.first = e.part.base-r.Mem.Base, addr-e.part.base
	e.index.extent = 1
	for d := range r.Sizes {
		x := &e.index
		if d > 0 {
			x = &e.more[d-1]
		}
		x.extent, x.step = uint64(min(r.Sizes[d], MaxAllocation)), r.Strides[d]*size
	}
	lo, hi := int64(0), int64(len(e.part.bytes))
	if w := r.Window; w != nil {
		lo, hi = max(lo, w.Lo-e.part.base), min(hi, w.Hi-e.part.base)
		if write && w.ReadOnly {
			hi = lo
		}
	}
	e.lo, e.room = lo, uint64(max(hi-size-lo+1, 0))
	if (e.start+e.first)&(size-1) != 0 { // at no index is the position a multiple of the size
		e.room = 0
	}
}

// An access is not divided into functions that are called, because a call would take about
// as long as the work of the function. The general form finds the errors, and accesses numbers
// at positions that are not multiples of their size.

// loadElement is the meaning of a load of a scalar.
func loadElement(f *Frame, in *Instr) error {
	e, slots := in.access, f.slots
	r, _ := slots[e.base].Ref.(*MemRef)
	i := &slots[e.index.slot]
	if r != e.seen || i.Ref != nil || i.Bits >= e.index.extent {
		return e.elsewhere(f, in, loadElement, false)
	}
	at := e.first + int64(i.Bits)*e.index.step
	for more := e.more; len(more) > 0; more = more[1:] {
		x := &more[0]
		i := &slots[x.slot]
		if i.Ref != nil || i.Bits >= x.extent {
			return in.exact(f, in)
		}
		at += int64(i.Bits) * x.step
	}
	m := e.mem
	if uint64(at-e.lo) >= e.room || *e.freed || m.symbols != nil || e.part.init[uint64(at)/64]>>(uint64(at)%64)&e.bytes != e.bytes {
		return in.exact(f, in)
	}
	number, to := e.part.number(at, e.size)&e.keep, &slots[in.res]
	switch s := m.shadow; {
	case m.Watcher != nil && s != nil:
		return in.exact(f, in)
	case m.Watcher != nil:
		if err := m.Watcher.Watch(e.part.base+at, e.size, 1, false); err != nil {
			return err
		}
	case s != nil && (s.shift != e.shift || !s.loadUnit(s.unit((e.start+at)>>(e.shift&63)))):
		if err := s.load(m, e.start+at, e.size); err != nil {
			return err
		}
	}
	to.SetBits(number)
	return nil
}

// storeElement is the meaning of a store of a scalar.
func storeElement(f *Frame, in *Instr) error {
	e, slots := in.access, f.slots
	r, _ := slots[e.base].Ref.(*MemRef)
	i, v := &slots[e.index.slot], &slots[e.value]
	if r != e.seen || i.Ref != nil || i.Bits >= e.index.extent {
		return e.elsewhere(f, in, storeElement, true)
	}
	at := e.first + int64(i.Bits)*e.index.step
	for more := e.more; len(more) > 0; more = more[1:] {
		x := &more[0]
		i := &slots[x.slot]
		if i.Ref != nil || i.Bits >= x.extent {
			return in.exact(f, in)
		}
		at += int64(i.Bits) * x.step
	}
	m := e.mem
	if uint64(at-e.lo) >= e.room || *e.freed || m.symbols != nil || v.Ref != nil {
		return in.exact(f, in)
	}
	if m.Watcher != nil {
		if err := m.Watcher.Watch(e.part.base+at, e.size, 1, true); err != nil {
			return err
		}
	}
	written := &e.part.init[uint64(at)/64]
	if s := m.shadow; s != nil {
		changed := nonzeroBytes((e.part.number(at, e.size) ^ v.Bits) & e.ones)
		if *written>>(uint64(at)%64)&e.bytes != e.bytes {
			changed = e.part.changedBytes(at, e.size, v.Bits)
		}
		if s.shift != e.shift || !s.storeUnit(s.unit((e.start+at)>>(e.shift&63)), changed) {
			if err := s.storeNumber(m, e.start+at, e.size, changed); err != nil {
				return err
			}
		}
	}
	e.part.put(at, e.size, v.Bits)
	*written |= e.bytes << (uint64(at) % 64)
	return nil
}

// elsewhere executes an access, whose meaning is fn, to a memref other than the last one, or an
// access that the general form must execute.
func (e *element) elsewhere(f *Frame, in *Instr, fn Func, write bool) error {
	r, _ := f.slots[e.base].Ref.(*MemRef)
	if r == nil || r == e.seen {
		return in.exact(f, in)
	}
	e.see(r, write)
	return fn(f, in)
}
