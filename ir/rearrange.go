package ir

// This file has the interface of operations that only move the elements of an operand to other positions.
//
//	%t = vector.transpose %v, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
//	→ Source %v, Whole, From([i, j]) = [j, i]
//	%s = vector.extract_strided_slice %v {offsets = [2], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
//	→ Source %v, From([i, j]) = [i + 2, j]

// Rearranging is the interface of operations with a single result, each element of which is an element of one operand.
var Rearranging = NewInterface[func(op *Operation) Rearrangement]("rearrangement of elements")

// Rearrangement specifies where the elements of a result come from.
type Rearrangement struct {
	Source *Value
	Whole  bool // every element of the source is an element of the result
	// From writes the coordinates in the source of the element that is at some coordinates of the result. It is nil if
	// the position depends on operands.
	From func(at, source []int64)
}

// RearrangementOf returns the rearrangement that an operation is; ok is false for other operations and nil.
func RearrangementOf(op *Operation) (r Rearrangement, ok bool) {
	of, ok := Rearranging.Of(op)
	if !ok {
		return r, false
	}
	return of(op), true
}
