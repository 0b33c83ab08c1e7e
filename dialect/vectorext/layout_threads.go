package vectorext

import (
	"math"
	"slices"

	"optc/diag"
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
			strides[d] = math.MaxInt64 // out of range, so that NewRadix refuses it
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
	m, n, ok := Together(l, to, subgroupSize, 1, maxPeriod)
	return ok && diag.Must(m.SameUnits(n)) // digits of exact dimensions decide
}

// maxPeriod bounds the number of threads for which two layouts are compared.
const maxPeriod = 1 << 20

// Dims returns the digits of the dimensions, whose units are threads of a workgroup; see
// [Distribution].
func (l *NestedLayout) Dims(subgroupSize int64) ([]layout.Dim, error) {
	return l.tiles().Dims(subgroupSize)
}

// Held returns the elements that a thread holds, as flat indices of the whole vector in
// the order of the thread's part. Ids are taken modulo the tiles, so that the result is
// defined for every thread. The error code is too-large.
func (l *NestedLayout) Held(thread, subgroupSize int64) ([]int64, error) {
	dims, err := l.Dims(subgroupSize)
	if err != nil {
		return nil, err
	}
	return layout.Held(dims, thread), nil
}
