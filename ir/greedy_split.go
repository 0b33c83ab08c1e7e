package ir

// independentRegions appends to list the regions inside the divisible region r that the greedy
// driver can process separately.
func independentRegions(r *Region, patterns *PatternSet, list []*Region) []*Region {
	for op := r.first.first; op != nil; op = op.next {
		for i := range op.NumRegions() {
			if inner := op.Region(i); isDivisible(inner, patterns) {
				list = independentRegions(inner, patterns, list)
			} else {
				list = append(list, inner)
			}
		}
	}
	return list
}

// isDivisible reports whether the greedy driver can work on the regions inside r
// separately, in any order, with the same result as on r as a whole.
//
// A region can be divided when it is a single block of operations that the driver does not change
// themselves, no operation uses a value of another, and the operations nested in an isolated
// operation depend on nothing outside. In this case the driver would process the nested operations
// one after the other, and the operations of a region in the same order as when it processes this
// region alone. The driver on r would also visit a finished region again because another region is
// not finished. That changes nothing: populate finds all constants at the front already, and the
// patterns do not apply, because they did not apply to the same operations before.
func isDivisible(r *Region, patterns *PatternSet) bool {
	if !r.HasOneBlock() {
		return false
	}
	for op := r.first.first; op != nil; op = op.next {
		if !isUntouched(op, patterns) {
			return false
		}
	}
	return true
}

// isUntouched reports whether the greedy driver can neither change nor erase the operation, however
// its contents change, and no operation inside uses values from outside.
func isUntouched(op *Operation, patterns *PatternSet) bool {
	d := op.def
	return d.Fold == nil && len(patterns.For(op.Kind())) == 0 && len(op.operands()) == 0 &&
		(op.NumRegions() == 0 || op.Has(IsolatedFromAbove)) &&
		d.Traits&RecursiveMemoryEffects == 0 && !WouldBeTriviallyDead(op)
}
