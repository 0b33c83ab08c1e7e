package bytecode

import (
	"unsafe"

	"optc/ir"
)

const hashPrime = 0x9E3779B97F4A7C15 // 2^64 divided by the golden ratio: distributes the bits

// valueNumbers holds the numbers of values: an open hash table with linear probing, which
// takes a third of the time of a map.
type valueNumbers struct {
	slots []valueNumber // a power of two, at most half of them used
	used  int
}

type valueNumber struct {
	v      *ir.Value
	number uint32
}

// slot returns the slot of a value, or the empty slot where the value belongs.
func (t *valueNumbers) slot(v *ir.Value) *valueNumber {
	h := uint64(uintptr(unsafe.Pointer(v))) * hashPrime
	for i := h >> 32; ; i++ {
		s := &t.slots[i&uint64(len(t.slots)-1)]
		if s.v == v || s.v == nil {
			return s
		}
	}
}

func (t *valueNumbers) get(v *ir.Value) (number uint32, ok bool) {
	if t.used == 0 {
		return 0, false
	}
	s := t.slot(v)
	return s.number, s.v != nil
}

// set assigns a number to a value that has none.
func (t *valueNumbers) set(v *ir.Value, number uint32) {
	if 2*t.used >= len(t.slots) {
		old := t.slots
		t.slots = make([]valueNumber, max(16, 2*len(old)))
		for _, s := range old {
			if s.v != nil {
				*t.slot(s.v) = s
			}
		}
	}
	*t.slot(v) = valueNumber{v, number}
	t.used++
}

// refTable finds entries by the hash of their contents: an open hash table like valueNumbers. It
// has no pointers, so that the collector does not read it, and it grows without the entries.
type refTable struct {
	slots []refSlot // a power of two, at most three quarters of them used
	used  int
}

type refSlot struct {
	hash uint32
	next ref // 1 more than the entry; 0 marks an empty slot
}

// find returns the entry with a hash that matches.
func (t *refTable) find(hash uint32, matches func(r ref) bool) (r ref, ok bool) {
	if t.used == 0 {
		return 0, false
	}
	for i := hash; ; i++ {
		switch s := t.slots[int(i)&(len(t.slots)-1)]; {
		case s.next == 0:
			return 0, false
		case s.hash == hash && matches(s.next-1):
			return s.next - 1, true
		}
	}
}

// add adds an entry that the table does not have.
func (t *refTable) add(hash uint32, r ref) {
	if 4*t.used >= 3*len(t.slots) {
		old := t.slots
		t.slots = make([]refSlot, max(16, 2*len(old)))
		for _, s := range old {
			if s.next != 0 {
				t.put(s)
			}
		}
	}
	t.put(refSlot{hash, r + 1})
	t.used++
}

func (t *refTable) put(s refSlot) {
	for i := s.hash; ; i++ {
		if free := &t.slots[int(i)&(len(t.slots)-1)]; free.next == 0 {
			*free = s
			return
		}
	}
}

// hashNode returns a hash of the identity of a node.
func hashNode(n ir.Node) uint32 {
	type words struct{ typ, data uintptr } // of an interface that holds a pointer
	return uint32(uint64((*words)(unsafe.Pointer(&n)).data) * hashPrime >> 32)
}

func (p place) hash() uint32 {
	h := uint64(p.line)
	for _, v := range [...]int32{p.col, p.file, p.endLine, p.endCol} {
		h = (h ^ h>>29) * hashPrime
		h += uint64(v)
	}
	return uint32(h * hashPrime >> 32)
}
