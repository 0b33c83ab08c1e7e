package tensor

import "optc/sim"

// undefined lists the inputs for which operations of tensor have no defined result. Tensors
// have no instructions; LLVM sees the memory of their buffers.
func undefined() []sim.Undefined {
	const tensor = "%t = arith.constant dense<0> : tensor<4xi32>\n  "
	return []sim.Undefined{
		{Op: ExtractOp{}, When: "an index is not below its extent", Stops: sim.Stop("out-of-bounds"), Arguments: []string{"4 : index"}, Result: "i32",
			Example: tensor + "%r = tensor.extract %t[%a] : tensor<4xi32>"},
		{Op: InsertOp{}, When: "an index is not below its extent", Stops: sim.Stop("out-of-bounds"), Arguments: []string{"4 : index"}, Result: "tensor<4xi32>",
			Example: tensor + "%z = arith.constant 0 : i32\n  %r = tensor.insert %z into %t[%a] : tensor<4xi32>"},
		{Op: ExtractSliceOp{}, When: "an element of the slice is outside", Stops: sim.Stop("out-of-bounds"), Arguments: []string{"3 : index"}, Result: "tensor<2xi32>",
			Example: tensor + "%r = tensor.extract_slice %t[%a] [2] [1] : tensor<4xi32> to tensor<2xi32>"},
		{Op: CastOp{}, When: "an extent of the result type differs", Stops: sim.Stop("cast"), Arguments: []string{"3 : index"}, Result: "tensor<4xi32>",
			Example: "%e = tensor.empty(%a) : tensor<?xi32>\n  %r = tensor.cast %e : tensor<?xi32> to tensor<4xi32>"},
		{Op: EmptyOp{}, When: "an extent is negative", Stops: sim.Stop("alloc-size"), Arguments: []string{"-1 : index"}, Result: "tensor<?xi32>",
			Example: "%r = tensor.empty(%a) : tensor<?xi32>"},
	}
}
