package graph

import (
	"slices"
	"strings"

	"optc/diag"
)

// Errors are about tensors, mappings and connections.
func Errors() []diag.Doc {
	return []diag.Doc{
		{
			Code: "poplar.unknown-symbol",
			Text: "There is no compute set, graph or function of that name, or it comes later.",
			Fix:  "Check the spelling and the order.",
			Example: `poplar.graph @main {
  poplar.compute_set @blend {}
  poplar.program {
    poplar.execute @bland
  }
}`,
		},
		{
			Code: "poplar.dim-range",
			Text: "The tensor does not have that dimension, or an extent is negative or unknown.",
			Fix:  "Dimensions count from 0; graphs have static shapes.",
			Example: `poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<?xf16>
}`,
		},
		{
			Code: "poplar.slice-range",
			Text: "The slice begins or ends outside of the dimension, or begins after its end.",
			Fix:  "Use 0 <= begin <= end <= extent; the end is not part of the slice.",
			Example: `poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<4x64xf16>
  %y = poplar.slice %x from 1 to 5 dim 0
}`,
		},
		{
			Code: "poplar.shape-mismatch",
			Text: "Two shapes that must agree differ.",
			Fix:  "Compare the shapes of the message.",
			Example: `poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<4xf16>
  %y = poplar.variable "y" : !poplar.tensor<5xf16>
  poplar.program {
    poplar.copy %x to %y
  }
}`,
		},
		{
			Code: "poplar.type-mismatch",
			Text: "Two tensors that must have the same element type differ in it.",
			Fix:  "Use tensors of one type; there is no conversion in a copy.",
			Example: `poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<4xf16>
  %y = poplar.variable "y" : !poplar.tensor<4xf32>
  %z = poplar.concat %x, %y dim 0
}`,
		},
		{
			Code: "poplar.reshape-count",
			Text: "A reshape keeps the number of elements.",
			Fix:  "Use a shape with the same product of extents.",
			Example: `poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<4x64xf16>
  %y = poplar.reshape %x : !poplar.tensor<4x64xf16> to !poplar.tensor<4x63xf16>
}`,
		},
		{
			Code: "poplar.perm-bad",
			Text: "A shuffle names every dimension once.",
			Fix:  "Write a permutation of 0 … rank - 1.",
			Example: `poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<4x64xf16>
  %y = poplar.dim_shuffle %x [0, 0]
}`,
		},
		{
			Code: "poplar.not-constant",
			Text: "A graph is known before the program runs; the number here is not.",
			Fix:  "Use constants, and operations that fold.",
			Example: `poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  %zero = arith.constant 0 : index
  %i = arith.divui %zero, %zero : index
  poplar.set_tile_mapping %x on %i
}`,
		},
		{
			Code: "poplar.mapping-parse",
			Text: "The text is no tile mapping.",
			Fix:  "Write tiles with intervals, #poplar.mapping<0: 0..4; 2: 4..8, 12..16>.",
			Example: `poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %x #poplar.mapping<0: 0-2>
}`,
		},
		{
			Code: "poplar.interval-range",
			Text: "An interval of a mapping ends before it begins, or after the last element.",
			Fix:  "Use 0 <= begin <= end <= number of elements.",
			Example: `poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %x #poplar.mapping<0: 0..9>
}`,
		},
		{
			Code: "poplar.mapping-overlap",
			Text: "An element has one tile, but the mapping gives it two.",
			Fix:  "Let one interval end where the other begins.",
			Example: `poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<100xf32>
  poplar.set_tile_mapping %x #poplar.mapping<0: 0..50; 2: 40..60>
}`,
		},
		{
			Code: "poplar.unmapped",
			Text: "Elements that are used have no tile.",
			Fix:  "Map the whole variable: poplar.set_tile_mapping, poplar.map_linear.",
			Example: Example(
				[]string{`@x : !poplar.in<vec<f32>> as memref<?xf32>`},
				[]string{`%x = poplar.variable "x" : !poplar.tensor<8xf32>`},
				`poplar.connect %v @x to %x`),
		},
		{
			Code: "poplar.tile-range",
			Text: "The device has fewer tiles.",
			Fix:  "Tiles count from 0; `explain poplar.target` says how many there are.",
			Example: `poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %x on 1472
}`,
		},
		{
			Code: "poplar.map-offset",
			Text: "A mapping begins at a tile that does not exist.",
			Fix:  "Use an offset below the number of tiles.",
			Example: `poplar.graph @main target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  %o = arith.constant 4 : index
  %n = poplar.map_linear_next %x offset %o
}`,
		},
		{
			Code: "poplar.map-no-tiles",
			Text: "A mapping needs at least one tile.",
			Fix:  "Pass a positive number of tiles.",
		},
		{
			Code: "poplar.mapping-method",
			Text: "There is no method of that name to map tensors by use.",
			Fix:  "Use one of the methods that the note lists.",
		},
		{
			Code: "poplar.clone-method",
			Text: "There is no method of that name to clone a tensor.",
			Fix:  "Use one of the methods that the note lists.",
		},
		{
			Code: "poplar.tracker-tiles",
			Text: "Uses of tensors can be combined only if they are about devices of the same size.",
			Fix:  "Make both trackers for one graph.",
		},
		{
			Code: "poplar.ipu-range",
			Text: "The device has fewer IPUs.",
			Fix:  "IPUs count from 0.",
			Example: `poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %x on 0
  %c = poplar.clone_to_ipu %x ipu 1
}`,
		},
		{
			Code: "poplar.graph-tiles",
			Text: "An element lies on a tile that the virtual graph does not have.",
			Fix:  "Clone into a graph with enough tiles.",
			Example: `poplar.graph @main target(#poplar.target<ipu2, num_ipus = 2, tiles_per_ipu = 4>) {
  poplar.virtual_graph @lo tiles 0..4
  poplar.virtual_graph @hi tiles 4..5
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %x on 2
  %c = poplar.clone_to_graph %x from @lo to @hi
}`,
		},
		{
			Code: "poplar.replication",
			Text: "Tensors cannot be cloned between graphs with different numbers of replicas.",
			Fix:  "Use the same number.",
			Example: `poplar.graph @main target(#poplar.target<ipu2, num_ipus = 2, tiles_per_ipu = 4>) {
  poplar.virtual_graph @lo tiles 0..4
  poplar.virtual_graph @hi tiles 4..8 replicas 2
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %x on 2
  %c = poplar.clone_to_graph %x from @lo to @hi
}`,
		},
		{
			Code: "poplar.graph-mismatch",
			Text: "A tensor or compute set of another graph was passed.",
			Fix:  "Use what the graph itself made.",
		},
		{
			Code: "poplar.connect-type",
			Text: "The field holds other elements than the tensor, or cannot be connected, or cannot be set.",
			Fix:  "Edges are connected, other fields are set; element types must agree.",
			Example: Example(
				[]string{`@x : !poplar.in<vec<f32>> as memref<?xf32>`},
				[]string{`%x = poplar.variable "x" : !poplar.tensor<8xf16>`},
				`poplar.connect %v @x to %x`),
		},
		{
			Code: "poplar.connect-const",
			Text: "A field that is written shows constants.",
			Fix:  "Connect it to a variable.",
			Example: Example(
				[]string{`@x : !poplar.out<vec<f16>> as memref<?xf16>`},
				[]string{`%x = poplar.constant dense<0.0> : !poplar.tensor<8xf16>`},
				`poplar.connect %v @x to %x`),
		},
		{
			Code: "poplar.connect-alias",
			Text: "A field that is written shows an element more than once, so what is left would depend on the order.",
			Fix:  "Connect it to a view without repetition.",
			Example: Example(
				[]string{`@x : !poplar.out<vec<f16>> as memref<?xf16>`},
				[]string{`%x = poplar.variable "x" : !poplar.tensor<8xf16>`, `%twice = poplar.broadcast %x 2 dim 0`},
				`poplar.connect %v @x to %twice`),
		},
		{
			Code: "poplar.connect-twice",
			Text: "The field is connected or set already.",
			Fix:  "Remove one of the two.",
			Example: Example(
				[]string{`@x : !poplar.array<2 x ui32> as memref<2xi32>`},
				nil,
				`poplar.set %v @x = [1 : ui32]`, `poplar.set %v @x = [2 : ui32]`),
		},
		{
			Code: "poplar.edge-unconnected",
			Text: "An edge of a vertex shows nothing.",
			Fix:  "Connect it; an empty view counts.",
			Example: Example(
				[]string{`@x : !poplar.in<vec<f16>> as memref<?xf16>`},
				nil),
		},
		{
			Code: "poplar.no-size",
			Text: "Nothing says how many elements the field of the vertex has.",
			Fix:  "Connect or set it.",
			Example: Example(
				[]string{`@x : !poplar.vec<ui32> as memref<?xi32>`},
				nil),
		},
		{
			Code: "poplar.copy-overlap",
			Text: "Source and destination of a copy share elements.",
			Fix:  "Copy through a second variable.",
			Example: `poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  %h = poplar.slice %x from 0 to 4 dim 0
  %t = poplar.slice %x from 2 to 6 dim 0
  poplar.program {
    poplar.copy %h to %t
  }
}`,
		},
		{
			Code: "poplar.write-race",
			Text: "Vertices of a compute set run at the same time, in any order, and two of them write the same element. Or one vertex writes it through two fields, or through two views of a list, and its code may do that in any order.",
			Fix:  "Put them into different compute sets, or let them write different elements.",
			Example: Example(
				[]string{`@out : !poplar.out<vec<f32>> as memref<?xf32>`},
				[]string{`%x = poplar.variable "x" : !poplar.tensor<8xf32>`, `poplar.set_tile_mapping %x on 0`},
				`poplar.connect %v @out to %x`, `%w = poplar.add_vertex @"demo::P" on 0`, `poplar.connect %w @out to %x`),
		},
		{
			Code: "poplar.read-write-race",
			Text: "Vertices of a compute set run at the same time, in any order, and one reads what another writes.",
			Fix:  "Put them into different compute sets.",
			Example: Example(
				[]string{`@in : !poplar.in<vec<f32>> as memref<?xf32>`, `@out : !poplar.out<vec<f32>> as memref<?xf32>`},
				[]string{`%x = poplar.variable "x" : !poplar.tensor<8xf32>`, `%y = poplar.variable "y" : !poplar.tensor<8xf32>`, `%z = poplar.variable "z" : !poplar.tensor<8xf32>`, `poplar.set_tile_mapping %x on 0`, `poplar.set_tile_mapping %y on 0`, `poplar.set_tile_mapping %z on 0`},
				`poplar.connect %v @in to %x`, `poplar.connect %v @out to %y`, `%w = poplar.add_vertex @"demo::P" on 0`, `poplar.connect %w @in to %y`, `poplar.connect %w @out to %z`),
		},
		{
			Code: "poplar.atomic-hazard",
			Text: "Two workers write parts of one word. The smallest store is a word, so a part is stored by reading, merging and writing it, and one of the two updates can be lost. A warning unless poplar-check-atomic is told to make it an error.",
			Fix:  "Use a grain that keeps words together, or let the code ask for its part with poplar.part, or map neighbours to one vertex. Without strict-local, the second of two vertices gets a temporary of its own.",
			Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @out : !poplar.out<vec<f16>>
}
poplar.graph @main target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<6xf16>
  poplar.set_tile_mapping %x on 3
  %a = poplar.slice %x from 0 to 3 dim 0
  %b = poplar.slice %x from 3 to 6 dim 0
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::P" on 3
    poplar.connect %v @out to %a
    %w = poplar.add_vertex @"demo::P" on 3
    poplar.connect %w @out to %b
  }
}`,
			Command: "--poplar-check-atomic=level=error",
		},
		{
			Code: "poplar.assert-failed",
			Text: "An assertion in the text does not hold.",
			Fix:  "Compare what is expected with what was found.",
			Example: `poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  poplar.map_linear %x min 4 grain 4
  poplar.assert_mapping %x #poplar.mapping<0: 0..8>
}`,
		},
	}
}

// Example returns a program for the explanation of an error: a vertex with members,
// which are constraints, or fields with the type that its code sees them as, and a
// graph with an instance %v of it on tile 0.
//
//	Example([]string{"@x : !poplar.in<vec<f32>> as memref<?xf32>"}, tensors, "poplar.connect %v @x to %x")
func Example(members, tensors []string, connections ...string) string {
	var b strings.Builder
	lines := func(indent string, list ...string) {
		for _, l := range list {
			b.WriteString(indent + l + "\n")
		}
	}
	lines("", `poplar.vertex @"demo::P" worker {`)
	var args []string
	for _, m := range members {
		field, seen, ok := strings.Cut(m, " as ")
		if !ok {
			lines("  ", m)
			continue
		}
		name, _, _ := strings.Cut(field, " : ")
		lines("  ", "poplar.field "+field)
		args = append(args, "%"+name[1:]+" : "+seen)
	}
	lines("  ", "poplar.compute ("+strings.Join(args, ", ")+") {", "  poplar.compute_return", "}")
	lines("", "}", "poplar.graph @main {")
	lines("  ", slices.Concat(tensors, []string{"poplar.compute_set @cs {", `  %v = poplar.add_vertex @"demo::P" on 0`})...)
	lines("    ", connections...)
	lines("", "  }")
	return b.String() + "}"
}
