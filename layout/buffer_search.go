package layout

import (
	"cmp"
	"slices"
)

// search improves an arrangement of blocks without common digits, where no digits of lanes can be exchanged for the others: it
// moves a block to another place of the order, or changes the padding of a block, as long as the buffer takes fewer cycles or
// fewer cells. The inner blocks stay.
func (b Buffer) search(inner []int, most int64, t Traffic) Buffer {
	s := bufferSearch{inner: inner, most: most, traffic: t, padding: make([]int64, len(b.Blocks)), best: b}
	for i, k := range b.Blocks {
		if !k.IsCopy() && !slices.Contains(inner, i) {
			s.order = append(s.order, i)
		}
	}
	slices.SortStableFunc(s.order, func(i, j int) int { return cmp.Compare(b.Stride[i], b.Stride[j]) })
	s.try()
	for improved := true; improved && !s.best.isLeast(); {
		improved = s.moveBlocks() || s.pad()
	}
	return s.best
}

// isLeast reports whether no buffer takes fewer cycles.
func (b *Buffer) isLeast() bool { return b.Write.Cycles+b.Read.Cycles == b.Bound }

// bufferSearch is an arrangement that is changed step by step.
type bufferSearch struct {
	inner   []int
	most    int64 // elements of an access
	traffic Traffic
	order   []int   // of the blocks behind the inner ones
	padding []int64 // before the second element of each block
	best    Buffer
}

// try counts the arrangement, and reports whether it is better than all others before.
func (s *bufferSearch) try() bool {
	b := Buffer{Blocks: s.best.Blocks, Bound: s.best.Bound}
	a := b.begin(s.inner, s.traffic)
	for _, i := range s.order {
		a.put(i, s.padding[i]*a.align)
	}
	b.count(s.most, s.traffic)
	if b.compare(s.best) >= 0 {
		return false
	}
	s.best = b
	return true
}

// moveBlocks tries each block at each other place.
func (s *bufferSearch) moveBlocks() (improved bool) {
	for from := range s.order {
		for to := range s.order {
			before := slices.Clone(s.order)
			i := s.order[from]
			s.order = slices.Insert(slices.Delete(s.order, from, from+1), to, i)
			if s.try() {
				return true
			}
			s.order = before
		}
	}
	return false
}

// pad tries other paddings of each block, up to a row of banks.
func (s *bufferSearch) pad() (improved bool) {
	b := Buffer{Blocks: s.best.Blocks}
	a := b.begin(s.inner, s.traffic)
	for _, i := range s.order {
		kept := s.padding[i]
		for s.padding[i] = range a.row / a.align {
			if s.try() {
				return true
			}
		}
		s.padding[i] = kept
	}
	return false
}
