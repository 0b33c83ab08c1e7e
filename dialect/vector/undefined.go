package vector

import "optc/sim"

// undefined lists the inputs for which operations of vector have no defined result.
func undefined() []sim.Undefined {
	const (
		outside = "an address outside of the object: undefined behaviour"
		memory  = "%m = memref.alloc() : memref<4xi32>\n  %z = arith.constant 0 : i32\n  affine.for %i = 0 to 4 {\n    memref.store %z, %m[%i] : memref<4xi32>\n  }\n  "
	)
	return []sim.Undefined{
		{Op: ExtractOp{}, When: "a position is not below its extent", Arguments: []string{"dense<1> : vector<4xi32>", "4 : index"}, Result: "i32",
			Example: "%r = vector.extract %a[%b] : i32 from vector<4xi32>", LLVM: sim.LLVMBehaviour{Text: "extractelement: poison", Folds: true}},
		{Op: InsertOp{}, When: "a position is not below its extent", Arguments: []string{"dense<1> : vector<4xi32>", "4 : index"}, Result: "vector<4xi32>",
			Example: "%z = arith.constant 0 : i32\n  %r = vector.insert %z, %a[%b] : i32 into vector<4xi32>", LLVM: sim.LLVMBehaviour{Text: "insertelement: poison", Folds: true}},
		{Op: LoadOp{}, When: "an element is outside of the memory", Stops: sim.Stop("out-of-bounds"), Arguments: []string{"1 : index"}, Result: "vector<4xi32>",
			Example: memory + "%r = vector.load %m[%a] : memref<4xi32>, vector<4xi32>", LLVM: sim.LLVMBehaviour{Text: "load of " + outside}},
		{Op: StoreOp{}, When: "an element is outside of the memory", Stops: sim.Stop("out-of-bounds"), Arguments: []string{"dense<1> : vector<4xi32>", "1 : index"}, Result: "index",
			Example: "%m = memref.alloc() : memref<4xi32>\n  vector.store %a, %m[%b] : memref<4xi32>, vector<4xi32>\n  %r = arith.constant 0 : index", LLVM: sim.LLVMBehaviour{Text: "store to " + outside}},
		{Op: MaskedLoadOp{}, When: "an element whose mask is set is outside of the memory", Stops: sim.Stop("out-of-bounds"), Arguments: []string{"1 : index", "dense<true> : vector<4xi1>", "dense<0> : vector<4xi32>"}, Result: "vector<4xi32>",
			Example: memory + "%r = vector.maskedload %m[%a], %b, %c : memref<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>", LLVM: sim.LLVMBehaviour{Text: "llvm.masked.load of " + outside}},
		{Op: GatherOp{}, When: "an element whose mask is set is outside of the memory", Stops: sim.Stop("out-of-bounds"), Arguments: []string{"dense<4> : vector<4xindex>", "dense<true> : vector<4xi1>", "dense<0> : vector<4xi32>"}, Result: "vector<4xi32>",
			Example: memory + "%k = arith.constant 0 : index\n  %r = vector.gather %m[%k] [%a], %b, %c : memref<4xi32>, vector<4xindex>, vector<4xi1>, vector<4xi32> into vector<4xi32>",
			LLVM:    sim.LLVMBehaviour{Text: "llvm.masked.gather of " + outside}},
		{Op: TransferReadOp{}, When: "in_bounds is set for a dimension and an element is outside", Stops: sim.Stop("out-of-bounds"), Arguments: []string{"1 : index"}, Result: "vector<4xi32>",
			Example: memory + "%r = vector.transfer_read %m[%a], %z {in_bounds = [true]} : memref<4xi32>, vector<4xi32>", LLVM: sim.LLVMBehaviour{Text: "load of " + outside}},
		{Op: TransferWriteOp{}, When: "in_bounds is set for a dimension and an element is outside", Stops: sim.Stop("out-of-bounds"), Arguments: []string{"dense<1> : vector<4xi32>", "1 : index"}, Result: "index",
			Example: "%m = memref.alloc() : memref<4xi32>\n  vector.transfer_write %a, %m[%b] {in_bounds = [true]} : vector<4xi32>, memref<4xi32>\n  %r = arith.constant 0 : index",
			LLVM:    sim.LLVMBehaviour{Text: "store to " + outside}},
	}
}
