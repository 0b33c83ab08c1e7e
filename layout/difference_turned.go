package layout

import (
	"cmp"
	"slices"

	"optc/num"
)

// turnedSum is a map with digits that turn each other, as a sum over digits x of its flat indices, the lowest digit first: a
// digit that does not turn moves an element by steps, and a digit that turns moves it by a term.
//
//	digits x0, x1 of size 3, and x0 is turned by 2·x1:    x1·(0,3)  +  (0,1)·((x0 + 2·x1) mod 3)
type turnedSum struct {
	digits []weighedDigit // digits whose steps are the sums of the digits that do not turn
	terms  []turnedTerm
}

// turnedTerm is step times the sum of factors times digits, modulo size.
type turnedTerm struct {
	step    Place
	size    int64
	factors []int64
}

func (t turnedTerm) compare(u turnedTerm) int {
	return cmp.Or(t.step.compare(u.step), cmp.Compare(t.size, u.size), slices.Compare(t.factors, u.factors))
}

// turnedSum returns the map as a sum over its own digits; ok is false if a digit that was turned itself turns another one, so
// that its carries would show, or if coordinates do not reach all values of the digits.
func (m *Map) turnedSum() (s turnedSum, ok bool) {
	plain, turns := m.plain()
	if plain.digits == nil {
		return s, false
	}
	number := map[DigitRef]int{}
	weight := int64(1)
	for d, dim := range slices.Backward(plain.digits.spec.Dims) {
		if !dim.IsExact() {
			return s, false
		}
		for k, g := range dim.Digits {
			number[DigitRef{d, k}] = len(s.digits)
			s.digits = append(s.digits, weighedDigit{g, weight})
			weight *= g.Size
		}
	}
	sums := make([][]int64, len(s.digits)) // sums of digits that are turned
	for _, t := range turns {
		at, by := number[t.At], number[t.By]
		size := s.digits[at].Size
		if sums[at] == nil {
			sums[at] = make([]int64, len(s.digits))
			sums[at][at] = 1
		}
		if sums[by] == nil {
			sums[at][by] = num.Mod(sums[at][by]+t.Factor, size)
			continue
		}
		if t.Factor*s.digits[by].Size%size != 0 {
			return s, false
		}
		for j, n := range sums[by] {
			sums[at][j] = num.Mod(sums[at][j]+t.Factor*n, size)
		}
	}
	for k, sum := range sums {
		if sum != nil {
			g := &s.digits[k]
			s.terms = append(s.terms, turnedTerm{Place{int(g.Unit), g.Offset}, g.Size, sum})
			g.Unit, g.Offset = 0, 0
		}
	}
	return s, true
}

// refine returns the sum over digits that begin at the given weights, each of which divides the next.
func (s turnedSum) refine(weights []int64) (out turnedSum) {
	from := make([]int, len(weights)) // number of the digit of s that has a part beginning there
	for i, weight := range weights[:len(weights)-1] {
		g := Digit{Size: weights[i+1] / weight}
		for from[i] = len(s.digits) - 1; s.digits[from[i]].weight > weight; {
			from[i]--
		}
		whole := s.digits[from[i]]
		g.Unit, g.Offset = whole.Unit*(weight/whole.weight), whole.Offset*(weight/whole.weight)
		out.digits = append(out.digits, weighedDigit{g, weight})
	}
	for _, t := range s.terms {
		factors := make([]int64, len(out.digits))
		for i, g := range out.digits {
			factors[i] = mulMod(t.factors[from[i]], g.weight/s.digits[from[i]].weight, t.size)
		}
		out.terms = append(out.terms, turnedTerm{t.step, t.size, factors})
	}
	return out
}

// lowest returns the sum for elements with only the lowest n digits nonzero. Terms whose sums stay below their size become
// plain steps.
func (s turnedSum) lowest(n int) (out turnedSum) {
	out.digits = slices.Clone(s.digits[:n])
	for _, t := range s.terms {
		most := int64(0)
		for i, f := range t.factors[:n] {
			add, ok := Mul(f, s.digits[i].Size-1)
			if most += add; !ok || most >= t.size {
				most = t.size
				break
			}
		}
		switch {
		case t.step == Place{} || most == 0:
		case most < t.size:
			for i, f := range t.factors[:n] {
				out.digits[i].Unit += f * int64(t.step.Unit)
				out.digits[i].Offset += f * t.step.Offset
			}
		default:
			out.terms = append(out.terms, turnedTerm{t.step, t.size, t.factors[:n]})
		}
	}
	slices.SortFunc(out.terms, turnedTerm.compare)
	return out
}

func (s turnedSum) equal(other turnedSum) bool {
	return slices.Equal(s.digits, other.digits) && slices.EqualFunc(s.terms, other.terms, func(t, u turnedTerm) bool { return t.compare(u) == 0 })
}

// turnedDifference is Difference for maps whose digits turn each other. Elements below the lowest digit for which the sums of the
// two maps differ have equal places; the element with this digit 1 usually has different places. ok is false if it has equal
// ones, or if the digits have no common refinement: then elements at or after index may differ.
func (m *Map) turnedDifference(other *Map) (index int64, differ, ok bool) {
	a, ok1 := m.turnedSum()
	b, ok2 := other.turnedSum()
	if !ok1 || !ok2 {
		return 0, false, false
	}
	if !slices.Equal(m.locateAllIndex(0, nil), other.locateAllIndex(0, nil)) {
		return 0, true, true
	}
	weights := []int64{m.count}
	for _, g := range slices.Concat(a.digits, b.digits) {
		weights = append(weights, g.weight)
	}
	slices.Sort(weights)
	weights = slices.Compact(weights)
	for i, weight := range weights[1:] {
		if weight%weights[i] != 0 {
			return 0, false, false
		}
	}
	a, b = a.refine(weights), b.refine(weights)
	if n := len(a.digits); a.lowest(n).equal(b.lowest(n)) {
		return 0, false, true
	}
	n := 0
	for a.lowest(n + 1).equal(b.lowest(n + 1)) {
		n++
	}
	index = weights[n]
	p, _ := m.LocateIndex(index)
	q, _ := other.LocateIndex(index)
	return index, p != q, p != q
}
