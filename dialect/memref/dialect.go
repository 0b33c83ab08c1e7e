package memref

import (
	"optc/dialect/arith"
	"optc/ir"
)

// Names of the operations.
const (
	Alloc                        = "memref.alloc"
	Alloca                       = "memref.alloca"
	AllocaScope                  = "memref.alloca_scope"
	AllocaScopeReturn            = "memref.alloca_scope.return"
	AssumeAlignment              = "memref.assume_alignment"
	AtomicRMW                    = "memref.atomic_rmw"
	AtomicYield                  = "memref.atomic_yield"
	Cast                         = "memref.cast"
	CollapseShape                = "memref.collapse_shape"
	Copy                         = "memref.copy"
	Dealloc                      = "memref.dealloc"
	Dim                          = "memref.dim"
	DistinctObjects              = "memref.distinct_objects"
	DmaStart                     = "memref.dma_start"
	DmaWait                      = "memref.dma_wait"
	ExpandShape                  = "memref.expand_shape"
	ExtractAlignedPointerAsIndex = "memref.extract_aligned_pointer_as_index"
	ExtractStridedMetadata       = "memref.extract_strided_metadata"
	GenericAtomicRMW             = "memref.generic_atomic_rmw"
	GetGlobal                    = "memref.get_global"
	Global                       = "memref.global"
	Load                         = "memref.load"
	MemorySpaceCast              = "memref.memory_space_cast"
	Prefetch                     = "memref.prefetch"
	Rank                         = "memref.rank"
	Realloc                      = "memref.realloc"
	ReinterpretCast              = "memref.reinterpret_cast"
	Reshape                      = "memref.reshape"
	Store                        = "memref.store"
	SubView                      = "memref.subview"
	Transpose                    = "memref.transpose"
	View                         = "memref.view"
)

// Dialect is the memref dialect.
var Dialect = &ir.Dialect{
	Name:    "memref",
	Summary: "references to memory",
	Description: `Allocation, loads and stores, and views. A memref is a pointer with a shape and
a layout; views share the memory of their source.`,
	Define: func() ir.Definitions {
		return ir.Definitions{
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

// named proposes a name for the first result.
func named(name string) func(op *ir.Operation, set func(*ir.Value, string)) {
	return func(op *ir.Operation, set func(*ir.Value, string)) { set(op.Result(0), name) }
}
