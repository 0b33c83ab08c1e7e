package memref

import (
	"optc/ir"
	"optc/ir/lowering"
)

// ofHost is the answer of operations that only a host executes: upstream lowers none of them in a
// kernel for a GPU.
var ofHost = lowering.By(lowering.Never("gpu"))

// loweredDim: for AMD's chips upstream does not lower a memref.dim whose dimension is computed.
var loweredDim = lowering.By(lowering.Native("nvidia"), lowering.NativeIf("gpu", func(op *ir.Operation) bool {
	_, known := ir.Cast[DimOp](op).ConstantIndex()
	return known
}))

// loweredAtomic: upstream exchanges integers only.
var loweredAtomic = lowering.By(lowering.NativeIf("gpu", func(op *ir.Operation) bool {
	return ir.AnySignlessInteger.Check(op.Result(0).Type())
}))
