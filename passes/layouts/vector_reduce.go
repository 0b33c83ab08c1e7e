package layouts

import (
	"optc/dialect/iree/revision"
	"optc/dialect/vector"
	"optc/ir"
	"optc/layout/flow"
)

// The fits of reductions set the result's layout to the layout that follows from the source, if an
// accumulator with another anchor came first, and convert the result for its users. With the
// revisions of IREE such a reduction keeps the layout of the accumulator and is not distributed.
//
//	%r = vector.multi_reduction <add>, %x, %acc [1]              // %acc: #a, %x: #b, so that %r: #a
//	→ %s = vector.multi_reduction <add>, %x, %acc [1]            // %s: #b without dimension 1
//	  %r = iree_vector_ext.to_layout %s to layout(#a)

func multiReductionForwards(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	multiReduction := ir.Cast[vector.MultiReductionOp](op)
	if u == multiReduction.AccMutable() {
		p.Give(multiReduction.Dest(), l)
		return
	}
	if mask := op.Parent(); ir.Is[vector.MaskOp](mask) {
		giveMask(p, mask, l)
	}
	p.Give(multiReduction.Dest(), l.Project(ReducedDims(op, l.Rank())))
}

func multiReductionBackwards(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
	p.Want(ir.Cast[vector.MultiReductionOp](op).AccMutable(), l)
}

func multiReductionFit(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	multiReduction := ir.Cast[vector.MultiReductionOp](op)
	if revision.Of(p.Context()) != revision.Release || u != multiReduction.SourceMutable() {
		return
	}
	if mask := ir.As[vector.MaskOp](op.Parent()); mask.Ok() {
		p.Want(mask.MaskMutable(), l)
	}
	p.Settle(multiReduction.Dest(), l.Project(ReducedDims(op, l.Rank())))
}

// ReducedDims reports which dimensions of the source a multi_reduction removes.
func ReducedDims(op *ir.Operation, rank int) []bool {
	drop := make([]bool, rank)
	for _, d := range ir.Cast[vector.MultiReductionOp](op).ReductionDims() {
		drop[d] = true
	}
	return drop
}

// giveMask gives the operand of a vector.mask the layout of the vectors that it masks.
func giveMask(p flow.Propagator, mask *ir.Operation, l flow.Layout) {
	maskMask := ir.Cast[vector.MaskOp](mask)
	if p.Immediate() {
		p.Want(maskMask.MaskMutable(), l)
	} else {
		p.Give(maskMask.Mask(), l)
	}
}

func scanForwards(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	scan := ir.Cast[vector.ScanOp](op)
	if u == scan.InitialValueMutable() {
		p.Give(scan.AccumulatedValue(), l)
		return
	}
	p.Give(scan.Dest(), l)
	p.Give(scan.AccumulatedValue(), withoutScanned(op, l))
}

func scanBackwards(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
	scan := ir.Cast[vector.ScanOp](op)
	if v == scan.Dest() {
		p.Want(scan.SourceMutable(), l)
		l = withoutScanned(op, l)
	}
	p.Want(scan.InitialValueMutable(), l)
}

func scanFit(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
	scan := ir.Cast[vector.ScanOp](op)
	if revision.Of(p.Context()) == revision.Release && v == scan.Dest() {
		p.Settle(scan.AccumulatedValue(), withoutScanned(op, l))
	}
	scanBackwards(p, op, v, l)
}

// withoutScanned returns the layout of the remaining dimensions of a vector after a scan.
func withoutScanned(op *ir.Operation, l flow.Layout) flow.Layout {
	return l.Project(flow.OneOf(l.Rank(), ir.Cast[vector.ScanOp](op).ReductionDim()))
}
