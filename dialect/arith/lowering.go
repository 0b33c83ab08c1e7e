package arith

import (
	"optc/ir"
	"optc/ir/lowering"
)

// loweredProduct: for a GPU upstream lowers no product of bits in two parts.
var loweredProduct = lowering.By(lowering.NativeIf("gpu", func(op *ir.Operation) bool {
	return ir.IntWidth(ir.ElementOrSelf(op.Result(0).Type())) != 1
}))

// loweredSum: for a GPU upstream lowers no sum of indices with a carry.
var loweredSum = lowering.By(lowering.NativeIf("gpu", func(op *ir.Operation) bool {
	return !ir.IsType[*ir.IndexType](ir.ElementOrSelf(op.Result(0).Type()))
}))
