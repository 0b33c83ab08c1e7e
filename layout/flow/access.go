package flow

import "optc/ir"

// accesses is the rule of operations that move a vector between memory and registers: operands that choose elements have the
// layouts that follow from the layout of the vector.
var accesses = &Rule{
	Forwards:   wantOfMoved,
	Backwards:  func(p Propagator, op *ir.Operation, _ *ir.Value, l Layout) { WantChoices(p, op, l) },
	FitOperand: wantOfMoved,
}

func wantOfMoved(p Propagator, op *ir.Operation, u *ir.OpOperand, l Layout) {
	if IsMoved(op, u) {
		WantChoices(p, op, l)
	}
}

// IsMoved reports whether an operand is the value that an operation moves to memory.
func IsMoved(op *ir.Operation, u *ir.OpOperand) bool {
	a, ok := ir.MoveOf(op)
	return ok && u.Value() == a.Moved && u.Owner() == op
}

// WantChoices demands of the operands that choose elements of an access, which moves a vector with layout l, the layouts that go
// with it: of index vectors, of the mask, and of a vector that takes the place of elements that are not read.
func WantChoices(p Propagator, op *ir.Operation, l Layout) {
	a, ok := ir.MoveOf(op)
	if !ok {
		return
	}
	for _, c := range a.Chosen {
		want(p, op, c.Operand, l.Apply(c.Map))
	}
	if a.Mask != nil {
		want(p, op, a.Mask, l.Apply(a.MaskMap))
	}
	if a.Padding != nil {
		want(p, op, a.Padding, l)
	}
}

// want demands a layout of the operands that are v.
func want(p Propagator, op *ir.Operation, v *ir.Value, l Layout) {
	for i := range op.NumOperands() {
		if u := op.OpOperand(i); u.Value() == v {
			p.Want(u, l)
		}
	}
}
