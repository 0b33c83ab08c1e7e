package vectorext

import (
	"cmp"
	"slices"
)

// Basis turns pairs of (tile count, stride) into the mixed-radix basis that
// splits an id into one digit per dimension (IREE VectorExtAttrs.cpp,
// computeThreadIds). The basis is most significant first and ready for
// affine.delinearize_index without outer bound; result 0 of that operation is the
// overflow. dimToResult[d] is the result that is the digit of dimension d.
//
// ok is false when the strides overlap, so that no basis exists, or when a tile
// count above 1 has stride 0, in which case the reference loses elements.
//
//	sizes [4, 2], strides [1, 4]  →  basis [2, 4], dimToResult [2, 1]
//	sizes [4], strides [16]       →  basis [4, 16], dimToResult [1]; result 2 is filler
func Basis(sizes, strides []int64) (basis []int64, dimToResult []int, ok bool) {
	type digit struct {
		stride, size int64
		dim          int
	}
	digits := make([]digit, len(sizes))
	for d := range sizes {
		digits[d] = digit{strides[d], sizes[d], d}
		if strides[d] == 0 {
			if sizes[d] != 1 {
				return nil, nil, false
			}
			digits[d] = digit{1, 1, d}
		}
	}
	slices.SortFunc(digits, func(a, b digit) int {
		return cmp.Or(cmp.Compare(a.stride, b.stride), cmp.Compare(a.size, b.size), cmp.Compare(a.dim, b.dim))
	})
	position := make([]int, len(sizes))
	prev := int64(1)
	for _, g := range digits {
		if g.stride%prev != 0 {
			return nil, nil, false
		}
		if g.stride != prev {
			basis = append(basis, g.stride/prev)
			prev = g.stride
		}
		position[g.dim] = len(basis)
		basis = append(basis, g.size)
		prev *= g.size
	}
	slices.Reverse(basis)
	dimToResult = make([]int, len(sizes))
	for d, p := range position {
		dimToResult[d] = len(basis) - p
	}
	return basis, dimToResult, true
}
