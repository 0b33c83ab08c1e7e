package arith

import "optc/ir"

// Binary is satisfied by the types of the operations that compute a value from two
// operands.
type Binary interface {
	ir.TypedOp
	Lhs() *ir.Value
	Rhs() *ir.Value
	Result() *ir.Value
}

// Conversion is satisfied by the types of the operations that convert a value to a type.
type Conversion interface {
	ir.TypedOp
	In() *ir.Value
	Out() *ir.Value
}
