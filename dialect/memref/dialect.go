package memref

import (
	"optc/dialect/arith"
	"optc/ir"
)

// Dialect is the memref dialect.
var Dialect = &ir.Dialect{
	Name:    "memref",
	Summary: "references to memory",
	Description: `Allocation, loads and stores, and views. A memref is a pointer with a shape and
a layout; views share the memory of their source.`,
	Meaning: meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed: typedOps(),
			Ops: []*ir.OpDef{
				alloc(), alloca(), allocaScope(), allocaScopeReturn(), dealloc(), realloc(),
				load(), store(), copyOp(), atomicRMW(), genericAtomicRMW(), atomicYield(), prefetch(), dmaStart(), dmaWait(),
				dim(), rank(), extractAlignedPointer(), extractStridedMetadata(),
				cast(), memorySpaceCast(), assumeAlignment(), distinctObjects(),
				subView(), reinterpretCast(), view1D(), transpose(),
				reshape(), expandShape(), collapseShape(),
				global(), getGlobal(),
			},
		}
	},
	Materialize: arith.Materialize,
}
