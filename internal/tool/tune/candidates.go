package tune

import (
	"slices"

	"optc/dialect/vectorext"
	"optc/ir"
)

// Group is the threads that share a vector.
type Group struct {
	Threads  int64 // of the workgroup, or the workers of a tile
	Subgroup int64 // threads that exchange values without memory
}

// maxCandidates bounds the layouts that are listed for an anchor.
const maxCandidates = 1 << 11

// widestAccess is the number of bytes of the widest access of a thread.
const widestAccess = 16

// Candidates lists the layouts of a vector that a group of threads can have, in a fixed order
// without repetitions. A layout is made of these choices:
//
//   - the dimension along which a thread holds neighbours, and how many: the powers of two up to
//     16 bytes that divide the extent, and the whole extent;
//   - the subgroups of each dimension, and the threads of each dimension: all factors whose
//     products are the group's or less;
//   - the rest of the other dimensions: in turns (batch_tile) or in one run (element_tile);
//   - the order of the dimensions in the thread's number, and whether threads that hold the same
//     elements are neighbours or far from each other.
//
// Layouts that use more threads come first.
func Candidates(c *ir.Context, t *ir.VectorType, g Group) []*vectorext.NestedLayout {
	l := &lister{c: c, t: t, g: g, seen: map[*vectorext.NestedLayout]bool{}}
	rank := len(t.Dims)
	if rank == 0 {
		l.add(vectorext.LayoutLists{})
		return l.list
	}
	subgroups := max(g.Threads/g.Subgroup, 1)
	for _, s := range divisors(subgroups) {
		// Threads of several subgroups have a layout if the threads of one are a power of two.
		for _, n := range factorsUpTo(g.Subgroup, func(n int64) bool { return s == 1 || n&(n-1) == 0 }) {
			for _, subgroupTile := range tilings(t.Dims, s) {
				rest := quotient(t.Dims, subgroupTile)
				for _, threadTile := range tilings(rest, n) {
					l.addTiles(subgroupTile, threadTile, quotient(rest, threadTile), s, n)
				}
			}
		}
	}
	return l.list
}

// lister collects layouts.
type lister struct {
	c    *ir.Context
	t    *ir.VectorType
	g    Group
	list []*vectorext.NestedLayout
	seen map[*vectorext.NestedLayout]bool
}

// addTiles adds the layouts with given tiles of subgroups and threads: s subgroups and n threads
// each, which leave the extents rest to a thread.
func (l *lister) addTiles(subgroupTile, threadTile, rest []int64, s, n int64) {
	rank := len(rest)
	for fast := rank - 1; fast >= 0; fast-- {
		for _, width := range l.widths(rest[fast]) {
			for _, blocked := range []bool{false, true} {
				element, batch := make([]int64, rank), make([]int64, rank)
				for d := range rank {
					element[d] = 1
					if d == fast {
						element[d] = width
					} else if blocked {
						element[d] = rest[d]
					}
					batch[d] = rest[d] / element[d]
				}
				for _, threadStrides := range l.strides(threadTile, n, l.g.Subgroup) {
					for _, subgroupStrides := range l.strides(subgroupTile, s, max(l.g.Threads/l.g.Subgroup, 1)) {
						l.add(vectorext.LayoutLists{
							SubgroupTile: subgroupTile, BatchTile: batch, OuterTile: ones(rank), ThreadTile: threadTile, ElementTile: element,
							SubgroupStrides: subgroupStrides, ThreadStrides: threadStrides,
						})
					}
				}
			}
		}
	}
}

func (l *lister) add(lists vectorext.LayoutLists) {
	layout, err := vectorext.NewLayout(l.c, lists)
	if err != nil || l.seen[layout] || len(l.list) == maxCandidates || !layout.IsDistinct() {
		return
	}
	l.seen[layout] = true
	l.list = append(l.list, layout)
}

// widths lists the numbers of neighbours that a thread may hold of n, the widest access first.
func (l *lister) widths(n int64) (list []int64) {
	widest := max(widestAccess/int64(ir.ElementBytes(l.t.Elem)), 1)
	for w := widest; w >= 1; w /= 2 {
		if n%w == 0 {
			list = append(list, w)
		}
	}
	if n > widest || n%widest != 0 {
		list = append(list, n)
	}
	return list
}

// strides lists the strides of tiles of n units of all, by the orders of the dimensions: the last
// dimension fastest, and the first. Where units hold the same elements, these are neighbours, or
// the farthest from each other.
func (l *lister) strides(tile []int64, n, all int64) (list [][]int64) {
	for _, backwards := range []bool{true, false} {
		for _, first := range []int64{1, all / n} {
			strides, stride := make([]int64, len(tile)), first
			for i := range tile {
				d := i
				if backwards {
					d = len(tile) - 1 - i
				}
				if tile[d] > 1 {
					strides[d] = stride
					stride *= tile[d]
				}
			}
			if !slices.ContainsFunc(list, func(s []int64) bool { return slices.Equal(s, strides) }) {
				list = append(list, strides)
			}
		}
	}
	return list
}

// divisors lists the divisors of n, the largest first.
func divisors(n int64) []int64 { return factorsUpTo(n, func(d int64) bool { return n%d == 0 }) }

// factorsUpTo lists the numbers from n to 1 that ok accepts.
func factorsUpTo(n int64, ok func(int64) bool) (list []int64) {
	for d := n; d >= 1; d-- {
		if ok(d) {
			list = append(list, d)
		}
	}
	return list
}

// tilings lists the ways to divide extents among n units: factors of the extents whose product
// is n, the most along the last dimensions first.
func tilings(extents []int64, n int64) (list [][]int64) {
	if len(extents) == 0 {
		if n == 1 {
			return [][]int64{nil}
		}
		return nil
	}
	last := len(extents) - 1
	for f := min(n, extents[last]); f >= 1; f-- {
		if n%f != 0 || extents[last]%f != 0 {
			continue
		}
		for _, t := range tilings(extents[:last], n/f) {
			list = append(list, append(t, f))
		}
	}
	return list
}

func quotient(a, b []int64) []int64 {
	out := make([]int64, len(a))
	for d := range a {
		out[d] = a[d] / b[d]
	}
	return out
}

func ones(rank int) []int64 { return slices.Repeat([]int64{1}, rank) }
