package okk

import "optc/ir"

// NameOf returns the name of a value in the text of its kernel, with the percent sign.
func NameOf(v *ir.Value) string {
	op := v.ParentBlock().ParentOp()
	for op.Parent() != nil && !ir.Is[KernelOp](op) {
		op = op.Parent()
	}
	return ir.ValueNames(op)(v)
}

// verifyLives checks that a kernel uses no tensor after the okk.dealloc that ends its life.
func verifyLives(kernel *ir.Operation) (found *ir.Diagnostic) {
	ended := map[*ir.Value]*ir.Operation{} // the okk.dealloc of each tensor
	ir.Walk(kernel, func(op *ir.Operation) ir.WalkResult {
		dealloc := ir.As[DeallocOp](op)
		for _, v := range op.Operands() {
			end := ended[Base(v)]
			switch {
			case end == nil:
				continue
			case dealloc.Ok():
				found = problem(op, "double-dealloc", "'%s' has been deallocated before", NameOf(v)).Note(end.Loc(), "its life ends here")
			default:
				found = problem(op, "use-after-dealloc", "uses '%s', whose memory belongs to other tensors by now", NameOf(v)).Note(end.Loc(), "the life of '%s' ends here", NameOf(Base(v)))
			}
			return ir.Interrupt
		}
		if dealloc.Ok() {
			if found = verifyDealloc(op, dealloc.Tensor()); found != nil {
				return ir.Interrupt
			}
			ended[dealloc.Tensor()] = op
		}
		return ir.Advance
	})
	return found
}

// verifyDealloc checks that a life ends once for each time that it begins.
func verifyDealloc(op *ir.Operation, v *ir.Value) *ir.Diagnostic {
	alloc := v.DefiningOp()
	switch {
	case !ir.Is[AllocOp](alloc):
		return problem(op, "bad-dealloc", "expected a tensor that okk.alloc defines, but '%s' is a view", NameOf(v)).Note(alloc.Loc(), "the view is here")
	case alloc.Block() != op.Block():
		return problem(op, "bad-dealloc", "expected to end the life of '%s' in the block where it begins", NameOf(v)).Note(alloc.Loc(), "its life begins here")
	}
	return nil
}
