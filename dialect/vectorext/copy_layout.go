package vectorext

import (
	"slices"

	"optc/diag"
	"optc/ir"
)

// copyBits is the number of bits that a thread copies at once.
const copyBits = 128

// CopyLayout returns a layout in which the threads of a workgroup copy equal parts of a
// value, neighbouring threads neighbouring parts, each up to 128 bits of adjacent
// elements at a time (IREE DerivedConfigUtils.cpp).
func CopyLayout(c *ir.Context, shape []int64, threads int64, elem ir.Type) (*NestedLayout, *diag.Error) {
	bits := ir.IntWidth(elem)
	if f, ok := elem.(*ir.FloatType); ok {
		bits = f.Kind.Bits
	}
	element, rank := copyTile(shape, threads, int64(max(1, copyBits/bits))), len(shape)
	l := LayoutLists{
		SubgroupTile: slices.Repeat([]int64{1}, rank), BatchTile: make([]int64, rank), OuterTile: slices.Repeat([]int64{1}, rank),
		ThreadTile: make([]int64, rank), ElementTile: element,
		SubgroupStrides: make([]int64, rank), ThreadStrides: make([]int64, rank),
	}
	left, stride := threads, int64(1)
	for d, n := range slices.Backward(shape) {
		if n%element[d] != 0 {
			return nil, diag.Errorf("layout-shape", "%d elements along dim %d are no multiple of %d", n, d, element[d])
		}
		parts := n / element[d]
		switch {
		case left%parts == 0:
			l.ThreadTile[d] = parts
		case parts%left == 0:
			l.ThreadTile[d] = left
		default:
			return nil, diag.Errorf("layout-shape", "%d parts along dim %d and %d threads do not divide each other", parts, d, left)
		}
		l.ThreadStrides[d] = stride
		stride *= l.ThreadTile[d]
		left /= l.ThreadTile[d]
		l.BatchTile[d] = parts / l.ThreadTile[d]
	}
	return NewLayout(c, l)
}

// copyTile returns the elements that a thread copies at once, at most width.
func copyTile(shape []int64, threads, width int64) []int64 {
	tile := slices.Repeat([]int64{1}, len(shape))
	last := len(shape) - 1
	if last < 0 {
		return tile
	}
	n, ok := ir.NumElements(shape)
	if !ok || n%threads != 0 {
		tile[last] = min(width, shape[last])
		return tile
	}
	each := min(width, n/threads)
	if shape[last]%each != 0 && each%shape[last] != 0 {
		return tile
	}
	tile[last] = min(shape[last], each)
	rest := each / tile[last]
	for d := last - 1; d >= 0 && rest%shape[d] == 0; d-- {
		tile[d] = shape[d]
		rest /= shape[d]
	}
	return tile
}

// NeedsMemory reports whether a conversion to another layout moves elements to other
// threads or changes their order inside of a tile (IREE VectorExtAttrs.cpp,
// needsSharedMemoryForConversion).
func (l *NestedLayout) NeedsMemory(to *NestedLayout) bool {
	lists := l.LayoutLists
	lists.BatchTile, lists.OuterTile = to.BatchTile, to.OuterTile
	return validLayout(l.Context(), lists) != to
}
