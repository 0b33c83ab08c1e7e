package distribute

import (
	"optc/dialect/vector"
	"optc/ir"
	"optc/passes"
	"optc/passes/distribute/internal/core"
)

// dissolveMasks moves the mask of every vector.mask in root into the masked operation, or selects
// values without effect in the masked lanes, so that masks are distributed as any operand is. A
// mask that remains has no form without the region.
func dissolveMasks(d *core.Nested, root *ir.Operation) {
	var masks []*ir.Operation
	d.Pass.WalkPost(root, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[vector.MaskOp](op) {
			masks = append(masks, op)
		}
		return ir.Advance
	})
	for op := range passes.Each(d.Pass, masks) {
		for _, p := range append(vector.MaskLowering(), vector.MaskSelection()...) {
			d.RW.Before(op).Loc = op.Loc()
			if p.Root == (vector.MaskOp{}) && p.Rewrite(op, d.RW) {
				break
			}
		}
	}
}
