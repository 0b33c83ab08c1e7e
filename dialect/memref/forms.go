package memref

import "optc/ir"

// Allocation is satisfied by the types of memref.alloc and memref.alloca.
type Allocation interface {
	ir.TypedOp
	DynamicSizes() []*ir.Value
	SymbolOperands() []*ir.Value
	Memref() *ir.Value
	Alignment() ir.Attribute
}
