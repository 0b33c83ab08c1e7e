package layout

import "slices"

// digitDifference is Difference by digits; ok is false if the digits of the maps do not show it. Then elements below index do
// not differ.
func (m *Map) digitDifference(other *Map) (index int64, differ, ok bool) {
	switch {
	case m.table != nil || other.table != nil:
		return 0, false, false
	case m.digits != nil && other.digits != nil:
		return m.digits.difference(other.digits)
	case m.isBitwise() && other.isBitwise():
		// The place of an index is the exclusive or of the places of its bits.
		for index = 0; index < m.count; index = max(1, 2*index) {
			p, _ := m.LocateIndex(index)
			if q, _ := other.LocateIndex(index); p != q {
				return index, true, true
			}
		}
		return 0, false, true
	case m.chain != nil || other.chain != nil:
		return 0, false, m.chain != nil && other.chain != nil && m.chain.equal(other.chain)
	}
	return m.turnedDifference(other)
}

// difference compares two forms of equal count and width. Both are cut into axes of equal sizes; a place is a sum of one part
// per axis, so that the lowest index that differs is in the innermost axis that differs.
func (f *digitForm) difference(g *digitForm) (index int64, differ, ok bool) {
	if f.locateIndex(0) != g.locateIndex(0) || !slices.Equal(f.free, g.free) {
		return 0, true, true
	}
	if slices.EqualFunc(f.axes, g.axes, axis.equal) {
		return 0, false, true
	}
	pairs, a, b := commonAxes(f.axes, g.axes)
	weight := int64(1)
	for _, p := range pairs {
		if !p[0].equal(p[1]) {
			if index, _ = firstChange(p[:1], p[1:], p[0].size); index > 0 {
				return index * weight, true, true
			}
		}
		weight *= p[0].size
	}
	if len(a) == 0 {
		return 0, false, true
	}
	if index, ok = firstChange(a, b, f.count()/weight); index == 0 {
		return weight, false, ok
	}
	return index * weight, true, ok
}

// commonAxes cuts the axes of two maps with as many elements into pairs of axes of equal size, the innermost first. It returns the
// outer axes from the first pair on that cannot be cut.
func commonAxes(a, b []axis) (pairs [][2]axis, outer, other []axis) {
	a, b = slices.Clone(a), slices.Clone(b)
	for len(a) > 0 {
		x, y := a[len(a)-1], b[len(b)-1]
		n := min(x.size, y.size)
		x, outer, ok1 := x.cut(n, a[:len(a)-1])
		y, other, ok2 := y.cut(n, b[:len(b)-1])
		if !ok1 || !ok2 {
			break
		}
		pairs = append(pairs, [2]axis{simplify(x), simplify(y)})
		a, b = outer, other
	}
	return pairs, a, b
}

// count is the number of elements.
func (f *digitForm) count() int64 {
	n := int64(1)
	for _, a := range f.axes {
		n *= a.size
	}
	return n
}

// cut returns the lowest n values of the axis, and appends the rest to outer axes if there is one.
func (a axis) cut(n int64, outer []axis) (low axis, _ []axis, ok bool) {
	low, high, ok := a.split(n)
	if ok && high.size > 1 {
		outer = append(outer, high)
	}
	return low, outer, ok
}

// isBitwise reports whether the place of an index is the exclusive or of the places of its bits, with the place of index 0.
func (m *Map) isBitwise() bool {
	switch {
	case m.table != nil:
		return false
	case m.chain != nil:
		x := m.chain
		return x.first.isBitwise() && x.then.isBitwise() && (x.first.units == 1 || isPowerOfTwo(x.columns))
	}
	plain, turns := m.plain()
	spec := &plain.digits.spec
	if len(plain.digits.free) > 1 {
		return false
	}
	units, cells := int64(spec.Base.Unit), spec.Base.Offset // bits in use
	for _, dim := range spec.Dims {
		if !isPowerOfTwo(dim.Size) || !dim.isExact() {
			return false
		}
		for _, g := range dim.Digits {
			if g.reversed() || !isPowerOfTwo(g.Size) {
				return false
			}
			for bit := int64(1); bit < g.Size; bit *= 2 {
				if units&(bit*g.Unit) != 0 || cells&(bit*g.Offset) != 0 {
					return false
				}
				units, cells = units|bit*g.Unit, cells|bit*g.Offset
			}
		}
	}
	return !slices.ContainsFunc(turns, func(t Turn) bool { return spec.Dims[t.At.Dim].Digits[t.At.Digit].Size != 2 })
}

func isPowerOfTwo(n int64) bool { return n > 0 && n&(n-1) == 0 }
