package layout

import "iter"

// cursor walks the runs of a map in ascending order of indices. A run never includes an element
// that is stored elsewhere; neighbouring runs may continue each other. At the end len is 0.
//
// A cursor allocates memory once, for any number of runs. If digits turn each other, and in chains, it locates one element after
// the other.
type cursor struct {
	m          *Map
	index, len int64
	place      Place // place of the first copy

	// Digit form: position and digit values of every axis.
	pos  []int64
	vals [][]int64

	seg int // table form: number of the segment

	places []Place // turned form and chains: of the first element of the run
	ahead  []Place // and places of the element after the run
}

// cursor returns a cursor at the element with the given index; its first run is the rest
// of the run that covers the element.
func (m *Map) cursor(index int64) cursor {
	c := m.newCursor()
	c.seek(index)
	return c
}

// newCursor returns a cursor that is nowhere until it seeks.
func (m *Map) newCursor() cursor {
	c := cursor{m: m}
	if f := m.digits; f != nil {
		total := len(f.axes)
		for _, a := range f.axes {
			total += len(a.digits)
		}
		buf := make([]int64, total)
		c.pos, buf = buf[:len(f.axes)], buf[len(f.axes):]
		c.vals = make([][]int64, len(f.axes))
		for i, a := range f.axes {
			c.vals[i], buf = buf[:len(a.digits)], buf[len(a.digits):]
		}
	}
	return c
}

// seek moves the cursor to an index.
func (c *cursor) seek(index int64) {
	c.index = index
	if index >= c.m.count {
		c.len = 0
		return
	}
	f := c.m.digits
	switch {
	case c.m.table != nil:
		i, inside := c.m.table.find(index)
		c.seg = i
		c.load()
		if inside {
			skip := index - c.index
			c.index += skip
			c.len -= skip
			c.place.Offset += skip * c.m.width
		}
		return
	case f == nil:
		c.ahead = c.m.locateAllIndex(index, c.ahead[:0])
		c.locateRun()
		return
	}
	c.place = f.base
	for i := len(f.axes) - 1; i >= 0; i-- {
		a := f.axes[i]
		c.pos[i] = index % a.size
		index /= a.size
		c.setAxis(i, c.pos[i])
	}
	c.measure()
}

// setAxis sets the digits of an axis to a position and adds them to place.
func (c *cursor) setAxis(i int, pos int64) {
	a := c.m.digits.axes[i]
	c.pos[i] = pos
	v := pos + a.shift
	for k, g := range a.digits {
		x := v % g.Size
		v /= g.Size
		c.vals[i][k] = x
		c.place.Unit += int(x * g.Unit)
		c.place.Offset += x * g.Offset
	}
}

// measure sets len to the elements that follow in place.
func (c *cursor) measure() {
	axes := c.m.digits.axes
	c.len = 1
	if n := len(axes) - 1; n >= 0 {
		a := &axes[n]
		if g := a.digits[0]; g.Unit == 0 && g.Offset == c.m.width {
			c.len = min(g.Size-c.vals[n][0], a.size-c.pos[n])
		}
	}
}

// load sets the run from the current segment.
func (c *cursor) load() {
	t := c.m.table
	if c.seg == len(t.segs) {
		c.index, c.len = c.m.count, 0
		return
	}
	s := t.segs[c.seg]
	c.index, c.len, c.place = s.index, s.len, t.places[s.lo]
}

// maxLocated bounds the elements that are located for a run.
const maxLocated = 64

// locateRun sets the run from the element at index, whose places are ahead.
func (c *cursor) locateRun() {
	c.places, c.ahead = c.ahead, c.places
	c.place, c.len = c.places[0], 1
	for end := c.index + 1; end < c.m.count; end++ {
		c.ahead = c.m.locateAllIndex(end, c.ahead[:0])
		next := Run{end, 1, c.ahead[0]}
		if len(c.places) > 1 || len(c.ahead) > 1 || c.len == maxLocated || !(Run{c.index, c.len, c.place}).continuedBy(next, c.m.width) {
			return
		}
		c.len++
	}
}

// next moves to the following run.
func (c *cursor) next() {
	switch {
	case c.m.table != nil:
		c.seg++
		c.load()
		return
	case c.m.digits == nil:
		if c.index += c.len; c.index == c.m.count {
			c.len = 0
			return
		}
		c.locateRun()
		return
	}
	step := c.len
	c.index += step
	if c.index == c.m.count {
		c.len = 0
		return
	}
	axes := c.m.digits.axes
	for i := len(axes) - 1; ; i-- {
		a := &axes[i]
		c.pos[i] += step
		if c.pos[i] < a.size {
			c.advance(a, c.vals[i], step)
			break
		}
		// The axis starts again, and the next outer axis advances by one.
		for k, g := range a.digits {
			c.place.Unit -= int(c.vals[i][k] * g.Unit)
			c.place.Offset -= c.vals[i][k] * g.Offset
		}
		c.setAxis(i, 0)
		step = 1
	}
	c.measure()
}

// advance adds step to the digits of an axis; step is at most the remaining range of the
// lowest digit.
func (c *cursor) advance(a *axis, vals []int64, step int64) {
	for k := range a.digits {
		g := &a.digits[k]
		vals[k] += step
		c.place.Unit += int(step * g.Unit)
		c.place.Offset += step * g.Offset
		if vals[k] < g.Size {
			return
		}
		c.place.Unit -= int(g.Size * g.Unit)
		c.place.Offset -= g.Size * g.Offset
		vals[k] = 0
		step = 1
	}
}

// skip moves on by n elements, at most len.
func (c *cursor) skip(n int64) {
	if n == c.len {
		c.next()
		return
	}
	if c.m.digits != nil {
		last := len(c.pos) - 1
		c.pos[last] += n
		c.vals[last][0] += n
	}
	c.index += n
	c.len -= n
	c.place.Offset += n * c.m.width
	if len(c.places) > 0 {
		c.places[0] = c.place
	}
}

// copies is the number of places of each element of the current run.
func (c *cursor) copies() int {
	if f := c.m.digits; f != nil {
		return len(f.free)
	}
	if c.m.table == nil {
		return len(c.places)
	}
	s := c.m.table.segs[c.seg]
	return s.hi - s.lo
}

// copy returns the k-th place of the current run, in ascending order of units.
func (c *cursor) copy(k int) Place {
	if f := c.m.digits; f != nil {
		return Place{c.place.Unit + f.free[k], c.place.Offset}
	}
	if c.m.table == nil {
		return c.places[k]
	}
	t := c.m.table
	s := t.segs[c.seg]
	p := t.places[s.lo+k]
	p.Offset += (c.index - s.index) * c.m.width
	return p
}

// Runs iterates over the map in ascending order of indices, and for each index in
// ascending order of units. Neighbouring runs may continue each other.
func (m *Map) Runs() iter.Seq[Run] {
	return m.RunsIn(0, m.count)
}

// RunsIn is [Map.Runs] for the elements with flat indices in [begin, end).
func (m *Map) RunsIn(begin, end int64) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		end := min(end, m.count)
		for c := m.cursor(max(0, begin)); c.index < end; c.next() {
			for k := range c.copies() {
				if !yield(Run{c.index, min(c.len, end-c.index), c.copy(k)}) {
					return
				}
			}
		}
	}
}
