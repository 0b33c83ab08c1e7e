package okk

import (
	"math/bits"
	"slices"

	"optc/num"
)

// allocateApart places requests for [Bank]. The conflicts that cost least are given up first if the requests do not fit
// apart from all of them; if no room is left for any, each is heeded where there is room.
func (a Allocator) allocateApart(requests []Request) (Allocation, error) {
	steps := []int64{0}
	for _, c := range a.Conflicts {
		steps = append(steps, magnitude(c.Cycles))
	}
	slices.Sort(steps)
	for _, step := range slices.Compact(steps) {
		some := a
		some.Conflicts = slices.DeleteFunc(slices.Clone(a.Conflicts), func(c Conflict) bool { return magnitude(c.Cycles) < step })
		for _, grouped := range []bool{false, true} {
			s := newAllocation(some, requests)
			s.strict = true
			if grouped {
				s.classify()
			}
			if placed, err := s.allocate(); err == nil {
				return placed, nil
			}
		}
	}
	if placed, err := newAllocation(a, requests).allocate(); err == nil {
		return placed, nil
	}
	a.Policy = Reuse // which leaves no gaps
	return newAllocation(a, requests).allocate()
}

// magnitude is the number of digits of a number in base 2.
func magnitude(n int64) int64 { return int64(bits.Len64(uint64(n))) }

// classify divides the requests into classes that have no conflicts inside, so that each class may be placed in
// neighbouring banks. A request joins the class that needs the fewest more banks with it.
func (s *allocation) classify() {
	bank := s.Machine.BankBytes()
	s.classes = make([]int, len(s.requests))
	var bytes []int64 // of the classes
	order := make([]int, len(s.requests))
	for i := range order {
		order[i], s.classes[i] = i, -1
	}
	slices.SortStableFunc(order, func(i, j int) int { return s.compare(i, j) })
	for _, i := range order {
		taken := make([]bool, len(bytes))
		for _, j := range s.conflicts[i] {
			if c := s.classes[j]; c >= 0 {
				taken[c] = true
			}
		}
		size, best := s.requests[i].Size, len(bytes)
		least := num.CeilDiv(size, bank)
		for c, n := range bytes {
			if more := num.CeilDiv(n+size, bank) - num.CeilDiv(n, bank); !taken[c] && more <= least {
				if more < least || best == len(bytes) || n < bytes[best] {
					best, least = c, more
				}
			}
		}
		if best == len(bytes) {
			bytes = append(bytes, 0)
		}
		s.classes[i] = best
		bytes[best] += size
	}
}

// classOf returns the class of a request, 0 if there are none.
func (s *allocation) classOf(i int) int {
	if s.classes == nil {
		return 0
	}
	return s.classes[i]
}
