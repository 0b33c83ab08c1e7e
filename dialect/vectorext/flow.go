package vectorext

import (
	"optc/dialect/iree/revision"
	"optc/ir"
	"optc/layout/flow"
)

// toLayoutFlow demands the layout of an anchor for the anchor's operand, unless the
// conversion goes through shared memory. The layout of the operand implies nothing about
// the result.
var toLayoutFlow = flow.Propagation.By(&flow.Rule{
	Backwards: func(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
		if p.Immediate() || ToLayout.SharedMemoryConversion(op) == nil {
			p.Want(ToLayout.InputMutable(op), l)
		}
	},
	Sources: flow.Operands,
})

// gatherFlow demands of index vectors and the mask the layouts that follow from their
// maps.
var gatherFlow = flow.Propagation.By(&flow.Rule{
	Backwards: func(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
		wantMapped(p, op, l, TransferGather.IndexVecsMutable(op), TransferGather.MaskMutable(op))
	},
})

// scatterFlow demands the same, from the layout of the stored vector. IREE has no such
// rule.
var scatterFlow = flow.Propagation.By(&flow.Rule{
	FitOperand: func(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
		if revision.Of(p.Context()) == revision.Release && u == TransferScatter.VectorMutable(op) {
			wantMapped(p, op, l, TransferScatter.IndexVecsMutable(op), TransferScatter.MaskMutable(op))
		}
	},
})

func wantMapped(p flow.Propagator, op *ir.Operation, l flow.Layout, indexVecs []*ir.OpOperand, mask *ir.OpOperand) {
	t := Transfer{op}
	maps := t.VectorMaps()
	for k, u := range indexVecs {
		p.Want(u, l.Apply(maps[k]))
	}
	if mask != nil {
		p.Want(mask, l.Apply(t.MaskMap()))
	}
}

// argCompareFlow gives the results the layout of the compared vector without the
// dimension that is reduced.
var argCompareFlow = flow.Propagation.By(&flow.Rule{
	Forwards: func(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
		switch u {
		case ArgCompare.InitValueMutable(op):
			p.Give(ArgCompare.ResultValue(op), l)
		case ArgCompare.InitIndexMutable(op):
			p.Give(ArgCompare.ResultIndex(op), l)
		default:
			reduced := l.Project(flow.OneOf(l.Rank(), ArgCompare.Dimension(op)))
			p.Give(ArgCompare.ResultValue(op), reduced)
			p.Give(ArgCompare.ResultIndex(op), reduced)
		}
	},
	Backwards: func(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
		if v == ArgCompare.ResultValue(op) {
			p.Want(ArgCompare.InitValueMutable(op), l)
		} else {
			p.Want(ArgCompare.InitIndexMutable(op), l)
		}
	},
	// IREE has no such rule.
	FitOperand: func(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
		if revision.Of(p.Context()) == revision.Release && u == ArgCompare.InputValueMutable(op) {
			reduced := l.Project(flow.OneOf(l.Rank(), ArgCompare.Dimension(op)))
			p.Settle(ArgCompare.ResultValue(op), reduced)
			p.Settle(ArgCompare.ResultIndex(op), reduced)
			p.Want(ArgCompare.InputIndexMutable(op), l)
		}
	},
})
