package passes

import "optc/ir"

// ApplyPatterns runs the greedy driver with a set of patterns on every region of the pass's
// operation, and reports whether anything changed.
func ApplyPatterns(c *Context, patterns []*ir.Pattern) (changed bool) {
	return ApplyPatternsWith(c, patterns, ir.DefaultGreedyConfig())
}

// ApplyPatternsWith is ApplyPatterns with other settings of the driver.
func ApplyPatternsWith(c *Context, patterns []*ir.Pattern, config ir.GreedyConfig) (changed bool) {
	set := ir.NewPatternSet(patterns...)
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

// WalkPatterns visits every operation inside the pass's operation once, nested operations before the enclosing operation, and
// applies the first pattern that matches. Operations that the patterns make are not visited, and nothing is folded
// (walkAndApplyPatterns upstream). Blocks that are not reachable are left out.
func WalkPatterns(c *Context, patterns []*ir.Pattern) (changed bool) {
	set, rw := ir.NewPatternSet(patterns...), ir.NewRewriter(c.IR, nil)
	var visit func(r *ir.Region)
	visit = func(r *ir.Region) {
		if r.Empty() {
			return
		}
		reachable := map[*ir.Block]bool{}
		for _, b := range ir.PostOrder(r.Front()) {
			reachable[b] = true
		}
		for b := range r.Blocks() {
			for op := b.Front(); reachable[b] && op != nil; {
				next := op.Next()
				for inner := range op.Regions() {
					visit(inner)
				}
				for _, p := range set.For(op.Kind()) {
					rw.Before(op).Loc = op.Loc()
					if p.Rewrite(op, rw) {
						changed = true
						break
					}
				}
				op = next
			}
		}
	}
	for r := range c.Op.Regions() {
		visit(r)
	}
	return changed
}
