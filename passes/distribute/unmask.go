package distribute

import (
	"optc/dialect/vector"
	"optc/ir"
	"optc/passes"
)

// dissolveMasks gives the mask of every vector.mask in root to the operation in it,
// or selects what changes nothing, so that masks are distributed as any operand is.
// A mask that is left has no form without the region.
func (d *distributor) dissolveMasks(root *ir.Operation) {
	var masks []*ir.Operation
	d.c.WalkPost(root, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[vector.MaskOp](op) {
			masks = append(masks, op)
		}
		return ir.Advance
	})
	for op := range passes.Each(d.c, masks) {
		for _, p := range append(vector.MaskLowering(), vector.MaskSelection()...) {
			d.rw.Before(op).Loc = op.Loc()
			if p.Root == (vector.MaskOp{}) && p.Rewrite(op, d.rw) {
				break
			}
		}
	}
}
