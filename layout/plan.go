package layout

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"optc/diag"
)

// Move copies Len cells from one place to another. Moves inside one unit are
// register moves or local copies, the others need an exchange.
type Move struct {
	Src, Dst Place
	Len      int64 // cells
}

// Plan lists what must be copied so that data stored by src becomes stored by
// dst: every copy that dst keeps of an element is written exactly once, from a
// copy in the same unit if src has one. The moves are sorted by destination
// and neighbours are joined. Elements that dst stores nowhere are not moved.
//
// Errors: shape-mismatch, width-mismatch; unmapped if dst stores an element
// that src stores nowhere.
func Plan(src, dst *Map) ([]Move, error) {
	if err := comparable(src, dst); err != nil {
		return nil, err
	}
	var moves []Move
	covered := int64(0)
	for p := range pairs(src, dst) {
		covered += p.n
		for k := range p.dst.copies() {
			to := p.dst.copy(k)
			v := Move{p.src.nearest(to.Unit), to, p.n * dst.width}
			if n := len(moves); n > 0 && moves[n-1].continuedBy(v) {
				moves[n-1].Len += v.Len
				continue
			}
			moves = append(moves, v)
		}
	}
	if stored := dst.stored(); covered < stored {
		return nil, diag.Errorf("unmapped", "expected a source for %d elements, but %d of them are stored nowhere", stored, stored-covered)
	}
	byDst := func(a, b Move) int { return a.Dst.compare(b.Dst) }
	if slices.IsSortedFunc(moves, byDst) {
		return moves, nil
	}
	slices.SortFunc(moves, byDst)
	out := moves[:1]
	for _, v := range moves[1:] {
		if last := &out[len(out)-1]; last.continuedBy(v) {
			last.Len += v.Len
		} else {
			out = append(out, v)
		}
	}
	return out, nil
}

func (v Move) continuedBy(w Move) bool {
	return v.Src.Unit == w.Src.Unit && v.Dst.Unit == w.Dst.Unit &&
		v.Src.Offset+v.Len == w.Src.Offset && v.Dst.Offset+v.Len == w.Dst.Offset
}

// comparable checks that two maps place the same elements.
func comparable(a, b *Map) error {
	if !slices.Equal(a.shape, b.shape) {
		return diag.Errorf("shape-mismatch", "shapes %s and %s differ", list(a.shape), list(b.shape))
	}
	if a.width != b.width {
		return diag.Errorf("width-mismatch", "elements of %d and %d cells differ", a.width, b.width)
	}
	return nil
}

// pair is a range of indices over which both maps have one run.
type pair struct {
	src, dst *cursor
	n        int64 // elements
}

// pairs walks two maps of equal count side by side, over the indices that both
// store.
func pairs(src, dst *Map) iter.Seq[pair] {
	return func(yield func(pair) bool) {
		a, b := src.cursor(0), dst.cursor(0)
		for a.len > 0 && b.len > 0 {
			switch d := b.index - a.index; {
			case d > 0:
				a.skip(min(d, a.len))
			case d < 0:
				b.skip(min(-d, b.len))
			default:
				n := min(a.len, b.len)
				if !yield(pair{&a, &b, n}) {
					return
				}
				a.skip(n)
				b.skip(n)
			}
		}
	}
}

// nearest returns the copy in the given unit, or else the first one.
func (c *cursor) nearest(unit int) Place {
	i := sort.Search(c.copies(), func(k int) bool { return c.copy(k).Unit >= unit })
	if i < c.copies() {
		if p := c.copy(i); p.Unit == unit {
			return p
		}
	}
	return c.copy(0)
}

// stored is the number of elements that the map stores somewhere.
func (m *Map) stored() int64 {
	if m.digits != nil {
		return m.count
	}
	var n int64
	for _, s := range m.table.segs {
		n += s.len
	}
	return n
}

// Equal reports whether two maps have the same shape and width and keep every
// element in the same places. Units, capacity, reserved range and form may
// differ.
func (m *Map) Equal(other *Map) bool {
	_, differ := m.Difference(other)
	return !differ
}

// Difference returns the lowest flat index whose element the two maps keep in
// different places; false if there is none. Maps of different shape or width
// differ at index 0.
func (m *Map) Difference(other *Map) (index int64, differ bool) {
	if comparable(m, other) != nil {
		return 0, true
	}
	if f, g := m.digits, other.digits; f != nil && g != nil && f.base == g.base && slices.Equal(f.free, g.free) &&
		slices.EqualFunc(f.axes, g.axes, axis.equal) {
		return 0, false
	}
	a, b := m.cursor(0), other.cursor(0)
	for a.len > 0 || b.len > 0 {
		switch {
		case a.index != b.index:
			return min(a.index, b.index), true
		case a.copies() != b.copies():
			return a.index, true
		}
		for k := range a.copies() {
			if a.copy(k) != b.copy(k) {
				return a.index, true
			}
		}
		n := min(a.len, b.len)
		a.skip(n)
		b.skip(n)
	}
	return 0, false
}

func (a axis) equal(b axis) bool {
	return a.size == b.size && a.shift == b.shift && slices.Equal(a.digits, b.digits)
}

// Collides looks for two elements that share a cell. If there are any, it
// returns their flat indices: second is the lowest index whose element meets
// an earlier one, first is the lowest index that it meets.
//
// Digit maps whose strides nest are recognised at once; the exact answer costs
// time and memory in proportion to the number of runs.
func (m *Map) Collides() (first, second int64, found bool) {
	if m.digits != nil && m.digits.nests(m.width) {
		return 0, 0, false
	}
	runs := m.collect()
	if !collide(runs, m.width) {
		return 0, 0, false
	}
	// The shortest prefix that collides ends in the later run of the pair.
	slices.SortStableFunc(runs, func(a, b Run) int { return cmp.Compare(a.Index, b.Index) })
	n := sort.Search(len(runs), func(n int) bool { return collide(slices.Clone(runs[:n+1]), m.width) })
	last := runs[n]
	second = last.Index + last.Len
	for _, r := range runs[:n] {
		if i, ok := last.meets(r, m.width); ok {
			second = min(second, i)
		}
	}
	later := Run{second, 1, last.at(second, m.width)}
	first = second
	for _, r := range runs[:n] {
		if _, ok := later.meets(r, m.width); ok {
			first = min(first, r.Index+max(0, later.Offset-r.Offset)/m.width)
		}
	}
	return first, second, true
}

// meets returns the first element of r that shares a cell with a different
// element of s.
func (r Run) meets(s Run, width int64) (int64, bool) {
	lo := max(r.Offset, s.Offset)
	hi := min(r.Offset+r.Len*width, s.Offset+s.Len*width)
	if r.Unit != s.Unit || lo >= hi || r.Index-s.Index == (r.Offset-s.Offset)/width && (r.Offset-s.Offset)%width == 0 {
		return 0, false
	}
	return r.Index + (lo-r.Offset)/width, true
}

// collide reports whether two runs share cells for different elements. It
// sorts runs by place.
func collide(runs []Run, width int64) bool {
	slices.SortFunc(runs, func(a, b Run) int { return a.Place.compare(b.Place) })
	for i := 1; i < len(runs); i++ {
		// Runs before i are disjoint, so the last of them reaches farthest.
		if _, ok := runs[i].meets(runs[i-1], width); ok {
			return true
		}
	}
	return false
}

// nests reports whether the digits alone rule out collisions: every stride
// exceeds all that the smaller ones can add. It is sufficient, not necessary.
func (f *digitForm) nests(width int64) bool {
	var digits []Digit
	for _, a := range f.axes {
		digits = append(digits, a.digits...)
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
