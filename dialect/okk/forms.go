package okk

import "optc/ir"

// Moving is satisfied by the types of the operations that move the elements of a tensor
// to another.
type Moving interface {
	ir.TypedOp
	Source() *ir.Value
	SourceMutable() *ir.OpOperand
	Destination() *ir.Value
}

// Filling is satisfied by the types of okk.fill and okk.set.
type Filling interface {
	ir.TypedOp
	Destination() *ir.Value
	Value() ir.Attribute
}

// Viewing is satisfied by the types of the operations that show a tensor in another way.
type Viewing interface {
	ir.TypedOp
	Source() *ir.Value
	SourceMutable() *ir.OpOperand
	Result() *ir.Value
}

// OfTensor is satisfied by the types of the operations on one tensor.
type OfTensor interface {
	ir.TypedOp
	Tensor() *ir.Value
}
