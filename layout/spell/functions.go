package spell

import (
	"optc/diag"
	"optc/layout"
	"optc/layout/axes"
)

// The functions of CuTe as functions of maps.

// onMap applies a function of shapes and strides to a map; x are the axes of the result.
func onMap(m *layout.Map, x axes.Pair, f func(*Symbolic) (*Symbolic, error)) (*layout.Map, error) {
	out, err := onTerms(numbers{m}, f)
	if err != nil {
		return nil, err
	}
	return out.On(x), nil
}

// Coalesce returns the map as one mode with as few digits as possible.
func Coalesce(m *layout.Map) (*layout.Map, error) { return onMap(m, m.Axes(), (*Symbolic).coalesce) }

// Complement returns the map to the cells, up to size, that m leaves out: every cell below size is
// the sum of a cell of m and a cell of the complement. The error code is bad-digit if digits of m
// overlap.
//
//	complement of 4:2 in 24  =  (2,3):(1,8)
func Complement(m *layout.Map, size int64) (*layout.Map, error) {
	return onMap(m, m.Axes(), func(l *Symbolic) (*Symbolic, error) { return l.complement(number(size)) })
}

// Divide returns m in tiles: the first mode runs through a tile, the cells of tile, and the second
// through the tiles. Errors: see Complement and Compose.
//
//	(4,2,3):(2,1,8) divided by 4:2  =  ((2,2),(2,3)):((4,1),(2,8))
func Divide(m, tile *layout.Map) (*layout.Map, error) {
	return onMaps(divide[numbers])(m, tile)
}

// Product returns copies of m at the places of grid: the first mode runs through m, the second
// through the copies. Errors: see Complement and Compose.
//
//	product of (2,2):(4,1) and 6:1  =  ((2,2),(2,3)):((4,1),(2,8))
func Product(m, grid *layout.Map) (*layout.Map, error) {
	out, err := product(numbers{m}, numbers{grid})
	if err != nil {
		return nil, err
	}
	return out.On(m.Axes()), nil
}

// Quotient returns the grid whose product with part is m: the copies of part that m consists of, counted in the cells that
// part leaves free.
//
//	quotient of ((2,2),(2,3)):((4,1),(2,8)) and (2,2):(4,1)  =  6:1
//
// The error code is bad-digit if m does not consist of copies of part; undecided if it is not known; for other errors see Complement and
// LeftInverse.
func Quotient(m, part *layout.Map) (*layout.Map, error) {
	return onMaps(quotient[numbers])(m, part)
}

// RightInverse returns the longest map from the first cells to elements that m stores there: followed by m, it is the
// identity. It ends before the first cell that the digits do not continue.
//
//	right inverse of (4,2):(1,16)  =  4:1
func RightInverse(m *layout.Map) (*layout.Map, error) {
	inverse, err := onMap(m, axes.Pair{}, (*Symbolic).rightInverse)
	if err != nil {
		return nil, err
	}
	lowest := int64(0) // the first element in the lowest cell
	list, _ := storedDigits(termsOf(m.Modes()).flat())
	for _, g := range list {
		lowest += (g.size.Factor - 1) * max(0, -g.weight.Factor)
	}
	return layout.OfModesFrom(axes.Pair{}, lowest, inverse.Modes())
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
	return onMap(m, axes.Pair{}, (*Symbolic).inverse)
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

// Kernel returns the map to the elements that share the cell of the first element. The error code is bad-digit if digits
// overlap, so that other elements share cells too.
//
//	kernel of (2,3,4):(1,0,2)  =  3:2
func Kernel(m *layout.Map) (*layout.Map, error) { return onMap(m, axes.Pair{}, (*Symbolic).kernel) }

// Cells returns the map to the cells that m uses, in ascending order. The error code is bad-digit if digits overlap.
//
//	cells of (2,3,4):(4,0,1)  =  (4,2):(1,4)
func Cells(m *layout.Map) (*layout.Map, error) { return onMap(m, m.Axes(), (*Symbolic).cells) }

// spread is [Symbolic.spread] for a map of shapes and strides; other maps are returned unchanged.
func spread(m *layout.Map) (*layout.Map, error) {
	if m.Irregular() != nil {
		return m, nil
	}
	return onMap(m, m.Axes(), (*Symbolic).spread)
}
