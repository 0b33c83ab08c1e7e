package layouts

import (
	"optc/dialect/iree/revision"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout/flow"
)

func gatherForwards(p flow.Propagator, op *ir.Operation, _ *ir.OpOperand, l flow.Layout) {
	p.Give(ir.Cast[vector.GatherOp](op).Result(), l)
}

func gatherBackwards(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
	gather := ir.Cast[vector.GatherOp](op)
	p.Want(gather.IndicesMutable(), l)
	p.Want(gather.MaskMutable(), l)
	p.Want(gather.PassThruMutable(), l)
}

// scatterFit demands of indices and mask the layout of the stored vector. IREE has no such
// rule.
func scatterFit(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	scatter := ir.Cast[vector.ScatterOp](op)
	if revision.Of(p.Context()) == revision.Release && u == scatter.ValueToStoreMutable() {
		p.Want(scatter.IndicesMutable(), l)
		p.Want(scatter.MaskMutable(), l)
	}
}

func transferReadBackwards(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
	p.Want(ir.Cast[vector.TransferReadOp](op).MaskMutable(), l.Apply(TransferMaskMap(op)))
}

// wantWriteMask demands of the mask of a transfer_write the layout that follows from the
// stored vector.
func wantWriteMask(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	transferWrite := ir.Cast[vector.TransferWriteOp](op)
	if u == transferWrite.ValueToStoreMutable() {
		p.Want(transferWrite.MaskMutable(), l.Apply(TransferMaskMap(op)))
	}
}

// TransferMaskMap maps the dimensions of a transfer's vector to the dimensions of its
// mask.
func TransferMaskMap(op *ir.Operation) affine.Map {
	t, _ := vector.AsTransfer(op)
	return vectorext.TransferMaskMap(t.Map())
}
