package layout

import (
	"cmp"
	"slices"
	"sync"

	"optc/diag"
	"optc/num"
)

// chainForm is a map that is followed by another one although the digits of the two have no common form: the cells of first,
// with its units one after the other, are the elements of then. A digit of one may end within a digit of the other, and carries
// of a sum may precede an exclusive or:
//
//	(3,5):(1,3) before (5,3):(1,10)        element 5  →  cell 5      →  cell 10
//	Swizzle<2,0,2> o 3 o 8:1               element 5  →  cell 5 + 3  →  cell 8 ^ 2 = 10
//
// No question makes a table of its elements.
type chainForm struct {
	first, then *Map
	columns     int64 // cells of a unit of first
	once        sync.Once
	extents     map[int][2]int64 // the first and the last offset of each unit in use; nil if they are not decided
}

// newChain returns m followed by outer; neither may be a table. Errors: compose-shape if outer does not cover the places of m;
// undecided.
func (m *Map) newChain(outer *Map) (*Map, error) {
	if err := m.checkWithin(outer); err != nil {
		return nil, err
	}
	return m.before(outer, m.columns(outer)), nil
}

// before returns m followed by outer, which covers the places of m.
func (m *Map) before(outer *Map, columns int64) *Map {
	return &Map{
		units: outer.units, axes: outer.axes, shape: m.shape, count: m.count, width: outer.width, capacity: outer.capacity, base: outer.base, reserved: outer.reserved,
		chain: &chainForm{first: m, then: outer, columns: columns},
	}
}

// checkWithin checks that outer covers the places of a map that is no table.
func (m *Map) checkWithin(outer *Map) error {
	columns := m.columns(outer)
	rows := outer.count / columns
	units, cells := m.bounds()
	if units <= rows && cells <= columns {
		return nil
	}
	if m.chain != nil {
		var err error
		if units, cells, err = m.inUse(); err != nil || units <= rows && cells <= columns {
			return err
		}
	}
	if m.units == 1 {
		return diag.Errorf("compose-shape", "expected %ss inside [0, %d), but %ss [0, %d) are in use", m.axes.Cell, outer.count, m.axes.Cell, cells)
	}
	return diag.Errorf("compose-shape", "expected places inside %s, but %ss [0, %d) and %ss [0, %d) are in use", SpellExtents(outer.shape), m.axes.Unit, units, m.axes.Cell, cells)
}

// inUse returns the numbers of units and of cells in use, for a map that is not a table. The error code is undecided.
func (m *Map) inUse() (units, cells int64, err error) {
	if m.chain == nil {
		units, cells = m.bounds() // there is an element for each
		return units, cells, nil
	}
	f := m.chain
	if f.isFull() {
		return f.then.inUse()
	}
	f.once.Do(func() { f.extents = m.chainExtents() })
	if f.extents == nil {
		_, _, err = m.Extent(0)
	}
	for unit, r := range f.extents {
		units, cells = max(units, int64(unit)+1), max(cells, r[1]+m.width)
	}
	return units, cells, err
}

// isFull reports whether the digits show that the cells of first are all elements of then.
func (f *chainForm) isFull() bool { return f.first.count == f.then.count && f.first.isInjective() }

// bounds returns upper bounds for the numbers of units and cells in use, for a map that is not a table.
func (m *Map) bounds() (units, cells int64) {
	if m.chain != nil {
		return m.chain.then.bounds()
	}
	plain, _ := m.plain()
	f := plain.digits
	units, cells = int64(f.spec.Base.Unit+f.free[len(f.free)-1])+1, f.spec.Base.Offset+m.width
	for _, dim := range f.spec.Dims {
		u, _ := extremeSum(dim, nil, Digit.unit, true)
		c, _ := extremeSum(dim, nil, Digit.offset, true)
		units, cells = units+u, cells+c
	}
	return units, cells
}

// hasCopies reports whether elements are stored several times, of a map that is no table.
func (m *Map) hasCopies() bool {
	switch {
	case m.chain != nil:
		return m.chain.first.hasCopies() || m.chain.then.hasCopies()
	case m.turned != nil:
		m = m.turned.plain
	}
	return len(m.digits.free) > 1
}

// locate returns the place of the element with a flat index, in the lowest unit.
func (f *chainForm) locate(index int64) Place {
	if f.first.hasCopies() {
		return f.locateAll(index, nil)[0]
	}
	p, _ := f.first.LocateIndex(index)
	p, _ = f.then.LocateIndex(int64(p.Unit)*f.columns + p.Offset)
	return p
}

// locateAll appends all places of a flat index, in ascending order.
func (f *chainForm) locateAll(index int64, buf []Place) []Place {
	from := len(buf)
	var copies [8]Place
	for _, p := range f.first.locateAllIndex(index, copies[:0]) {
		buf = f.then.locateAllIndex(int64(p.Unit)*f.columns+p.Offset, buf)
	}
	slices.SortFunc(buf[from:], Place.compare)
	return append(buf[:from], slices.Compact(buf[from:])...)
}

// find is Map.find: an element that is in an element of then that is in the cell.
func (f *chainForm) find(unit int, offset int64, steps *budget, accept func(Hit) bool) (hit Hit, ok bool) {
	_, ok = f.then.find(unit, offset, steps, func(h Hit) (ok bool) {
		within := func(first Hit) bool { return accept(Hit{Element, first.Index, h.Cell}) }
		if accept == nil {
			within = nil
		}
		first, ok := f.first.find(int(h.Index/f.columns), h.Index%f.columns, steps, within)
		hit = Hit{Element, first.Index, h.Cell}
		return ok
	})
	if !ok {
		hit = Hit{Class: Outside}
	}
	return hit, ok
}

// classify returns the class of a cell without an element, if no elements of then share cells.
func (f *chainForm) classify(unit int, offset int64) Hit {
	hit := f.then.Invert(unit, offset)
	if hit.Class == Element {
		hit = f.first.Invert(int(hit.Index/f.columns), hit.Index%f.columns)
	}
	if hit.Class == Outside {
		hit.Class = Gap
	}
	return hit
}

// extent returns the range of offsets that elements use in a unit; ok is false if neither digits nor a walk show it.
func (f *chainForm) extent(unit int, m *Map) (lo, hi int64, ok bool) {
	if f.isFull() {
		lo, hi, err := f.then.Extent(unit)
		return lo, hi, err == nil
	}
	f.once.Do(func() { f.extents = m.chainExtents() })
	if r, used := f.extents[unit]; used {
		return r[0], r[1] + m.width, true
	}
	return 0, 0, f.extents != nil
}

// chainExtents returns the first and the last offset of each unit in use of a chain; nil if neither digits nor a walk over all elements
// show them.
func (m *Map) chainExtents() map[int][2]int64 {
	f := m.chain
	if cells, ok := f.first.usedCells(); ok && f.then.turned != nil && f.then.units == 1 && f.then.turned.isExact() {
		x := turnedExtent{turnedForm: f.then.turned, budget: budget{maxSteps}}
		for r := range cells.Runs() {
			if x.visitRange(r.Offset, r.Offset+r.Len); x.left < 0 {
				break
			}
		}
		if x.left >= 0 {
			return map[int][2]int64{0: {x.lo, x.hi - m.width}}
		}
	}
	if extents, ok := m.partsExtents(); ok {
		return extents
	}
	if m.count > maxSteps {
		return nil
	}
	extents, steps := map[int][2]int64{}, newBudget()
	for c := m.cursor(0); c.len > 0; c.next() {
		if !steps.spend(c.len * int64(c.copies())) {
			return nil
		}
		for k := range c.copies() {
			p := c.copy(k)
			widen(extents, p.Unit, p.Offset, p.Offset+(c.len-1)*m.width)
		}
	}
	return extents
}

// equal reports whether the digits show that two chains have equal parts.
func (f *chainForm) equal(g *chainForm) bool {
	return f.columns == g.columns && f.first.isSame(g.first) && f.then.isSame(g.then)
}

// isSame reports whether the digits show that two maps store the same number of elements in the same places.
func (m *Map) isSame(other *Map) bool {
	if m.count != other.count || m.width != other.width {
		return false
	}
	_, differ, ok := m.digitDifference(other)
	return ok && !differ
}

// isInjective reports whether the digits show that no two elements share a cell.
func (m *Map) isInjective() bool {
	if m.chain != nil {
		return m.chain.first.isInjective() && m.chain.then.isInjective()
	}
	plain, _ := m.plain()
	return plain.digits != nil && plain.digits.nests(m.width)
}

// isExact reports whether the digits number the elements without gaps.
func (f *turnedForm) isExact() bool {
	return !slices.ContainsFunc(f.plain.digits.spec.Dims, func(d Dim) bool { return !d.IsExact() })
}

// usedCells returns the map to the cells of m, in ascending order; ok is false if digits do not show them.
func (m *Map) usedCells() (cells *Map, ok bool) {
	if m.digits == nil || m.units != 1 || m.width != 1 {
		return nil, false
	}
	d := Digits{Units: 1, Axes: m.axes, Width: 1, Base: m.digits.low}
	for _, dim := range m.digits.spec.Dims {
		if !dim.IsExact() {
			return nil, false
		}
		for _, g := range dim.Digits {
			if g.Offset != 0 {
				d.Dims = append(d.Dims, Dim{Size: g.Size, Digits: []Digit{g.Forward()}})
			}
		}
	}
	slices.SortFunc(d.Dims, func(a, b Dim) int { return cmp.Compare(b.Digits[0].Offset, a.Digits[0].Offset) })
	cells, err := New(d)
	return cells, err == nil
}

// turnedExtent is a search for the first and the last cell of blocks.
type turnedExtent struct {
	*turnedForm
	budget
	digits []turnedDigit
	lo, hi int64
	found  bool
}

// turnedDigit is a digit of a block: it has one value, or all values.
type turnedDigit struct {
	Digit
	ref   DigitRef
	value int64
	free  bool
}

// visitRange visits the elements from one flat index to another, of an exact map with one unit. The elements are cut into
// blocks: in a block, the lower digits take all values, and each other digit has a single value.
func (x *turnedExtent) visitRange(from, to int64) {
	if x.digits == nil {
		for d, dim := range slices.Backward(x.plain.digits.spec.Dims) {
			for k, g := range dim.Digits {
				x.digits = append(x.digits, turnedDigit{Digit: g, ref: DigitRef{d, k}})
			}
		}
	}
	for from < to && x.left >= 0 {
		weight, low := int64(1), 0 // the block has weight elements, and low digits with all values
		for _, g := range x.digits {
			if from%(weight*g.Size) != 0 || weight*g.Size > to-from {
				break
			}
			weight *= g.Size
			low++
		}
		rest := from
		for i := range x.digits {
			g := &x.digits[i]
			g.value, rest = rest%g.Size, rest/g.Size
			g.free = i < low
		}
		x.visit()
		from += weight
	}
}

// find returns the number of a digit.
func (x *turnedExtent) find(ref DigitRef) int {
	for i := range x.digits {
		if x.digits[i].ref == ref {
			return i
		}
	}
	panic("a turn of a digit that does not exist")
}

// visit adds the cells of a block. A digit with all values that turns keeps having all values. If a digit with all values
// turns a digit with a single value, the block is cut into a block for each of the values.
func (x *turnedExtent) visit() {
	if !x.spend(1) {
		return
	}
	values := make([]int64, len(x.digits))
	for i, g := range x.digits {
		values[i] = g.value
	}
	for _, t := range x.turns {
		at, by := x.find(t.At), x.find(t.By)
		switch {
		case x.digits[at].free:
		case x.digits[by].free:
			x.digits[by].free = false
			for x.digits[by].value = range x.digits[by].Size {
				if x.visit(); x.left < 0 {
					break
				}
			}
			x.digits[by].free = true
			return
		default:
			values[at] = num.Mod(values[at]+t.Factor*values[by], x.digits[at].Size)
		}
	}
	least := x.plain.digits.spec.Base.Offset
	most := least
	for i, g := range x.digits {
		switch {
		case !g.free:
			least, most = least+values[i]*g.Offset, most+values[i]*g.Offset
		case g.Reversed():
			least += (g.Size - 1) * g.Offset
		default:
			most += (g.Size - 1) * g.Offset
		}
	}
	if !x.found {
		x.lo, x.hi, x.found = least, most+x.plain.width, true
	}
	x.lo, x.hi = min(x.lo, least), max(x.hi, most+x.plain.width)
}
