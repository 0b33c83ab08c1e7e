package layout

import (
	"optc/diag"

	"optc/layout/axes"
)

// NestedLayout describes how a vector is distributed over subgroups and threads (IREE
// VectorExtAttrs.td, nested_layout). Dimension d of the vector has the extent S·B·O·T·E; index i is
// the number (((s·B + b)·O + o)·T + t)·E + e. All lists have an entry per dimension.
type NestedLayout struct {
	Subgroup, Batch, Outer, Thread, Element []int64 // tile counts S, B, O, T, E
	SubgroupStrides, ThreadStrides          []int64

	// SubgroupSize is the number of threads of a subgroup and Subgroups the number of
	// subgroups; 0 means the smallest number that the layout needs. If there are
	// more, the vector is repeated, because ids are taken modulo the tiles.
	SubgroupSize, Subgroups int64
}

// The digits of a dimension of a nested layout, least significant first. Element, outer and batch
// digits move an element within its thread; the other digits move it to another thread.
const (
	NestedElement = iota
	NestedThread
	NestedOuter
	NestedBatch
	NestedSubgroup
	NestedDigits // number of digits
)

// Nested returns the map of a nested layout. Unit s·SubgroupSize + t is thread t of
// subgroup s; offsets number the elements of a thread in row-major order of its vector of
// shape batch × outer × element, so that the width is 1.
//
// Errors: bad-nested if the lists differ in length, a tile is less than 1, or strides do
// not distinguish the tiles; bad-shape, too-large.
func Nested(n NestedLayout) (*Map, error) {
	rank := len(n.Subgroup)
	for _, l := range [][]int64{n.Batch, n.Outer, n.Thread, n.Element, n.SubgroupStrides, n.ThreadStrides} {
		if len(l) != rank {
			return nil, diag.Errorf("bad-nested", "expected lists of %d entries, but one has %d", rank, len(l))
		}
	}
	for d := range rank {
		for _, tile := range []int64{n.Subgroup[d], n.Batch[d], n.Outer[d], n.Thread[d], n.Element[d]} {
			if tile < 1 || tile >= Limit {
				return nil, diag.Errorf("bad-nested", "expected tiles of at least 1, but dimension %d has %d", d, tile)
			}
		}
	}
	freeThreads, threads, err := levelDigits("thread", n.Thread, n.ThreadStrides, n.SubgroupSize, 1)
	if err != nil {
		return nil, err
	}
	freeSubgroups, subgroups, err := levelDigits("subgroup", n.Subgroup, n.SubgroupStrides, n.Subgroups, threads)
	if err != nil {
		return nil, err
	}
	units, ok := Mul(threads, subgroups)
	if !ok || units > maxUnits {
		return nil, diag.Errorf("too-large", "expected at most %d threads, but got %d subgroups of %d", maxUnits, subgroups, threads)
	}

	dims, err := n.Dims(threads)
	if err != nil {
		return nil, err
	}
	return New(Digits{Units: int(units), Axes: axes.Pair{Unit: axes.Thread, Cell: axes.Register}, Width: 1, Free: append(freeThreads, freeSubgroups...), Dims: dims})
}

// Dims returns the digits of the dimensions; unit s·threads + t is thread t of subgroup s. It does
// not check whether the digits distinguish the threads. The error code is too-large.
func (n NestedLayout) Dims(threads int64) ([]Dim, error) {
	elementStride, slots, ok1 := rowMajor(n.Element, 1)
	outerStride, slots, ok2 := rowMajor(n.Outer, slots)
	batchStride, _, ok3 := rowMajor(n.Batch, slots)
	if !ok1 || !ok2 || !ok3 {
		return nil, diag.Errorf("too-large", "one thread holds more than 2^62 elements")
	}
	dims := make([]Dim, len(n.Subgroup))
	for i := range dims {
		size, ok := n.Element[i], true
		for _, tile := range []int64{n.Thread[i], n.Outer[i], n.Batch[i], n.Subgroup[i]} {
			if size, ok = Mul(size, tile); !ok {
				return nil, diag.Errorf("too-large", "dimension %d has more than 2^62 elements", i)
			}
		}
		subgroup, ok := Mul(stride(n.Subgroup[i], n.SubgroupStrides[i]), threads)
		if !ok {
			subgroup = Limit // no thread reaches it
		}
		dims[i] = Dim{Size: size, Digits: []Digit{
			NestedElement:  {n.Element[i], 0, elementStride[i]},
			NestedThread:   {n.Thread[i], stride(n.Thread[i], n.ThreadStrides[i]), 0},
			NestedOuter:    {n.Outer[i], 0, outerStride[i]},
			NestedBatch:    {n.Batch[i], 0, batchStride[i]},
			NestedSubgroup: {n.Subgroup[i], subgroup, 0},
		}}
	}
	return dims, nil
}

// maxUnits bounds the units of a map that is built from sizes given by a user.
const maxUnits = 1 << 30

// stride is the stride of a tile; a tile of 1 has none.
func stride(tile, stride int64) int64 {
	if tile == 1 {
		return 0
	}
	return stride
}

// rowMajor returns the strides of a row-major block of the given tiles whose
// innermost stride is unit, and the size of the block.
func rowMajor(tiles []int64, unit int64) (strides []int64, size int64, ok bool) {
	strides = make([]int64, len(tiles))
	size = unit
	for d := len(tiles) - 1; d >= 0; d-- {
		strides[d] = size
		if size, ok = Mul(size, tiles[d]); !ok {
			return
		}
	}
	return strides, size, true
}

// levelDigits describes the ids of a level, threads or subgroups: the digits that select no tile,
// as free digits whose strides are multiplied by unit, and the number of ids. If size is 0 it is
// chosen as small as possible.
func levelDigits(name string, tiles, strides []int64, size, unit int64) (free []Digit, total int64, err error) {
	radix, overlap := NewRadix(tiles, strides)
	if overlap != nil {
		return free, total, diag.Errorf("bad-nested", "expected %s strides that tell the tiles apart: %s", name, overlap.Msg)
	}
	if size == 0 {
		size = radix.Span
	}
	if radix.Span > maxUnits || size > maxUnits {
		return free, total, diag.Errorf("too-large", "expected at most %d %ss, but got %d", maxUnits, name, max(radix.Span, size))
	}
	if size < 1 || size%radix.Span != 0 {
		return free, total, diag.Errorf("bad-nested", "expected a number of %ss that is a multiple of %d, but got %d", name, radix.Span, size)
	}
	if rest := size / radix.Span; rest > 1 {
		radix.Sizes = append(radix.Sizes, rest)
	}
	return radix.Filler(unit), size, nil
}
