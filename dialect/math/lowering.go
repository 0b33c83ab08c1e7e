package math

import (
	"optc/ir"
	"optc/ir/lowering"
)

// notLowered is the answer of operations that upstream does not lower for a GPU.
var notLowered = lowering.By(lowering.Never("gpu"))

// loweredInf: upstream lowers math.isinf for NVIDIA's chips only.
var loweredInf = lowering.By(lowering.Native("nvidia"), lowering.Never("gpu"))

// loweredSinCos: for AMD's chips upstream lowers no sine and cosine of 64 bits.
var loweredSinCos = lowering.By(lowering.Native("nvidia"), lowering.NativeIf("gpu", func(op *ir.Operation) bool {
	return ir.ElementBytes(ir.ElementOrSelf(op.Result(0).Type())) < 8
}))
