package distribute

import (
	"optc/dialect/gpu"
	"optc/dialect/iree/ireemap"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes"
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/sectors"
	"optc/passes/distribute/internal/threadcode"
	"optc/passes/layouts"
)

// KnownLayouts returns the nested layout of every vector in op that gets one when op is
// distributed. It inserts the conversions and the copies of cheap operations that distribution
// inserts, so op should be a copy.
func KnownLayouts(c *passes.Context, op *ir.Operation) map[*ir.Value]*vectorext.NestedLayout {
	rw := c.Rewriter(nil)
	dissolveMasks(core.NewNested(c, rw, threadcode.Group{Subgroup: defaultSubgroup}), op)
	return layouts.AnalyzeLayouts[*vectorext.NestedLayout](c, op, rw, layouts.ForOthers[*vectorext.NestedLayout, *ireemap.PackLayout](c, op))
}

// AccessCount is the number of sectors of global memory that the threads of a subgroup touch in an operation.
type AccessCount struct {
	Verb        string // what a thread does: "reads", "writes", "gathers", "scatters" or "stores"
	Text        string // a description that begins with the verb
	Least, Most int64  // sectors; Least and Most differ if unknown indices decide
}

// CountAccesses returns a function that counts the sectors that the threads of a subgroup of a chip touch when they read or write the
// value of a to_layout: in transfers, gathers, scatters and map_stores of module.
func CountAccesses(module *ir.Operation, chip gpu.Chip, subgroup int64) func(op vectorext.ToLayoutOp) []AccessCount {
	count := sectors.CountAccesses(module, chip, subgroup)
	return func(op vectorext.ToLayoutOp) (list []AccessCount) {
		for _, a := range count(op) {
			list = append(list, AccessCount(a))
		}
		return list
	}
}
