package layout

import "slices"

// digitDifference is Difference by digits; ok is false if the digits of the maps do not show it.
func (m *Map) digitDifference(other *Map) (index int64, differ, ok bool) {
	if m.digits != nil && other.digits != nil {
		return m.digits.difference(other.digits)
	}
	if !m.isBitwise() || !other.isBitwise() {
		return 0, false, false
	}
	// The place of an index is the exclusive or of the places of its bits.
	for index = 0; index < m.count; index = max(1, 2*index) {
		p, _ := m.LocateIndex(index)
		if q, _ := other.LocateIndex(index); p != q {
			return index, true, true
		}
	}
	return 0, false, true
}

// difference compares two forms of equal count and width. Both are cut into axes of equal sizes; a place is a sum of one part
// per axis, so that the lowest index that differs is in the innermost axis that differs.
func (f *digitForm) difference(g *digitForm) (index int64, differ, ok bool) {
	if f.locateIndex(0) != g.locateIndex(0) || !slices.Equal(f.free, g.free) {
		return 0, true, true
	}
	a, b := slices.Clone(f.axes), slices.Clone(g.axes)
	for weight := int64(1); len(a) > 0 && len(b) > 0; {
		x, y := a[len(a)-1], b[len(b)-1]
		a, b = a[:len(a)-1], b[:len(b)-1]
		n := min(x.size, y.size)
		if x, a, ok = x.cut(n, a); !ok {
			return 0, false, false
		}
		if y, b, ok = y.cut(n, b); !ok {
			return 0, false, false
		}
		if i, differ := simplify(x).difference(simplify(y)); differ {
			return i * weight, true, true
		}
		weight *= x.size
	}
	return 0, false, true
}

// cut returns the lowest n values of the axis, and appends the rest to outer axes if there is one.
func (a axis) cut(n int64, outer []axis) (low axis, _ []axis, ok bool) {
	low, high, ok := a.split(n)
	if ok && high.size > 1 {
		outer = append(outer, high)
	}
	return low, outer, ok
}

// difference returns the lowest value for which the places of two axes of one size, relative to their first place, differ.
//
// Without shifts, the lowest digits that differ decide. Neighbours that continue each other are one digit; if two digits
// differ only in their number of values, the places differ where the shorter digit ends.
func (a axis) difference(b axis) (value int64, differ bool) {
	if a.equal(b) {
		return 0, false
	}
	if a.shift != 0 || b.shift != 0 {
		return a.walk(b)
	}
	weight := int64(1)
	for k := range min(len(a.digits), len(b.digits)) {
		x, y := a.digits[k], b.digits[k]
		switch {
		case x.Unit != y.Unit || x.Offset != y.Offset:
			return weight, true
		case x.Size != y.Size:
			return weight * min(x.Size, y.Size), true
		}
		weight *= x.Size
	}
	return weight, len(a.digits) != len(b.digits)
}

// walk is difference for axes with shifts, in steps of the runs of their lowest digits.
func (a axis) walk(b axis) (value int64, differ bool) {
	first, second := Place{}.addNumber(a.shift, a.digits), Place{}.addNumber(b.shift, b.digits)
	for value = 0; value < a.size; {
		p, q := Place{}.addNumber(value+a.shift, a.digits), Place{}.addNumber(value+b.shift, b.digits)
		if p.Unit-first.Unit != q.Unit-second.Unit || p.Offset-first.Offset != q.Offset-second.Offset {
			return value, true
		}
		x, y := a.digits[0], b.digits[0]
		n := min(x.Size-(value+a.shift)%x.Size, y.Size-(value+b.shift)%y.Size)
		if n > 1 && value+1 < a.size && (x.Unit != y.Unit || x.Offset != y.Offset) {
			return value + 1, true
		}
		value += n
	}
	return 0, false
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
