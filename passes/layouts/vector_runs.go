package layouts

import (
	"cmp"
	"slices"

	"optc/dialect/iree/revision"
	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout/flow"
)

// Interleave, deinterleave and bitcast combine or divide runs of k elements along the last
// dimension. The coarse vector has an element for every run of the fine vector:
//
//	vector.interleave %a, %b : vector<4xf32> -> vector<8xf32>     // k = 2: %a and %b are coarse, the result is fine
//	vector.bitcast %v : vector<4xi32> to vector<16xi8>            // k = 4: %v is coarse
//
// Threads that hold whole runs compute in registers. IREE has no such rules.

// Coarser derives the layout of a coarse vector, with rank dimensions, from the layout l of its fine
// vector: an element of the coarse vector is in every thread that holds any element of its run in the
// fine vector. whole reports whether threads hold whole runs. c is nil if no layout describes that.
func Coarser(l flow.Layout, fine []int64, rank int, k int64) (c flow.Layout, whole bool) {
	return withoutDigit(l, fine, rank, k, false)
}

// withoutDigit splits the last dimension of a layout in two, one of which has extent k, and
// projects it away: the first one if outer is set. held reports whether threads hold all k values.
func withoutDigit(l flow.Layout, fine []int64, rank int, k int64, outer bool) (c flow.Layout, held bool) {
	last := len(fine) - 1
	digit := last + 1
	shape := append(slices.Clone(fine[:last]), fine[last]/k, k)
	if outer {
		digit, shape[last], shape[last+1] = last, k, fine[last]/k
	}
	split := l.Reshape(shape)
	if split == nil {
		return nil, false
	}
	drop, others := make([]bool, len(shape)), slices.Repeat([]bool{true}, len(shape))
	drop[digit], others[digit] = true, false
	if rank == last { // the coarse vector has no last dimension
		drop[2*last+1-digit] = true
	}
	return split.Project(drop), split.Project(others).HeldElements() == k
}

// finer derives the layout of the fine vector in which a thread that holds an element of the coarse
// vector holds the whole run of that element.
func finer(l flow.Layout, fine []int64, k int64) flow.Layout {
	n := l.Rank()
	own := affine.NewMap(n+1, 0, slices.Clone(affine.Identity(n + 1).Results[:n])...)
	run := affine.NewMap(n+1, 0, affine.Dim(n))
	split := l.Recombine([]flow.Layout{l, l.Whole([]int64{k})}, []affine.Map{own, run}, affine.Identity(n+1))
	if split == nil {
		return nil
	}
	return split.Reshape(fine)
}

// coarse returns a layout for a coarse vector that resembles the layout of its fine vector: if
// threads do not hold whole runs, they hold one k-th of its elements, or, failing that, copies.
func coarse(l flow.Layout, fine []int64, rank int, k int64) flow.Layout {
	c, whole := Coarser(l, fine, rank, k)
	if whole {
		return c
	}
	if part, held := withoutDigit(l, fine, rank, k, true); held {
		return part
	}
	if c != nil {
		return c
	}
	shape := slices.Clone(fine[:rank])
	if rank == len(fine) {
		shape[rank-1] /= k
	}
	return wholeLast(l, shape)
}

// wholeLast returns the layout of a vector of the given shape in which every thread holds the whole last
// dimension, which has another extent in l or is missing there; the other dimensions are as in l.
func wholeLast(l flow.Layout, shape []int64) flow.Layout {
	n, rank := l.Rank(), len(shape)
	rest := l.Project(flow.OneOf(n, int64(n-1)))
	if rank < n {
		return rest
	}
	own := affine.NewMap(rank, 0, slices.Clone(affine.Identity(rank).Results[:rank-1])...)
	row := affine.NewMap(rank, 0, affine.Dim(rank-1))
	whole := l.Whole(shape[rank-1:])
	return whole.Recombine([]flow.Layout{whole, rest}, []affine.Map{row, own}, affine.Identity(rank))
}

// ofRelease returns a rule that only applies to the current revision: IREE has no such rule.
func ofRelease(rule *flow.Rule) *flow.Rule {
	isRelease := func(p flow.Propagator) bool { return revision.Of(p.Context()) == revision.Release }
	out := *rule
	if rule.Forwards != nil {
		out.Forwards = func(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
			if isRelease(p) {
				rule.Forwards(p, op, u, l)
			}
		}
	}
	if rule.FitOperand != nil {
		out.FitOperand = func(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
			if isRelease(p) {
				rule.FitOperand(p, op, u, l)
			}
		}
	}
	if rule.FitValue != nil {
		out.FitValue = func(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
			if isRelease(p) {
				rule.FitValue(p, op, v, l)
			}
		}
	}
	return &out
}

func vectorShape(v *ir.Value) []int64 { return v.Type().(*ir.VectorType).Dims }

func interleaveForwards(p flow.Propagator, op *ir.Operation, _ *ir.OpOperand, l flow.Layout) {
	result := ir.Cast[vector.InterleaveOp](op).Result()
	p.Give(result, finer(l, vectorShape(result), 2))
}

// interleaveFit gives the operands the layout that follows from the result. If no layout does, the
// result is computed in another layout and converted.
func interleaveFit(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
	interleave := ir.Cast[vector.InterleaveOp](op)
	fine, rank := vectorShape(v), len(vectorShape(interleave.Lhs()))
	c, _ := Coarser(l, fine, rank, 2)
	if c == nil {
		if c = cmp.Or(p.Known(interleave.Lhs()), p.Known(interleave.Rhs())); c == nil {
			c = coarse(l, fine, rank, 2)
		}
		p.Settle(v, finer(c, fine, 2))
	}
	p.Want(interleave.LhsMutable(), c)
	p.Want(interleave.RhsMutable(), c)
}

func deinterleaveForwards(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	fine := vectorShape(u.Value())
	for _, r := range op.Results() {
		p.Give(r, coarse(l, fine, len(fine), 2))
	}
}

// deinterleaveFit gives both results one layout, and the source the layout that follows from it.
func deinterleaveFit(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
	source := ir.Cast[vector.DeinterleaveOp](op).SourceMutable()
	p.Want(source, finer(l, vectorShape(source.Value()), 2))
	for _, r := range op.Results() {
		p.Settle(r, l)
	}
}

func bitcastForwards(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	result := ir.Cast[vector.BitcastOp](op).Result()
	from, to := vectorShape(u.Value()), vectorShape(result)
	switch k, widens := Runs(op); {
	case k == 1:
		p.Give(result, l)
	case k == 0:
		p.Give(result, wholeLast(l, to))
	case widens:
		p.Give(result, coarse(l, from, len(from), k))
	default:
		p.Give(result, finer(l, to, k))
	}
}

// bitcastFit gives the source the layout that follows from the result. If the result is fine and its
// threads do not hold whole runs, the result is computed in another layout and converted.
func bitcastFit(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
	source := ir.Cast[vector.BitcastOp](op).SourceMutable()
	from, to := vectorShape(source.Value()), vectorShape(v)
	switch k, widens := Runs(op); {
	case k == 1:
		p.Want(source, l)
	case k == 0:
		p.Settle(v, wholeLast(l, to))
		p.Want(source, wholeLast(l, from))
	case widens:
		p.Want(source, finer(l, from, k))
	default:
		c, whole := Coarser(l, to, len(to), k)
		if !whole {
			if c = p.Known(source.Value()); c == nil {
				c = coarse(l, to, len(to), k)
			}
			p.Settle(v, finer(c, to, k))
		}
		p.Want(source, c)
	}
}

// Runs returns the number of elements of the fine vector per element of the coarse vector of a
// vector.bitcast, 0 if neither number of elements divides the other; widens reports whether the result is
// the coarse vector.
func Runs(op *ir.Operation) (k int64, widens bool) {
	bitcast := ir.Cast[vector.BitcastOp](op)
	from, _ := ir.NumElements(vectorShape(bitcast.Source()))
	to, _ := ir.NumElements(vectorShape(bitcast.Result()))
	switch {
	case from%to == 0:
		return from / to, true
	case to%from == 0:
		return to / from, false
	}
	return 0, false
}
