package passes

import "optc/ir"

// ApplyPatterns runs the greedy driver with a set of patterns on every region of the
// operation on which the pass runs, and reports whether anything changed.
func ApplyPatterns(c *Context, patterns []*ir.Pattern) (changed bool) {
	set, config := ir.NewPatternSet(patterns...), ir.DefaultGreedyConfig()
	config.Sink = c
	for r := range c.Op.Regions() {
		did, _ := ir.ApplyGreedily(c, c.IR, r, set, config)
		changed = changed || did
	}
	return changed
}

// Patterns returns the Run of a pass that consists of patterns.
func Patterns(patterns func() []*ir.Pattern) func(c *Context) (changed bool, err error) {
	return func(c *Context) (bool, error) { return ApplyPatterns(c, patterns()), nil }
}

// OpsIn returns the operations of a kind directly inside the first block of another.
func OpsIn(around *ir.Operation, kind ir.OpKind) []*ir.Operation {
	var ops []*ir.Operation
	if around.Body() == nil {
		return nil
	}
	for op := range around.Body().Ops() {
		if kind.Kind().Is(op) {
			ops = append(ops, op)
		}
	}
	return ops
}

// IsVectorValue reports whether the value is a vector.
func IsVectorValue(v *ir.Value) bool {
	_, ok := v.Type().(*ir.VectorType)
	return ok
}
