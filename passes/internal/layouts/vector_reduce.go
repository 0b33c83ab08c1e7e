package layouts

import (
	"optc/dialect/iree/ireegpu"
	"optc/dialect/iree/revision"
	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout/flow"
)

// The fits of reductions give the result the layout that follows from the source, where
// an accumulator with another anchor was first, and convert the result for its users. In
// the revisions of IREE such a reduction keeps the layout of the accumulator and is not
// distributed.
//
//	%r = vector.multi_reduction <add>, %x, %acc [1]              // %acc: #a, %x: #b, so that %r: #a
//	→ %s = vector.multi_reduction <add>, %x, %acc [1]            // %s: #b without dimension 1
//	  %r = iree_vector_ext.to_layout %s to layout(#a)

func multiReductionForwards(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	if u == vector.MultiReduction.AccMutable(op) {
		p.Give(vector.MultiReduction.Dest(op), l)
		return
	}
	if mask := op.Parent(); vector.Mask.Is(mask) {
		giveMask(p, mask, l)
	}
	p.Give(vector.MultiReduction.Dest(op), l.Project(ReducedDims(op, l.Rank())))
}

func multiReductionBackwards(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
	p.Want(vector.MultiReduction.AccMutable(op), l)
}

func multiReductionFit(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	if revision.Of(p.Context()) != revision.Release || u != vector.MultiReduction.SourceMutable(op) {
		return
	}
	if mask := op.Parent(); vector.Mask.Is(mask) {
		p.Want(vector.Mask.MaskMutable(mask), l)
	}
	p.Settle(vector.MultiReduction.Dest(op), l.Project(ReducedDims(op, l.Rank())))
}

// ReducedDims reports which dimensions of the source a multi_reduction removes.
func ReducedDims(op *ir.Operation, rank int) []bool {
	drop := make([]bool, rank)
	for _, d := range vector.MultiReduction.ReductionDims(op) {
		drop[d] = true
	}
	return drop
}

// giveMask gives the operand of a vector.mask the layout of the vectors that it masks.
func giveMask(p flow.Propagator, mask *ir.Operation, l flow.Layout) {
	if p.Immediate() {
		p.Want(vector.Mask.MaskMutable(mask), l)
	} else {
		p.Give(vector.Mask.Mask(mask), l)
	}
}

func scanForwards(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	if u == vector.Scan.InitialValueMutable(op) {
		p.Give(vector.Scan.AccumulatedValue(op), l)
		return
	}
	p.Give(vector.Scan.Dest(op), l)
	p.Give(vector.Scan.AccumulatedValue(op), withoutScanned(op, l))
}

func scanBackwards(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
	if v == vector.Scan.Dest(op) {
		p.Want(vector.Scan.SourceMutable(op), l)
		l = withoutScanned(op, l)
	}
	p.Want(vector.Scan.InitialValueMutable(op), l)
}

func scanFit(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
	if revision.Of(p.Context()) == revision.Release && v == vector.Scan.Dest(op) {
		p.Settle(vector.Scan.AccumulatedValue(op), withoutScanned(op, l))
	}
	scanBackwards(p, op, v, l)
}

// withoutScanned returns the layout of what remains of a vector after a scan.
func withoutScanned(op *ir.Operation, l flow.Layout) flow.Layout {
	return l.Project(flow.OneOf(l.Rank(), vector.Scan.ReductionDim(op)))
}

func contractForwards(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	if u == vector.Contract.AccMutable(op) {
		p.Give(vector.Contract.Result(op), l)
		return
	}
	if ireegpu.IntrinsicOf(op) != nil {
		return // the intrinsic determines how the result is held
	}
	if mask := op.Parent(); vector.Mask.Is(mask) {
		if inverse, ok := iterationLayoutMap(op, u); ok {
			giveMask(p, mask, l.Apply(inverse))
		}
	}
	if combined := contractLayout(p, op); combined != nil {
		p.Give(vector.Contract.Result(op), combined)
	}
}

func contractBackwards(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
	p.Want(vector.Contract.AccMutable(op), l)
}

func contractFit(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	if revision.Of(p.Context()) != revision.Release || u == vector.Contract.AccMutable(op) {
		return
	}
	if mask := op.Parent(); vector.Mask.Is(mask) {
		if inverse, ok := iterationLayoutMap(op, u); ok {
			p.Want(vector.Mask.MaskMutable(mask), l.Apply(inverse))
		}
	}
	if isLhs := u.Index() == 0; isLhs && ireegpu.IntrinsicOf(op) == nil {
		p.Settle(vector.Contract.Result(op), contractLayout(p, op))
	}
}

// contractLayout returns the layout of the result that follows from lhs and rhs, or nil.
func contractLayout(p flow.Propagator, op *ir.Operation) flow.Layout {
	lhs, rhs := p.Known(vector.Contract.Lhs(op)), p.Known(vector.Contract.Rhs(op))
	if lhs == nil || rhs == nil {
		return nil
	}
	maps := vector.Contract.IndexingMaps(op)
	return lhs.Recombine([]flow.Layout{lhs, rhs}, maps[:2], maps[2])
}

// iterationLayoutMap returns the map from the dimensions of an operand of a contraction to
// the iterators, if each of them is a dimension of the operand.
func iterationLayoutMap(op *ir.Operation, u *ir.OpOperand) (inverse affine.Map, ok bool) {
	m := vector.Contract.IndexingMaps(op)[u.Index()]
	if !m.IsPermutation() {
		return inverse, false
	}
	return affine.InversePermutation(m)
}
