package vectorext

import (
	"math"
	"slices"

	"optc/ir"
	"optc/layout"
)

// Subgroups returns 1 + the largest subgroup id that affects which part a thread holds;
// Threads does the same for thread ids. Results of 2^63 or more become 2^63 - 1.
func (l *NestedLayout) Subgroups() int64 { return levelSpan(l.SubgroupTile, l.SubgroupStrides) }

// Threads returns 1 + the largest thread id that affects which part a thread holds, not
// counting subgroups; see Subgroups.
func (l *NestedLayout) Threads() int64 { return levelSpan(l.ThreadTile, l.ThreadStrides) }

// WorkgroupThreads returns 1 + the largest flat thread id that affects which part a
// thread holds, for subgroups of the given number of threads; see Subgroups.
func (l *NestedLayout) WorkgroupThreads(subgroupSize int64) int64 {
	return levelSpan([]int64{l.Subgroups(), l.Threads()}, []int64{subgroupSize, 1})
}

func levelSpan(tiles, strides []int64) int64 {
	n := int64(1)
	for d := range tiles {
		far, ok := ir.NumElements([]int64{tiles[d] - 1, strides[d]})
		if !ok || far > math.MaxInt64-n {
			return math.MaxInt64
		}
		n += far
	}
	return n
}

// UnitMap returns the map from vector elements to (thread of the workgroup, position in
// the thread's part) for subgroups of the given number of threads. For errors see
// layout.Nested: strides that overlap or lose elements.
func (l *NestedLayout) UnitMap(subgroupSize, subgroups int64) (*layout.Map, error) {
	n := l.tiles()
	n.SubgroupSize, n.Subgroups = subgroupSize, subgroups
	return layout.Nested(n)
}

func (l *NestedLayout) tiles() layout.NestedLayout {
	return layout.NestedLayout{
		Subgroup: l.SubgroupTile, Batch: l.BatchTile, Outer: l.OuterTile, Thread: l.ThreadTile, Element: l.ElementTile,
		SubgroupStrides: l.SubgroupStrides, ThreadStrides: l.ThreadStrides,
	}
}

// ThreadRadix returns the radix in which a flat thread id has the digits of the layout:
// the digits of its subgroup tiles, then the digits of its thread tiles. Thread tiles may
// extend beyond a subgroup if no digit of a subgroup tile is stored there. Errors: see
// layout.NewRadix.
func (l *NestedLayout) ThreadRadix(subgroupSize int64) (layout.Radix, error) {
	strides := slices.Clone(l.SubgroupStrides)
	for d, stride := range strides {
		if n, ok := ir.NumElements([]int64{stride, subgroupSize}); ok {
			strides[d] = n
		} else {
			strides[d] = math.MaxInt64 // which NewRadix refuses
		}
	}
	r, err := layout.NewRadix(slices.Concat(l.SubgroupTile, l.ThreadTile), append(strides, l.ThreadStrides...))
	if err != nil {
		return r, err
	}
	return r, nil
}

// SameThreads reports whether every thread holds the same elements in another
// layout, so that a conversion moves nothing between threads of subgroups of the
// given size.
func (l *NestedLayout) SameThreads(to *NestedLayout, subgroupSize int64) bool {
	m, n := l.together(to, subgroupSize, 1, maxPeriod)
	return m != nil && m.SameUnits(n)
}

// Moves returns which elements the threads of a period must exchange so that they hold
// them in another layout; where lanes of the same subgroup have an element, it comes from
// these. ok is false where a thread cannot compute its part, or where there are too many
// moves to list.
func (l *NestedLayout) Moves(to *NestedLayout, subgroupSize int64) (moves []layout.Move, ok bool) {
	held, _ := ir.NumElements(to.DistributedShape())
	m, n := l.together(to, subgroupSize, subgroupSize, maxMoves/max(held, 1))
	if m == nil {
		return nil, false
	}
	moves, err := layout.PlanNear(m, n, int(subgroupSize))
	return moves, err == nil
}

// together returns the unit maps of two layouts for a number of threads after which both
// of them repeat, and which is a multiple of group; nil if the number is more than most,
// or where a thread cannot compute its part.
func (l *NestedLayout) together(to *NestedLayout, subgroupSize, group, most int64) (m, n *layout.Map) {
	if !slices.Equal(l.UndistributedShape(), to.UndistributedShape()) {
		return nil, nil
	}
	a, err1 := l.ThreadRadix(subgroupSize)
	b, err2 := to.ThreadRadix(subgroupSize)
	if err1 != nil || err2 != nil {
		return nil, nil
	}
	period := lcm(lcm(a.Span, b.Span), group) // of both functions from thread ids to elements
	if period > most {
		return nil, nil
	}
	return l.flat(a, period), to.flat(b, period)
}

const (
	// maxPeriod bounds the number of threads for which two layouts are compared.
	maxPeriod = 1 << 20
	// maxMoves bounds the elements whose moves are listed.
	maxMoves = 1 << 18
)

func lcm(a, b int64) int64 {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x * b
}

// flat returns the unit map whose units are flat thread ids below a multiple of the span
// of the layout's radix.
func (l *NestedLayout) flat(r layout.Radix, threads int64) *layout.Map {
	units, err := l.UnitMap(0, 0)
	if err != nil {
		return nil
	}
	d, _ := units.Digits()
	stride := make([]int64, len(r.Sizes)) // of the digits of the radix
	step := int64(1)
	for p, n := range r.Sizes {
		stride[p] = step
		step *= n
	}
	rank := l.Rank()
	for i := range d.Dims {
		digits := d.Dims[i].Digits
		for level, at := range map[int]int{layout.NestedSubgroup: i, layout.NestedThread: rank + i} {
			digits[level].Unit = stride[r.At[at]]
		}
	}
	d.Units = int(threads)
	r.Sizes = append(slices.Clone(r.Sizes), threads/r.Span)
	d.Free = r.Filler(1)
	m, _ := layout.New(d)
	return m
}

// Held returns the elements that a thread holds, as flat indices of the whole vector in
// the order of the thread's part. Ids are taken modulo the tiles, so that the result is
// defined for every thread. The error code is too-large.
func (l *NestedLayout) Held(thread, subgroupSize int64) ([]int64, error) {
	dims, err := l.tiles().Dims(subgroupSize)
	if err != nil {
		return nil, err
	}
	return layout.Held(dims, thread), nil
}
