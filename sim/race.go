package sim

import (
	"fmt"

	"optc/diag"
	"optc/ir"
)

// races finds accesses of different threads of a workgroup to the same byte whose order
// could change the outcome: no barrier is between them, and one of them changes the byte.
// Threads that write the same value do not race, and atomic operations do not race with
// each other.
type races struct {
	thread int32 // the running thread, numbered from 1
	// epochs counts, for each memory space, the barriers for it that all threads have
	// passed.
	epochs map[ir.Attribute]*uint32
	atomic bool // the running operation is
}

// touch records the accesses to a byte since the last barrier.
type touch struct {
	epoch          uint32
	writer, reader int32 // 1 + thread; several if there is more than one
	changed        bool  // some write changed the value
	atomic         bool  // all accesses were atomic
}

const several = -1

// shadow is the race detector's record of a memory.
type shadow struct {
	races *races
	epoch *uint32 // of the memory's space
	bytes []touch
}

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
	m.shadow = &shadow{r, epoch, make([]touch, len(m.Bytes))}
}

// pass notes that all threads passed a barrier.
func (r *races) pass(b barrier) {
	for space, epoch := range r.epochs {
		if b.orders == nil || b.orders(space) {
			*epoch++
		}
	}
}

// at returns the record of a byte in the present epoch.
func (s *shadow) at(i int64) *touch {
	t := &s.bytes[i]
	if now := *s.epoch; t.epoch != now {
		*t = touch{epoch: now, atomic: true}
	}
	return t
}

// others reports whether a field of touch names a thread other than the running one.
func (r *races) others(thread int32) bool { return thread != 0 && thread != r.thread }

// join adds the running thread to a field of touch.
func (r *races) join(thread int32) int32 {
	if r.others(thread) {
		return several
	}
	return r.thread
}

// load notes that the running thread reads bytes.
func (s *shadow) load(m *Memory, i int64, size int) *diag.Error {
	r := s.races
	for k := i; k < i+int64(size); k++ {
		t := s.at(k)
		// Where several threads wrote the same value, the reader is assumed to be one of
		// them.
		if t.changed && t.writer != several && r.others(t.writer) && !(t.atomic && r.atomic) {
			return r.report(m, k, "reads", "wrote", t.writer)
		}
		t.reader = r.join(t.reader)
		t.atomic = t.atomic && r.atomic
	}
	return nil
}

// store records that the running thread writes bytes; changes reports whether byte k gets
// another value.
func (s *shadow) store(m *Memory, i int64, size int, changes func(k int) bool) *diag.Error {
	r := s.races
	for k := range size {
		t := s.at(i + int64(k))
		if changes(k) {
			if !(t.atomic && r.atomic) {
				if r.others(t.writer) {
					return r.report(m, i+int64(k), "writes another value to", "wrote", t.writer)
				}
				if r.others(t.reader) {
					return r.report(m, i+int64(k), "writes", "read", t.reader)
				}
			}
			t.changed = true
		}
		t.writer = r.join(t.writer)
		t.atomic = t.atomic && r.atomic
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

// Atomic combines the accesses of the running thread to the memory, until the returned
// function is called, into one step, which does not race with other such steps.
func (m *Memory) Atomic() (end func()) {
	if m.shadow == nil {
		return func() {}
	}
	r := m.shadow.races
	r.atomic = true
	return func() { r.atomic = false }
}
