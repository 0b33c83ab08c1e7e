package layouts

import (
	"slices"

	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout/flow"
)

// Slices, rows and single elements are extracted from and inserted into vectors in registers: a thread
// needs every block of the sliced dimensions, at its own position in the blocks. IREE has no such rules.
//
//	vector.extract_strided_slice %v {offsets = [32], sizes = [32]} : vector<64xf32>, batch 2, thread 32
//	→ batch 1, thread 32: two blocks of 32 elements, of which each thread holds an element each

// withWhole returns the layout of a vector of the given shape whose dimension d is dimension from[d] of l; if
// from[d] is negative, threads hold the dimension as a whole.
func withWhole(l flow.Layout, shape []int64, from []int) flow.Layout {
	var kept, own, others []affine.Expr
	var sizes []int64
	for d, src := range from {
		if src < 0 {
			others, sizes = append(others, affine.Dim(d)), append(sizes, shape[d])
		} else {
			own, kept = append(own, affine.Dim(d)), append(kept, affine.Dim(src))
		}
	}
	rest := l.Apply(affine.NewMap(l.Rank(), 0, kept...))
	if others == nil {
		return rest
	}
	whole, n := l.Whole(sizes), len(shape)
	return whole.Recombine([]flow.Layout{whole, rest}, []affine.Map{affine.NewMap(n, 0, others...), affine.NewMap(n, 0, own...)}, affine.Identity(n))
}

// isHeld reports whether threads hold dimension d of a vector whole.
func isHeld(l flow.Layout, d int, size int64) bool {
	return l.Apply(affine.NewMap(l.Rank(), 0, affine.Dim(d))).HeldElements() == size
}

// Slice is a box of a vector: offset and size along each dimension.
type Slice struct{ Offsets, Sizes []int64 }

// SliceOf returns the slice that an operation takes from a vector or puts into it.
func SliceOf(op *ir.Operation) Slice {
	boxed, ok := op.Typed().(vector.Boxed)
	if !ok {
		return Slice{}
	}
	offsets, sizes := boxed.Box()
	return Slice{offsets, sizes}
}

// Layout returns the layout of a slice of a vector with the given shape and layout l; it is nil if a thread
// does not hold its elements of the slice. rank is the rank of the part, which may lack leading dimensions of
// extent 1.
func (s Slice) Layout(l flow.Layout, shape []int64, rank int) flow.Layout {
	for d, size := range s.Sizes {
		if size == shape[d] {
			continue
		}
		if b := blockLayout(l, s, shape, d); b != nil {
			l = b
		} else if isHeld(l, d, shape[d]) {
			from := make([]int, len(shape))
			for k := range from {
				from[k] = k
			}
			from[d] = -1
			l = withWhole(l, s.Sizes, from)
		} else {
			return nil
		}
		shape = slices.Clone(shape)
		shape[d] = size
	}
	return l.Project(s.Leading(rank))
}

// Leading marks the leading dimensions that a part of the given rank does not have, for Project.
func (s Slice) Leading(rank int) []bool {
	drop := make([]bool, len(s.Sizes))
	for d := range len(drop) - rank {
		drop[d] = true
	}
	return drop
}

// blockLayout returns the layout of a block along dimension d, or nil if the slice is no block of that
// dimension or threads do not hold their elements of all blocks.
func blockLayout(l flow.Layout, s Slice, shape []int64, d int) flow.Layout {
	size := s.Sizes[d]
	if shape[d]%size != 0 || s.Offsets[d]%size != 0 {
		return nil
	}
	split := l.Reshape(slices.Insert(slices.Replace(slices.Clone(shape), d, d+1, size), d, shape[d]/size))
	if split == nil || !isHeld(split, d, shape[d]/size) {
		return nil
	}
	return split.Project(flow.OneOf(len(shape)+1, int64(d)))
}

// whole returns the layout in which threads hold the sliced dimensions of a vector as a whole; the other
// dimensions are as in the layout of the part, which may have fewer dimensions.
func (s Slice) whole(l flow.Layout, shape []int64) flow.Layout {
	from := make([]int, len(shape))
	for d := range from {
		if from[d] = d - (len(shape) - l.Rank()); s.Sizes[d] != shape[d] || from[d] < 0 {
			from[d] = -1
		}
	}
	return withWhole(l, shape, from)
}

// Source returns the layout nearest to l for the vector, such that the slice has a layout.
func (s Slice) Source(l flow.Layout, shape []int64, rank int) flow.Layout {
	if l.Rank() == len(shape) && s.Layout(l, shape, rank) != nil {
		return l
	}
	return s.whole(l, shape)
}

func rankOf(v *ir.Value) int {
	if t, ok := v.Type().(*ir.VectorType); ok {
		return len(t.Dims)
	}
	return 0
}

// isComputedRow reports whether an operation extracts a row at a computed position.
func isComputedRow(op *ir.Operation) bool {
	extract := ir.As[vector.ExtractOp](op)
	return extract.Ok() && len(extract.DynamicPosition()) > 0
}

// takeForwards gives a slice the layout that follows from its source.
func takeForwards(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	if !vector.MovesSlice(op) {
		return
	}
	result := op.Typed().(vector.Taking).Result()
	s, shape := SliceOf(op), vectorShape(u.Value())
	p.Give(result, s.Layout(s.Source(l, shape, rankOf(result)), shape, rankOf(result)))
}

// takeFit keeps the layout of the source if the layout of the slice follows from it, and converts the source otherwise.
func takeFit(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
	if !vector.MovesSlice(op) {
		return
	}
	source := op.Typed().(vector.Taking).SourceMutable()
	s, shape := SliceOf(op), vectorShape(source.Value())
	from := p.Known(source.Value())
	if from != nil && isComputedRow(op) && s.Layout(from, shape, rankOf(v)) == nil {
		p.Settle(v, from.Project(s.Leading(rankOf(v)))) // lanes get the row from the lanes that hold it
		return
	}
	if from != nil {
		from = s.Source(from, shape, rankOf(v))
	} else {
		from = s.whole(l, shape)
	}
	p.Want(source, from)
	p.Settle(v, s.Layout(from, shape, rankOf(v)))
}

// putForwards sets the layout of an insertion's result to the layout of the destination, or to a layout that
// follows from the inserted part.
func putForwards(p flow.Propagator, op *ir.Operation, _ *ir.OpOperand, l flow.Layout) {
	put := op.Typed().(vector.Putting)
	result := put.Result()
	s, shape := SliceOf(op), vectorShape(result)
	switch {
	case vector.MovesSlice(op):
		l = s.Source(l, shape, rankOf(put.ValueToStore()))
	case l.Rank() < len(shape):
		l = s.whole(l, shape)
	}
	p.Give(result, l)
}

// putFit gives both operands of an insertion the layouts that follow from the result.
func putFit(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
	put := op.Typed().(vector.Putting)
	if !vector.MovesSlice(op) {
		p.Want(put.DestMutable(), l)
		p.Want(put.ValueToStoreMutable(), l.Project(SliceOf(op).Leading(rankOf(put.ValueToStore()))))
		return
	}
	s, shape, rank := SliceOf(op), vectorShape(v), rankOf(put.ValueToStore())
	to := s.Source(l, shape, rank)
	p.Settle(v, to)
	p.Want(put.DestMutable(), to)
	p.Want(put.ValueToStoreMutable(), s.Layout(to, shape, rank))
}

// rowsWhole returns the layout of a vector of the given shape in which threads hold dimension 0 as a whole;
// the other dimensions are as in l.
func rowsWhole(l flow.Layout, shape []int64) flow.Layout {
	from := make([]int, len(shape))
	for d := range from {
		from[d] = d
	}
	if len(from) > 0 {
		from[0] = -1
	}
	return withWhole(l, shape, from)
}

func shuffleForwards(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	if result := ir.Cast[vector.ShuffleOp](op).Vector(); l.Rank() > 0 {
		p.Give(result, rowsWhole(l, vectorShape(result)))
	}
}

func shuffleFit(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
	p.Settle(v, rowsWhole(l, vectorShape(v)))
	shuffle := ir.Cast[vector.ShuffleOp](op)
	for _, u := range []*ir.OpOperand{shuffle.V1Mutable(), shuffle.V2Mutable()} {
		p.Want(u, rowsWhole(l, vectorShape(u.Value())))
	}
}

// toElementsFit gives every thread the whole vector.
func toElementsFit(p flow.Propagator, _ *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	p.Want(u, l.Whole(vectorShape(u.Value())))
}

// fromElementsFit makes the whole vector in every thread, and converts it.
func fromElementsFit(p flow.Propagator, _ *ir.Operation, v *ir.Value, l flow.Layout) {
	p.Settle(v, l.Whole(vectorShape(v)))
}

func outerProductForwards(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	o := ir.Cast[vector.OuterProductOp](op)
	if l.Rank() == rankOf(o.Result()) {
		p.Give(o.Result(), l)
		return
	}
	lhs, rhs := p.Known(o.Lhs()), p.Known(o.Rhs())
	if lhs != nil && rhs != nil {
		rows, columns := affine.NewMap(2, 0, affine.Dim(0)), affine.NewMap(2, 0, affine.Dim(1))
		if r := lhs.Recombine([]flow.Layout{lhs, rhs}, []affine.Map{rows, columns}, affine.Identity(2)); r != nil && r.IsDistinct() {
			p.Give(o.Result(), r)
		}
	}
}

func outerProductFit(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
	o := ir.Cast[vector.OuterProductOp](op)
	p.Want(o.AccMutable(), l)
	if rankOf(v) == 1 { // the right operand is a scalar
		p.Want(o.LhsMutable(), l)
		return
	}
	p.Want(o.LhsMutable(), l.Project([]bool{false, true}))
	p.Want(o.RhsMutable(), l.Project([]bool{true, false}))
}
