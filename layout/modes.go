package layout

import (
	"slices"

	"optc/diag"
	"optc/layout/axes"
)

// Modes are the dimensions of a map with one unit in reverse order: the first mode is the fastest, as in CuTe.

// OfModes returns the map with the given modes. If digits are reversed, the first element is in the cell that makes the
// lowest cell 0.
func OfModes(x axes.Pair, modes []Dim) (*Map, error) {
	first := int64(0)
	for _, dim := range modes {
		for _, g := range dim.Digits {
			if n, ok := Mul(g.Size-1, -g.Offset); g.Reversed() && ok && first < Limit {
				first += n
			}
		}
	}
	return OfModesFrom(x, first, modes)
}

// OfModesFrom returns the map with the given modes whose first element is in a cell.
func OfModesFrom(x axes.Pair, first int64, modes []Dim) (*Map, error) {
	dims := slices.Clone(modes)
	slices.Reverse(dims)
	return New(Digits{Units: 1, Axes: x, Width: 1, Dims: dims, Base: Place{Offset: first}})
}

// Modes returns the modes of a map in digit form.
func (m *Map) Modes() []Dim {
	d, _ := m.Digits()
	slices.Reverse(d.Dims)
	return d.Dims
}

// Irregular returns the reason why shapes and strides do not describe a map, or nil. The error code is bad-digit.
func (m *Map) Irregular() error {
	switch {
	case m.chain != nil:
		return diag.Errorf("bad-digit", "expected a layout of shapes and strides, but got two layouts one after the other, which have no common shape and strides")
	case m.digits == nil:
		return diag.Errorf("bad-digit", "expected a layout of shapes and strides, without a swizzle")
	case m.digits.low.Offset != 0:
		return diag.Errorf("bad-digit", "expected a layout that uses cell 0, but the lowest cell is %d", m.digits.low.Offset)
	}
	for _, dim := range m.digits.spec.Dims {
		if !dim.IsExact() {
			return diag.Errorf("bad-digit", "expected %d elements, as many as the digits have values, but got %d", dim.Weight(len(dim.Digits)), dim.Size)
		}
	}
	return nil
}
