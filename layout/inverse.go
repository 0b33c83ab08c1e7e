package layout

import (
	"cmp"
	"slices"
)

// Inverse returns the map from places to elements: its shape has a row for each unit and a
// column for each cell, and its only unit stores the flat index of the element that m stores
// there. Followed by another map of the same elements it is a change of layout:
//
//	(thread, register) → element  then  element → (thread, register)
//
// Rows are units that share a copy of the elements, so that the digits of copies move
// nothing; this also holds for digits of units and cells that m does not use. So m followed
// by its inverse is the identity, and the inverse followed by m is the identity on the first
// copy. ok is false if m is not in digit form, or has digits that overlap, move both unit
// and cell, or reach beyond its elements.
func (m *Map) Inverse() (inverse *Map, ok bool) {
	if m.digits == nil || m.width != 1 || m.digits.spec.Base != (Place{}) {
		return nil, false
	}
	var units, cells []inverseDigit
	weight := int64(1)
	for _, dim := range slices.Backward(m.digits.spec.Dims) {
		below := int64(1)
		for _, g := range dim.Digits {
			d := inverseDigit{size: g.Size, weight: weight * below}
			below *= g.Size
			switch {
			case g.Size == 1:
				continue
			case g.Unit > 0 && g.Offset == 0:
				d.stride = g.Unit
				units = append(units, d)
			case g.Offset > 0 && g.Unit == 0:
				d.stride = g.Offset
				cells = append(cells, d)
			default:
				return nil, false
			}
		}
		if dim.Shift != 0 || below != dim.Size {
			return nil, false
		}
		weight *= dim.Size
	}
	for _, g := range m.digits.spec.Free {
		if g.Size > 1 && g.Unit > 0 {
			units = append(units, inverseDigit{size: g.Size, stride: g.Unit})
		}
	}
	rows, ok1 := invertDigits(units)
	columns, ok2 := invertDigits(cells)
	if !ok1 || !ok2 {
		return nil, false
	}
	inverse, err := New(Digits{Units: 1, Width: 1, Dims: []Dim{rows, columns}})
	return inverse, err == nil
}

// inverseDigit is a digit of places: a step of its value moves stride places, and weight
// elements.
type inverseDigit struct{ size, stride, weight int64 }

// invertDigits returns the dimension of places with the given digits; ok is false if they
// overlap.
func invertDigits(digits []inverseDigit) (dim Dim, ok bool) {
	slices.SortFunc(digits, func(a, b inverseDigit) int { return cmp.Compare(a.stride, b.stride) })
	dim.Size = 1
	for _, g := range digits {
		if g.stride%dim.Size != 0 {
			return dim, false
		}
		if between := g.stride / dim.Size; between > 1 {
			dim.Digits = append(dim.Digits, Digit{Size: between})
		}
		dim.Digits = append(dim.Digits, Digit{Size: g.size, Offset: g.weight})
		if dim.Size, ok = mul(g.stride, g.size); !ok {
			return dim, false
		}
	}
	return dim, true
}
