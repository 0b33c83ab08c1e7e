package threads

import "optc/ir"

// Number is the interface of operations that return a number of the thread, such as gpu.thread_id
// and gpu.lane_id: their results differ between threads. The execution check runs functions with
// such operations in a workgroup.
var Number = ir.NewInterface[Extent]("number of a thread")

// Extent returns the dimension of the workgroup along which op numbers threads, and how many
// threads there are; n is 0 if that is not known, or if op does not number threads.
type Extent func(op *ir.Operation) (dim int, n int64)

// Barrier is the interface of operations at which all threads of a workgroup wait for each
// other.
var Barrier = ir.NewInterface[Orders]("barrier")

// Orders reports whether a barrier orders accesses of different threads to memory of a type.
type Orders func(op *ir.Operation, memory *ir.MemRefType) bool
