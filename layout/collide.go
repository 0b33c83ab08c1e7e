package layout

import (
	"slices"

	"optc/num"
)

// maxCollideSteps bounds the first search for elements that share a cell.
const maxCollideSteps = 1 << 13

// digitCollision is Collides by digits; ok is false if the digits do not show the answer. Two elements share a cell if the
// places of their digits differ by less than an element:
//
//	digit        size   offset      the elements 3 and 0 + 1·2 of (4,3):(2,3) differ by
//	i            4      2           3·2 - 2·3 = 0
//	j            3      3
//
// So it searches differences of digits, beginning with the largest step; the smaller steps bound the remaining difference. If every
// step exceeds the sum of the smaller steps, the search takes a step per digit. Otherwise it may take as many steps as there are
// sums: the question contains an NP-complete problem, whether two selections of given numbers have the same sum, with a digit of
// size 2 for each number.
func (m *Map) digitCollision(steps int) (first, second int64, found, ok bool) {
	plain, turns := m.plain()
	if plain.digits == nil {
		return 0, 0, false, false
	}
	f := plain.digits
	s := collisionSearch{width: m.width, steps: steps, least: m.count, fromZero: true}
	weight := int64(1)
	for _, a := range slices.Backward(f.axes) {
		below := int64(1)
		for _, g := range a.digits {
			s.digits = append(s.digits, weighedDigit{g, weight * below})
			below *= g.Size
		}
		s.axes = append(s.axes, collisionAxis{axis: a, weight: weight})
		s.fromZero = s.fromZero && a.shift == 0
		weight *= a.size
	}
	for _, g := range f.spec.Free {
		if g.Size > 1 && g.Unit > 0 {
			s.digits = append(s.digits, weighedDigit{g, 0})
		}
	}
	s.order()
	s.search(len(s.digits)-1, Place{}, 0)
	if s.steps == 0 || len(s.found) > 0 && len(turns) > 0 {
		return 0, 0, false, false
	}
	first, second, found = s.pair()
	return first, second, found, true
}

// weighedDigit is a digit and the number by which a step of it changes the flat index; the number is 0 for copies.
type weighedDigit struct {
	Digit
	weight int64
}

// collisionAxis is an axis; neighbours along it are weight apart in flat indices. It lists the numbers of its digits, the lowest
// first.
type collisionAxis struct {
	axis
	weight  int64
	numbers []int
}

// collisionSearch finds the differences of digits between elements that share a cell.
type collisionSearch struct {
	width    int64
	axes     []collisionAxis // innermost first
	fromZero bool            // no axis has a shift
	digits   []weighedDigit  // ascending
	reach    []Place         // largest sum of the digits below each digit
	common   []Place         // the greatest common divisor of the steps of the digits below each digit
	values   []int64         // the difference that is tried
	steps    int             // steps that are left
	least    int64           // no second element is above it
	found    [][]int64
}

// order sorts the digits, and sums how far the smaller digits reach.
func (s *collisionSearch) order() {
	numbers := make([]int, len(s.digits))
	for i := range numbers {
		numbers[i] = i
	}
	place := func(i int) Place { return Place{}.add(s.digits[i].Forward(), 1) }
	slices.SortFunc(numbers, func(i, j int) int { return place(i).compare(place(j)) })
	first := 0
	for i := range s.axes {
		a := &s.axes[i]
		for k := range a.digits {
			a.numbers = append(a.numbers, slices.Index(numbers, first+k))
		}
		first += len(a.digits)
	}
	sorted := make([]weighedDigit, len(numbers))
	for i, k := range numbers {
		sorted[i] = s.digits[k]
	}
	s.digits = sorted
	s.reach, s.common = make([]Place, len(sorted)+1), make([]Place, len(sorted)+1)
	for i, g := range sorted {
		g.Digit = g.Forward()
		s.reach[i+1] = s.reach[i].add(g.Digit, g.Size-1)
		s.common[i+1] = Place{int(num.GCD(int64(s.common[i].Unit), g.Unit)), num.GCD(s.common[i].Offset, g.Offset)}
	}
	s.values = make([]int64, len(sorted))
}

// search tries the differences of digits 0 to k, given that the larger digits differ by at; the second element has at least
// index second if no axis has a shift.
func (s *collisionSearch) search(k int, at Place, second int64) {
	if s.steps == 0 || s.fromZero && second > s.least {
		return
	}
	s.steps--
	if k < 0 {
		if at.Unit == 0 && abs(at.Offset) < s.width {
			s.keep()
		}
		return
	}
	if common := s.common[k+1]; !near(int64(at.Unit), int64(common.Unit), 1) || !near(at.Offset, common.Offset, s.width) {
		return
	}
	g, rest := s.digits[k], s.reach[k]
	low, high := 1-g.Size, g.Size-1
	if g.Unit == 0 && g.Offset == 0 && s.fromZero {
		low, high = -1, 1 // the lowest elements of a pair differ by no more
	}
	bound := func(at, step, rest int64) { // |at + d·step| ≤ rest
		if step < 0 {
			at, step = -at, -step
		}
		if step > 0 {
			low, high = max(low, -num.FloorDiv(rest+at, step)), min(high, num.FloorDiv(rest-at, step))
		}
	}
	bound(int64(at.Unit), g.Unit, int64(rest.Unit))
	bound(at.Offset, g.Offset, rest.Offset+s.width-1)
	try := func(d int64) {
		s.values[k] = d
		s.search(k-1, at.add(g.Digit, d), second+max(0, d)*g.weight)
	}
	// Small differences first: they belong to low elements.
	for up, down := max(low, 0), min(high, -1); (up <= high || down >= low) && s.steps > 0; {
		if up <= high && (up <= -down || down < low) {
			try(up)
			up++
		} else {
			try(down)
			down--
		}
	}
	s.values[k] = 0
}

// near reports whether at is less than width away from a multiple of n.
func near(at, n, width int64) bool {
	if n == 0 {
		return abs(at) < width
	}
	r := num.Mod(at, n)
	return r < width || n-r < width
}

// keep appends the current difference to found, if there are two elements whose digits differ by it, the second being the later
// one.
func (s *collisionSearch) keep() {
	if s.difference(s.values) <= 0 {
		return
	}
	if second, ok := s.lowestSecond(s.values); ok {
		s.least = min(s.least, second)
		s.found = append(s.found, slices.Clone(s.values))
	}
}

// difference returns how much the flat indices of two elements differ whose digits differ by values.
func (s *collisionSearch) difference(values []int64) (n int64) {
	for i, g := range s.digits {
		n += values[i] * g.weight
	}
	return n
}

// lowestSecond returns the lowest element for which there is another element whose digits differ by values; ok is false if there
// is none.
func (s *collisionSearch) lowestSecond(values []int64) (index int64, ok bool) {
	for _, a := range s.axes {
		c, ok := a.lowest(values)
		if !ok {
			return 0, false
		}
		index += (c - a.shift) * a.weight
	}
	return index, true
}

// lowest returns the lowest number of the axis for which there is another number of the axis whose digits differ by values.
func (a *collisionAxis) lowest(values []int64) (number int64, ok bool) {
	apart, weight := int64(0), int64(1)
	for k, g := range a.digits {
		apart += values[a.numbers[k]] * weight
		weight *= g.Size
	}
	from, last := a.shift+max(0, apart), a.shift+a.size-1+min(0, apart)
	// The number equals from above some digit, is larger there, and as small as possible below.
	low, weight, number := int64(0), int64(1), int64(-1)
	for k, g := range a.digits {
		d := values[a.numbers[k]]
		least, most := max(0, d), g.Size-1+min(0, d)
		if v := max(least, from/weight%g.Size+1); v <= most && a.allows(k+1, from, values) {
			number = from/weight/g.Size*weight*g.Size + v*weight + low
			break
		}
		low += least * weight
		weight *= g.Size
	}
	if a.allows(0, from, values) {
		number = from
	}
	return number, number >= 0 && number <= last
}

// allows reports whether digit k and the higher digits of a number leave room for a difference.
func (a *collisionAxis) allows(k int, number int64, values []int64) bool {
	for i, g := range a.digits {
		if d, v := values[a.numbers[i]], number%g.Size; i >= k && (v < d || v-d >= g.Size) {
			return false
		}
		number /= g.Size
	}
	return true
}

// pair returns second, the lowest element that shares a cell with an earlier one, and first, the lowest element that it shares
// the cell with.
func (s *collisionSearch) pair() (first, second int64, found bool) {
	for _, values := range s.found {
		if n, _ := s.lowestSecond(values); !found || n < second {
			second, found = n, true
		}
	}
	first = second
	for _, values := range s.found {
		if s.differsBy(second, values) {
			first = min(first, second-s.difference(values))
		}
	}
	return first, second, found
}

// differsBy reports whether another element differs from the element with a flat index by a difference of digits.
func (s *collisionSearch) differsBy(index int64, values []int64) bool {
	for _, a := range s.axes {
		c := index%a.size + a.shift
		index /= a.size
		apart, weight := int64(0), int64(1)
		for k, g := range a.digits {
			apart += values[a.numbers[k]] * weight
			weight *= g.Size
		}
		if !a.allows(0, c, values) || c-apart < a.shift || c-apart >= a.shift+a.size {
			return false
		}
	}
	return true
}

func abs(n int64) int64 { return max(n, -n) }
