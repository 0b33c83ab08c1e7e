package sim

import (
	"fmt"
	"math/bits"

	"optc/diag"
	"optc/ir"
)

// races finds accesses of different threads of a workgroup to the same byte whose order could
// change the outcome: no barrier is between them, and at least one of them changes the byte.
// Threads that write the same value do not race, and atomic operations do not race with each other.
type races struct {
	thread int32 // the running thread, numbered from 1
	// epochs counts, for each memory space, the barriers for it that all threads have
	// passed.
	epochs map[ir.Attribute]*uint32
	atomic bool // the running operation is
}

// touch records the accesses to a unit of memory since the last barrier.
type touch struct {
	epoch          uint32
	writer, reader int32 // 1 + thread number; several if there is more than one thread
	changed        uint8 // the bytes whose value some write changed, one bit for each
	atomic         bool  // all accesses were atomic
}

const several = -1

// shadow is the race detector's record of a memory. It has a touch for each unit of bytes, as long
// as every access consists of whole units.
type shadow struct {
	races *races
	epoch *uint32   // epoch of the memory's space
	shift uint      // a unit has 1<<shift bytes, at most 8
	count int64     // of units
	each  int64     // units of a page
	pages [][]touch // pages of touches; a page is nil before the first access to one of its units
	page  []touch   // page of the last access
	begin int64     // number of the first unit of page
}

// pageUnits is the number of units in a page of a large record. Up to onePage units are in one page.
const (
	pageUnits = 1 << 8
	onePage   = 1 << 18
)

func newRaces() *races { return &races{epochs: map[ir.Attribute]*uint32{}} }

// watch makes accesses to the memory of a memref known to the detector.
func (r *races) watch(m *Memory, t *ir.MemRefType) {
	if m.shadow != nil && m.shadow.races == r {
		return
	}
	epoch := r.epochs[t.Space]
	if epoch == nil {
		epoch = new(uint32(1))
		r.epochs[t.Space] = epoch
	}
	s := m.idle
	if s == nil {
		s = newShadow(m, ir.ElementOrSelf(t.Elem))
	} else if last := *s.epoch; last >= *epoch { // records of an earlier workgroup
		if r.thread != 0 || last > 1<<31 {
			s.reset(s.shift, s.count)
		} else {
			*epoch = last + 1
		}
	}
	s.races, s.epoch = r, epoch
	m.shadow, m.idle = s, nil
}

// unwatch ends a watch. The record of the memory is kept for the next watch.
func (m *Memory) unwatch() {
	if m.shadow != nil {
		m.shadow, m.idle = nil, m.shadow
	}
}

// newShadow returns a record in units of an element. Memory of bytes is likely to have views
// with other elements.
func newShadow(m *Memory, elem ir.Type) *shadow {
	shift := uint(0)
	switch size := ElementBytes(elem); size {
	case 1:
		shift = 2
	case 2, 4, 8:
		shift = uint(bits.TrailingZeros(uint(size)))
	}
	s := &shadow{}
	s.reset(shift, int64(m.size+1<<shift-1)>>shift)
	return s
}

// reset makes the record empty, with a number of units of 1<<shift bytes.
func (s *shadow) reset(shift uint, count int64) {
	s.shift, s.count, s.each = shift, count, max(count, 1)
	if count > onePage {
		s.each = pageUnits
	}
	s.pages = make([][]touch, (count+s.each-1)/s.each)
	s.page, s.begin = nil, 0
}

// unit returns the record of a unit.
func (s *shadow) unit(u int64) *touch {
	if k := uint64(u - s.begin); k < uint64(len(s.page)) {
		return &s.page[k]
	}
	return s.turn(u)
}

// turn returns the record of a unit of another page than the last access.
func (s *shadow) turn(u int64) *touch {
	k := u / s.each
	s.begin = k * s.each
	if s.pages[k] == nil {
		s.pages[k] = make([]touch, min(s.each, s.count-s.begin))
	}
	s.page = s.pages[k]
	return &s.page[u-s.begin]
}

// divide makes units small enough for an access.
func (s *shadow) divide(i int64, size int) {
	shift := uint(bits.TrailingZeros64(uint64(i) | uint64(size) | 1<<s.shift))
	if shift == s.shift {
		return
	}
	old, each, parts := s.pages, s.each, int64(1)<<(s.shift-shift)
	s.reset(shift, s.count*parts)
	for k, page := range old {
		first := int64(k) * each * parts
		for u := range int64(len(page)) * parts {
			t := page[u/parts]
			t.changed = t.changed >> (u % parts << shift) & (1<<(1<<shift) - 1)
			*s.unit(first + u) = t
		}
	}
}

// pass notes that all threads passed a barrier.
func (r *races) pass(b barrier) {
	for space, epoch := range r.epochs {
		if b.orders == nil || b.orders(space) {
			*epoch++
		}
	}
}

// at returns the record of a unit in the present epoch.
func (s *shadow) at(u int64) *touch {
	t := s.unit(u)
	if now := *s.epoch; t.epoch != now {
		*t = touch{epoch: now, atomic: true}
	}
	return t
}

// others reports whether a field of touch names a thread other than the running thread.
func (r *races) others(thread int32) bool { return thread != 0 && thread != r.thread }

// join adds the running thread to a field of touch.
func (r *races) join(thread int32) int32 {
	if r.others(thread) {
		return several
	}
	return r.thread
}

// loadUnit notes that the running thread reads the unit of t if it is obvious that it may.
func (s *shadow) loadUnit(t *touch) (ok bool) {
	r, now := s.races, *s.epoch
	switch {
	case r.atomic:
		return false
	case t.epoch != now:
		*t = touch{epoch: now, reader: r.thread}
		return true
	case t.changed != 0 && t.writer != r.thread:
		return false
	case t.reader != r.thread:
		t.reader = r.join(t.reader)
	}
	t.atomic = false
	return true
}

// storeUnit notes that the running thread writes the unit of t if it is obvious that it may.
func (s *shadow) storeUnit(t *touch, changed uint8) (ok bool) {
	r, now := s.races, *s.epoch
	switch {
	case t.epoch != now:
		*t = touch{epoch: now, writer: r.thread, changed: changed, atomic: r.atomic}
		return true
	case r.atomic || r.others(t.writer) || r.others(t.reader):
		return false
	}
	t.writer, t.changed, t.atomic = r.thread, t.changed|changed, false
	return true
}

// load notes that the running thread reads bytes.
func (s *shadow) load(m *Memory, i int64, size int) *diag.Error {
	if size == 1<<s.shift && i&int64(size-1) == 0 && s.loadUnit(s.unit(i>>s.shift)) {
		return nil
	}
	if (i|int64(size))&(1<<s.shift-1) != 0 {
		s.divide(i, size)
	}
	for u := i >> s.shift; u < (i+int64(size))>>s.shift; u++ {
		t, r := s.at(u), s.races
		// If several threads wrote the same value, the reader is assumed to be one of them.
		if t.changed != 0 && t.writer != several && r.others(t.writer) && !(t.atomic && r.atomic) {
			return r.report(m, s.first(u, t.changed), "reads", "wrote", t.writer)
		}
		t.reader = r.join(t.reader)
		t.atomic = t.atomic && r.atomic
	}
	return nil
}

// first returns the first of some bytes of a unit.
func (s *shadow) first(u int64, bytes uint8) int64 {
	return u<<s.shift + int64(bits.TrailingZeros8(bytes))
}

// store records that the running thread writes bytes; changes reports whether byte k gets
// another value.
func (s *shadow) store(m *Memory, i int64, size int, changes func(k int) bool) *diag.Error {
	for from := 0; from < size; from += 8 {
		changed, n := uint8(0), min(size-from, 8)
		for k := range n {
			if changes(from + k) {
				changed |= 1 << k
			}
		}
		if err := s.storeNumber(m, i+int64(from), n, changed); err != nil {
			return err
		}
	}
	return nil
}

// storeNumber records that the running thread writes at most 8 bytes; changed are the bytes
// that get another value, one bit for each.
func (s *shadow) storeNumber(m *Memory, i int64, size int, changed uint8) *diag.Error {
	if size == 1<<s.shift && i&int64(size-1) == 0 && s.storeUnit(s.unit(i>>s.shift), changed) {
		return nil
	}
	if (i|int64(size))&(1<<s.shift-1) != 0 {
		s.divide(i, size)
	}
	unit := uint8(1<<(1<<s.shift) - 1)
	for u := i >> s.shift; u < (i+int64(size))>>s.shift; u++ {
		t, r := s.at(u), s.races
		if c := changed & unit; c != 0 {
			if !(t.atomic && r.atomic) {
				if r.others(t.writer) {
					return r.report(m, s.first(u, c), "writes another value to", "wrote", t.writer)
				}
				if r.others(t.reader) {
					return r.report(m, s.first(u, c), "writes", "read", t.reader)
				}
			}
			t.changed |= c
		}
		t.writer = r.join(t.writer)
		t.atomic = t.atomic && r.atomic
		changed >>= 1 << s.shift
	}
	return nil
}

func (r *races) report(m *Memory, i int64, does, did string, other int32) *diag.Error {
	who := "other threads"
	if other != several {
		who = fmt.Sprintf("thread %d", other-1)
	}
	return diag.Errorf("race", "thread %d %s byte %d of %s that %s %s, and no barrier is between them", r.thread-1, does, i, m.Name, who, did)
}

// Atomic combines the accesses of the running thread to the memory, until the returned function is
// called, into one step, which does not race with other such steps.
func (m *Memory) Atomic() (end func()) {
	if m.shadow == nil {
		return func() {}
	}
	r := m.shadow.races
	r.atomic = true
	return func() { r.atomic = false }
}
