package distribute

import (
	"optc/dialect/iree/ireemap"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes"
	"optc/passes/layouts"
)

// KnownLayouts returns the nested layout of every vector in op that gets one when op is
// distributed. It inserts the conversions and the copies of cheap operations that
// distribution inserts, so that op is best a copy.
func KnownLayouts(c *passes.Context, op *ir.Operation) map[*ir.Value]*vectorext.NestedLayout {
	rw := c.Rewriter(nil)
	newDistributor(c, rw, defaultSubgroup, "").dissolveMasks(op)
	return layouts.AnalyzeLayouts[*vectorext.NestedLayout](c, op, rw, layouts.ForOthers[*vectorext.NestedLayout, *ireemap.PackLayout](c, op))
}
