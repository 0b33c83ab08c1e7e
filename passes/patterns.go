package passes

import "optc/ir"

// applyPatterns runs the greedy driver with a set of patterns on every region of
// the operation that the pass runs on, and tells whether anything changed.
func applyPatterns(c *Context, patterns []*ir.Pattern) (changed bool) {
	set := ir.NewPatternSet(patterns...)
	for r := range c.Op.Regions() {
		did, _ := ir.ApplyGreedily(c, c.IR, r, set, ir.DefaultGreedyConfig())
		changed = changed || did
	}
	return changed
}

// group is a list of operands.
func group(vs ...*ir.Value) []*ir.Value { return vs }

func isVectorValue(v *ir.Value) bool {
	_, ok := v.Type().(*ir.VectorType)
	return ok
}
