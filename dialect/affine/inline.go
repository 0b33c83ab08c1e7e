package affine

import "optc/ir"

// inlineInto keeps the rules of dimensions and symbols: a body with one block may be
// inlined into an affine loop or conditional if only affine accesses in it have effects,
// and if all operands of its maps remain valid dimensions and symbols.
func inlineInto(dest, body *ir.Region, args []*ir.Value) bool {
	if p := dest.Parent(); !ir.Is[ForOp](p) && !ir.Is[ParallelOp](p) && !ir.Is[IfOp](p) || !body.HasOneBlock() {
		return false
	}
	remains := func(vs []*ir.Value, legal func(*ir.Value, *ir.Region) bool) bool {
		scope := ScopeOf(dest.Parent())
		for _, v := range vs {
			switch {
			case !isTopLevelIn(v, body):
			case v.DefiningOp() == nil:
				if !legal(args[v.Index()], scope) {
					return false
				}
			case ir.ConstantOf(v.DefiningOp()) == nil && !isDim(v.DefiningOp()):
				return false
			}
		}
		return true
	}
	for op := range body.Front().Ops() {
		a, isAccess := op.Typed().(accessOp)
		if isAccess && !ir.Is[PrefetchOp](op) {
			dims, operands := MapOf(op).NumDims, a.Indices()
			if !remains(operands[:dims], isValidDimIn) || !remains(operands[dims:], isValidSymbolIn) {
				return false
			}
		} else if op.NumRegions() > 0 || !ir.IsMemoryEffectFree(op) {
			return false
		}
	}
	return true
}

// inlineOp allows affine operations where the values of a function may be dimensions and
// symbols, and in affine loops and conditionals.
func inlineOp(_ *ir.Operation, dest *ir.Region) bool {
	p := dest.Parent()
	return p.Has(ir.AffineScope) || ir.Is[ForOp](p) || ir.Is[ParallelOp](p) || ir.Is[IfOp](p)
}
