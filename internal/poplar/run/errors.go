package run

import "optc/diag"

// Errors explains the codes of running a program on tiles.
var Errors = []diag.Doc{
	{
		Code: "sim.no-code",
		Text: "The vertex is external, or the okk.compute has no region: there is nothing to simulate.",
		Fix:  "Give the vertex a poplar.compute, or the okk.compute a region.",
		Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.in<vec<f32>>
}
poplar.function @__runCodelet_demo__P own_stack(0) external
poplar.graph @main {
  %x = poplar.variable "x" = dense<1.0> : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %x on 0
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::P" on 0
    poplar.connect %v @x to %x
  }
  poplar.program {
    poplar.execute @cs
  }
}`,
		Command: "run --target ipu2",
	},
	{
		Code: "sim.start-memory",
		Text: "The state of a class that a supervisor starts cannot refer to this memory: it has no address on the tile, its elements do not lie one behind the other, or their number is not known. Or two fields that the class writes would show the same elements, which its code may write in any order.",
		Fix:  "Hand over what a field of the supervisor refers to, or a row of a list, and to each output other elements.",
		Example: `poplar.vertex @"demo::Work" worker {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.compute (%x : memref<?xf32>) {
    poplar.compute_return
  }
}
poplar.vertex @"demo::P" supervisor {
  poplar.compute () {
    %a = memref.alloca() : memref<2xf32>
    %b = memref.cast %a : memref<2xf32> to memref<?xf32>
    poplar.start @"demo::Work"(%b : memref<?xf32>)
    poplar.join
    poplar.compute_return
  }
}
poplar.graph @main {
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::P" on 0
  }
  poplar.program {
    poplar.execute @cs
  }
}`,
		Command: "run --target ipu2",
	},
	{
		Code: "sim.worker-race",
		Text: "Two vertices of a compute set, or two workers of a MultiVertex, touch one element, and one of them writes it. Nothing orders them.",
		Fix:  "Let every worker write elements of its own, and read what others write in the next compute set.",
		Example: multiExample("f32", `  poplar.compute (%y : memref<?xf32>) worker(%w : index) {
    %c0 = arith.constant 0 : index
    %f0 = arith.constant 0.0 : f32
    memref.store %f0, %y[%c0] : memref<?xf32>
    poplar.compute_return
  }`),
		Command: "run --target ipu2",
	},
	{
		Code: "sim.split-bad",
		Text: "An output cannot be divided among workers: the number of elements or the id of the worker that poplar.part is given is negative, or the grain is too large.",
		Fix:  "Pass the number of elements of the field and the id that poplar.compute gets.",
		Example: multiExample("f16", `  poplar.split @y contiguous grain 1
  poplar.compute (%y : memref<?xf16>) worker(%w : index) {
    %c1 = arith.constant 1 : index
    %n = arith.subi %w, %c1 : index
    %begin, %end = poplar.part @y of %n by %w
    poplar.compute_return
  }`),
		Command: "run --target ipu2",
	},
	{
		Code: "sim.atomic-hazard",
		Text: "Two workers write parts of one word that the device stores at once: a smaller store reads the word and writes it back, so that one of the writes can be lost.",
		Fix:  "Let the part of every worker begin at a multiple of the target's atomic_store bytes: declare poplar.split and ask for the part with poplar.part.",
		Example: multiExample("f16", `  poplar.compute (%y : memref<?xf16>) worker(%w : index) {
    %f0 = arith.constant 0.0 : f16
    memref.store %f0, %y[%w] : memref<?xf16>
    poplar.compute_return
  }`),
		Command: "run --target ipu2",
	},
}

// multiExample returns a program for the explanation of an error: a MultiVertex with an
// output @y of elements of that type and the members, and a graph with an instance of it.
func multiExample(elem, members string) string {
	return `poplar.vertex @"demo::P" multi {
  poplar.field @y : !poplar.out<vec<` + elem + `>>
` + members + `
}
poplar.graph @main {
  %y = poplar.variable "y" : !poplar.tensor<8x` + elem + `>
  poplar.set_tile_mapping %y on 0
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::P" on 0
    poplar.connect %v @y to %y
  }
  poplar.program {
    poplar.execute @cs
  }
}`
}
