package tune

import (
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
	"slices"
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
	switch x := op.Typed().(type) {
	case vector.ExtractOp, vector.ExtractStridedSliceOp, vector.ShuffleOp, vector.DeinterleaveOp, vector.ToElementsOp:
		return false
	case vector.InsertOp:
		return u.Value() == x.ValueToStore() && n.every(x.Result())
	case vector.InsertStridedSliceOp:
		return u.Value() == x.ValueToStore() && n.every(x.Result())
	case vectorext.ToLayoutOp, vector.TransposeOp, vector.ShapeCastOp, vector.BroadcastOp:
		return n.every(op.Result(0))
	}
	if _, isNumber := kernel.NumberCost(op); isNumber && op.NumResults() == 1 {
		return n.every(op.Result(0))
	}
	if a, ok := ir.MoveOf(op); ok {
		return a.TouchesAll()
	}
	return !slices.ContainsFunc(op.OperandList(), isMask)
}

// isMask reports whether a value is a vector of bits, which may leave out elements of other operands.
func isMask(v *ir.Value) bool {
	t, ok := v.Type().(*ir.VectorType)
	return ok && ir.IntWidth(t.Elem) == 1
}
