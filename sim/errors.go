package sim

import "optc/diag"

// Errors explains the codes of execution.
func Errors() []diag.Doc {
	return []diag.Doc{
		{
			Code: "sim.uninitialized",
			Text: "The program reads memory that nothing has written: on hardware it would get whatever was there.",
			Fix:  "Give the variable values, with an attribute or --input, or write it before it is read.",
			Example: vertexReading(`    %v = memref.load %y[%c0] : memref<?xf32>
    memref.store %v, %y[%c0] : memref<?xf32>`),
			Command: "run --target ipu2",
		},
		{
			Code: "sim.out-of-bounds",
			Text: "An index lies outside of what it indexes.",
			Fix:  "Check the extents, with memref.dim or a mask.",
			Example: vertexReading(`    %c9 = arith.constant 9 : index
    %v = memref.load %x[%c9] : memref<?xf32>
    memref.store %v, %y[%c0] : memref<?xf32>`),
			Command: "run --target ipu2",
		},
		{
			Code: "sim.edge-bounds",
			Text: "An access leaves the data that the field of a vertex was connected to. The layout of the field stores no number of elements, so that code on hardware would touch what lies there.",
			Fix:  "Check the number of elements that the code takes for granted; the note tells what would have been touched.",
			Example: vertexWith("vec<f32, ONE_PTR>", `    %c9 = arith.constant 9 : index
    memref.store %f0, %y[%c9] : memref<?xf32>`),
			Command: "run --target ipu2",
		},
		{
			Code:    "sim.input-store",
			Text:    "A vertex stores to one of its inputs, or to a plain field. The compiler gives it the data of a variable that others may read at the same time.",
			Fix:     "Declare the field as !poplar.inout or !poplar.out.",
			Example: vertexReading(`    memref.store %f0, %x[%c0] : memref<?xf32>`),
			Command: "run --target ipu2",
		},
		{
			Code: "sim.stack-overflow",
			Text: "The code of a vertex uses more stack than is reserved for it: what memref.alloca allocates, and 8 bytes for each call that is under way.",
			Fix:  "Declare the stack that the compute function needs: poplar.function @\"…::compute\" total_stack(…).",
			Example: `poplar.function @"demo::P::compute" own_stack(8)
` + vertexReading(`    %b = memref.alloca() : memref<4xf32>
    memref.store %f0, %b[%c0] : memref<4xf32>
    %v = memref.load %b[%c0] : memref<4xf32>
    memref.store %v, %y[%c0] : memref<?xf32>`),
			Command: "run --target ipu2",
		},
		{
			Code: "sim.poison",
			Text: "What the program does depends on a poison value, which may be anything.",
			Fix:  "Find where the poison comes from: ub.poison, an overflow with nsw or nuw, a shift that is too wide, a lane outside of a vector.",
			Example: vertexReading(`    %i = ub.poison : index
    memref.store %f0, %y[%i] : memref<?xf32>`),
			Command: "run --target ipu2",
		},
		{
			Code: "sim.division",
			Text: "Integers are divided by zero, or the quotient does not fit.",
			Fix:  "Test the divisor first.",
			Example: vertexReading(`    %n = memref.dim %x, %c0 : memref<?xf32>
    %zero = arith.subi %n, %n : index
    %v = arith.divui %n, %zero : index
    memref.store %f0, %y[%v] : memref<?xf32>`),
			Command: "run --target ipu2",
		},
		{
			Code: "sim.assert",
			Text: "A cf.assert of the program does not hold.",
			Fix:  "The message is the program's own.",
			Example: vertexReading(`    %n = memref.dim %x, %c0 : memref<?xf32>
    %small = arith.cmpi ult, %n, %c0 : index
    cf.assert %small, "expected few elements"`),
			Command: "run --target ipu2",
		},
		{
			Code: "sim.unreachable",
			Text: "The program reaches an ub.unreachable, which it promises not to do.",
			Fix:  "Find the branch that leads there and what decides it.",
		},
		{
			Code: "sim.step",
			Text: "A loop with a step of zero never ends, one with a negative step never runs as meant.",
			Fix:  "Use a positive step.",
			Example: vertexReading(`    %n = memref.dim %x, %c0 : memref<?xf32>
    %c8 = arith.constant 8 : index
    %step = arith.subi %n, %c8 : index
    scf.for %i = %c0 to %n step %step {
      memref.store %f0, %y[%i] : memref<?xf32>
    }`),
			Command: "run --target ipu2",
		},
		{
			Code: "sim.no-meaning",
			Text: "The simulator does not know the operation.",
			Fix:  "Lower it first, or give it a meaning in a table of package sim.",
			Example: vertexReading(`    %v = memref.load %x[%c0] : memref<?xf32>
    gpu.printf "%f\n", %v : f32`),
			Command: "run --target ipu2",
		},
		{
			Code: "sim.no-size",
			Text: "The size of a field is asked for, and its layout does not store it.",
			Fix:  "Use a layout with a count, or pass the size in a field.",
		},
		{
			Code: "sim.memory-range",
			Text: "An access leaves the memory of the tile or of the allocation.",
			Fix:  "Check the addresses and sizes; inside of a program that optc built this is a mistake of optc.",
		},
		{
			Code: "sim.alloc-size",
			Text: "An allocation is negative, unknown or larger than the simulator grants.",
			Fix:  "Allocate less.",
			Example: `poplar.function @"demo::P::compute" total_stack(64)
` + vertexReading(`    %n = memref.dim %x, %c0 : memref<?xf32>
    %c9 = arith.constant 9 : index
    %less = arith.subi %n, %c9 : index
    %b = memref.alloca(%less) : memref<?xf32>
    memref.store %f0, %b[%c0] : memref<?xf32>
    %v = memref.load %b[%c0] : memref<?xf32>
    memref.store %v, %y[%c0] : memref<?xf32>`),
			Command: "run --target ipu2",
		},
		{
			Code: "sim.use-after-free",
			Text: "Memory is used after memref.dealloc.",
			Fix:  "Deallocate after the last use.",
		},
		{
			Code: "sim.dealloc",
			Text: "Memory is deallocated that the program did not allocate, or a second time.",
			Fix:  "Deallocate what memref.alloc returned, once.",
		},
		{
			Code: "sim.rank",
			Text: "An access has another number of indices than the memref has dimensions.",
			Fix:  "Pass one index per dimension.",
		},
		{
			Code: "sim.cast",
			Text: "A cast promises an extent that the value does not have.",
			Fix:  "Cast to the extent that it has, or to a dynamic one.",
		},
		{
			Code: "sim.collapse",
			Text: "Dimensions are collapsed that do not lie behind each other in memory.",
			Fix:  "Copy into contiguous memory first.",
		},
		{
			Code: "sim.expand",
			Text: "A dimension is expanded into extents that do not multiply to its own.",
			Fix:  "Check the extents of the result.",
		},
		{
			Code: "sim.reshape",
			Text: "Memory is reshaped to another number of elements, or to a negative extent.",
			Fix:  "Use a shape with the same number of elements.",
		},
		{
			Code: "sim.subview-size",
			Text: "A subview has a negative size.",
			Fix:  "Check the arithmetic of the sizes.",
		},
		{
			Code: "sim.dma",
			Text: "A DMA transfer copies between different element types, or is waited for with a tag or a number of elements that was not started.",
			Fix:  "Wait with the tag and the number of elements of the start.",
		},
		{
			Code: "sim.copy-shape",
			Text: "Source and target of a copy have different extents.",
			Fix:  "Copy between memrefs of one shape.",
			Example: vertexReading(`    %c3 = arith.constant 3 : index
    %s = memref.subview %y[0] [%c3] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
    memref.copy %x, %s : memref<?xf32> to memref<?xf32, strided<[1]>>`),
			Command: "run --target ipu2",
		},
		{
			Code: "sim.basis",
			Text: "The basis of an index is not positive.",
			Fix:  "Use extents of at least 1.",
		},
		{
			Code: "sim.unsupported",
			Text: "The simulator cannot execute this use of the operation.",
			Fix:  "The message says what is missing.",
		},
		{
			Code: "sim.steps",
			Text: "The program executed more operations than allowed; probably it does not end.",
			Fix:  "Check the conditions of loops, or raise the limit with --max-steps (Machine.MaxSteps).",
		},
		{
			Code: "sim.memory",
			Text: "The program holds more memory than allowed.",
			Fix:  "Deallocate what is not needed any more, or raise the limit with --max-memory (Machine.MaxMemory).",
		},
		{
			Code: "sim.call-depth",
			Text: "Calls nest too deep; probably the recursion does not end.",
			Fix:  "Check the condition that ends the recursion.",
		},
		{
			Code: "sim.arguments",
			Text: "A function is called with other arguments than it has.",
			Fix:  "Pass one value per argument, of its type.",
		},
		{
			Code: "sim.no-function",
			Text: "There is no function or kernel of that name.",
			Fix:  "Check the spelling.",
		},
		{
			Code: "sim.no-body",
			Text: "The function is declared, not defined.",
			Fix:  "Define it in the same module.",
		},
		{
			Code: "sim.no-global",
			Text: "There is no global of that name.",
			Fix:  "Check the spelling.",
		},
		{
			Code: "sim.no-value",
			Text: "Code uses a value from outside of what is executed.",
			Fix:  "Execute the whole function.",
		},
		{
			Code: "sim.callee",
			Text: "What is called is no function.",
			Fix:  "Call the result of func.constant.",
		},
		{
			Code: "sim.launch-size",
			Text: "A launch has a negative size or too many threads.",
			Fix:  "Check the sizes of grid and block.",
		},
		{
			Code: "sim.threads",
			Text: "A workgroup has more threads than the simulator grants.",
			Fix:  "Use a smaller workgroup.",
		},
		{
			Code: "sim.deadlock",
			Text: "Some threads of a group wait for others that ended or wait elsewhere.",
			Fix:  "Let all threads of the group reach barriers and shuffles.",
		},
		{
			Code: "sim.race",
			Text: "Two threads of a workgroup use the same byte, one of them changes it, and no barrier says who comes first.",
			Fix:  "Put a gpu.barrier between the accesses, or let the threads use different memory.",
		},
		{
			Code: "sim.copies",
			Text: "The parts that the threads hold of a vector do not make one vector: copies of an element differ, or nobody holds it.",
			Fix:  "Run as many threads as the layout names, and compute copies of an element in the same way.",
		},
		{
			Code: "sim.stopped",
			Text: "The thread ended because another one of its group failed.",
			Fix:  "Look at the error of the other thread.",
		},
		{
			Code: "sim.lane",
			Text: "A lane of a subgroup is named that does not exist.",
			Fix:  "Lanes count from 0 to the size of the subgroup.",
		},
		{
			Code: "sim.cluster",
			Text: "Clusters of lanes do not divide the subgroup.",
			Fix:  "Use sizes and strides whose product divides the subgroup's size.",
		},
	}
}

// vertexReading is a program whose vertex has that code; x holds ones, and nothing
// writes y before it runs.
func vertexReading(code string) string { return vertexWith("vec<f32>", code) }

// vertexWith is the same program where y is of another vector type.
func vertexWith(y, code string) string {
	return `poplar.vertex @"demo::P" worker {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.field @y : !poplar.out<` + y + `>
  poplar.compute (%x : memref<?xf32>, %y : memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %f0 = arith.constant 0.0 : f32
` + code + `
    poplar.compute_return
  }
}
poplar.graph @main {
  %x = poplar.variable "x" = dense<1.0> : !poplar.tensor<8xf32>
  %y = poplar.variable "y" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %x on 0
  poplar.set_tile_mapping %y on 0
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::P" on 0
    poplar.connect %v @x to %x
    poplar.connect %v @y to %y
  }
  poplar.program {
    poplar.execute @cs
  }
}`
}
