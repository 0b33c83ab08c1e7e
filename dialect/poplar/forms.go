package poplar

import "optc/ir"

// decision is satisfied by the types of poplar.if and poplar.repeat_while.
type decision interface {
	ir.TypedOp
	Predicate() *ir.Value
}

// Cloning is satisfied by the types of the operations that create a variable in the shape
// of a view.
type Cloning interface {
	ir.TypedOp
	Source() *ir.Value
	Name() string
	Clone() *ir.Value
}
