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
	p.Give(vector.Gather.Result(op), l)
}

func gatherBackwards(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
	p.Want(vector.Gather.IndicesMutable(op), l)
	p.Want(vector.Gather.MaskMutable(op), l)
	p.Want(vector.Gather.PassThruMutable(op), l)
}

// scatterFit demands of indices and mask the layout of the stored vector. IREE has no such
// rule.
func scatterFit(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	if revision.Of(p.Context()) == revision.Release && u == vector.Scatter.ValueToStoreMutable(op) {
		p.Want(vector.Scatter.IndicesMutable(op), l)
		p.Want(vector.Scatter.MaskMutable(op), l)
	}
}

func transferReadBackwards(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
	p.Want(vector.TransferRead.MaskMutable(op), l.Apply(TransferMaskMap(op)))
}

// wantWriteMask demands of the mask of a transfer_write the layout that follows from the
// stored vector.
func wantWriteMask(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	if u == vector.TransferWrite.ValueToStoreMutable(op) {
		p.Want(vector.TransferWrite.MaskMutable(op), l.Apply(TransferMaskMap(op)))
	}
}

// TransferMaskMap maps the dimensions of a transfer's vector to those of its mask.
func TransferMaskMap(op *ir.Operation) affine.Map {
	t, _ := vector.AsTransfer(op)
	return vectorext.TransferMaskMap(t.Map())
}
