package gpu

import "optc/ir"

// Position is satisfied by the types of operations that return the position of a thread, or the
// number of threads, along a dimension.
type Position interface {
	ir.TypedOp
	Dimension() Dimension
	UpperBound() (n int64, given bool)
}
