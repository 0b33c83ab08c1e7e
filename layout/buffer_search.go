package layout

import (
	"cmp"
	"slices"
)

// search improves an arrangement of blocks without common digits, where no digits of lanes can be exchanged for the others: it
// moves a block to another place of the order, or changes the padding of a block, as long as the buffer takes fewer cycles or
// fewer cells. If conflicts are left, it divides blocks into the digits of a side, and moves these. The inner blocks stay.
func (b Buffer) search(inner []int, most int64, t Traffic) Buffer {
	best := b
	for _, divide := range [][]Side{nil, {Before}, {After}} {
		s := bufferSearch{inner: inner, most: most, traffic: t, divide: divide, best: b}
		s.run()
		if s.best.compare(best) < 0 {
			best = s.best
		}
		if best.isLeast() {
			break
		}
	}
	return best
}

// isLeast reports whether no buffer takes fewer cycles.
func (b *Buffer) isLeast() bool { return b.Write.Cycles+b.Read.Cycles == b.Bound }

// bufferSearch is an arrangement that is changed step by step.
type bufferSearch struct {
	inner   []int
	most    int64 // elements of an access
	traffic Traffic
	divide  []Side       // the side whose digits blocks are divided into, or none
	order   []placedPart // behind the inner blocks
	best    Buffer
}

// placedPart is a part of a block, and the padding before its second element, in accesses.
type placedPart struct {
	block, part int
	padding     int64
}

// run changes the arrangement until no change makes it better.
func (s *bufferSearch) run() {
	first := s.best
	for i, k := range s.best.Blocks {
		if !k.IsCopy() && !slices.Contains(s.inner, i) {
			for part := range s.partsOf(k) {
				s.order = append(s.order, placedPart{block: i, part: part})
			}
		}
	}
	slices.SortStableFunc(s.order, func(x, y placedPart) int {
		return cmp.Compare(first.Parts[x.block][0].Stride, first.Parts[y.block][0].Stride)
	})
	s.try()
	for improved := true; improved && !s.best.isLeast(); {
		improved = s.move() || s.pad()
	}
}

// partsOf returns the parts of a block, the lowest first, without strides. Large blocks are not divided.
func (s *bufferSearch) partsOf(k Block) (parts []Part) {
	if s.divide == nil || !k.isMixed() || k.Size > maxCounted {
		return []Part{{Size: k.Size}}
	}
	for _, g := range k.Joined(s.divide[0]) {
		parts = append(parts, Part{Size: g.Size})
	}
	return parts
}

// arranged returns the arrangement, with its accesses.
func (s *bufferSearch) arranged() (b Buffer, a *arrangement) {
	b = Buffer{Blocks: s.best.Blocks, Bound: s.best.Bound}
	a = b.begin(s.inner, s.traffic)
	for i, k := range b.Blocks {
		if !a.placed[i] {
			b.Parts[i] = s.partsOf(k)
		}
	}
	for _, p := range s.order {
		a.putPart(&b.Parts[p.block][p.part], p.padding*a.align)
	}
	b.count(s.most, s.traffic)
	return b, a
}

// try keeps the arrangement if it is better than all others before.
func (s *bufferSearch) try() (better bool) {
	b, _ := s.arranged()
	if b.compare(s.best) >= 0 {
		return false
	}
	s.best = b
	return true
}

// move tries each part at each other place.
func (s *bufferSearch) move() (improved bool) {
	for from := range s.order {
		for to := range s.order {
			before := slices.Clone(s.order)
			p := s.order[from]
			s.order = slices.Insert(slices.Delete(s.order, from, from+1), to, p)
			if s.try() {
				return true
			}
			s.order = before
		}
	}
	return false
}

// pad tries other paddings of each part, up to a row of banks.
func (s *bufferSearch) pad() (improved bool) {
	_, a := s.arranged()
	for i := range s.order {
		p := &s.order[i]
		kept := p.padding
		for p.padding = range a.row / a.align {
			if s.try() {
				return true
			}
		}
		p.padding = kept
	}
	return false
}
