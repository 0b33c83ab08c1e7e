package sim

import "optc/ir"

// Rows is a load or store of a vector whose rows are contiguous in a memref of numbers,
// with no lane masked off.
type Rows struct {
	base   Slot
	index  []Slot
	extent []int64 // extent of the vector along each index
	shape  []int64 // shape of the vector: count rows of length elements
	count  int64
	length int
	elem   ir.Type
	size   int // bytes of an element, 1 to 8
	keep   uint64
	below  int64 // the alignment that the access promises, less 1

	seen *Memory // memory of the last row
	part part    // part of that memory that holds the row
}

// Aligned makes the general form execute accesses whose address is not a multiple of bytes, a power
// of two; 0 promises nothing.
func (a *Rows) Aligned(bytes int64) *Rows {
	if a != nil && bytes > 0 {
		a.below = bytes - 1
	}
	return a
}

// NewRows describes an access; it returns nil for an access that is not so simple.
func NewRows(in *Instr, base *ir.Value, indices []*ir.Value, t *ir.VectorType) *Rows {
	m, ok := base.Type().(*ir.MemRefType)
	if !ok || IsWide(t.Elem) || m.Elem != t.Elem || len(t.Dims) == 0 || len(t.Dims) > len(indices) {
		return nil
	}
	a := &Rows{base: in.Slot(base), shape: t.Dims, elem: t.Elem, size: ElementBytes(t.Elem), keep: ^uint64(0) >> (64 - Width(t.Elem))}
	for d, v := range indices {
		a.index, a.extent = append(a.index, in.Slot(v)), append(a.extent, 1)
		if inner := d - (len(indices) - len(a.shape)); inner >= 0 {
			a.extent[d] = a.shape[inner]
		}
	}
	last := len(a.shape) - 1
	a.length = int(a.shape[last])
	a.count, _ = ir.NumElements(a.shape[:last])
	return a
}

// locate returns the memref and the address of the first element. ok is false where not
// all elements are in bounds, or rows are not contiguous.
func (a *Rows) locate(f *Frame) (r *MemRef, addr int64, ok bool) {
	r, _ = f.slots[a.base].Ref.(*MemRef)
	if r == nil || r.freed != nil && *r.freed || r.Mem.shadow != nil || r.Strides[len(r.Strides)-1] != 1 {
		return
	}
	at := r.Offset
	for d, slot := range a.index {
		v := &f.slots[slot]
		i := v.Bits
		if v.Ref != nil || i > MaxAllocation || int64(i)+a.extent[d] > r.Sizes[d] {
			return
		}
		at += int64(i) * r.Strides[d]
	}
	addr = r.Base + at*int64(a.size)
	return r, addr, addr&a.below == 0
}

// row returns the address of a row.
func (a *Rows) row(r *MemRef, addr, row int64) int64 {
	strides := r.Strides[len(r.Strides)-len(a.shape):]
	for d := len(a.shape) - 2; d >= 0; d-- {
		addr += row % a.shape[d] * strides[d] * int64(a.size)
		row /= a.shape[d]
	}
	return addr
}

// allowed reports whether all accesses are allowed, so that they need not be checked individually.
func (a *Rows) allowed(r *MemRef, addr int64, write bool) bool {
	bytes := a.length * a.size
	for row := range a.count {
		addr := a.row(r, addr, row)
		if !a.find(r.Mem, addr, bytes, write) || r.outside(addr, bytes, write) || !write && !a.part.written(addr-a.part.base, bytes) {
			return false
		}
	}
	return true
}

// find prepares loads or stores of bytes of the memory; it reports whether a part holds all of them.
func (a *Rows) find(m *Memory, addr int64, bytes int, write bool) bool {
	if a.seen == m && a.part.covers(addr, bytes) {
		return true
	}
	if p := m.part(addr, bytes); p != nil {
		a.seen, a.part = m, *p
		return true
	}
	if p := m.source(addr, bytes); p != nil && !write {
		a.seen, a.part = nil, *p
		return true
	}
	return false
}

// open returns the bytes of n elements, after it notified the observers of the memory.
func (a *Rows) open(f *Frame, m *Memory, addr int64, n int, write bool) ([]byte, error) {
	bytes := int64(n * a.size)
	if m.Watcher != nil {
		if err := m.Watcher.Watch(addr, a.size, n, write); err != nil {
			return nil, err
		}
	}
	a.find(m, addr, int(bytes), write)
	at := addr - a.part.base
	if write {
		a.part.setWritten(at, int(bytes), true)
	}
	return a.part.bytes[at:][:bytes], f.Worked(int64(n))
}

// load reads the vector; it returns nil if the general form must read it.
func (a *Rows) load(f *Frame, in *Instr) (*Vector, error) {
	r, start, ok := a.locate(f)
	if !ok || !a.allowed(r, start, false) {
		return nil, nil
	}
	out := f.usualVector(in)
	if out == nil {
		out = f.anotherVector(in, a.shape, a.elem)
	}
	lane := 0
	for row := range a.count {
		for addr, left := a.row(r, start, row), a.length; left > 0; {
			n := min(left, PollSteps)
			data, err := a.open(f, r.Mem, addr, n, false)
			if err != nil {
				return nil, err
			}
			if out.Short != nil {
				decodeShort(out.Short[lane:][:n], data, a.size, uint32(a.keep))
			} else {
				decodeLong(out.Long[lane:][:n], data, a.size, a.keep)
			}
			lane, addr, left = lane+n, addr+int64(len(data)), left-n
		}
	}
	return out, nil
}

// store writes a vector; done is false if the general form must write it.
func (a *Rows) store(f *Frame, v *Vector) (done bool, err error) {
	if v == nil || v.Undef != nil {
		return false, nil
	}
	r, start, ok := a.locate(f)
	if !ok || !a.allowed(r, start, true) {
		return false, nil
	}
	lane := 0
	for row := range a.count {
		for addr, left := a.row(r, start, row), a.length; left > 0; {
			n := min(left, PollSteps)
			data, err := a.open(f, r.Mem, addr, n, true)
			if err != nil {
				return true, err
			}
			if v.Short != nil {
				encodeShort(data, v.Short[lane:][:n], a.size)
			} else {
				encodeLong(data, v.Long[lane:][:n], a.size)
			}
			lane, addr, left = lane+n, addr+int64(len(data)), left-n
		}
	}
	return true, nil
}

// QuickRead adds a quick form to a read of a vector.
func QuickRead(describe func(in *Instr) *Rows) QuickForm {
	return func(exact Func) Func {
		return func(f *Frame, in *Instr) error {
			fn := exact
			if a := describe(in); a != nil {
				fn = func(f *Frame, in *Instr) error {
					v, err := a.load(f, in)
					switch {
					case err != nil:
						return err
					case v == nil:
						return exact(f, in)
					}
					f.slots[in.res].SetVector(v)
					return nil
				}
			}
			return in.Become(fn)(f, in)
		}
	}
}

// QuickWrite adds a quick form to a write of a vector.
func QuickWrite(describe func(in *Instr) (*Rows, *ir.Value)) QuickForm {
	return func(exact Func) Func {
		return func(f *Frame, in *Instr) error {
			fn := exact
			if a, v := describe(in); a != nil {
				value := in.Slot(v)
				fn = func(f *Frame, in *Instr) error {
					if done, err := a.store(f, f.slots[value].Vector()); done {
						return err
					}
					return exact(f, in)
				}
			}
			return in.Become(fn)(f, in)
		}
	}
}
