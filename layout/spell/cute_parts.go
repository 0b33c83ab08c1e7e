package spell

import (
	"cmp"
	"slices"

	"optc/diag"
	"optc/layout"
	"optc/layout/axes"
)

// Coalesce returns the map as one mode with as few digits as possible.
func Coalesce(m *layout.Map) (*layout.Map, error) {
	mode, err := flatMode(m)
	if err != nil {
		return nil, err
	}
	mode.Digits = joinedDigits(mode.Digits)
	return layout.OfModes(m.Axes(), []layout.Dim{mode})
}

// storedDigit is a digit of size values: a step of its value moves stride cells, and weight elements.
type storedDigit struct{ size, stride, weight int64 }

// storedDigits returns the digits of the flat index of a map by their steps: stride is the step in cells, weight the step in
// elements, which is negative for reversed digits.
func storedDigits(m *layout.Map) (list []storedDigit, err error) {
	mode, err := flatMode(m)
	for k, g := range mode.Digits {
		switch {
		case g.Size == 1:
		case g.Reversed():
			list = append(list, storedDigit{size: g.Size, stride: -g.Offset, weight: -mode.Weight(k)})
		default:
			list = append(list, storedDigit{size: g.Size, stride: g.Offset, weight: mode.Weight(k)})
		}
	}
	slices.SortStableFunc(list, func(a, b storedDigit) int { return cmp.Compare(a.stride, b.stride) })
	return list, err
}

// firstStored returns the first element in the lowest cell.
func firstStored(list []storedDigit) (index int64) {
	for _, g := range list {
		index += (g.size - 1) * max(0, -g.weight)
	}
	return index
}

// RightInverse returns the longest map from the first cells to elements that m stores there: followed by m, it is the
// identity. It ends before the first cell that the digits do not continue.
//
//	right inverse of (4,2):(1,16)  =  4:1
func RightInverse(m *layout.Map) (*layout.Map, error) {
	list, err := storedDigits(m)
	if err != nil {
		return nil, err
	}
	mode := layout.Dim{Size: 1}
	for _, g := range list {
		if g.stride == mode.Size {
			mode.Digits = append(mode.Digits, layout.Digit{Size: g.size, Offset: g.weight})
			mode.Size *= g.size
		}
	}
	return layout.OfModesFrom(axes.Pair{}, firstStored(list), []layout.Dim{mode})
}

// LeftInverse returns a map from cells to elements: m followed by it is the identity on the elements that share their cell
// with no other element. Cells that m leaves out come to any number, which may be none of an element.
//
//	left inverse of (4,2):(1,5)  =  (5,2):(1,4)
//
// The error code is bad-digit if digits overlap, or if a stride is not a multiple of the next smaller stride.
func LeftInverse(m *layout.Map) (*layout.Map, error) {
	if d, ok := m.Turned(); ok && len(d.Turns) > 0 {
		return leftInverseOfTurned(m)
	}
	list, err := nested(m)
	if err != nil {
		return nil, err
	}
	mode, span := layout.Dim{Size: 1}, int64(1)
	for _, g := range list {
		switch {
		case g.stride == 0:
			continue
		case g.stride%span != 0:
			return nil, diag.Errorf("bad-digit", "the stride %d is not a multiple of the stride %d", g.stride, span)
		case len(mode.Digits) > 0:
			last := &mode.Digits[len(mode.Digits)-1]
			if last.Reversed() && last.Size*span < g.stride {
				return nil, diag.Errorf("bad-digit", "the cells that the stride %d leaves out follow elements in the opposite order, and would come to numbers below them", g.stride)
			}
			last.Size = g.stride / span
		case g.stride > 1:
			mode.Digits = append(mode.Digits, layout.Digit{Size: g.stride})
		}
		mode.Digits = append(mode.Digits, layout.Digit{Size: g.size, Offset: g.weight})
		span = g.stride
	}
	mode.Size = mode.Weight(len(mode.Digits))
	return layout.OfModesFrom(axes.Pair{}, firstStored(list), []layout.Dim{mode})
}

// leftInverseOfTurned is LeftInverse for digits that turn each other.
func leftInverseOfTurned(m *layout.Map) (*layout.Map, error) {
	inverse, ok := m.Inverse()
	if !ok {
		return nil, diag.Errorf("bad-digit", "the layout has no inverse: its digits overlap")
	}
	spec, _ := inverse.Turned()
	spec.Dims = spec.Dims[1:] // there is one unit
	for i := range spec.Turns {
		spec.Turns[i].At.Dim, spec.Turns[i].By.Dim = 0, 0
	}
	return layout.New(spec)
}

// Quotient returns the grid whose product with part is m: the copies of part that m consists of, counted in the cells that
// part leaves free.
//
//	quotient of ((2,2),(2,3)):((4,1),(2,8)) and (2,2):(4,1)  =  6:1
//
// The error code is bad-digit if m does not consist of copies of part; undecided if it is not known; for other errors see Complement and
// LeftInverse.
func Quotient(m, part *layout.Map) (*layout.Map, error) {
	if m.Count()%part.Count() != 0 {
		return nil, diag.Errorf("bad-digit", "%d elements are no copies of %d elements", m.Count(), part.Count())
	}
	flat, err := Coalesce(m)
	if err != nil {
		return nil, err
	}
	split, err := flat.Reshape([]int64{m.Count() / part.Count(), part.Count()})
	if err != nil {
		return nil, diag.Errorf("bad-digit", "the first %d elements end within a digit", part.Count())
	}
	first, rest, err := pair(split)
	if err != nil {
		return nil, err
	}
	if index, differ, err := first.Difference(part); err != nil {
		return nil, err
	} else if differ {
		p, _ := first.LocateIndex(index)
		q, _ := part.LocateIndex(index)
		return nil, diag.Errorf("bad-digit", "the first %d elements are no copy: element %d is in cell %d, not in cell %d", part.Count(), index, p.Offset, q.Offset)
	}
	_, cells, err := m.Extent(0)
	if err != nil {
		return nil, err
	}
	free, err := Complement(part, cells)
	if err != nil {
		return nil, err
	}
	inverse, err := LeftInverse(free)
	if err != nil {
		return nil, err
	}
	grid, err := rest.Compose(inverse)
	if err != nil {
		return nil, err
	}
	again, err := grid.Compose(free)
	if err != nil {
		return nil, err
	}
	if index, differ, err := again.Difference(rest); err != nil {
		return nil, err
	} else if differ {
		p, _ := rest.LocateIndex(index)
		return nil, diag.Errorf("bad-digit", "copy %d begins in cell %d, which is not free", index, p.Offset)
	}
	return grid, nil
}

// pair returns the two modes of a map of two modes as maps.
func pair(m *layout.Map) (first, second *layout.Map, err error) {
	if err := m.Irregular(); err != nil {
		return nil, nil, err
	}
	modes := m.Modes()
	first, err1 := layout.OfModes(m.Axes(), modes[:1])
	second, err2 := layout.OfModes(m.Axes(), modes[1:])
	return first, second, cmp.Or(err1, err2)
}

// Kernel returns the map to the elements that share the cell of the first element. The error code is bad-digit if digits
// overlap, so that other elements share cells too.
//
//	kernel of (2,3,4):(1,0,2)  =  3:2
func Kernel(m *layout.Map) (*layout.Map, error) {
	list, err := nested(m)
	if err != nil {
		return nil, err
	}
	mode := layout.Dim{Size: 1}
	for _, g := range list {
		if g.stride == 0 {
			mode.Digits = append(mode.Digits, layout.Digit{Size: g.size, Offset: g.weight})
			mode.Size *= g.size
		}
	}
	return layout.OfModes(axes.Pair{}, []layout.Dim{mode})
}

// Cells returns the map to the cells that m uses, in ascending order. The error code is bad-digit if digits overlap.
//
//	cells of (2,3,4):(4,0,1)  =  (4,2):(1,4)
func Cells(m *layout.Map) (*layout.Map, error) {
	list, err := nested(m)
	if err != nil {
		return nil, err
	}
	mode := layout.Dim{Size: 1}
	for _, g := range list {
		if g.stride > 0 {
			mode.Digits = append(mode.Digits, layout.Digit{Size: g.size, Offset: g.stride})
			mode.Size *= g.size
		}
	}
	return layout.OfModes(m.Axes(), []layout.Dim{mode})
}

// nested returns the digits if every stride is larger than the sum of what the smaller digits add: then only
// digits of stride 0 bring several elements to the same cell.
func nested(m *layout.Map) ([]storedDigit, error) {
	list, err := storedDigits(m)
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
