package layout

import (
	"cmp"
	"slices"

	"optc/diag"
)

// Coalesce returns the map as one mode with as few digits as possible.
func (m *Map) Coalesce() (*Map, error) {
	mode, err := m.flatMode()
	if err != nil {
		return nil, err
	}
	mode.Digits = joinedDigits(mode.Digits)
	return ofModes([]Dim{mode})
}

// weighedDigits returns the digits of the flat index of a map by their steps: stride is the step in cells, weight the step in elements.
func (m *Map) weighedDigits() (list []inverseDigit, err error) {
	mode, err := m.flatMode()
	for k, g := range mode.Digits {
		if g.Size > 1 {
			list = append(list, inverseDigit{size: g.Size, stride: g.Offset, weight: mode.Weight(k)})
		}
	}
	slices.SortStableFunc(list, func(a, b inverseDigit) int { return cmp.Compare(a.stride, b.stride) })
	return list, err
}

// RightInverse returns the longest map from the first cells to elements that m stores there: followed by m, it is the
// identity. It ends at the first cell that the digits do not continue.
//
//	right inverse of (4,2):(1,16)  =  4:1
func (m *Map) RightInverse() (*Map, error) {
	list, err := m.weighedDigits()
	if err != nil {
		return nil, err
	}
	mode := Dim{Size: 1}
	for _, g := range list {
		if g.stride == mode.Size {
			mode.Digits = append(mode.Digits, Digit{Size: g.size, Offset: g.weight})
			mode.Size *= g.size
		}
	}
	return ofModes([]Dim{mode})
}

// Kernel returns the map to the elements that share the cell of the first element. The error code is bad-digit if digits
// overlap, so that other elements share cells too.
//
//	kernel of (2,3,4):(1,0,2)  =  3:2
func (m *Map) Kernel() (*Map, error) {
	list, err := m.nested()
	if err != nil {
		return nil, err
	}
	mode := Dim{Size: 1}
	for _, g := range list {
		if g.stride == 0 {
			mode.Digits = append(mode.Digits, Digit{Size: g.size, Offset: g.weight})
			mode.Size *= g.size
		}
	}
	return ofModes([]Dim{mode})
}

// Cells returns the map to the cells that m uses, in ascending order. The error code is bad-digit if digits overlap.
//
//	cells of (2,3,4):(4,0,1)  =  (4,2):(1,4)
func (m *Map) Cells() (*Map, error) {
	list, err := m.nested()
	if err != nil {
		return nil, err
	}
	mode := Dim{Size: 1}
	for _, g := range list {
		if g.stride > 0 {
			mode.Digits = append(mode.Digits, Digit{Size: g.size, Offset: g.stride})
			mode.Size *= g.size
		}
	}
	return ofModes([]Dim{mode})
}

// nested returns the digits if every stride is larger than what the smaller ones add up to: then only digits of
// stride 0 bring elements to the same cell.
func (m *Map) nested() ([]inverseDigit, error) {
	list, err := m.weighedDigits()
	if err != nil {
		return nil, err
	}
	last := int64(0) // the last cell of the smaller digits
	for _, g := range list {
		if g.stride > 0 && g.stride <= last {
			return nil, diag.Errorf("bad-digit", "the stride %d is not above %d, the last cell of the digits of smaller strides", g.stride, last)
		}
		last += (g.size - 1) * g.stride
	}
	return list, nil
}
