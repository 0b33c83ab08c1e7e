package layout

import "slices"

// digitDifference is Difference by digits; ok is false if the digits of the maps do not show it. Then elements below index do
// not differ.
func (m *Map) digitDifference(other *Map) (index int64, differ, ok bool) {
	switch {
	case m.table != nil || other.table != nil:
		return 0, false, false
	case m.digits != nil && other.digits != nil:
		return m.digits.difference(other.digits, m.width)
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

// difference compares two forms of equal count and width. Both maps are cut into blocks; a place is a sum of one
// part per block, so that the lowest index that differs is in the innermost block that differs.
func (f *digitForm) difference(g *digitForm, width int64) (index int64, differ, ok bool) {
	if f.locateIndex(0) != g.locateIndex(0) || !slices.Equal(f.free, g.free) {
		return 0, true, true
	}
	if slices.EqualFunc(f.axes, g.axes, axis.equal) {
		return 0, false, true
	}
	weight, steps := int64(1), newBudget()
	for _, b := range commonBlocks(f.axes, g.axes) {
		if index, differ, ok = b.difference(width, steps); differ || !ok {
			return max(1, index) * weight, differ, ok
		}
		weight *= b.Size
	}
	return 0, false, true
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
		if !isPowerOfTwo(dim.Size) || !dim.IsExact() {
			return false
		}
		for _, g := range dim.Digits {
			if g.Reversed() || !isPowerOfTwo(g.Size) {
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
