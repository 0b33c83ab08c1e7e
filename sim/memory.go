package sim

import (
	"encoding/binary"
	"slices"

	"optc/diag"
	"optc/ir"
	"optc/num"
)

// Memory is a range of byte addresses that records which bytes were written. The memory of a tile
// is a single Memory; every memref.alloc makes a new Memory.
type Memory struct {
	Name    string
	Base    int64   // address of the first byte
	Watcher Watcher // if set, it sees all loads and stores

	size  int64
	parts []part  // ascending by address, not overlapping
	one   [1]part // the only part of most memories
	image *Image  // the contents of the bytes that no part holds; nil: they are not written

	shadow  *shadow              // shadow of memory that the threads of a group share
	idle    *shadow              // shadow of an earlier group, for reuse
	symbols map[int64]symbolCell // symbols by position in the memory, see Symbols
}

// Watcher sees the accesses to a memory before they happen, and may refuse them.
type Watcher interface {
	// Watch is called for loads or stores of n neighbouring numbers of size bytes each, and
	// does the same as n calls for single numbers.
	Watch(addr int64, size, n int, write bool) *diag.Error
}

// NewMemory returns size unwritten bytes at base.
func NewMemory(name string, base, size int64) *Memory {
	m := &Memory{Name: name, Base: base, size: size}
	m.add(newPart(base, size))
	return m
}

// Size returns the number of bytes.
func (m *Memory) Size() int64 { return m.size }

// End returns the address after the last byte.
func (m *Memory) End() int64 { return m.Base + m.size }

func (m *Memory) check(addr int64, size int) *diag.Error {
	if addr < m.Base || addr > m.End()-int64(size) {
		return diag.Errorf("memory-range", "access to [%#x, %#x) is outside %s [%#x, %#x)", addr, addr+int64(size), m.Name, m.Base, m.End())
	}
	return nil
}

// CheckAligned returns an error unless an address is a multiple of bytes; 0 promises nothing. The
// error code is alignment.
func CheckAligned(addr, bytes int64) error {
	if bytes <= 0 || addr%bytes == 0 {
		return nil
	}
	return diag.Errorf("alignment", "the address %#x is not a multiple of %d bytes", addr, bytes)
}

func (m *Memory) watch(addr int64, size int, write bool) *diag.Error {
	if m.Watcher == nil {
		return nil
	}
	return m.Watcher.Watch(addr, size, 1, write)
}

// Load reads size bytes, 1 to 8, as a little-endian number. written is false when some of
// the bytes were never written.
func (m *Memory) Load(addr int64, size int) (bits uint64, written bool, err *diag.Error) {
	if err := m.check(addr, size); err != nil {
		return bits, written, err
	}
	if err := m.watch(addr, size, false); err != nil {
		return bits, written, err
	}
	i := addr - m.Base
	if m.shadow != nil {
		if err := m.shadow.load(m, i, size); err != nil {
			return bits, written, err
		}
	}
	if m.symbols != nil {
		if bits, found, err := m.symbol(i, size); found || err != nil {
			return bits, true, err
		}
	}
	if p := m.source(addr, size); p != nil {
		return p.number(addr-p.base, size), p.written(addr-p.base, size), nil
	}
	return RawBits(m.read(addr, size)), m.written(addr, size), nil
}

// nonzeroBytes returns a bit for each byte of n; it is set if the byte is not zero.
func nonzeroBytes(n uint64) uint8 {
	const low, high = 0x7f7f7f7f7f7f7f7f, 0x8080808080808080
	n = ((n&low + low) | n) & high // the highest bit of each byte that is not 0
	return uint8(n >> 7 * 0x0102040810204080 >> 56)
}

// changedBytes returns the bytes that get another value when a number of size bytes is
// stored at a position, one bit for each. A byte that was not written gets another value.
func (p *part) changedBytes(i int64, size int, bits uint64) (changed uint8) {
	changed = nonzeroBytes((p.number(i, size) ^ bits) & (^uint64(0) >> (64 - 8*size)))
	if !p.written(i, size) {
		for k := range size {
			if !p.written(i+int64(k), 1) {
				changed |= 1 << k
			}
		}
	}
	return changed
}

// Store writes size bytes, 1 to 8.
func (m *Memory) Store(addr int64, size int, bits uint64) *diag.Error {
	if err := m.check(addr, size); err != nil {
		return err
	}
	if p := m.part(addr, size); p != nil {
		return m.storeIn(p, addr-p.base, size, bits)
	}
	return m.storeOutside(addr, size, bits)
}

// storeOutside is storeIn if no part holds all of the bytes.
func (m *Memory) storeOutside(addr int64, size int, bits uint64) *diag.Error {
	if err := m.watch(addr, size, true); err != nil {
		return err
	}
	raw := binary.LittleEndian.AppendUint64(nil, bits)[:size]
	if m.shadow != nil {
		old := m.read(addr, size)
		changes := func(k int) bool { return old[k] != raw[k] || !m.written(addr+int64(k), 1) }
		if err := m.shadow.store(m, addr-m.Base, size, changes); err != nil {
			return err
		}
	}
	if m.symbols != nil || IsSymbol(bits) {
		m.setSymbol(addr-m.Base, size, bits)
	}
	m.write(addr, raw)
	return nil
}

// storeIn writes size bytes, 1 to 8, at a position in a part of the memory.
func (m *Memory) storeIn(p *part, i int64, size int, bits uint64) *diag.Error {
	if m.Watcher != nil {
		if err := m.Watcher.Watch(p.base+i, size, 1, true); err != nil {
			return err
		}
	}
	if m.shadow != nil {
		if err := m.shadow.storeNumber(m, p.base-m.Base+i, size, p.changedBytes(i, size, bits)); err != nil {
			return err
		}
	}
	if m.symbols != nil || IsSymbol(bits) {
		m.setSymbol(p.base-m.Base+i, size, bits)
	}
	p.setNumber(i, size, bits)
	return nil
}

// Forget marks bytes as not written. Storing poison does the same.
func (m *Memory) Forget(addr int64, size int) *diag.Error {
	if err := m.check(addr, size); err != nil {
		return err
	}
	i := addr - m.Base
	if m.shadow != nil {
		if err := m.shadow.store(m, i, size, func(k int) bool { return m.written(addr+int64(k), 1) }); err != nil {
			return err
		}
	}
	if m.symbols != nil {
		m.setSymbol(i, size, 0)
	}
	m.forget(addr, size)
	return nil
}

// storeUndefined stores poison.
func (m *Memory) storeUndefined(addr int64, size int) *diag.Error {
	if err := m.watch(addr, size, true); err != nil {
		return err
	}
	return m.Forget(addr, size)
}

// Write copies bytes into the memory.
func (m *Memory) Write(addr int64, data []byte) *diag.Error {
	if err := m.check(addr, len(data)); err != nil {
		return err
	}
	if m.symbols != nil {
		m.setSymbol(addr-m.Base, len(data), 0)
	}
	m.write(addr, data)
	return nil
}

// Read returns size bytes, which the caller must not change; written is false when some were
// never written. Error symbol: a symbol is among them.
func (m *Memory) Read(addr int64, size int) (data []byte, written bool, err *diag.Error) {
	if err := m.check(addr, size); err != nil {
		return data, written, err
	}
	if m.symbols != nil {
		if m.anySymbol(addr-m.Base, size) {
			return data, written, diag.Errorf("symbol", "reads the bytes of a number that depends on the inputs")
		}
	}
	return m.read(addr, size), m.written(addr, size), nil
}

// ReadElements copies consecutive numbers of size bytes each, beginning at addr, to data, and sets, for
// each of them, whether all its bytes were written. It does the same as calling Read for one number
// after the other.
func (m *Memory) ReadElements(addr int64, size int, data []byte, written []bool) *diag.Error {
	for i := 0; i < len(written); {
		at := addr + int64(i*size)
		if run, all := m.uniformRun(at, size, len(written)-i); len(run) > 0 {
			copy(data[i*size:], run)
			for end := i + len(run)/size; i < end; i++ {
				written[i] = all
			}
			continue
		}
		raw, ok, err := m.Read(at, size)
		if err != nil {
			return err
		}
		copy(data[i*size:], raw)
		written[i] = ok
		i++
	}
	return nil
}

// uniformRun returns the bytes of the first of n numbers of size bytes, beginning at addr, as many as are known
// to be in one part and all written or all not written.
func (m *Memory) uniformRun(addr int64, size, n int) (data []byte, written bool) {
	if m.symbols != nil || m.check(addr, size) != nil {
		return nil, false
	}
	p, room := m.piece(addr, int(min(int64(n*size), m.End()-addr)))
	if p == nil && m.image != nil {
		p = &m.image.all
	}
	if p == nil {
		return nil, false
	}
	i := addr - p.base
	end, word, next := i+int64(room), p.init[i/64], i/64+1
	if word != 0 && word != ^uint64(0) {
		return nil, false
	}
	for next*64 < end && p.init[next] == word {
		next++
	}
	count := (min(end, next*64) - i) / int64(size)
	return p.bytes[i:][:count*int64(size)], word != 0
}

// Move copies size bytes between two memories (or within one), including whether each was written.
func Move(dst *Memory, to int64, src *Memory, from int64, size int) *diag.Error {
	if err := src.check(from, size); err != nil {
		return err
	}
	if err := dst.check(to, size); err != nil {
		return err
	}
	i, o := from-src.Base, to-dst.Base
	if src.shadow != nil {
		if err := src.shadow.load(src, i, size); err != nil {
			return err
		}
	}
	data := src.read(from, size)
	if dst == src && dst.part(to, size) == nil {
		data = slices.Clone(data) // it may be overwritten part by part
	}
	if dst.shadow != nil {
		old := dst.read(to, size)
		if err := dst.shadow.store(dst, o, size, func(k int) bool { return old[k] != data[k] }); err != nil {
			return err
		}
	}
	if err := moveSymbols(dst, o, src, i, size); err != nil {
		return err
	}
	if src.written(from, size) {
		dst.write(to, data)
		return nil
	}
	known := make([]bool, size)
	for k := range known {
		known[k] = src.written(from+int64(k), 1)
	}
	dst.write(to, data)
	for k, w := range known {
		if !w {
			dst.forget(to+int64(k), 1)
		}
	}
	return nil
}

// MemRef is a strided view of a memory. Offset, strides and sizes are elements.
type MemRef struct {
	Mem     *Memory
	Base    int64 // address of element 0 of the underlying buffer, in bytes
	Elem    ir.Type
	Offset  int64
	Sizes   []int64
	Strides []int64
	// Window, if set, bounds the accesses through the memref and its views.
	Window *Window
	freed  *bool
}

// Alloc returns a new memref with the given shape in new memory.
func Alloc(name string, shape []int64, elem ir.Type) (*MemRef, *diag.Error) {
	n, ok := ir.NumElements(shape)
	size := int64(ElementBytes(elem))
	if !ok || n > MaxAllocation/max(size, 1) {
		return nil, diag.Errorf("alloc-size", "cannot allocate %s of shape %v: more than %d bytes", name, shape, int64(MaxAllocation))
	}
	return &MemRef{Mem: NewMemory(name, 0, n*size), Elem: elem, Sizes: shape, Strides: Strides(shape), freed: new(bool)}, nil
}

// Holding returns a memref whose memory consists of the given bytes, all of which are written. It
// has the packed elements of an array of the given shape. The caller leaves data to the memory.
func Holding(name string, shape []int64, elem ir.Type, data []byte) *MemRef {
	m := &Memory{Name: name, size: int64(len(data))}
	init := make([]uint64, (len(data)+63)/64)
	for i := range init {
		init[i] = ^uint64(0)
	}
	m.add(part{bytes: data, init: init})
	return &MemRef{Mem: m, Elem: elem, Sizes: shape, Strides: Strides(shape), freed: new(bool)}
}

// MaxAllocation bounds a single simulated allocation, in bytes.
const MaxAllocation = 1 << 32

// ElementBytes returns the bytes of an element in simulated memory.
func ElementBytes(t ir.Type) int {
	if v, ok := t.(*ir.VectorType); ok {
		n, _ := ir.NumElements(v.Dims)
		return int(n) * ElementBytes(v.Elem)
	}
	return ir.ElementBytes(t)
}

// Addr returns the address of the element at an index, checking every
// dimension against the sizes.
func (r *MemRef) Addr(index []int64) (addr int64, err *diag.Error) {
	if len(index) != len(r.Sizes) {
		return addr, diag.Errorf("rank", "expected %d indices, but got %d", len(r.Sizes), len(index))
	}
	at := r.Offset
	for d, i := range index {
		if i < 0 || i >= r.Sizes[d] {
			return addr, r.outOfBounds(index, d)
		}
		if i > MaxAllocation && r.Window != nil { // for a memref of unknown size; the address would wrap around
			return addr, diag.Errorf("edge-bounds", "index [%s] is outside of the %d bytes of %s", num.JoinInts(index), r.Window.Hi-r.Window.Lo, r.Window.Name)
		}
		at += i * r.Strides[d]
	}
	if r.freed != nil && *r.freed {
		return addr, diag.Errorf("use-after-free", "%s was deallocated", r.name())
	}
	return r.Base + at*int64(ElementBytes(r.Elem)), nil
}

// outOfBounds is the error for an index that is outside the extent of dimension d.
func (r *MemRef) outOfBounds(index []int64, d int) *diag.Error {
	err := diag.Errorf("out-of-bounds", "index [%s] is outside the extents [%s] of %s", num.JoinInts(index), num.JoinInts(r.Sizes), r.name()).
		Note("dimension %d: %d is not in [0, %d)", d, index[d], r.Sizes[d])
	if r.Window == nil {
		return err
	}
	at, size := r.Offset, ElementBytes(r.Elem)
	for k, i := range index {
		at += i * r.Strides[k]
	}
	return r.Window.about(err, r.Base+at*int64(size), size)
}

// Load reads the element at an index. Reading an element that was never written is an
// error.
func (r *MemRef) Load(index []int64) (Value, *diag.Error) {
	addr, err := r.Addr(index)
	if err != nil {
		return Value{}, err
	}
	return r.loadAt(addr, index)
}

func (r *MemRef) loadAt(addr int64, index []int64) (Value, *diag.Error) {
	if err := r.allow(addr, ElementBytes(r.Elem), false); err != nil {
		return Value{}, err
	}
	if v, ok := r.Elem.(*ir.VectorType); ok {
		x := VectorLike(v)
		size := ElementBytes(v.Elem)
		for i := range x.Len() {
			number, written, err := r.Mem.loadNumber(addr+int64(i*size), v.Elem)
			if err != nil {
				return Value{}, err
			}
			x.Set(i, number)
			if !written {
				x.SetUndef(i)
			}
		}
		return Value{Ref: x}, nil
	}
	v, written, err := r.Mem.loadNumber(addr, r.Elem)
	if err != nil {
		return Value{}, err
	}
	if !written && r.Mem.symbols != nil {
		return Poison, nil
	}
	if !written {
		return Value{}, r.uninitialized(index)
	}
	return v, nil
}

// uninitialized is the error for a load of an element that was never written.
func (r *MemRef) uninitialized(index []int64) *diag.Error {
	err := diag.Errorf("uninitialized", "element [%s] of %s is read before it is written", num.JoinInts(index), r.name())
	if r.Window != nil && r.Window.Fresh {
		err = err.Note("what an output held before the vertex runs is undefined")
	}
	return err
}

// loadNumber reads a scalar of a type.
func (m *Memory) loadNumber(addr int64, t ir.Type) (v Value, written bool, err *diag.Error) {
	if IsWide(t) {
		n, written, err := m.loadWide(addr, t)
		return Value{Ref: n}, written, err
	}
	bits, written, err := m.Load(addr, ElementBytes(t))
	return Value{Bits: truncateNumber(t, bits)}, written, err
}

// storeNumber writes a scalar of a size, which may be poison.
func (m *Memory) storeNumber(addr int64, size int, v Value) *diag.Error {
	if v.IsPoison() {
		return m.storeUndefined(addr, size)
	}
	if n, ok := v.Ref.(num.Int); ok {
		return m.storeWide(addr, n)
	}
	return m.Store(addr, size, v.Bits)
}

// Store writes the element at an index.
func (r *MemRef) Store(index []int64, v Value) *diag.Error {
	addr, err := r.Addr(index)
	if err != nil {
		return err
	}
	if err := r.allow(addr, ElementBytes(r.Elem), true); err != nil {
		return err
	}
	if x := v.Vector(); x != nil {
		size := ElementBytes(x.Elem)
		for i := range x.Len() {
			if err := r.Mem.storeNumber(addr+int64(i*size), size, x.At(i)); err != nil {
				return err
			}
		}
		return nil
	}
	return r.Mem.storeNumber(addr, ElementBytes(r.Elem), v)
}

// linear returns the element offset of the i-th element in row-major order.
func (r *MemRef) linear(i int64) int64 {
	at := r.Offset
	for d := len(r.Sizes) - 1; d >= 0; d-- {
		at += i % r.Sizes[d] * r.Strides[d]
		i /= r.Sizes[d]
	}
	return at
}

// Elements returns a copy of the memref's elements, row-major, without notifying
// observers: the elements of vectors come after the dimensions of the memref, and
// elements that were never written are undefined.
func (r *MemRef) Elements() *Vector {
	shape, elem := r.Sizes, r.Elem
	if v, ok := elem.(*ir.VectorType); ok {
		shape, elem = slices.Concat(shape, v.Dims), v.Elem
	}
	out := NewVector(shape, elem)
	size := ElementBytes(elem)
	lanes := int64(ElementBytes(r.Elem) / max(size, 1))
	for i := range out.Len() {
		at := r.Base + int64(size)*(r.linear(int64(i)/lanes)*lanes+int64(i)%lanes)
		if r.Mem.check(at, size) != nil || !r.Mem.written(at, size) {
			out.SetUndef(i)
			continue
		}
		if out.Wide != nil {
			out.Wide[i] = num.IntFromBytes(Width(elem), r.Mem.read(at, size))
			continue
		}
		out.SetBits(i, Truncate(elem, RawBits(r.Mem.read(at, size))))
		if r.Mem.symbols != nil {
			if bits, found, _ := r.Mem.symbol(at-r.Mem.Base, size); found {
				out.SetBits(i, bits)
			}
		}
	}
	return out
}
