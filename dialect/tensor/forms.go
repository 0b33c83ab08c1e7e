package tensor

import (
	"optc/ir"
)

// SliceInsertion is satisfied by the types of tensor.insert_slice and
// tensor.parallel_insert_slice.
type SliceInsertion interface {
	ir.TypedOp
	Source() *ir.Value
	SourceMutable() *ir.OpOperand
	Dest() *ir.Value
	DestMutable() *ir.OpOperand
	MixedOffsets() []ir.Mixed
	MixedSizes() []ir.Mixed
	MixedStrides() []ir.Mixed
	Lists() ir.MixedSlice
}
