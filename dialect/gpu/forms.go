package gpu

import "optc/ir"

// Position is satisfied by the types of the operations that ask where a thread is, or how
// many there are, along a dimension.
type Position interface {
	ir.TypedOp
	Dimension() Dimension
	UpperBound() (n int64, given bool)
}
