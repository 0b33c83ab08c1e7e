package graph

import (
	"cmp"
	"math"
	"slices"

	"optc/dialect/poplar/tilemap"
)

// A digit is a loop over base positions. The digits of a view, from slow to fast,
// enumerate its elements: position offset + Σ index·stride. The product of their sizes is
// the number of elements; a dimension of the shape may consist of several digits, and a
// digit may span several dimensions.
type digit struct {
	size   int64
	stride int64 // negative in a reversed dimension, 0 in a broadcast one
}

// normalised returns the digits of groups without digits of size 1, and joins neighbours
// whose steps continue each other.
func normalised(groups ...[]digit) []digit {
	count := 0
	for _, digits := range groups {
		count += len(digits)
	}
	out := make([]digit, 0, count)
	for _, digits := range groups {
		for _, d := range digits {
			if d.size == 1 {
				continue
			}
			if n := len(out); n > 0 && out[n-1].stride == d.size*d.stride {
				out[n-1] = digit{out[n-1].size * d.size, d.stride}
			} else {
				out = append(out, d)
			}
		}
	}
	return out
}

// repeats reports whether a broadcast digit shows elements again.
func (t Tensor) repeats() bool {
	return slices.ContainsFunc(t.digits, func(d digit) bool { return d.stride == 0 })
}

// groups returns the digits of each dimension of t, and the view to which they belong: t
// itself, or a copy with a new region list if a digit of t spans two dimensions. The
// error code is view-size.
func (t Tensor) groups() (Tensor, [][]digit, error) {
	if t.NumElems() == 0 {
		return t, make([][]digit, len(t.shape)), nil
	}
	if g, ok := groupDigits(t.digits, t.shape); ok {
		return t, g, nil
	}
	flat, err := t.collect(0, t.NumElems(), t.shape)
	if err != nil {
		return Tensor{}, nil, err
	}
	g, _ := groupDigits(flat.digits, flat.shape) // a single digit divides into any shape
	return flat, g, nil
}

// groupDigits divides digits among the dimensions of a shape.
func groupDigits(digits []digit, shape []int64) ([][]digit, bool) {
	groups := make([][]digit, len(shape))
	room := make([]digit, 0, len(digits)+len(shape)) // room for the digits of all groups
	left := len(digits) - 1                          // the digits up to left belong to no group yet
	var last digit                                   // last digit, without the part that belongs to a group
	if left >= 0 {
		last = digits[left]
	}
	for d := len(shape) - 1; d >= 0; d-- {
		from := len(room)
		for need := shape[d]; need > 1; {
			switch {
			case need%last.size == 0:
				room = append(room, last)
				need /= last.size
				if left--; left >= 0 {
					last = digits[left]
				}
			case last.size%need == 0:
				room = append(room, digit{need, last.stride})
				last.size /= need
				last.stride *= need
				need = 1
			default:
				return nil, false
			}
		}
		groups[d] = room[from:len(room):len(room)]
		slices.Reverse(groups[d])
	}
	return groups, true
}

// regroup returns t with other digits, starting at offset.
func (t Tensor) regroup(shape []int64, groups [][]digit, offset int64) Tensor {
	if Product(shape) == 0 {
		return t.empty(shape)
	}
	t.shape, t.offset, t.digits = shape, offset, normalised(groups...)
	return t
}

// collect returns the flattened positions [begin, end) as a view with a new region list.
// The error code is view-size.
func (t Tensor) collect(begin, end int64, shape []int64) (Tensor, error) {
	var b regionBuilder
	c := t.cursor(begin, end)
	if err := b.copy(t.home, &c, end-begin); err != nil {
		return Tensor{}, err
	}
	return b.view(t, shape), nil
}

// sliceDigits restricts the digits of a dimension to the indices [b, e), which are not empty. ok is
// false if digits cannot express the result.
func sliceDigits(g []digit, b, e int64) (out []digit, offset int64, ok bool) {
	if len(g) == 0 {
		return nil, 0, true
	}
	inner := int64(1)
	for _, d := range g[1:] {
		inner *= d.size
	}
	first := b / inner
	offset = first * g[0].stride
	switch {
	case b%inner == 0 && e%inner == 0:
		return append([]digit{{e/inner - first, g[0].stride}}, g[1:]...), offset, true
	case first == (e-1)/inner:
		rest, more, ok := sliceDigits(g[1:], b%inner, (e-1)%inner+1)
		return rest, offset + more, ok
	}
	return nil, offset, false
}

// reverseDigits mirrors a dimension; the offset moves to its last element.
func reverseDigits(g []digit) (out []digit, offset int64) {
	out = make([]digit, len(g))
	for i, d := range g {
		out[i] = digit{d.size, -d.stride}
		offset += (d.size - 1) * d.stride
	}
	return out, offset
}

// subsampleDigits keeps every step-th index. ok is false if the result cannot be
// expressed by digits.
func subsampleDigits(g []digit, step int64) ([]digit, bool) {
	out := slices.Clone(g)
	for i := len(out) - 1; i >= 0; i-- {
		d := &out[i]
		switch {
		case i == 0:
			d.size, d.stride = tilemap.DivUp(d.size, step), d.stride*step
			return out, true
		case d.size%step == 0:
			d.size, d.stride = d.size/step, d.stride*step
			return out, true
		case step%d.size == 0:
			step /= d.size
			d.size = 1
		default:
			return nil, false
		}
	}
	return out, true
}

// sorted returns a view of the same base positions as t, each once if no regions alias, in the
// order that needs the fewest regions. The view is flat.
func (t Tensor) sorted() Tensor {
	if t.NumElems() == 0 {
		return t.empty([]int64{0})
	}
	digits, offset := t.sortedDigits()
	n := int64(1)
	for _, d := range digits {
		n *= d.size
	}
	return t.regroup([]int64{n}, [][]digit{digits}, offset)
}

// sortedDigits returns the digits of t without broadcasts and reversals, from
// long to short strides, and the base position of their first element.
func (t Tensor) sortedDigits() (digits []digit, offset int64) {
	offset = t.offset
	for _, d := range t.digits {
		switch {
		case d.stride > 0:
			digits = append(digits, d)
		case d.stride < 0:
			offset += (d.size - 1) * d.stride
			digits = append(digits, digit{d.size, -d.stride})
		}
	}
	slices.SortFunc(digits, func(a, b digit) int { return cmp.Compare(b.stride, a.stride) })
	return digits, offset
}

// packed returns t over a region list that contains only the elements of t, without
// repetitions for broadcast dimensions. The error code is view-size.
func (t Tensor) packed() (Tensor, error) {
	if t.NumElems() == 0 {
		return t, nil
	}
	sorted := t.sorted()
	base, err := sorted.collect(0, sorted.NumElems(), sorted.shape)
	if err != nil {
		return Tensor{}, err
	}
	digits, _ := t.sortedDigits()
	strides := make(map[int64]int64, len(digits)) // old stride of a digit → new
	step := int64(1)
	for _, d := range slices.Backward(digits) {
		strides[d.stride] = step
		step *= d.size
	}
	out := t
	out.base, out.offset, out.digits = base.base, 0, make([]digit, len(t.digits))
	for i, d := range t.digits {
		step := strides[max(d.stride, -d.stride)] * int64(cmp.Compare(d.stride, 0))
		out.digits[i] = digit{d.size, step}
		out.offset -= (d.size - 1) * min(step, 0)
	}
	out.digits = normalised(out.digits)
	return out, nil
}

// byStride returns the order of dimensions that needs the fewest regions: first
// dimensions that are broadcast or have a single index, then the others with long strides
// first.
func byStride(groups [][]digit) []int {
	key := func(d int) int64 {
		for _, g := range groups[d] {
			if g.stride != 0 {
				return max(g.stride, -g.stride)
			}
		}
		return math.MaxInt64
	}
	order := make([]int, len(groups))
	for d := range order {
		order[d] = d
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(key(b), key(a)) })
	return order
}

// cursor walks the regions of a range of flattened positions in order.
type cursor struct {
	base   *regionList
	outer  []digit // all digits except the contiguous run
	index  []int64
	run    int64 // length of a contiguous run of base positions
	at     int64 // base position of the current run
	used   int64 // elements of it that have been yielded
	left   int64 // elements of the range that have not
	region int   // index of the last region found
}

// cursor returns a cursor over the flattened positions [begin, end).
func (t Tensor) cursor(begin, end int64) cursor {
	c := cursor{base: t.base, outer: t.digits, run: 1, at: t.offset, left: end - begin}
	if n := len(t.digits); n > 0 && t.digits[n-1].stride == 1 {
		c.run, c.outer = t.digits[n-1].size, t.digits[:n-1]
	}
	c.index = make([]int64, len(c.outer))
	c.used = begin % c.run
	rest := begin / c.run
	for i := len(c.outer) - 1; i >= 0; i-- {
		d := c.outer[i]
		c.index[i] = rest % d.size
		c.at += c.index[i] * d.stride
		rest /= d.size
	}
	return c
}

// next returns the next region of at most limit elements; ok is false at the
// end of the range.
func (c *cursor) next(limit int64) (r Region, ok bool) {
	if c.left == 0 {
		return Region{}, false
	}
	if c.used == c.run {
		c.advance()
	}
	pos := c.at + c.used
	c.region = c.base.find(pos, c.region)
	n := min(c.run-c.used, c.base.starts[c.region+1]-pos, c.left, limit)
	c.used += n
	c.left -= n
	base := c.base.regions[c.region]
	begin := base.Begin + pos - c.base.starts[c.region]
	return Region{base.Var, begin, begin + n}, true
}

// advance moves to the next run.
func (c *cursor) advance() {
	c.used = 0
	for i := len(c.outer) - 1; i >= 0; i-- {
		d := c.outer[i]
		c.index[i]++
		c.at += d.stride
		if c.index[i] < d.size {
			return
		}
		c.at -= d.size * d.stride
		c.index[i] = 0
	}
}

// Loops returns the elements of the flattened view as loops over a variable, from slow to fast:
// first, plus the indices times the steps. ok is false if loops cannot express the elements.
func (t Tensor) Loops() (v *Variable, first int64, loops []tilemap.Loop, ok bool) {
	if len(t.base.regions) != 1 {
		return v, first, nil, false
	}
	for _, d := range t.digits {
		loops = append(loops, tilemap.Loop{Count: d.size, Step: d.stride})
	}
	r := t.base.regions[0]
	return r.Var, r.Begin + t.offset, loops, true
}
