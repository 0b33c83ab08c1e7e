package memref

import (
	"optc/dialect/arith"
	"optc/ir"
)

// Names of the operations.
const (
	Alloc                        ir.Kind = "memref.alloc"
	Alloca                       ir.Kind = "memref.alloca"
	AllocaScope                  ir.Kind = "memref.alloca_scope"
	AllocaScopeReturn            ir.Kind = "memref.alloca_scope.return"
	AssumeAlignment              ir.Kind = "memref.assume_alignment"
	AtomicRMW                    ir.Kind = "memref.atomic_rmw"
	AtomicYield                  ir.Kind = "memref.atomic_yield"
	Cast                         ir.Kind = "memref.cast"
	CollapseShape                ir.Kind = "memref.collapse_shape"
	Copy                         ir.Kind = "memref.copy"
	Dealloc                      ir.Kind = "memref.dealloc"
	Dim                          ir.Kind = "memref.dim"
	DistinctObjects              ir.Kind = "memref.distinct_objects"
	DmaStart                     ir.Kind = "memref.dma_start"
	DmaWait                      ir.Kind = "memref.dma_wait"
	ExpandShape                  ir.Kind = "memref.expand_shape"
	ExtractAlignedPointerAsIndex ir.Kind = "memref.extract_aligned_pointer_as_index"
	ExtractStridedMetadata       ir.Kind = "memref.extract_strided_metadata"
	GenericAtomicRMW             ir.Kind = "memref.generic_atomic_rmw"
	GetGlobal                    ir.Kind = "memref.get_global"
	Global                       ir.Kind = "memref.global"
	Load                         ir.Kind = "memref.load"
	MemorySpaceCast              ir.Kind = "memref.memory_space_cast"
	Prefetch                     ir.Kind = "memref.prefetch"
	Rank                         ir.Kind = "memref.rank"
	Realloc                      ir.Kind = "memref.realloc"
	ReinterpretCast              ir.Kind = "memref.reinterpret_cast"
	Reshape                      ir.Kind = "memref.reshape"
	Store                        ir.Kind = "memref.store"
	SubView                      ir.Kind = "memref.subview"
	Transpose                    ir.Kind = "memref.transpose"
	View                         ir.Kind = "memref.view"
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
