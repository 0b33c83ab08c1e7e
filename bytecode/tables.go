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

// placeTable finds the elements of a list of places: an open hash table like valueNumbers.
type placeTable struct {
	slots []*numbered
	used  int
}

func (t *placeTable) slot(p place) **numbered {
	h := uint64(p.line)
	for _, v := range [...]int32{p.col, p.file, p.endLine, p.endCol} {
		h = (h ^ h>>29) * hashPrime
		h += uint64(v)
	}
	h *= hashPrime
	for i := h >> 32; ; i++ {
		s := &t.slots[i&uint64(len(t.slots)-1)]
		if *s == nil || (*s).place == p {
			return s
		}
	}
}

// get returns the element of a place, or nil.
func (t *placeTable) get(p place) *numbered {
	if t.used == 0 {
		return nil
	}
	return *t.slot(p)
}

// add adds an element with a place that the table does not have.
func (t *placeTable) add(n *numbered) {
	if 2*t.used >= len(t.slots) {
		old := t.slots
		t.slots = make([]*numbered, max(16, 2*len(old)))
		for _, n := range old {
			if n != nil {
				*t.slot(n.place) = n
			}
		}
	}
	*t.slot(n.place) = n
	t.used++
}
