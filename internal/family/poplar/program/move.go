package program

import (
	"cmp"
	"iter"
	"slices"
)

// Move copies pieces of consecutive bytes between two allocations. The distance of a
// piece from the previous piece is FromStep and ToStep bytes; a step may be negative.
type Move struct {
	From, To         Ref    // begin of the first piece
	Bytes            uint64 // bytes of a piece
	Count            uint64 // number of pieces, at least 1
	FromStep, ToStep int64  // distance between pieces in bytes; 0 if there is a single piece
}

// Total is the number of bytes that are copied.
func (m *Move) Total() uint64 { return m.Bytes * m.Count }

// Pieces yields the places where the pieces begin.
func (m *Move) Pieces() iter.Seq2[Ref, Ref] {
	return func(yield func(from, to Ref) bool) {
		from, to := m.From, m.To
		for range m.Count {
			if !yield(from, to) {
				return
			}
			from.Offset += uint64(m.FromStep)
			to.Offset += uint64(m.ToStep)
		}
	}
}

// Reversed returns the move that copies the pieces back.
func (m Move) Reversed() Move {
	m.From, m.To, m.FromStep, m.ToStep = m.To, m.From, m.ToStep, m.FromStep
	return m
}

// Strided joins moves of a single piece each that are at equal distances:
//
//	x + 0    to y + 0 bytes 4
//	x + 4096 to y + 4 bytes 4    =>   x + 0 to y + 0 bytes 4 times 3 steps 4096 to 4
//	x + 8192 to y + 8 bytes 4
func Strided(moves []Move) []Move {
	var out []Move
	for _, m := range moves {
		if len(out) == 0 || !out[len(out)-1].Join(&m) {
			out = append(out, m)
		}
	}
	return out
}

// Join adds the piece of another move, if it is at the place of the next piece, and reports whether it did.
func (m *Move) Join(next *Move) bool {
	if m.From.Tile != next.From.Tile || m.From.Alloc != next.From.Alloc || m.To.Tile != next.To.Tile || m.To.Alloc != next.To.Alloc || m.Bytes != next.Bytes {
		return false
	}
	fromStep, toStep := int64(next.From.Offset-m.From.Offset), int64(next.To.Offset-m.To.Offset)
	if m.Count == 1 {
		if uint64(max(toStep, -toStep)) < m.Bytes {
			return false // the written pieces do not overlap
		}
		m.Count, m.FromStep, m.ToStep = 2, fromStep, toStep
		return true
	}
	n := int64(m.Count)
	if fromStep != n*m.FromStep || toStep != n*m.ToStep {
		return false
	}
	m.Count++
	return true
}

// Extent is a range of bytes of an allocation.
type Extent struct {
	Alloc      int
	Begin, End uint64
}

// Sources returns the bytes that are read.
func (m *Move) Sources() (list []Extent) {
	for from := range m.Pieces() {
		list = append(list, Extent{from.Alloc, from.Offset, from.Offset + m.Bytes})
	}
	return list
}

// Covered returns the number of bytes that are in at least one of the extents, which it sorts.
func Covered(list []Extent) (n int64) {
	slices.SortFunc(list, func(a, b Extent) int { return cmp.Or(cmp.Compare(a.Alloc, b.Alloc), cmp.Compare(a.Begin, b.Begin)) })
	last := Extent{Alloc: -1}
	for _, x := range list {
		if x.Alloc != last.Alloc {
			last = Extent{Alloc: x.Alloc}
		}
		if x.End > last.End {
			n += int64(x.End - max(x.Begin, last.End))
			last.End = x.End
		}
	}
	return n
}
