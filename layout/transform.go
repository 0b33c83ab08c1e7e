package layout

import (
	"slices"

	"optc/diag"
)

// Slice returns the map of the part of the shape that starts at offsets and has the given
// sizes; its coordinates start from 0 again. The places do not change, so a slice never
// moves data. The slice keeps m's reserved range. Errors: slice-range; too-large for a table of more than 2^24 runs.
func (m *Map) Slice(offsets, sizes []int64) (*Map, error) {
	if len(offsets) != len(m.shape) || len(sizes) != len(m.shape) {
		return nil, diag.Errorf("slice-range", "expected %d offsets and sizes, but got %d and %d", len(m.shape), len(offsets), len(sizes))
	}
	for d, n := range m.shape {
		if o, z := offsets[d], sizes[d]; o < 0 || z < 1 || z > n-o {
			return nil, diag.Errorf("slice-range", "slice [%d, %d) is out of bounds of dimension %d of extent %d", o, o+z, d, n)
		}
	}
	if d, ok := m.Digits(); ok {
		for i, dim := range d.Dims {
			var from Place
			if m.reserved > 0 || dim.Partial != 0 { // all digits stay: the reserved range begins at the base, and all digits determine which cells complete a group
				d.Dims[i].Size, d.Dims[i].Shift = sizes[i], dim.Shift+offsets[i]
				continue
			}
			d.Dims[i], from = dim.cut(offsets[i], sizes[i])
			d.Base = d.Base.plus(from)
		}
		return New(d)
	}
	switch {
	case m.turned != nil:
		from, _ := m.Index(offsets)
		return inRows(m.shape, from, sizes).before(m, m.count), nil
	case m.chain != nil:
		first, err := m.chain.first.Slice(offsets, sizes)
		if err != nil {
			return nil, err
		}
		return first.before(m.chain.then, m.chain.columns), nil
	}
	var runs []Run
	row := int64(1) // number of elements that are adjacent in m and in the slice
	inner := len(sizes)
	for inner > 0 {
		inner--
		row *= sizes[inner]
		if sizes[inner] != m.shape[inner] {
			break
		}
	}
	at := slices.Clone(offsets)
	c := m.newCursor()
	for target := int64(0); ; target += row {
		source, _ := m.Index(at)
		for c.seek(source); c.index < source+row; c.next() {
			n := min(c.len, source+row-c.index)
			for k := range c.copies() {
				runs = append(runs, Run{target + c.index - source, n, c.copy(k)})
			}
			if len(runs) > maxSteps {
				return nil, tooManyRuns("slice")
			}
		}
		d := inner - 1
		for ; d >= 0; d-- {
			if at[d]++; at[d] < offsets[d]+sizes[d] {
				break
			}
			at[d] = offsets[d]
		}
		if d < 0 {
			break
		}
	}
	return m.retable(sizes, runs)
}

// cut returns the part of a dimension that begins at coordinate from and has size coordinates, and the place that is added to
// all of them. Digits that have one value in the part are left out, and the digit below them has only the values that occur:
//
//	2 coordinates of (4,8):(1,16) from 5 on  =  2:1, from place 17
func (d Dim) cut(from, size int64) (part Dim, at Place) {
	from += d.Shift
	below := int64(1)
	for i, g := range d.Digits {
		switch first, values := from/below, size/below; {
		case first%g.Size+values <= g.Size:
			at = Place{}.AddNumber(first, d.Digits[i:])
			part.Digits = append(part.Digits, Digit{Size: values, Unit: g.Unit, Offset: g.Offset})
			part.Size = size
			return part, at
		case first%g.Size > 0 || values%g.Size > 0:
			return Dim{Size: size, Shift: from, Digits: d.Digits}, Place{}
		}
		below *= g.Size
		part.Digits = append(part.Digits, g)
	}
	return Dim{Size: size, Shift: from, Digits: d.Digits}, Place{}
}

// inRows returns the map of a part of a shape to flat indices, beginning with index from.
func inRows(shape []int64, from int64, sizes []int64) *Map {
	d := Digits{Units: 1, Width: 1, Base: Place{Offset: from}, Dims: make([]Dim, len(sizes))}
	step := int64(1)
	for i, n := range slices.Backward(sizes) {
		d.Dims[i] = Dim{Size: n, Digits: []Digit{{Size: n, Offset: step}}}
		step *= shape[i]
	}
	return diag.Must(New(d))
}

// retable builds a table like m with another shape and other runs.
func (m *Map) retable(shape []int64, runs []Run) (*Map, error) {
	return NewTable(Table{Units: m.units, Axes: m.axes, Width: m.width, Shape: shape, Capacity: m.capacity, Base: m.base, Reserved: m.reserved, Runs: runs})
}

// Transpose returns the map with permuted dimensions: dimension d of the result is
// dimension perm[d] of m. A table may need a run per element. Errors: bad-permutation; too-large for a table of more than 2^24 runs.
func (m *Map) Transpose(perm []int) (*Map, error) {
	rank := len(m.shape)
	for i, p := range slices.Sorted(slices.Values(perm)) {
		if i != p || len(perm) != rank {
			return nil, diag.Errorf("bad-permutation", "expected a permutation of %d dimensions, but got %v", rank, perm)
		}
	}
	if d, ok := m.Turned(); ok {
		dims := make([]Dim, rank)
		to := make([]int, rank)
		for i, p := range perm {
			dims[i], to[p] = d.Dims[p], i
		}
		d.Dims = dims
		for i, t := range d.Turns {
			d.Turns[i].At.Dim, d.Turns[i].By.Dim = to[t.At.Dim], to[t.By.Dim]
		}
		return New(d)
	}
	if m.chain != nil {
		first, err := m.chain.first.Transpose(perm)
		if err != nil {
			return nil, err
		}
		return first.before(m.chain.then, m.chain.columns), nil
	}
	shape := make([]int64, rank)
	for i, p := range perm {
		shape[i] = m.shape[p]
	}
	// step[p] is the distance of neighbours along dimension p of m in the
	// result.
	step := make([]int64, rank)
	stride := int64(1)
	for i := rank - 1; i >= 0; i-- {
		step[perm[i]] = stride
		stride *= shape[i]
	}
	var runs []Run
	coord := make([]int64, 0, rank)
	for c := m.cursor(0); c.len > 0; {
		// Elements that are adjacent along the last dimension remain adjacent only if its
		// step is 1.
		n := int64(1)
		coord = m.Coord(c.index, coord)
		if rank > 0 && step[rank-1] == 1 {
			n = min(c.len, m.shape[rank-1]-coord[rank-1])
		}
		target := int64(0)
		for d, x := range coord {
			target += x * step[d]
		}
		for k := range c.copies() {
			runs = append(runs, Run{target, n, c.copy(k)})
		}
		if len(runs) > maxSteps {
			return nil, tooManyRuns("transposition")
		}
		c.skip(n)
	}
	return m.retable(shape, runs)
}

// Reshape returns the view of a map: the map of the same elements, in the same row-major order and
// the same places, under another shape. A table always has such a view. For a digit map there is
// one if its digits can be distributed among the new dimensions.
//
// Errors: bad-shape; view-count if the shapes differ in their number of
// elements; view-illegal if no digits show the map as the new shape, whose
// table form still exists.
func (m *Map) Reshape(shape []int64) (*Map, error) {
	out := *m
	if err := out.setShape(shape); err != nil {
		return nil, err
	}
	if out.count != m.count {
		return nil, diag.Errorf("view-count", "view has %d elements, the tensor has %d", out.count, m.count)
	}
	if m.turned != nil {
		if view, ok := m.turned.reshape(shape); ok {
			return view, nil
		}
		return inRows(shape, 0, shape).before(m, m.count), nil
	}
	if m.chain != nil {
		if first, err := m.chain.first.Reshape(shape); err == nil {
			return first.before(m.chain.then, m.chain.columns), nil
		}
		return inRows(shape, 0, shape).before(m, m.count), nil
	}
	if m.digits == nil {
		return &out, nil
	}
	d := m.digits.spec
	d.Axes = m.axes
	d.Base = m.digits.base
	d.Dims = make([]Dim, len(shape))
	axes := m.digits.axes
	var rest axis // the remaining part of the current axis
	rest.size = 1
	for i := len(shape) - 1; i >= 0; i-- {
		n := shape[i]
		d.Dims[i].Size = n
		if n == 1 {
			continue
		}
		if rest.size == 1 {
			rest, axes = axes[len(axes)-1], axes[:len(axes)-1]
		}
		low, high, ok := rest.split(n)
		if !ok {
			return nil, diag.Errorf("view-illegal", "no digits show the tensor as %s: dimension %d of extent %d does not fall on the digits of %s", SpellExtents(shape), i, n, SpellExtents(m.shape))
		}
		d.Dims[i].Shift, d.Dims[i].Digits = low.shift, low.digits
		rest = high
		if rest.size == 1 {
			d.Base = d.Base.AddNumber(rest.shift, rest.digits)
		}
	}
	return New(d)
}

// split cuts an axis into the lowest n of its elements and the rest.
func (a axis) split(n int64) (low, high axis, ok bool) {
	if n == a.size {
		return a, axis{size: 1}, true
	}
	if a.size%n != 0 {
		return axis{}, axis{}, false
	}
	// If n more elements only move the top digit, both parts may use it: the sum of two
	// values of the digit is as good as a single value.
	below := int64(1)
	for _, g := range a.digits[:len(a.digits)-1] {
		below *= g.Size
	}
	if n%below == 0 {
		top := a.digits[len(a.digits)-1]
		steps := n / below
		low = simplify(axis{n, a.shift, a.digits})
		high = axis{a.size / n, 0, []Digit{{a.size / n, steps * top.Unit, steps * top.Offset}}}
		return low, high, true
	}
	if a.shift%n != 0 {
		return axis{}, axis{}, false
	}
	low, high = axis{size: n}, axis{size: a.size / n, shift: a.shift / n}
	for _, g := range a.digits {
		switch {
		case n == 1:
			high.digits = append(high.digits, g)
		case n%g.Size == 0:
			low.digits = append(low.digits, g)
			n /= g.Size
		case g.Size%n == 0:
			low.digits = append(low.digits, Digit{n, g.Unit, g.Offset})
			high.digits = append(high.digits, Digit{g.Size / n, n * g.Unit, n * g.Offset})
			n = 1
		default:
			return axis{}, axis{}, false
		}
	}
	return low, high, true
}
