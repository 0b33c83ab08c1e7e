package graph

import (
	"math"
	"slices"

	"optc/diag"
	"optc/dialect/poplar/tilemap"
	"optc/num"
)

// Slice is the view of the indices [begin, end) of dimension dim. The error codes are
// dim-range, slice-range and view-size.
func (t Tensor) Slice(begin, end int64, dim int) (Tensor, error) {
	shape, err := SliceShape(t.shape, begin, end, dim)
	if err != nil {
		return Tensor{}, err
	}
	if t.NumElems() == 0 || begin == end {
		return t.empty(shape), nil
	}
	if grouped, ok := groupDigits(t.digits, t.shape); ok {
		if g, offset, ok := sliceDigits(grouped[dim], begin, end); ok {
			grouped[dim] = g
			return t.regroup(shape, grouped, t.offset+offset), nil
		}
	}
	inner := Product(t.shape[dim+1:])
	if Product(t.shape[:dim]) == 1 {
		// The slice is a range of flattened positions: collect only this range.
		return t.collect(begin*inner, end*inner, shape)
	}
	flat, err := t.collect(0, t.NumElems(), t.shape)
	if err != nil {
		return Tensor{}, err
	}
	return flat.Slice(begin, end, dim)
}

// SliceShape is the shape of the slice [begin, end) of dimension dim of a tensor. The
// error codes are dim-range and slice-range.
func SliceShape(shape []int64, begin, end int64, dim int) ([]int64, error) {
	if err := CheckDim(dim, len(shape)); err != nil {
		return nil, err
	}
	if begin < 0 || begin > end || end > shape[dim] {
		return nil, diag.Errorf("slice-range", "slice [%d, %d) is out of bounds of dimension %d of size %d", begin, end, dim, shape[dim]).At("from %d to %d", begin, end)
	}
	shape = slices.Clone(shape)
	shape[dim] = end - begin
	return shape, nil
}

// Slices returns the slice of a rank-1 tensor at each interval, in the given order. The
// error codes are dim-range for another rank, slice-range and view-size.
func (t Tensor) Slices(intervals []tilemap.Interval) ([]Tensor, error) {
	if t.Rank() != 1 {
		return nil, diag.Errorf("dim-range", "expected a tensor of rank 1, but got rank %d", t.Rank())
	}
	out := make([]Tensor, len(intervals))
	for i, iv := range intervals {
		s, err := t.Slice(iv.Begin, iv.End, 0)
		if err != nil {
			return nil, err
		}
		out[i] = s
	}
	return out, nil
}

// Select is the rank-1 view of the flattened positions in intervals, in the given order:
// the concatenation of their slices. The error codes are slice-range and view-size.
func (t Tensor) Select(intervals []tilemap.Interval) (Tensor, error) {
	n := t.NumElems()
	var b regionBuilder
	var size int64
	for _, iv := range intervals {
		if iv.Begin < 0 || iv.Begin > iv.End || iv.End > n {
			return Tensor{}, diag.Errorf("slice-range", "slice [%d, %d) leaves a tensor of %d elements", iv.Begin, iv.End, n)
		}
		c := t.cursor(iv.Begin, iv.End)
		if err := b.copy(t.home, &c, iv.Size()); err != nil {
			return Tensor{}, err
		}
		size += iv.Size()
	}
	return b.view(t, []int64{size}), nil
}

// Index is the view of index i of dimension dim, without that dimension. The error codes
// are dim-range and slice-range.
func (t Tensor) Index(i int64, dim int) (Tensor, error) {
	if err := CheckDim(dim, t.Rank()); err != nil {
		return Tensor{}, err
	}
	if i < 0 || i >= t.shape[dim] {
		return Tensor{}, diag.Errorf("slice-range", "index %d is out of bounds of dimension %d of size %d", i, dim, t.shape[dim])
	}
	s, err := t.Slice(i, i+1, dim)
	if err != nil {
		return Tensor{}, err
	}
	s.shape = slices.Delete(s.shape, dim, dim+1)
	return s, nil
}

// Subsample is the view of every step-th index of dimension dim, from index 0. The error
// codes are dim-range, slice-range for a step below 1, and view-size.
func (t Tensor) Subsample(step int64, dim int) (Tensor, error) {
	if err := CheckDim(dim, t.Rank()); err != nil {
		return Tensor{}, err
	}
	if step < 1 {
		return Tensor{}, diag.Errorf("slice-range", "expected a step of at least 1, but got %d", step)
	}
	shape := slices.Clone(t.shape)
	shape[dim] = tilemap.DivUp(shape[dim], step)
	g, groups, err := t.groups()
	if err != nil {
		return Tensor{}, err
	}
	sub, ok := subsampleDigits(groups[dim], step)
	if !ok {
		if g, err = t.collect(0, t.NumElems(), t.shape); err != nil {
			return Tensor{}, err
		}
		groups, _ = groupDigits(g.digits, g.shape)
		sub, _ = subsampleDigits(groups[dim], step) // a single digit can always be subsampled
	}
	groups[dim] = sub
	return g.regroup(shape, groups, g.offset), nil
}

// Reshape gives the elements another shape of the same size; their flattened order is
// unchanged. The error codes are dim-range, view-size and reshape-count.
func (t Tensor) Reshape(shape []int64) (Tensor, error) {
	n, err := tilemap.CountElems(shape)
	if err != nil {
		return Tensor{}, err
	}
	if n != t.NumElems() {
		return Tensor{}, diag.Errorf("reshape-count", "expected a shape of %d elements, but got %v of %d", t.NumElems(), shape, n).
			Note("the tensor has shape %v", t.shape)
	}
	t.shape = slices.Clone(shape)
	return t, nil
}

// Flatten returns the elements with rank 1.
func (t Tensor) Flatten() Tensor {
	t.shape = []int64{t.NumElems()}
	return t
}

// DimShuffle returns t with its dimensions permuted: dimension i of the result is
// dimension perm[i] of t. The error codes are perm-bad and view-size.
func (t Tensor) DimShuffle(perm []int) (Tensor, error) {
	if !num.IsPermutation(perm) || len(perm) != t.Rank() {
		return Tensor{}, diag.Errorf("perm-bad", "expected a permutation of %d dimensions, but got %v", t.Rank(), perm)
	}
	g, groups, err := t.groups()
	if err != nil {
		return Tensor{}, err
	}
	return g.regroup(permuted(t.shape, perm), permuted(groups, perm), g.offset), nil
}

func permuted[T any](s []T, perm []int) []T {
	out := make([]T, len(perm))
	for i, p := range perm {
		out[i] = s[p]
	}
	return out
}

// DimRoll moves dimension from to place to; the others keep their order. The error codes
// are dim-range and view-size.
func (t Tensor) DimRoll(from, to int) (Tensor, error) {
	for _, dim := range []int{from, to} {
		if err := CheckDim(dim, t.Rank()); err != nil {
			return Tensor{}, err
		}
	}
	perm := make([]int, 0, t.Rank())
	for d := range t.Rank() {
		if d != from {
			perm = append(perm, d)
		}
	}
	return t.DimShuffle(slices.Insert(perm, to, from))
}

// Reverse mirrors dimension dim. The error codes are dim-range and view-size.
func (t Tensor) Reverse(dim int) (Tensor, error) {
	if err := CheckDim(dim, t.Rank()); err != nil {
		return Tensor{}, err
	}
	g, groups, err := t.groups()
	if err != nil {
		return Tensor{}, err
	}
	mirrored, offset := reverseDigits(groups[dim])
	groups[dim] = mirrored
	return g.regroup(t.shape, groups, g.offset+offset), nil
}

// Broadcast repeats the tensor n times along dimension dim. The error codes are dim-range
// and view-size.
func (t Tensor) Broadcast(n int64, dim int) (Tensor, error) {
	if err := CheckDim(dim, t.Rank()); err != nil {
		return Tensor{}, err
	}
	if n < 0 {
		return Tensor{}, diag.Errorf("dim-range", "expected a count of at least 0, but got %d", n)
	}
	shape := slices.Clone(t.shape)
	if n > 0 && shape[dim] > math.MaxInt64/n {
		shape[dim] = math.MaxInt64
	} else {
		shape[dim] *= n
	}
	if _, err := tilemap.CountElems(shape); err != nil {
		return Tensor{}, err
	}
	g, groups, err := t.groups()
	if err != nil {
		return Tensor{}, err
	}
	groups[dim] = slices.Insert(groups[dim], 0, digit{n, 0})
	return g.regroup(shape, groups, g.offset), nil
}

// Expand adds dimensions of size 1, each before the named dimension of t; the rank of t
// means the end. An index may be named several times. The error code is dim-range.
func (t Tensor) Expand(before ...int) (Tensor, error) {
	added := make([]int, t.Rank()+1)
	for _, dim := range before {
		if dim < 0 || dim > t.Rank() {
			return Tensor{}, diag.Errorf("dim-range", "dimension %d is above rank %d", dim, t.Rank())
		}
		added[dim]++
	}
	shape := make([]int64, 0, t.Rank()+len(before))
	for dim, n := range added {
		shape = append(shape, slices.Repeat([]int64{1}, n)...)
		if dim < t.Rank() {
			shape = append(shape, t.shape[dim])
		}
	}
	t.shape = shape
	return t, nil
}

// Squeeze removes the named dimensions, which must have size 1. The error code is
// dim-range.
func (t Tensor) Squeeze(dims ...int) (Tensor, error) {
	for _, dim := range dims {
		if err := CheckDim(dim, t.Rank()); err != nil {
			return Tensor{}, err
		}
		if t.shape[dim] != 1 {
			return Tensor{}, diag.Errorf("dim-range", "expected dimension %d to have size 1, but got %d", dim, t.shape[dim])
		}
	}
	shape := make([]int64, 0, t.Rank())
	for dim, size := range t.shape {
		if !slices.Contains(dims, dim) {
			shape = append(shape, size)
		}
	}
	t.shape = shape
	return t, nil
}

// Concat joins tensors one after the other along dimension dim. Their element types, and
// their shapes except for that dimension, must be equal. The error codes are
// type-mismatch, shape-mismatch, dim-range, graph-mismatch and view-size.
func Concat(dim int, tensors ...Tensor) (Tensor, error) {
	if len(tensors) == 0 {
		return Tensor{}, diag.Errorf("shape-mismatch", "expected at least one tensor to concatenate")
	}
	first := tensors[0]
	shape, err := concatShape(dim, tensors)
	if err != nil {
		return Tensor{}, err
	}
	// Concatenate in the order of dimensions that needs the fewest regions,
	// and shuffle the result back.
	var order []int
	parts := make([]Tensor, 0, len(tensors))
	for _, t := range tensors {
		if t.NumElems() == 0 {
			continue
		}
		g, groups, err := t.groups()
		if err != nil {
			return Tensor{}, err
		}
		if order == nil {
			order = byStride(groups)
		}
		parts = append(parts, g.regroup(permuted(t.shape, order), permuted(groups, order), g.offset))
	}
	if len(parts) == 0 {
		return first.empty(shape), nil
	}
	along := slices.Index(order, dim)
	var b regionBuilder
	cursors := make([]cursor, len(parts))
	for i, p := range parts {
		cursors[i] = p.cursor(0, p.NumElems())
	}
	for range Product(parts[0].shape[:along]) {
		for i, p := range parts {
			if err := b.copy(p.home, &cursors[i], Product(p.shape[along:])); err != nil {
				return Tensor{}, err
			}
		}
	}
	back := make([]int, len(order))
	for i, d := range order {
		back[d] = i
	}
	return b.view(first, permuted(shape, order)).DimShuffle(back)
}

// concatShape checks the operands of [Concat] and returns the shape of the
// result.
func concatShape(dim int, tensors []Tensor) ([]int64, error) {
	first := tensors[0]
	if err := CheckDim(dim, first.Rank()); err != nil {
		return nil, err
	}
	shape := slices.Clone(first.shape)
	for i, t := range tensors[1:] {
		switch {
		case t.home != first.home:
			return nil, graphMismatch()
		case t.elem != first.elem:
			return nil, diag.Errorf("type-mismatch", "expected elements of type %s, but tensor %d has %s", first.elem, i+1, t.elem)
		case t.Rank() != first.Rank(),
			!slices.Equal(t.shape[:dim], first.shape[:dim]), !slices.Equal(t.shape[dim+1:], first.shape[dim+1:]):
			return nil, diag.Errorf("shape-mismatch", "expected shape %v except for dimension %d, but tensor %d has shape %v",
				first.shape, dim, i+1, t.shape)
		}
		shape[dim] += min(t.shape[dim], math.MaxInt64-shape[dim])
	}
	if _, err := tilemap.CountElems(shape); err != nil {
		return nil, err
	}
	return shape, nil
}

// CheckDim tests that a dimension exists. The error code is dim-range.
func CheckDim(dim, rank int) error {
	if dim < 0 || dim >= rank {
		if rank == 0 {
			return diag.Errorf("dim-range", "expected a tensor with dimensions, but got one of rank 0").At("dim %d", dim)
		}
		return diag.Errorf("dim-range", "expected a dimension from 0 to %d of a tensor of rank %d, but got %d", rank-1, rank, dim).At("dim %d", dim)
	}
	return nil
}
