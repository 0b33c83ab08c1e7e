package link

import (
	"optc/diag"
	"optc/dialect/poplar/graph"
)

// Errors are about placement and images.
func Errors() []diag.Doc {
	return []diag.Doc{
		{
			Code: "poplar.unresolved",
			Text: "A pass needs what an earlier pass of the pipeline makes.",
			Fix:  "Run the pass that the message names, or the whole pipeline `tile`.",
			Example: `module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker {}
}`,
			Command: "--poplar-stack-usage",
		},
		{
			Code: "poplar.edge-not-local",
			Text: "With strict-local, an edge must show consecutive elements of one variable on the tile of its vertex; otherwise they would be copied into a temporary before the compute set.",
			Fix:  "Map the elements to the tile of the vertex, or allow temporaries.",
			Example: `module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker {
    poplar.field @x : !poplar.in<vec<f32>>
    poplar.compute (%x : memref<?xf32>) {
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %x = poplar.variable "x" : !poplar.tensor<8xf32>
    poplar.set_tile_mapping %x on 1
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %v @x to %x
    }
  }
}`,
			Command: "--poplar-resolve-layouts --poplar-lower-edges=strict-local",
		},
		{
			Code: "poplar.elem-unsat",
			Text: "Two fields must lie in different memory elements, so that they can be accessed in the same cycle, and cannot.",
			Fix:  "Connect the fields to different variables, or make them smaller, or drop the constraint.",
			Example: graph.Example(
				[]string{`@a : !poplar.in<vec<f32>> as memref<?xf32>`, `@b : !poplar.in<vec<f32>> as memref<?xf32>`, `poplar.constraint "elem(*a) != elem(*b)"`},
				[]string{`%x = poplar.variable "x" : !poplar.tensor<8xf32>`, `poplar.set_tile_mapping %x on 0`},
				`poplar.connect %v @a to %x`, `poplar.connect %v @b to %x`),
		},
		{
			Code: "poplar.region-unsat",
			Text: "Two fields must lie in different regions of tile memory, of which there are two, and cannot.",
			Fix:  "Drop one of the constraints, or the demand for interleaved memory.",
			Example: graph.Example(
				[]string{`@a : !poplar.in<vec<f32, SPAN, align 8, interleaved>> as memref<?xf32>`, `@b : !poplar.in<vec<f32, SPAN, align 8, interleaved>> as memref<?xf32>`, `poplar.constraint "region(*a) != region(*b)"`},
				[]string{`%x = poplar.variable "x" : !poplar.tensor<8xf32>`, `%y = poplar.variable "y" : !poplar.tensor<8xf32>`, `poplar.set_tile_mapping %x on 0`, `poplar.set_tile_mapping %y on 0`},
				`poplar.connect %v @a to %x`, `poplar.connect %v @b to %y`),
		},
		{
			Code: "poplar.interleave-none",
			Text: "A field must lie in interleaved memory, and this target has none.",
			Fix:  "Drop the demand, or build for another target.",
			Example: `poplar.vertex @"demo::P" worker {
  poplar.field @a : !poplar.in<vec<f32, SPAN, align 8, interleaved>>
  poplar.compute (%a : memref<?xf32>) {
    poplar.compute_return
  }
}
poplar.graph @main target(#poplar.target<ipu2, region1_base = 0xE8000>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %x on 0
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::P" on 0
    poplar.connect %v @a to %x
  }
}`,
		},
		{
			Code: "poplar.out-of-memory",
			Text: "The data on the tile does not fit into its memory, or into the part that alignments, regions and short pointers leave.",
			Fix:  "Map the data over more tiles.",
			Example: graph.Example(
				[]string{`@x : !poplar.in<vec<f32>> as memref<?xf32>`},
				[]string{`%x = poplar.variable "x" : !poplar.tensor<160000xf32>`, `poplar.set_tile_mapping %x on 0`},
				`poplar.connect %v @x to %x`),
		},
		{
			Code: "poplar.image-target",
			Text: "The target has no tile memory of its own.",
			Fix:  "Build for an IPU.",
			Example: graph.Example(
				[]string{`@x : !poplar.in<vec<f32>> as memref<?xf32>`},
				[]string{`%x = poplar.variable "x" : !poplar.tensor<8xf32>`, `poplar.set_tile_mapping %x on 0`},
				`poplar.connect %v @x to %x`),
			Command: "build --target cpu -o out",
		},
		{
			Code:    "poplar.unknown-alloc",
			Text:    "A tile has no allocation of that name.",
			Fix:     "Name one of the poplar.alloc of the tile, or add one.",
			Example: lowered(`poplar.run 0 to 8 tile 0 in "y.t0" + 0`),
			Command: "--poplar-place",
		},
		{
			Code:    "poplar.alloc-range",
			Text:    "What refers to an allocation leaves it.",
			Fix:     "Make the allocation larger, or correct the offset or the number of elements.",
			Example: lowered(`poplar.run 0 to 8 tile 0 in "x.t0" + 4`),
			Command: "--poplar-place",
		},
		{
			Code:    "poplar.element-range",
			Text:    "A copy between variables names elements that a variable does not have.",
			Fix:     "Correct the first element, or the counts and steps of the loops.",
			Example: exchanged("from 4 counts [5] steps [1]"),
			Command: "--poplar-place",
		},
		{
			Code:    "poplar.element-twice",
			Text:    "A copy between variables may write an element twice.",
			Fix:     "Let the step of each loop be larger than what the loops with smaller steps reach.",
			Example: exchanged("from 0 counts [2, 2] steps [1, 1]"),
			Command: "--poplar-place",
		},
		{
			Code:    "poplar.element-count",
			Text:    "The sides of a copy between variables show different numbers of elements.",
			Fix:     "Let the counts of both sides have the same product.",
			Example: exchanged("from 4 counts [3] steps [1]"),
			Command: "--poplar-place",
		},
		{
			Code: "poplar.element-type",
			Text: "A copy is between variables whose elements have different types.",
			Fix:  "Copy between variables of one type; vertices convert.",
		},
		{
			Code: "poplar.alloc-size",
			Text: "A state, table or delta array does not have the size of its allocation.",
			Fix:  "Give the allocation the size that the message names.",
		},
		{
			Code: "poplar.duplicate-alloc",
			Text: "A tile is described twice, or has two allocations of one name, so that a name does not say which is meant.",
			Fix:  "Give each allocation of a tile a name of its own.",
			Example: `poplar.graph @main target(#poplar.target<ipu2>) {
  poplar.tile 0 {
    poplar.alloc "x.t0" size 32 align 4 kind data
    poplar.alloc "x.t0" size 32 align 4 kind data
  }
}`,
			Command: "--poplar-place",
		},
		{
			Code: "poplar.duplicate-variable",
			Text: "Two variables of a graph have one name, so that a host cannot say which it means.",
			Fix:  "Name them differently.",
			Example: `poplar.graph @main target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<4xf32>
  %y = poplar.variable "x" : !poplar.tensor<8xf32>
}`,
		},
		{
			Code: "poplar.duplicate-vertex",
			Text: "Two vertices of a lowered program have one number.",
			Fix:  "Number the vertices in the order of the program.",
		},
	}
}

// exchanged is a lowered graph that copies the first four elements of a variable to others.
func exchanged(to string) string {
	return `poplar.graph @main target(#poplar.target<ipu2>) {
  poplar.tile 0 {
    poplar.alloc "x.t0" size 32 align 4 kind data
  }
  poplar.storage "x" : !poplar.tensor<8xf32> {
    poplar.run 0 to 8 tile 0 in "x.t0" + 0
  }
  poplar.program {
    poplar.exchange_elements "x" from 0 counts [4] steps [1] to "x" ` + to + `
  }
}`
}

// lowered is a lowered graph with one allocation and one run of elements.
func lowered(run string) string {
	return `poplar.graph @main target(#poplar.target<ipu2>) {
  poplar.tile 0 {
    poplar.alloc "x.t0" size 32 align 4 kind data
  }
  poplar.storage "x" : !poplar.tensor<8xf32> {
    ` + run + `
  }
}`
}
