package layout

import (
	"slices"

	"optc/diag"
	"optc/layout/axes"
)

// Grouped returns the map whose units are groups of neighbouring units of m, for example subgroups of threads. The cells of a group
// are the cells of its units, one unit after the other. The error code is unit-range if size does not divide the number of units.
//
//	thread 5 register 1  of 4 threads each with 2 registers  =  subgroup 1 cell 3
func (m *Map) Grouped(size int64, on axes.Pair) (*Map, error) {
	cells, err := m.unitCells(size)
	if err != nil {
		return nil, err
	}
	return m.moved(on, size*cells, cells, Digit{size, 0, cells}, Digit{int64(m.units) / size, 1, 0})
}

// Dealt returns the map whose units are the positions of m's units in their groups, for example lanes in subgroups. The cells of a
// unit are the cells of the units with its place, one group after the other. The error code is unit-range if size does not divide
// the number of units.
//
//	thread 5 register 1  of 4 lanes each with 2 registers  =  lane 1 cell 3
func (m *Map) Dealt(size int64, on axes.Pair) (*Map, error) {
	cells, err := m.unitCells(size)
	if err != nil {
		return nil, err
	}
	groups := int64(m.units) / size
	return m.moved(on, groups*cells, cells, Digit{size, 1, 0}, Digit{groups, 0, cells})
}

// moved returns the map followed by a move of units, written in two digits, to units and offsets.
func (m *Map) moved(on axes.Pair, most, cells int64, low, high Digit) (*Map, error) {
	to, err := New(Digits{Units: int((low.Size-1)*low.Unit+(high.Size-1)*high.Unit) + 1, Axes: on, Width: 1, Capacity: most, Dims: []Dim{
		{Size: int64(m.units), Digits: []Digit{low, high}}, {Size: cells, Digits: []Digit{{cells, 0, 1}}},
	}})
	if err != nil {
		return nil, err
	}
	return m.Compose(to)
}

// unitCells returns the number of cells of a unit; it is an error if size does not divide the number of units.
func (m *Map) unitCells(size int64) (cells int64, err error) {
	if size < 1 || int64(m.units)%size != 0 {
		return 0, diag.Errorf("unit-range", "%s are no groups of %d", m.axes.Unit.Count(int64(m.units)), size)
	}
	if m.table == nil {
		_, cells = m.bounds()
		return cells, nil
	}
	for u := range m.units {
		_, hi, err := m.Extent(u)
		if err != nil {
			return 0, err
		}
		cells = max(cells, hi)
	}
	return max(cells, 1), nil
}

// InBanks returns the map of a memory whose units are the banks; its cells are the rows of the banks, that is, the words that a
// bank stores. Neighbouring words are in different banks. A word has a number of cells of m; elements in one word share it.
//
//	cell 35 of 32 banks with 1 cell in a word  =  bank 3 row 1
func (m *Map) InBanks(banks, word int64) (*Map, error) {
	cells, err := m.unitCells(1)
	if err != nil {
		return nil, err
	}
	row := banks * word
	rows := (cells + row - 1) / row
	to, err := New(Digits{Units: int(banks), Axes: axes.Pair{Unit: axes.Bank, Cell: axes.Row}, Width: 1, Dims: []Dim{
		{Size: rows * row, Digits: []Digit{{Size: word}, {banks, 1, 0}, {rows, 0, 1}}},
	}})
	if err != nil {
		return nil, err
	}
	return m.Compose(to)
}

// Tiled returns the map of a larger shape; each tile of it is stored as m stores its own shape, on units of its own. Tiles are
// numbered in row-major order, like the workgroups of a launch that share a tensor. The error code is bad-shape if the shape is no
// multiple of m's shape, and bad-digit if m has no digits.
func (m *Map) Tiled(shape []int64) (*Map, error) {
	d, ok := m.Turned()
	if !ok {
		return nil, diag.Errorf("bad-digit", "expected a layout in digits")
	}
	if len(shape) != len(d.Dims) {
		return nil, diag.Errorf("bad-shape", "expected %d extents, but got %d", len(d.Dims), len(shape))
	}
	units := int64(m.units)
	for i, n := range slices.Backward(shape) {
		dim := &d.Dims[i]
		tiles := n / dim.Size
		if tiles*dim.Size != n || !dim.IsExact() {
			return nil, diag.Errorf("bad-shape", "extent %d of dimension %d is no multiple of %d, the extent of a tile", n, i, dim.Size)
		}
		dim.Size = n
		dim.Digits = append(dim.Digits, Digit{tiles, units, 0})
		if units, ok = Mul(units, tiles); !ok || units > maxUnits {
			return nil, diag.Errorf("too-large", "%s has more than %d units in tiles of %s", SpellExtents(shape), maxUnits, SpellExtents(m.shape))
		}
	}
	d.Units = int(units)
	return New(d)
}
