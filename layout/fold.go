package layout

import "slices"

// Fold returns the map in digit form if it is regular. For a table it searches for a number in mixed
// radix for each dimension, and compares the candidate with m, run by run. Time and memory are
// proportional to the number of runs.
//
// Tables that keep elements several times or nowhere are not folded, nor are maps whose digits turn each other, and chains.
func (m *Map) Fold() (*Map, bool) {
	if m.digits != nil {
		return m, true
	}
	t := m.table
	if t == nil || len(t.places) != len(t.segs) || m.stored() != m.count {
		return nil, false
	}
	first, _ := m.LocateIndex(0)
	d := Digits{
		Units: m.units, Axes: m.axes, Width: m.width, Capacity: m.capacity, Reserved: m.reserved, Base: first, Dims: make([]Dim, len(m.shape)),
	}
	step := int64(1)
	for i := len(m.shape) - 1; i >= 0; i-- {
		dim, base, ok := m.fit(step, m.shape[i])
		if !ok {
			return nil, false
		}
		d.Dims[i] = dim
		d.Base.Unit += base.Unit - first.Unit
		d.Base.Offset += base.Offset - first.Offset
		step *= m.shape[i]
	}
	out, err := New(d)
	if err != nil {
		return nil, false
	}
	if equal, err := m.Equal(out); err != nil || !equal {
		return nil, false
	}
	out.base, out.reserved = m.base, m.reserved
	return out, true
}

// fit finds digits for the places of the n elements with the flat indices 0, step, 2·step, … It
// returns the digits and the place of the number 0.
func (m *Map) fit(step, n int64) (Dim, Place, bool) {
	dim := Dim{Size: n}
	if n == 1 {
		p, ok := m.LocateIndex(0)
		return dim, p, ok
	}
	seq := m.progressions(step, n)
	g, groups, shift, ok := firstDigit(seq, step*m.width)
	dim.Shift = shift
	scale := int64(1)
	for ok {
		if g.Size > 1 {
			dim.Digits = append(dim.Digits, g)
		}
		if scale, ok = Mul(scale, g.Size); !ok {
			break
		}
		if len(groups) == 1 {
			return dim, groups[0], true
		}
		var up int64
		g, groups, up, ok = nextDigit(groups)
		add, fits := Mul(up, scale)
		dim.Shift += add
		ok = ok && fits && dim.Shift < Limit
	}
	return Dim{}, Place{}, false
}

// progression is a sequence of elements in one unit, each stride cells after the previous one.
type progression struct {
	n int64
	Place
}

// progressions lists the places of the indices 0, step, …, (n−1)·step; the elements of a
// segment make one progression with stride step × width.
func (m *Map) progressions(step, n int64) []progression {
	var seq []progression
	t := m.table
	for i, _ := t.find(0); i < len(t.segs); i++ {
		s := t.segs[i]
		k := (s.index + step - 1) / step // first multiple in the segment
		if k >= n {
			break
		}
		if last := min((s.index+s.len-1)/step, n-1); k <= last {
			p := t.places[s.lo]
			p.Offset += (k*step - s.index) * m.width
			seq = append(seq, progression{last - k + 1, p})
		}
	}
	return seq
}

// firstDigit finds the lowest digit from progressions with a stride: all groups are equally long
// except that the first may lack its beginning and the last its end. It returns the place at which
// each group begins and the number of elements that the first group lacks.
func firstDigit(seq []progression, stride int64) (g Digit, groups []Place, lacks int64, ok bool) {
	size := seq[0].n
	for i, s := range seq {
		if i > 0 && i < len(seq)-1 && s.n != seq[1].n {
			return
		}
		size = max(size, s.n)
	}
	if len(seq) > 2 && size != seq[1].n {
		return
	}
	lacks = size - seq[0].n
	groups = make([]Place, len(seq))
	for i, s := range seq {
		groups[i] = s.Place
	}
	groups[0].Offset -= lacks * stride
	more := extend(groups, Place{0, stride})
	return Digit{Size: size + more, Offset: stride}, groups, lacks + more, true
}

// extend handles a sequence of only two groups, which does not show how long a group is: if the
// second group starts below the first, the first group is extended at its beginning until both
// start at the same level. It moves groups[0] back and returns the number of steps.
func extend(groups []Place, step Place) int64 {
	if len(groups) != 2 {
		return 0
	}
	unit, offset := int64(groups[0].Unit-groups[1].Unit), groups[0].Offset-groups[1].Offset
	var n int64
	if step.Unit > 0 && unit > 0 {
		n = (unit + int64(step.Unit) - 1) / int64(step.Unit)
	}
	if step.Offset > 0 && offset > 0 {
		n = max(n, (offset+step.Offset-1)/step.Offset)
	}
	groups[0].Unit -= int(n) * step.Unit
	groups[0].Offset -= n * step.Offset
	return n
}

// nextDigit finds the lowest digit of a sequence of at least two places. The step within a group is
// the most frequent step between neighbours in the middle of the sequence; a group ends where the
// step differs.
func nextDigit(seq []Place) (g Digit, groups []Place, lacks int64, ok bool) {
	delta := func(i int) Place {
		return Place{seq[i+1].Unit - seq[i].Unit, seq[i+1].Offset - seq[i].Offset}
	}
	// The first difference may join two groups if the first group has only
	// its last place; then the second difference is the step.
	step := delta(0)
	if len(seq) > 2 && (step.Unit < 0 || step.Offset < 0 || delta(1) != step && len(seq) > 3 && delta(2) == delta(1)) {
		step = delta(1)
	}
	if len(seq) == 2 && step.Unit < 0 {
		step = Place{1, 0} // the last unit of a round, then the first of the next
	}
	if step.Unit < 0 || step.Offset < 0 {
		return
	}
	var lengths []int64
	n := int64(1)
	for i := range len(seq) - 1 {
		if delta(i) == step {
			n++
			continue
		}
		lengths = append(lengths, n)
		n = 1
	}
	lengths = append(lengths, n)
	size := slices.Max(lengths)
	for i, l := range lengths {
		if l != size && i > 0 && i < len(lengths)-1 {
			return
		}
	}
	lacks = size - lengths[0]
	at := int64(0)
	for _, l := range lengths {
		groups = append(groups, seq[at])
		at += l
	}
	groups[0].Unit -= int(lacks) * step.Unit
	groups[0].Offset -= lacks * step.Offset
	more := extend(groups, step)
	return Digit{size + more, int64(step.Unit), step.Offset}, groups, lacks + more, true
}
