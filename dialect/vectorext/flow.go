package vectorext

import (
	"optc/dialect/iree/revision"
	"optc/ir"
	"optc/layout/flow"
)

// sameElements: an anchor moves no element.
var sameElements = ir.Rearranging.By(func(op *ir.Operation) ir.Rearrangement {
	return ir.Rearrangement{Source: ir.Cast[ToLayoutOp](op).Input(), Whole: true, From: func(at, source []int64) { copy(source, at) }}
})

// toLayoutFlow demands the layout of an anchor for the anchor's operand, unless the
// conversion goes through shared memory. The layout of the operand implies nothing about
// the result.
var toLayoutFlow = flow.Propagation.By(&flow.Rule{
	Backwards: func(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
		toLayout := ir.Cast[ToLayoutOp](op)
		if p.Immediate() || toLayout.SharedMemoryConversion() == nil {
			p.Want(toLayout.InputMutable(), l)
		}
	},
	Sources: flow.Operands,
})

// scatterFlow demands of index vectors and the mask the layouts that follow from the stored vector. IREE has no such
// rule.
var scatterFlow = flow.Propagation.By(&flow.Rule{
	FitOperand: func(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
		if revision.Of(p.Context()) == revision.Release {
			flow.WantChoicesOfMoved(p, op, u, l)
		}
	},
})

// argCompareFlow gives the results the layout of the compared vector without the
// dimension that is reduced.
var argCompareFlow = flow.Propagation.By(&flow.Rule{
	Forwards: func(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
		argCompare := ir.Cast[ArgCompareOp](op)
		switch u {
		case argCompare.InitValueMutable():
			p.Give(argCompare.ResultValue(), l)
		case argCompare.InitIndexMutable():
			p.Give(argCompare.ResultIndex(), l)
		default:
			reduced := l.Project(flow.OneOf(l.Rank(), argCompare.Dimension()))
			p.Give(argCompare.ResultValue(), reduced)
			p.Give(argCompare.ResultIndex(), reduced)
		}
	},
	Backwards: func(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
		argCompare := ir.Cast[ArgCompareOp](op)
		if v == argCompare.ResultValue() {
			p.Want(argCompare.InitValueMutable(), l)
		} else {
			p.Want(argCompare.InitIndexMutable(), l)
		}
	},
	// IREE has no such rule.
	FitOperand: func(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
		argCompare := ir.Cast[ArgCompareOp](op)
		if revision.Of(p.Context()) == revision.Release && u == argCompare.InputValueMutable() {
			reduced := l.Project(flow.OneOf(l.Rank(), argCompare.Dimension()))
			p.Settle(argCompare.ResultValue(), reduced)
			p.Settle(argCompare.ResultIndex(), reduced)
			p.Want(argCompare.InputIndexMutable(), l)
		}
	},
})
