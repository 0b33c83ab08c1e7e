package memref

import (
	"slices"

	"optc/ir"
)

// NewDmaStart begins a transfer. Source, target and tag are each a memref followed by the
// indices of an element; stride is empty, or holds the stride and the number of elements
// per stride.
func NewDmaStart(b ir.OpBuilder, source, target []*ir.Value, elements *ir.Value, tag, stride []*ir.Value) DmaStartOp {
	return ir.Build[DmaStartOp](b, &ir.OpState{Operands: slices.Concat(source, target, []*ir.Value{elements}, tag, stride)})
}

// NewDmaWait waits for the transfers of a tag, which is a memref followed by the indices
// of an element.
func NewDmaWait(b ir.OpBuilder, tag []*ir.Value, elements *ir.Value) DmaWaitOp {
	return ir.Build[DmaWaitOp](b, &ir.OpState{Operands: slices.Concat(tag, []*ir.Value{elements})})
}
