package memref

import "optc/sim"

// undefined lists the inputs for which operations of memref have no defined result.
func undefined() []sim.Undefined {
	const outside = "an address outside of the object: undefined behaviour"
	return []sim.Undefined{
		{Op: LoadOp{}, When: "an index is not below its extent", Stops: sim.Stop("out-of-bounds"), Arguments: []string{"4 : index"}, Result: "i32",
			Example: "%m = memref.alloc() : memref<4xi32>\n  %r = memref.load %m[%a] : memref<4xi32>", LLVM: sim.LLVMBehaviour{Text: "load of " + outside}},
		{Op: LoadOp{}, When: "the element was never written", Stops: sim.Stop("uninitialized"), Arguments: []string{"3 : index"}, Result: "i32",
			Example: "%m = memref.alloc() : memref<4xi32>\n  %r = memref.load %m[%a] : memref<4xi32>", LLVM: sim.LLVMBehaviour{Text: "load of memory of malloc: undef"}},
		{Op: LoadOp{}, When: "the memory was deallocated", Stops: sim.Stop("use-after-free"), Arguments: []string{"3 : index"}, Result: "i32",
			Example: "%m = memref.alloc() : memref<4xi32>\n  memref.dealloc %m : memref<4xi32>\n  %r = memref.load %m[%a] : memref<4xi32>",
			LLVM:    sim.LLVMBehaviour{Text: "load after free: undefined behaviour"}},
		{Op: StoreOp{}, When: "an index is not below its extent", Stops: sim.Stop("out-of-bounds"), Arguments: []string{"4 : index"}, Result: "index",
			Example: "%m = memref.alloc() : memref<4xindex>\n  memref.store %a, %m[%a] : memref<4xindex>\n  %r = memref.load %m[%a] : memref<4xindex>",
			LLVM:    sim.LLVMBehaviour{Text: "store to " + outside}},
		{Op: AtomicRmwOp{}, When: "an index is not below its extent", Stops: sim.Stop("out-of-bounds"), Arguments: []string{"1 : i32", "4 : index"}, Result: "i32",
			Example: "%m = memref.alloc() : memref<4xi32>\n  %r = memref.atomic_rmw addi %a, %m[%b] : (i32, memref<4xi32>) -> i32", LLVM: sim.LLVMBehaviour{Text: "atomicrmw of " + outside}},
		{Op: AllocOp{}, When: "an extent is negative", Stops: sim.Stop("alloc-size"), Arguments: []string{"-1 : index"}, Result: "index",
			Example: "%m = memref.alloc(%a) : memref<?xi32>\n  %r = arith.constant 0 : index", LLVM: sim.LLVMBehaviour{Text: "malloc of a number of bytes that wrapped"}},
		{Op: DeallocOp{}, When: "the memory was not allocated by memref.alloc", Stops: sim.Stop("dealloc"), Arguments: []string{"0 : index"}, Result: "index",
			Example: "%m = memref.alloca() : memref<4xi32>\n  memref.dealloc %m : memref<4xi32>\n  %r = arith.constant 0 : index", LLVM: sim.LLVMBehaviour{Text: "free of memory that malloc did not return: undefined behaviour", Traps: true}},
		{Op: DeallocOp{}, When: "the memory was deallocated before", Stops: sim.Stop("use-after-free"), Arguments: []string{"0 : index"}, Result: "index",
			Example: "%m = memref.alloc() : memref<4xi32>\n  memref.dealloc %m : memref<4xi32>\n  memref.dealloc %m : memref<4xi32>\n  %r = arith.constant 0 : index",
			LLVM:    sim.LLVMBehaviour{Text: "free of memory that is free: undefined behaviour", Traps: true}},
		{Op: DimOp{}, When: "there is no such dimension", Stops: sim.Stop("out-of-bounds"), Arguments: []string{"1 : index"}, Result: "index",
			Example: "%m = memref.alloc(%a) : memref<?xi32>\n  %r = memref.dim %m, %a : memref<?xi32>", LLVM: sim.LLVMBehaviour{Text: "load from the list of extents, of " + outside}},
		{Op: CastOp{}, When: "an extent, offset or stride of the result type differs", Stops: sim.Stop("cast"), Arguments: []string{"3 : index"}, Result: "index",
			Example: "%m = memref.alloc(%a) : memref<?xi32>\n  %c = memref.cast %m : memref<?xi32> to memref<4xi32>\n  %r = arith.constant 0 : index", LLVM: sim.LLVMBehaviour{Text: "no instruction: the extent is believed"}},
		{Op: CopyOp{}, When: "the extents differ", Stops: sim.Stop("copy-shape"), Arguments: []string{"3 : index"}, Result: "index",
			Example: "%m = memref.alloc(%a) : memref<?xi32>\n  %n = memref.alloc() : memref<4xi32>\n  %z = arith.constant 0 : i32\n  affine.for %i = 0 to 4 {\n    memref.store %z, %n[%i] : memref<4xi32>\n  }\n" +
				"  memref.copy %n, %m : memref<4xi32> to memref<?xi32>\n  %r = arith.constant 0 : index", LLVM: sim.LLVMBehaviour{Text: "memcpy to " + outside}},
		{Op: SubViewOp{}, When: "a size is negative", Stops: sim.Stop("subview-size"), Arguments: []string{"-1 : index"}, Result: "index",
			Example: "%m = memref.alloc() : memref<4xi32>\n  %s = memref.subview %m[0] [%a] [1] : memref<4xi32> to memref<?xi32, strided<[1]>>\n  %r = arith.constant 0 : index",
			LLVM:    sim.LLVMBehaviour{Text: "no instruction: the extent is believed"}},
		{Op: ViewOp{}, When: "the view leaves the buffer", Stops: sim.Stop("out-of-bounds"), Arguments: []string{"8 : index"}, Result: "index",
			Example: "%m = memref.alloc() : memref<16xi8>\n  %v = memref.view %m[%a][] : memref<16xi8> to memref<4xi32>\n  %r = arith.constant 0 : index", LLVM: sim.LLVMBehaviour{Text: "getelementptr: no effect before an access"}},
	}
}
