package layout

import (
	"cmp"
	"slices"
	"sort"
)

// Equal reports whether two maps have the same shape and width and store every element in
// the same places. Units, capacity, reserved range and form may differ. The error code is undecided; see [Map.Difference].
func (m *Map) Equal(other *Map) (bool, error) {
	if !slices.Equal(m.shape, other.shape) {
		return false, nil
	}
	_, differ, err := m.Difference(other)
	return !differ && err == nil, err
}

// Difference returns the lowest flat index whose element has different places in the two
// maps; differ is false if there is none. The shapes are not compared, so that a map does not
// differ from its reshaped views. Maps of different count or width differ at index 0.
//
// The error code is undecided if digits do not show the answer, and 2^24 elements are equal.
func (m *Map) Difference(other *Map) (index int64, differ bool, err error) {
	if m.count != other.count || m.width != other.width {
		return 0, true, nil
	}
	index, differ, ok := m.digitDifference(other)
	if !ok {
		index, differ, ok = m.walkDifference(other, index, func(a, b Place) bool { return a == b })
	}
	if !ok {
		return 0, false, notDecided("whether two layouts are equal", hintDifference)
	}
	return index, differ, nil
}

// walkDifference is Difference if digits do not show it, beginning at an index: by parts of the index, and otherwise by a walk.
func (m *Map) walkDifference(other *Map, from int64, same func(a, b Place) bool) (index int64, differ, ok bool) {
	if m.table == nil && other.table == nil {
		a, ok1 := m.parts()
		b, ok2 := other.parts()
		if ok1 && ok2 {
			index, differ, ok = m.partsDifference(other, commonParts(a, b, m.count), same)
			if ok || m.isLocated() || other.isLocated() {
				return index, differ, ok
			}
		}
	}
	return m.differsFrom(other, from, same)
}

const hintOverlap = "Use digits whose steps do not overlap: each step larger than all smaller ones add up to."

const hintDifference = "Write both layouts in the same digits, or compare their parts."

// differsFrom returns the lowest flat index, at or after from, of an element that one map stores in other places, or in more places,
// than the other. It walks over runs; ok is false if it gives up. Each interval of a table allows one more run.
func (m *Map) differsFrom(other *Map, from int64, same func(a, b Place) bool) (index int64, differ, ok bool) {
	steps := walkBudget(m, other)
	a, b := m.cursor(from), other.cursor(from)
	for a.len > 0 || b.len > 0 {
		switch {
		case a.index != b.index:
			return min(a.index, b.index), true, true
		case a.copies() != b.copies():
			return a.index, true, true
		}
		for k := range a.copies() {
			if !same(a.copy(k), b.copy(k)) {
				return a.index, true, true
			}
		}
		n := min(a.len, b.len)
		cost := int64(1)
		if m.isLocated() || other.isLocated() {
			cost = n
		}
		if !steps.spend(cost * int64(a.copies())) {
			return a.index, false, false
		}
		a.skip(n)
		b.skip(n)
	}
	return 0, false, true
}

// isLocated reports whether a walk locates one element after the other.
func (m *Map) isLocated() bool { return m.turned != nil || m.chain != nil }

// SameUnits reports whether two maps have the same shape and store every element in the same units,
// so that a change from one to the other is local: all moves of [Plan] stay within a unit, in both
// directions. The error code is undecided; see [Map.Difference].
func (m *Map) SameUnits(other *Map) (bool, error) {
	if !slices.Equal(m.shape, other.shape) {
		return false, nil
	}
	index, differ, ok := m.unitDifference(other)
	if !ok {
		_, differ, ok = m.walkDifference(other, index, func(a, b Place) bool { return a.Unit == b.Unit })
	}
	if !ok {
		return false, notDecided("whether two layouts have the same elements in each unit", hintDifference)
	}
	return !differ, nil
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

// Collides searches for two elements that share a cell. If so, it returns their flat indices:
// second is the lowest index whose element overlaps an earlier one, first is the lowest index of an
// element that it overlaps.
//
// Digits answer where few differences of digits come near an element. Otherwise the first elements are examined, twice as many each
// time. A table takes time and memory in proportion to the number of its runs.
//
// The error code is undecided if neither 2^24 differences of digits nor 2^20 elements answer the question, which is NP-complete: with
// a digit of size 2 for each number, it asks whether two selections of given numbers have the same sum.
func (m *Map) Collides() (first, second int64, found bool, err error) {
	if m.isInjective() {
		return 0, 0, false, nil
	}
	if m.chain != nil {
		if _, _, shared, err := m.chain.then.Collides(); err == nil && !shared {
			return m.chain.first.Collides()
		}
	}
	if m.table != nil {
		first, second, found = m.heldCollision(m.count)
		return first, second, found, nil
	}
	first, second, found, ok := m.digitsCollide(maxSteps)
	if !ok {
		return 0, 0, false, notDecided("whether elements share a cell", hintOverlap)
	}
	return first, second, found, nil
}

// digitsCollide is Collides for a map that is no table; ok is false if it takes more steps.
func (m *Map) digitsCollide(steps int) (first, second int64, found, ok bool) {
	if m.isInjective() {
		return 0, 0, false, true
	}
	if first, second, found, ok = m.digitCollision(maxCollideSteps); ok {
		return first, second, found, true
	}
	if m.turned != nil { // elements exchange cells
		if _, _, shared, ok := m.turned.plain.digitsCollide(steps); ok && !shared {
			return 0, 0, false, true
		}
	}
	if m.digits != nil {
		if groups := m.digits.collisionGroups(m); len(groups) > 1 {
			return m.groupCollision(groups, steps)
		}
	}
	copies := int64(len(m.locateAllIndex(0, nil)))
	for n := min(1<<10, maxHeld/copies); ; n *= 2 {
		if first, second, found = m.heldCollision(n); found || n >= m.count {
			return first, second, found, true
		}
		if n*copies >= maxHeld {
			return m.digitCollision(steps)
		}
	}
}

// heldCollision is Collides for the first n stored elements, or a few more. It stores the runs of the elements.
func (m *Map) heldCollision(n int64) (first, second int64, found bool) {
	runs := m.collect(n)
	if !collide(slices.Clone(runs), m.width) {
		return 0, 0, false
	}
	// The runs are in the order of indices and then of places. The shortest prefix that
	// collides ends in the later run of the pair; other copies of its elements follow it.
	last := sort.Search(len(runs), func(n int) bool { return collide(slices.Clone(runs[:n+1]), m.width) })
	group := sort.Search(len(runs), func(i int) bool { return runs[i].Index >= runs[last].Index })
	end := sort.Search(len(runs), func(i int) bool { return runs[i].Index > runs[last].Index })
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
	// Counted in cells from element 0, the cell at lo is number x of r and number y of s. The elements
	// of both runs change every width cells.
	x, y := r.Index*width+lo-r.Offset, s.Index*width+lo-s.Offset
	if x == y {
		return
	}
	if a, b = x/width, y/width; a != b {
		return a, b, true
	}
	// Only a part of each element overlaps: the run that is ahead reaches its next element first.
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

// nests reports whether the digits alone rule out collisions: every stride exceeds the largest sum
// of the smaller digits' steps. This condition is sufficient, not necessary.
func (f *digitForm) nests(width int64) bool {
	var digits []Digit
	for _, a := range f.axes {
		for _, g := range a.digits {
			digits = append(digits, g.Forward())
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
