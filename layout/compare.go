package layout

import (
	"cmp"
	"slices"
	"sort"
)

// Equal reports whether two maps have the same shape and width and store every element in
// the same places. Units, capacity, reserved range and form may differ.
func (m *Map) Equal(other *Map) bool {
	if !slices.Equal(m.shape, other.shape) {
		return false
	}
	_, differ := m.Difference(other)
	return !differ
}

// Difference returns the lowest flat index whose element has different places in the two
// maps; ok is false if there is none. The shapes are not compared, so that a map does not
// differ from its reshaped views. Maps of different count or width differ at index 0.
func (m *Map) Difference(other *Map) (index int64, differ bool) {
	if m.count != other.count || m.width != other.width {
		return 0, true
	}
	index, differ, ok := m.digitDifference(other)
	if ok {
		return index, differ
	}
	return m.differsFrom(other, index, func(a, b Place) bool { return a == b })
}

// differsFrom returns the lowest flat index, from an index on, of an element that one map stores in other
// places, or in more places, than the other. It walks over runs, or over elements where there are no runs without a table.
func (m *Map) differsFrom(other *Map, from int64, same func(a, b Place) bool) (index int64, differ bool) {
	if m.turned != nil || m.chain != nil || other.turned != nil || other.chain != nil {
		var a, b []Place
		for index = from; index < m.count; index++ {
			a, b = m.locateAllIndex(index, a[:0]), other.locateAllIndex(index, b[:0])
			if !slices.EqualFunc(a, b, same) {
				return index, true
			}
		}
		return 0, false
	}
	a, b := m.cursor(from), other.cursor(from)
	for a.len > 0 || b.len > 0 {
		switch {
		case a.index != b.index:
			return min(a.index, b.index), true
		case a.copies() != b.copies():
			return a.index, true
		}
		for k := range a.copies() {
			if !same(a.copy(k), b.copy(k)) {
				return a.index, true
			}
		}
		n := min(a.len, b.len)
		a.skip(n)
		b.skip(n)
	}
	return
}

// SameUnits reports whether two maps have the same shape and store every element in the
// same units, so that a change from one to the other is local: all moves of [Plan] stay
// within a unit, in both directions.
func (m *Map) SameUnits(other *Map) bool {
	if !slices.Equal(m.shape, other.shape) {
		return false
	}
	index, differ, ok := m.unitDifference(other)
	if !ok {
		_, differ = m.differsFrom(other, index, func(a, b Place) bool { return a.Unit == b.Unit })
	}
	return !differ
}

// unitDifference is digitDifference for the units of places.
func (m *Map) unitDifference(other *Map) (index int64, differ, ok bool) {
	a, ok1 := m.onlyUnits()
	b, ok2 := other.onlyUnits()
	if !ok1 || !ok2 {
		return 0, false, false
	}
	return a.digitDifference(b)
}

// onlyUnits returns the map from elements to units; ok is false if digits do not show it.
func (m *Map) onlyUnits() (units *Map, ok bool) {
	d, ok := m.Turned()
	if !ok {
		return nil, false
	}
	d.Base.Offset, d.Capacity, d.Reserved = 0, 0, 0
	for _, dim := range d.Dims {
		for k := range dim.Digits {
			dim.Digits[k].Offset = 0
		}
	}
	if m.digits != nil {
		f := &digitForm{spec: d, free: m.digits.free}
		f.normalise()
		return &Map{units: m.units, count: m.count, digits: f}, true
	}
	units, err := New(d)
	return units, err == nil
}

func (a axis) equal(b axis) bool {
	return a.size == b.size && a.shift == b.shift && slices.Equal(a.digits, b.digits)
}

// Collides searches for two elements that share a cell. If there are any, it returns
// their flat indices: second is the lowest index whose element overlaps an earlier one,
// first is the lowest index of an element that it overlaps.
//
// Digits answer where few differences of digits come near an element. Otherwise the exact answer takes
// time and memory in proportion to the number of runs, of which at most as many are
// examined as fit into the memory in use without collision.
func (m *Map) Collides() (first, second int64, found bool) {
	if m.isInjective() {
		return
	}
	if m.chain != nil && m.chain.then.isInjective() {
		return m.chain.first.Collides()
	}
	if first, second, found, ok := m.digitCollision(); ok {
		return first, second, found
	}
	runs := m.collect(m.crowd())
	if !collide(slices.Clone(runs), m.width) {
		return
	}
	// The runs are in the order of indices and then of places. The shortest prefix that
	// collides ends in the later run of the pair; other copies of its elements follow it.
	n := sort.Search(len(runs), func(n int) bool { return collide(slices.Clone(runs[:n+1]), m.width) })
	group := sort.Search(len(runs), func(i int) bool { return runs[i].Index >= runs[n].Index })
	end := sort.Search(len(runs), func(i int) bool { return runs[i].Index > runs[n].Index })
	second = m.count
	for j := group; j < end; j++ {
		for _, r := range runs[:j] {
			if a, b, ok := runs[j].meets(r, m.width); ok {
				second = min(second, max(a, b))
			}
		}
	}
	first = second
	for _, later := range runs[group:end] {
		if second >= later.Index+later.Len {
			continue
		}
		later = Run{second, 1, later.at(second, m.width)}
		for _, r := range runs[:end] {
			if lo, hi := later.overlap(r, m.width); lo < hi {
				first = min(first, r.Index+(lo-r.Offset)/m.width)
			}
		}
	}
	return first, second, true
}

// crowd returns the smallest number of elements that do not fit into the memory in use
// without sharing cells, or a number above m.count if all elements fit.
func (m *Map) crowd() int64 {
	n := int64(1)
	for u := range m.units {
		lo, hi := m.Extent(u)
		if n += (hi - lo) / m.width; n > m.count {
			break
		}
	}
	return n
}

// overlap returns the range of offsets that two runs share.
func (r Run) overlap(s Run, width int64) (lo, hi int64) {
	if r.Unit != s.Unit {
		return 0, 0
	}
	return max(r.Offset, s.Offset), min(r.Offset+r.Len*width, s.Offset+s.Len*width)
}

// meets returns the elements of r and s at the first cell that the runs share
// for different elements.
func (r Run) meets(s Run, width int64) (a, b int64, ok bool) {
	lo, hi := r.overlap(s, width)
	if lo >= hi {
		return
	}
	// Counted in cells from element 0 on, the cell at lo is number x of r and
	// number y of s. Both elements change every width cells.
	x, y := r.Index*width+lo-r.Offset, s.Index*width+lo-s.Offset
	if x == y {
		return
	}
	if a, b = x/width, y/width; a != b {
		return a, b, true
	}
	// Only part of each element meets the neighbour: the run that is ahead
	// reaches its next element first.
	step := width - max(x, y)%width
	return (x + step) / width, (y + step) / width, lo+step < hi
}

// collide reports whether runs share cells for different elements. It sorts
// runs by place.
func collide(runs []Run, width int64) bool {
	sortBy(runs, Run.comparePlace)
	var active []Run // runs that extend beyond the current offset; without a collision all are copies of the same element
	for _, r := range runs {
		active = slices.DeleteFunc(active, func(s Run) bool {
			return s.Unit != r.Unit || s.Offset+s.Len*width <= r.Offset
		})
		for _, s := range active {
			if _, _, ok := r.meets(s, width); ok {
				return true
			}
		}
		active = append(active, r)
	}
	return false
}

// nests reports whether the digits alone rule out collisions: every stride exceeds the
// largest sum of the smaller strides' steps. This condition is sufficient, not necessary.
func (f *digitForm) nests(width int64) bool {
	var digits []Digit
	for _, a := range f.axes {
		for _, g := range a.digits {
			digits = append(digits, g.forward())
		}
	}
	digits = append(digits, f.spec.Free...)
	slices.SortFunc(digits, func(a, b Digit) int {
		return cmp.Or(cmp.Compare(a.Unit, b.Unit), cmp.Compare(a.Offset, b.Offset))
	})
	unitReach, offsetReach := int64(0), width-1
	for _, g := range digits {
		switch {
		case g.Size == 1:
		case g.Unit == 0:
			if g.Offset <= offsetReach {
				return false
			}
			offsetReach += (g.Size - 1) * g.Offset
		default:
			if g.Unit <= unitReach {
				return false
			}
			unitReach += (g.Size - 1) * g.Unit
		}
	}
	return true
}
