package gpu

import (
	"optc/ir"
	"optc/layout/threads"
	"slices"
)

// threadNumber: gpu.thread_id numbers the threads of the workgroup along a dimension.
var threadNumber = threads.Number.By(func(op *ir.Operation) (dim int, n int64) {
	id := ir.Cast[ThreadIDOp](op)
	n, _ = id.UpperBound()
	return int(id.Dimension()), n
})

// otherNumber: lanes and subgroups are numbered along no dimension of the workgroup.
var otherNumber = threads.Number.By(func(*ir.Operation) (dim int, n int64) { return 0, 0 })

var barrierOrder = threads.Barrier.By(func(op *ir.Operation, memory *ir.MemRefType) bool {
	return ir.Cast[BarrierOp](op).Orders(memory)
})

// Orders reports whether the barrier orders accesses to a memref.
func (op BarrierOp) Orders(t *ir.MemRefType) bool {
	spaces := op.AddressSpaces()
	return spaces == nil || slices.Contains(spaces, SpaceOf(t))
}
