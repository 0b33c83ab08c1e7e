package tune

import (
	"slices"

	"optc/dialect/vector"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
)

// needs finds the vectors of which code needs every element. Elements that are not needed may be
// neither read nor computed:
//
//	%v = vector.transfer_read …                          // not needed as a whole: a thread reads 4 rows
//	%s = vector.extract_strided_slice %v … [4, 64] …
//	vector.transfer_write %s, …
type needs map[*ir.Value]bool

// every reports whether code needs every element of a value.
func (n needs) every(v *ir.Value) bool {
	if needed, known := n[v]; known {
		return needed
	}
	n[v] = false // for uses in a cycle
	for u := v.FirstUse(); u != nil && !n[v]; u = u.Next() {
		n[v] = n.everyOf(u)
	}
	return n[v]
}

// everyOf reports whether an operation needs every element of its operand.
func (n needs) everyOf(u *ir.OpOperand) bool {
	op := u.Owner()
	if r, ok := ir.RearrangementOf(op); ok {
		return r.Whole && n.every(op.Result(0))
	}
	if put, ok := op.Typed().(vector.Putting); ok {
		return u.Value() == put.ValueToStore() && n.every(put.Result())
	}
	if partial[op.Kind()] {
		return false
	}
	if _, isNumber := kernel.NumberCost(op); isNumber && op.NumResults() == 1 {
		return n.every(op.Result(0))
	}
	if a, ok := ir.MoveOf(op); ok {
		return a.TouchesAll()
	}
	return !slices.ContainsFunc(op.OperandList(), isMask)
}

// partial has operations of several operands or results that may need a part of an operand only.
var partial = map[ir.Kind]bool{vector.ShuffleOp{}.Kind(): true, vector.DeinterleaveOp{}.Kind(): true, vector.ToElementsOp{}.Kind(): true}

// isMask reports whether a value is a vector of bits, which may leave out elements of other operands.
func isMask(v *ir.Value) bool {
	t, ok := v.Type().(*ir.VectorType)
	return ok && ir.IntWidth(t.Elem) == 1
}
