package ir

// independentRegions appends to list the regions inside r that the greedy driver
// can work on one by one, in any order, with the same result as on r as a whole;
// r itself if it cannot be divided.
//
// A region can be divided when it is one block of operations that the driver does
// not touch themselves: no value leads from one to the other, and what is nested
// in an isolated operation depends on nothing outside. The driver would visit the
// nested operations one after the other, those of one region in the same order as
// alone. It would also visit a region again that is finished because another one
// is not; then populate finds all constants in front already, and nothing else
// applies, since nothing applied to the same operations before.
func independentRegions(r *Region, patterns *PatternSet, list []*Region) []*Region {
	if !r.HasOneBlock() {
		return append(list, r)
	}
	for op := r.first.first; op != nil; op = op.next {
		if !untouched(op, patterns) {
			return append(list, r)
		}
	}
	for op := r.first.first; op != nil; op = op.next {
		for i := range op.NumRegions() {
			list = independentRegions(op.Region(i), patterns, list)
		}
	}
	return list
}

// untouched reports whether the greedy driver can neither change nor erase the
// operation, whatever happens inside it, and nothing inside it uses values from
// outside.
func untouched(op *Operation, patterns *PatternSet) bool {
	d := op.def
	return d.Fold == nil && len(patterns.For(op.Kind())) == 0 && len(op.operands()) == 0 &&
		(op.NumRegions() == 0 || op.Has(IsolatedFromAbove)) &&
		d.Traits&RecursiveMemoryEffects == 0 && !WouldBeTriviallyDead(op)
}
