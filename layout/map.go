package layout

import (
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/layout/axes"
)

// Place is the position of a copy of an element: a unit (thread, tile, NPU) and an offset, in
// cells, in the memory of that unit. A cell is a byte for memories and a register for threads.
type Place struct {
	Unit   int
	Offset int64
}

// add returns the place n steps of g after p.
func (p Place) add(g Digit, n int64) Place {
	return Place{p.Unit + int(n*g.Unit), p.Offset + n*g.Offset}
}

// Times returns the place n times as far from the first unit and cell.
func (p Place) Times(n int64) Place { return Place{p.Unit * int(n), p.Offset * n} }

// plus returns p moved by the unit and the offset of q.
func (p Place) plus(q Place) Place { return Place{p.Unit + q.Unit, p.Offset + q.Offset} }

// minus returns how far p is from q, in units and cells.
func (p Place) minus(q Place) Place { return Place{p.Unit - q.Unit, p.Offset - q.Offset} }

// Map is a unit map: an immutable function from the coordinates of a shape to
// places. It is safe for concurrent use. Flat indices number the coordinates
// in row-major order, the last dimension fastest.
type Map struct {
	units    int
	axes     axes.Pair
	shape    []int64
	count    int64
	width    int64
	capacity int64
	base     int64 // first reserved offset, meaningful if reserved > 0
	reserved int64 // reserved cells of every unit; 0 if only used cells count

	// Exactly one of the forms is set.
	digits *digitForm
	turned *turnedForm
	chain  *chainForm
	table  *tableForm
}

// Units is the number of units; units are numbered from 0.
func (m *Map) Units() int { return m.units }

// Rank is the number of dimensions.
func (m *Map) Rank() int { return len(m.shape) }

// Shape returns a copy of the extents of the dimensions, in elements.
func (m *Map) Shape() []int64 { return slices.Clone(m.shape) }

// Count is the number of coordinates, the product of the shape.
func (m *Map) Count() int64 { return m.count }

// Width is the number of consecutive cells that an element occupies.
func (m *Map) Width() int64 { return m.width }

// Index returns the flat index of a coordinate; ok is false if the coordinate has the
// wrong rank or is outside the shape.
func (m *Map) Index(coord []int64) (int64, bool) {
	if len(coord) != len(m.shape) {
		return 0, false
	}
	var index int64
	for d, c := range coord {
		if c < 0 || c >= m.shape[d] {
			return 0, false
		}
		index = index*m.shape[d] + c
	}
	return index, true
}

// Coord appends the coordinate of a flat index to buf[:0] and returns it; nil
// if the index is outside [0, Count).
func (m *Map) Coord(index int64, buf []int64) []int64 {
	if index < 0 || index >= m.count {
		return nil
	}
	buf = append(buf[:0], m.shape...)
	for d := len(m.shape) - 1; d >= 0; d-- {
		buf[d] = index % m.shape[d]
		index /= m.shape[d]
	}
	return buf
}

// Locate returns the place of the element at coord, in the lowest unit if there are
// several places. It is false if coord is not in the shape or the element is stored
// nowhere (possible in the table form only).
func (m *Map) Locate(coord []int64) (Place, bool) {
	index, ok := m.Index(coord)
	if !ok {
		return Place{}, false
	}
	if m.digits != nil {
		return m.digits.locate(coord), true
	}
	if m.turned != nil {
		return m.turned.locate(index), true
	}
	return m.LocateIndex(index)
}

// LocateIndex is Locate for a flat index.
func (m *Map) LocateIndex(index int64) (Place, bool) {
	if index < 0 || index >= m.count {
		return Place{}, false
	}
	if m.digits != nil {
		return m.digits.locateIndex(index), true
	}
	if m.turned != nil {
		return m.turned.locate(index), true
	}
	if m.chain != nil {
		return m.chain.locate(index), true
	}
	i, ok := m.table.find(index)
	if !ok {
		return Place{}, false
	}
	s := m.table.segs[i]
	p := m.table.places[s.lo]
	p.Offset += (index - s.index) * m.width
	return p, true
}

// LocateAll appends every place of the element at coord to buf, in ascending
// order of units, and returns it.
func (m *Map) LocateAll(coord []int64, buf []Place) []Place {
	index, ok := m.Index(coord)
	if !ok {
		return buf
	}
	if m.digits != nil {
		return m.digits.copies(m.digits.locate(coord), buf)
	}
	return m.locateAllIndex(index, buf)
}

// locateAllIndex is LocateAll for a flat index in the shape.
func (m *Map) locateAllIndex(index int64, buf []Place) []Place {
	switch {
	case m.digits != nil:
		return m.digits.copies(m.digits.locateIndex(index), buf)
	case m.turned != nil:
		return m.turned.locateAll(index, buf)
	case m.chain != nil:
		return m.chain.locateAll(index, buf)
	}
	if i, ok := m.table.find(index); ok {
		s := m.table.segs[i]
		for _, p := range m.table.places[s.lo:s.hi] {
			buf = append(buf, Place{p.Unit, p.Offset + (index-s.index)*m.width})
		}
	}
	return buf
}

// Extent returns the half-open range of offsets that the elements of a unit
// use; 0, 0 if the unit holds nothing. The error code is undecided, if digits of units overlap in very many ways, or for a chain of more
// than 2^24 elements whose parts do not show it.
func (m *Map) Extent(unit int) (lo, hi int64, err error) {
	if unit < 0 || unit >= m.units {
		return 0, 0, nil
	}
	ok := true
	switch {
	case m.digits != nil:
		lo, hi, ok = m.digits.extent(unit, m.width)
	case m.turned != nil: // turns exchange the elements of the places in use
		return m.turned.plain.Extent(unit)
	case m.chain != nil:
		lo, hi, ok = m.chain.extent(unit, m)
	default:
		if x := m.byUnit(); len(x.of(unit)) > 0 {
			lo, hi = x.of(unit)[0].Offset, x.ends[x.first[unit+1]-1]
		}
	}
	if !ok {
		return 0, 0, notDecided(fmt.Sprintf("which %ss of %s are in use", m.axes.Cell, m.axes.Unit.At(int64(unit))), "Use fewer elements, or digits that divide each other.")
	}
	return lo, hi, nil
}

// Range returns the half-open range of offsets that belongs to the map in a
// unit: the reserved range, which is the same in every unit, or else Extent. The error code is undecided; see Extent.
func (m *Map) Range(unit int) (lo, hi int64, err error) {
	if m.reserved > 0 && unit >= 0 && unit < m.units {
		return m.base, m.base + m.reserved, nil
	}
	return m.Extent(unit)
}

// setShape sets shape and count; the error codes are bad-shape and too-large.
func (m *Map) setShape(shape []int64) error {
	count := int64(1)
	for d, n := range shape {
		if n < 1 {
			return diag.Errorf("bad-shape", "expected extents of at least 1, but dimension %d of %s is %d", d, SpellExtents(shape), n)
		}
		var ok bool
		if count, ok = Mul(count, n); !ok {
			return diag.Errorf("too-large", "the shape %s has more than 2^62 elements", SpellExtents(shape))
		}
	}
	m.shape, m.count = slices.Clone(shape), count
	return nil
}

// check verifies the fields that both forms share, after the form is set.
func (m *Map) check() error {
	if m.capacity == 0 {
		return nil
	}
	if m.reserved > 0 && m.base+m.reserved > m.capacity {
		return diag.Errorf("does-not-fit", "expected at most %s in a %s, but the reserved range is [%d, %d)", m.axes.Cell.Count(m.capacity), m.axes.Unit, m.base, m.base+m.reserved)
	}
	most := int64(0) // cells that some unit needs
	if m.table == nil {
		if _, most = m.bounds(); most <= m.capacity {
			return nil
		}
	}
	for u := range m.units {
		lo, hi, err := m.Extent(u)
		if err != nil || m.table == nil && u == maxHeld {
			break
		}
		if hi > m.capacity {
			return diag.Errorf("does-not-fit", "expected at most %s in a %s, but %s uses [%d, %d)", m.axes.Cell.Count(m.capacity), m.axes.Unit, m.axes.Unit.At(int64(u)), lo, hi)
		}
	}
	if most > m.capacity {
		return diag.Errorf("does-not-fit", "expected at most %s in a %s, but some %s uses %d", m.axes.Cell.Count(m.capacity), m.axes.Unit, m.axes.Unit, most)
	}
	return nil
}

// Limit bounds every count, offset and product, so that sums of two of them
// cannot overflow.
const Limit = 1 << 62

// Mul returns a·b for non-negative factors; false if it reaches [Limit].
func Mul(a, b int64) (p int64, ok bool) {
	if a == 0 || b <= (Limit-1)/a {
		p, ok = a*b, true
	}
	return
}

// SpellExtents renders extents or a coordinate as "(2,3,4)".
func SpellExtents(v []int64) string {
	s := make([]string, len(v))
	for i, x := range v {
		s[i] = fmt.Sprint(x)
	}
	return "(" + strings.Join(s, ",") + ")"
}

// Axes returns the axes of the places of the map.
func (m *Map) Axes() axes.Pair { return m.axes }

// On returns the map with other axes for its places, such as workers of a tile instead of threads.
func (m *Map) On(x axes.Pair) *Map {
	out := *m
	out.axes = x.Named()
	return &out
}
