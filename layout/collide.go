package layout

import (
	"cmp"
	"slices"
)

// maxCollideSteps bounds the search for elements that share a cell.
const maxCollideSteps = 1 << 12

// digitCollision is Collides by digits; ok is false if the digits do not show the answer. Two elements share a cell if the
// places of their digits differ by less than an element:
//
//	digit        size   offset      the elements 3 and 0 + 1·2 of (4,3):(2,3) differ by
//	i            4      2           3·2 - 2·3 = 0
//	j            3      3
//
// So a search for differences of digits decides, from the largest step on, where the smaller ones bound what is left.
func (m *Map) digitCollision() (first, second int64, found, ok bool) {
	plain, turns := m.plain()
	if plain.digits == nil {
		return 0, 0, false, false
	}
	f := plain.digits
	s := collisionSearch{width: m.width, steps: maxCollideSteps}
	weight := int64(1)
	exact := len(turns) == 0
	for _, a := range slices.Backward(f.axes) {
		below := int64(1)
		for _, g := range a.digits {
			s.digits = append(s.digits, weighedDigit{g, weight * below})
			below *= g.Size
		}
		exact = exact && a.shift == 0 && below == a.size
		weight *= a.size
	}
	for _, g := range f.spec.Free {
		if g.Size > 1 {
			s.digits = append(s.digits, weighedDigit{g, 0})
		}
	}
	slices.SortFunc(s.digits, func(x, y weighedDigit) int {
		a, b := x.forward(), y.forward()
		return cmp.Or(cmp.Compare(a.Unit, b.Unit), cmp.Compare(a.Offset, b.Offset))
	})
	s.reach = make([]Place, len(s.digits)+1)
	for i, g := range s.digits {
		s.reach[i+1] = s.reach[i].add(g.forward(), g.Size-1)
	}
	s.values = make([]int64, len(s.digits))
	s.search(len(s.digits)-1, Place{})
	if s.steps == 0 || len(s.found) > 0 && !exact {
		return 0, 0, false, false
	}
	first, second = s.pair()
	return first, second, len(s.found) > 0, true
}

// weighedDigit is a digit and the number by which a step of it changes the flat index; 0 for copies.
type weighedDigit struct {
	Digit
	weight int64
}

// collisionSearch finds the differences of digits between elements that share a cell.
type collisionSearch struct {
	width  int64
	digits []weighedDigit // ascending
	reach  []Place        // what the digits below each one add up to at most
	values []int64        // the difference that is tried
	steps  int            // that are left
	found  [][]int64
}

// search tries the differences of the digits up to k, where the larger ones differ by at.
func (s *collisionSearch) search(k int, at Place) {
	if s.steps == 0 {
		return
	}
	s.steps--
	if k < 0 {
		if s.index(func(d int64) int64 { return d }) != 0 && at.Unit == 0 && abs(at.Offset) < s.width {
			s.found = append(s.found, slices.Clone(s.values))
		}
		return
	}
	g, rest := s.digits[k], s.reach[k]
	low, high := 1-g.Size, g.Size-1
	bound := func(at, step, rest int64) { // |at + d·step| ≤ rest
		if step < 0 {
			at, step = -at, -step
		}
		if step > 0 {
			low, high = max(low, -floorDiv(rest+at, step)), min(high, floorDiv(rest-at, step))
		}
	}
	bound(int64(at.Unit), g.Unit, int64(rest.Unit))
	bound(at.Offset, g.Offset, rest.Offset+s.width-1)
	for d := low; d <= high && s.steps > 0; d++ {
		s.values[k] = d
		s.search(k-1, at.add(g.Digit, d))
	}
	s.values[k] = 0
}

// index returns the flat index whose digits are a part of the difference that is tried.
func (s *collisionSearch) index(part func(d int64) int64) (n int64) {
	for i, g := range s.digits {
		n += part(s.values[i]) * g.weight
	}
	return n
}

// pair returns the lowest element that shares a cell with an earlier one, and the lowest such one. A difference of digits has
// its lowest elements where one of the two has the digit 0.
func (s *collisionSearch) pair() (first, second int64) {
	var last []int64 // the digits of the second element
	for _, s.values = range s.found {
		if s.index(func(d int64) int64 { return d }) < 0 {
			continue
		}
		if n := s.index(func(d int64) int64 { return max(d, 0) }); last == nil || n < second {
			second, last = n, slices.Clone(s.values)
			for i := range last {
				last[i] = max(last[i], 0)
			}
		}
	}
	first = second
	for _, s.values = range s.found {
		valid := true
		for i, d := range s.values {
			at := last[i] - d
			valid = valid && (s.digits[i].weight == 0 || at >= 0 && at < s.digits[i].Size)
		}
		if n := second - s.index(func(d int64) int64 { return d }); valid {
			first = min(first, n)
		}
	}
	return first, second
}

func abs(n int64) int64 { return max(n, -n) }

// floorDiv divides by a positive number and rounds down.
func floorDiv(a, b int64) int64 {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}
