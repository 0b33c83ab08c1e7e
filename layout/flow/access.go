package flow

import (
	"slices"

	"optc/ir"
)

// accesses is the rule of operations that move a vector between memory and registers: operands that choose elements have the
// layouts that follow from the layout of the vector.
var accesses = &Rule{
	Forwards:   WantChoicesOfMoved,
	Backwards:  func(p Propagator, op *ir.Operation, _ *ir.Value, l Layout) { WantChoices(p, op, l) },
	FitOperand: WantChoicesOfMoved,
}

// WantChoicesOfMoved is WantChoices for a write whose moved vector is operand u.
func WantChoicesOfMoved(p Propagator, op *ir.Operation, u *ir.OpOperand, l Layout) {
	if isMoved(op, u) {
		WantChoices(p, op, l)
	}
}

// isMoved reports whether an operand is the value that an operation moves to memory.
func isMoved(op *ir.Operation, u *ir.OpOperand) bool {
	a, ok := ir.MoveOf(op)
	return ok && u.Value() == a.Moved && u.Owner() == op
}

// WantChoices demands layouts that match layout l of the moved vector from the operands that choose elements of an access: from
// index vectors, from the mask, and from a vector that replaces elements that are not read.
func WantChoices(p Propagator, op *ir.Operation, l Layout) {
	a, ok := ir.MoveOf(op)
	if !ok {
		return
	}
	end := op.NumOperands()
	for _, c := range slices.Backward(a.Chosen) { // in the order of the operands; two may be the same value
		end = want(p, op, end, c.Operand, l.Apply(c.Map))
	}
	if a.Mask != nil {
		want(p, op, op.NumOperands(), a.Mask, l.Apply(a.MaskMap))
	}
	if a.Padding != nil && a.Padding.Type() == a.Moved.Type() {
		want(p, op, op.NumOperands(), a.Padding, l)
	}
}

// want demands a layout of the last operand, before operand end, that is v, and returns its number.
func want(p Propagator, op *ir.Operation, end int, v *ir.Value, l Layout) int {
	for i := end - 1; i >= 0; i-- {
		if u := op.OpOperand(i); u.Value() == v {
			p.Want(u, l)
			return i
		}
	}
	return end
}
