package layout

import (
	"cmp"
	"slices"

	"optc/num"
)

// indexRange is a digit of flat indices: (index mod end) div weight.
type indexRange struct{ weight, end int64 }

func (r indexRange) size() int64 { return r.end / r.weight }

// mapPart is a part of a map whose places are sums of parts: it depends on some ranges of the flat index, and no other part does.
type mapPart struct {
	ranges []indexRange
	digits []Digit // digits that move the part; empty for a chain
	linear bool    // there is one range, and each step of its value moves by the same step
}

// parts returns parts of a map that is no table, whose ranges write the flat index. Digits and axes are parts, and so are digits that
// turn each other. ok is false if the copies are not equally far apart for all elements, or a chain follows a chain.
func (m *Map) parts() (parts []mapPart, ok bool) {
	switch {
	case m.chain != nil:
		return m.chain.parts()
	case m.turned != nil:
		return m.turned.parts(), true
	}
	weight := int64(1)
	for _, a := range slices.Backward(m.digits.axes) {
		parts = a.appendParts(parts, weight)
		weight *= a.size
	}
	return parts, true
}

// appendParts appends the parts of an axis whose neighbouring elements are weight apart in flat indices.
func (a axis) appendParts(parts []mapPart, weight int64) []mapPart {
	add := func(x axis) {
		parts = append(parts, mapPart{[]indexRange{{weight, weight * x.size}}, x.digits, len(x.digits) == 1})
		weight *= x.size
	}
	for a.size > 1 {
		low, high, ok := a.split(a.digits[0].Size)
		if len(a.digits) == 1 || !ok {
			add(a)
			break
		}
		add(simplify(low))
		a = high
	}
	return parts
}

// parts returns the parts of a map whose digits turn each other.
func (f *turnedForm) parts() []mapPart {
	spec := &f.plain.digits.spec
	var parts []mapPart
	of := map[DigitRef]int{}
	weight := int64(1)
	for d, dim := range slices.Backward(spec.Dims) {
		for k, g := range dim.Digits {
			of[DigitRef{d, k}] = len(parts)
			if dim.IsExact() {
				parts = append(parts, mapPart{[]indexRange{{weight, weight * g.Size}}, []Digit{g}, true})
				weight *= g.Size
			}
		}
		if !dim.IsExact() {
			parts = append(parts, mapPart{ranges: []indexRange{{weight, weight * dim.Size}}, digits: dim.Digits})
			weight *= dim.Size
		}
	}
	sets := newSets(len(parts))
	for _, t := range f.turns {
		sets.join(of[t.At], of[t.By])
		parts[of[t.At]].linear = false
	}
	return joinParts(parts, sets)
}

// joinParts makes one part of the parts of each set.
func joinParts(parts []mapPart, sets sets) (out []mapPart) {
	to := map[int]int{}
	for i, p := range parts {
		if len(p.ranges) == 1 && p.ranges[0].size() == 1 {
			continue
		}
		k, ok := to[sets.find(i)]
		if !ok {
			to[sets.find(i)] = len(out)
			out = append(out, p)
			continue
		}
		out[k].ranges = slices.Concat(out[k].ranges, p.ranges)
		out[k].digits = slices.Concat(out[k].digits, p.digits)
		out[k].linear = false
	}
	return out
}

// parts returns the parts of a chain: the parts of first, joined into one part if their cells are in the same part of then.
//
//	first  4, 15    then  4, 3, 5, where the 3 and the 5 turn each other:   the parts 4 and 15
func (f *chainForm) parts() (parts []mapPart, ok bool) {
	if f.first.chain != nil || f.first.hasCopies() {
		return nil, false
	}
	outer, ok1 := f.then.parts()
	inner, ok2 := f.first.parts()
	low := f.first.lowest(inner)
	if !ok1 || !ok2 || low.Unit < 0 || low.Offset < 0 {
		return nil, false
	}
	c := chainParts{columns: f.columns, outer: outer, start: int64(low.Unit)*f.columns + low.Offset}
	for i, p := range outer {
		for _, r := range p.ranges {
			c.ranges = append(c.ranges, outerRange{r, i})
		}
	}
	slices.SortFunc(c.ranges, func(a, b outerRange) int { return cmp.Compare(a.weight, b.weight) })
	for _, p := range inner {
		c.split(p)
	}
	return c.join(), true
}

// lowest returns the place that the digits of parts count from, without their reversals, for a map that is not a chain.
func (m *Map) lowest(parts []mapPart) Place {
	plain, turns := m.plain()
	low := plain.digits.base
	if len(turns) > 0 {
		low = plain.digits.spec.Base
		for _, dim := range plain.digits.spec.Dims {
			if dim.Size == 1 {
				low = low.AddNumber(dim.Shift, dim.Digits)
			}
		}
	}
	for _, p := range parts {
		for _, g := range p.digits {
			if g.Reversed() {
				low = low.add(g, g.Size-1)
			}
		}
	}
	return low
}

// outerRange is a range of the flat index of the second map of a chain, and the number of its part.
type outerRange struct {
	indexRange
	part int
}

// chainParts finds the parts of a chain.
type chainParts struct {
	columns int64
	start   int64 // the lowest cell
	outer   []mapPart
	ranges  []outerRange // ranges of the second map, ascending
	inner   []innerPart
}

// innerPart is a part of the first map, which adds multiples of common, at most reach, to the flat index of the second.
type innerPart struct {
	mapPart
	common, reach int64
}

// step returns how far a step of a digit moves in the flat indices of the second map.
func (c *chainParts) step(g Digit) int64 { return g.Forward().Unit*c.columns + g.Forward().Offset }

// split adds a part of the first map; a digit is divided where ranges of the second map end.
func (c *chainParts) split(p mapPart) {
	if p.linear && p.digits[0].Size == p.ranges[0].size() {
		step := c.step(p.digits[0])
		for _, r := range c.ranges {
			n := int64(1)
			if step > 0 && r.end%step == 0 {
				n = r.end / step
			}
			size := p.ranges[0].size()
			if n <= 1 || n >= size || size%n != 0 {
				continue
			}
			cut := p.ranges[0].weight * n
			low := p
			low.ranges = []indexRange{{p.ranges[0].weight, cut}}
			c.inner = append(c.inner, innerPart{low, step, (n - 1) * step})
			p.ranges = []indexRange{{cut, p.ranges[0].end}}
			step *= n
		}
		c.inner = append(c.inner, innerPart{p, step, (p.ranges[0].size() - 1) * step})
		return
	}
	x := innerPart{mapPart: p}
	for _, g := range p.digits {
		reach, ok := Mul(g.Size-1, c.step(g))
		if x.reach += reach; !ok || x.reach >= Limit {
			x.reach = Limit - 1
		}
		x.common = num.GCD(x.common, c.step(g))
	}
	c.inner = append(c.inner, x)
}

// isBoundary reports whether the digits of the second map at and above end depend only on parts of the first map that add
// multiples of end.
func (c *chainParts) isBoundary(end int64) bool {
	below := c.start % end
	for _, p := range c.inner {
		if p.common%end != 0 {
			if below += p.reach; below >= end {
				return false
			}
		}
	}
	return true
}

// join returns the parts of the chain.
func (c *chainParts) join() []mapPart {
	// Zones are runs of ranges of the second map that no sums carry into.
	zone := make([]int, len(c.ranges))
	sets := newSets(len(c.ranges))
	for i := 1; i < len(c.ranges); i++ {
		zone[i] = i
		if !c.isBoundary(c.ranges[i].weight) {
			zone[i] = zone[i-1]
			sets.join(i, i-1)
		}
	}
	last := map[int]int{}
	for i, r := range c.ranges {
		if k, ok := last[r.part]; ok {
			sets.join(i, k)
		}
		last[r.part] = i
	}
	members := map[int]int{} // members of sets of ranges
	for i := range c.ranges {
		members[sets.find(i)]++
	}
	parts := make([]mapPart, len(c.inner))
	together := newSets(len(c.inner))
	one := map[int]int{} // for each set of ranges, a part of the first map
	for i, p := range c.inner {
		parts[i] = p.mapPart
		parts[i].digits = nil
		z := 0
		for k, r := range c.ranges {
			if zone[k] == k && p.common%r.weight == 0 {
				z = k
			}
		}
		if p.common == 0 { // moves nothing
			continue
		}
		set := sets.find(z)
		if members[set] == 1 && c.outer[c.ranges[z].part].linear {
			continue
		}
		parts[i].linear = false
		if k, ok := one[set]; ok {
			together.join(i, k)
		}
		one[set] = i
	}
	return joinParts(parts, together)
}

// sets are disjoint sets of numbers.
type sets []int

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func (s sets) find(i int) int {
	for s[i] != i {
		i = s[i]
	}
	return i
}

func (s sets) join(i, k int) { s[s.find(i)] = s.find(k) }
