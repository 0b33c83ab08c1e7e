package poplar

import (
	"slices"

	"optc/diag"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/vertex"
)

// Errors explains the codes of the dialect.
func Errors() []diag.Doc { return slices.Concat(typeErrors(), vertex.Errors, graph.Errors()) }

// typeErrors are about targets, types and encodings.
func typeErrors() []diag.Doc {
	return []diag.Doc{
		{
			Code: "poplar.target-missing",
			Text: "Sizes, layouts and addresses depend on the target, and none is in force here.",
			Fix:  "Give the module the attribute poplar.target, or name a target on the command line.",
			Example: `poplar.graph @main {
}`,
			Command: "--poplar-map-tensors",
		},
		{
			Code: "poplar.target-unknown",
			Text: "There is no architecture, or no field of a target, of that name.",
			Fix:  "Use ipu1, ipu2, ipu21, bow or cpu, and the fields that `explain poplar.target` lists.",
			Example: `module attributes {poplar.target = #poplar.target<ipu3>} {
}`,
		},
		{
			Code: "poplar.target-bad",
			Text: "A field of the target breaks a rule that the code generator relies on: sizes are positive, memory is cut into whole elements, some are powers of two.",
			Fix:  "Correct the value; the message names the rule.",
			Example: `module attributes {poplar.target = #poplar.target<ipu2, element_bytes = 1000>} {
}`,
		},
		{
			Code: "poplar.type-parse",
			Text: "The text between < and > is no type of the dialect.",
			Fix:  "Compare with the syntax that `explain poplar.in` and its relatives show.",
			Example: `poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<4x64>
}`,
		},
		{
			Code: "poplar.elem-unknown",
			Text: "The element type is none that tiles know.",
			Fix:  "Use i1, i8, si8 … ui64, f16, f32, long, ulong or quarter.",
			Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.in<vec<f33>>
}`,
		},
		{
			Code: "poplar.field-type",
			Text: "No field can have this type.",
			Fix:  "A field is a scalar, an array, a vector or list of them, or an edge: in, out or inout of one of these.",
			Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.array<0 x f32>
}`,
		},
		{
			Code: "poplar.layout-unknown",
			Text: "There is no vector layout of that name.",
			Fix:  "Use SPAN, SHORT_SPAN, ONE_PTR, SCALED_PTR32, SCALED_PTR64, SCALED_PTR128 or COMPACT_PTR; for lists also DELTAN, DELTANELEMENTS and COMPACT_DELTAN.",
			Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.in<vec<f32, SHORT_PAN>>
}`,
		},
		{
			Code: "poplar.layout-target",
			Text: "The layout exists, but not on this target: scaled pointers need a memory that their 16 bits can reach.",
			Fix:  "Use COMPACT_PTR or COMPACT_DELTAN, which become the shortest layout that the target has.",
			Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.in<vec<f32, SCALED_PTR32>>
}`,
		},
		{
			Code: "poplar.bad-align",
			Text: "Alignments are powers of two, in bytes.",
			Fix:  "Choose 1, 2, 4, 8, 16 or a larger power of two.",
			Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.in<vec<f32, align 12>>
}`,
		},
		{
			Code: "poplar.align-too-small",
			Text: "A scaled pointer drops the low bits of the address, so the data must be aligned to its scale: 4, 8 or 16 bytes.",
			Fix:  "Raise the alignment, or leave it out: the default is the scale.",
			Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.in<vec<f16, SCALED_PTR128, align 8>>
}`,
		},
		{
			Code: "poplar.nest-depth",
			Text: "Vectors nest at most two levels deep.",
			Fix:  "Use a vector of edges, or a list.",
			Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.vec<vec<in<vec<f16>>>>
}`,
		},
		{
			Code: "poplar.view-size",
			Text: "The tensor or view is larger than 2^48 elements, or scatters them over too many pieces.",
			Fix:  "Use smaller tensors, or views that keep neighbours together.",
			Example: `poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<1000000000x1000000000xf32>
}`,
		},
		{
			Code: "poplar.value-type",
			Text: "The value does not have the type of the field or variable that it is for.",
			Fix:  "Write a value of that type; integers for integer fields, floats for float fields.",
			Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @x : ui8 = "text"
}`,
		},
		{
			Code: "poplar.value-range",
			Text: "The value has more bits than the field.",
			Fix:  "Use a smaller value, or a wider type of the field.",
		},
		{
			Code: "poplar.addr-range",
			Text: "The data lies outside of tile memory, or at an address that the layout has too few bits for.",
			Fix:  "Use a layout with a wider pointer, or let poplar-place choose the address.",
		},
		{
			Code: "poplar.addr-align",
			Text: "The address is not a multiple of the alignment. A scaled pointer cannot express it; other layouts could, but loads of the code would fail.",
			Fix:  "Let poplar-place choose the address, or choose one that is aligned.",
			Example: `poplar.graph @main {
  poplar.tile 0 {
    poplar.alloc "x" at 0x4c002 size 8 align 4 kind state
  }
}`,
		},
		{
			Code: "poplar.count-overflow",
			Text: "The layout has too few bits for that many elements: 11 bits for SHORT_SPAN, 2047 elements.",
			Fix:  "Split the data among more vertices, or use SPAN, or a layout that does not store the count.",
			Example: graph.Example(
				[]string{`@x : !poplar.in<vec<f32, SHORT_SPAN>> as memref<?xf32>`},
				[]string{`%x = poplar.variable "x" : !poplar.tensor<2048xf32>`, `poplar.set_tile_mapping %x on 0`},
				`poplar.connect %v @x to %x`),
		},
		{
			Code: "poplar.offset-range",
			Text: "The rows of a list are found by their distance from the lowest one, for which the layout has few bits.",
			Fix:  "Keep the rows closer together, for instance in one variable, or use DELTANELEMENTS, which reaches all of tile memory.",
			Example: `module attributes {poplar.target = #poplar.target<ipu1, bytes_per_tile = 524288>} {
  poplar.vertex @"demo::P" worker {
    poplar.field @rows : !poplar.in<vec_list<i8, DELTAN>>
    poplar.compute (%rows : !poplar.rows<i8>) {
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %x = poplar.variable "x" : !poplar.tensor<300000xi8>
    poplar.set_tile_mapping %x on 0
    %first = poplar.slice %x from 0 to 4 dim 0
    %last = poplar.slice %x from 299996 to 300000 dim 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %v @rows to [%first, %last]
    }
  }
}`,
			Command: "build -o out",
		},
		{
			Code: "poplar.DELTAN-offset",
			Text: "A warning: a DELTAN base is 6 bytes that the hardware reads faster when it begins at a multiple of 4.",
			Fix:  "Put the list in front of smaller fields.",
			Example: `module attributes {poplar.target = #poplar.target<ipu1>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @n : ui16
    poplar.field @rows : !poplar.in<vec_list<f16, COMPACT_DELTAN>>
  }
}`,
			Command: "--poplar-resolve-layouts",
		},
		{
			Code: "poplar.quarter-metadata",
			Text: "Where the metadata of quarter elements lies in the state is not public, so no image can be made.",
			Fix:  "Use half or ui8 in vertices that are built.",
			Example: graph.Example(
				[]string{`@x : !poplar.in<vec<!poplar.quarter>> as memref<?xi8>`},
				[]string{`%x = poplar.variable "x" : !poplar.tensor<8x!poplar.quarter>`, `poplar.set_tile_mapping %x on 0`},
				`poplar.connect %v @x to %x`),
		},
		{
			Code:    "poplar.bytes-parse",
			Text:    "Bytes are written as two hexadecimal digits each, with spaces between them; '--' is a byte that nothing writes.",
			Fix:     "Correct the text, for instance \"00 c0 04 --\".",
			Example: `poplar.assert_bytes tile 0 at 0x4c000 "00 1"`,
		},
		{
			Code: "poplar.target-differs",
			Text: "The layouts of the vertex were resolved for another target; what was derived from them does not hold for this one.",
			Fix:  "Run poplar-resolve-layouts for the target in force.",
			Example: `module attributes {poplar.target = #poplar.target<ipu1>} {
  poplar.vertex @"demo::P" worker external attributes {resolved_for = #poplar.target<ipu2>} {
    poplar.field @n : ui32
  }
  poplar.graph @main {
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
    }
  }
}`,
			Command: "--poplar-lower-edges",
		},
		{
			Code: "poplar.host-array",
			Text: "All copies from and to an array of the host must agree in its type and shape, and a variable must not have its name.",
			Fix:  "Give the arrays different names.",
			Example: `poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<2xui32>
  poplar.set_tile_mapping %x on 0
  poplar.program {
    poplar.copy_to_host %x to "x"
  }
}`,
		},
		{
			Code: "poplar.stack-unbounded",
			Text: "How much the code of a vertex allocates on its stack is not known: in a loop, or a number of bytes that is known only at run time.",
			Fix:  "Allocate before the loop, or declare the stack: poplar.function @\"…::compute\" total_stack(…). The simulator checks what is used.",
			Example: stackOf(`    cf.br ^again
  ^again:
    %c0 = arith.constant 0 : index
    %m = memref.alloca() : memref<4xf32>
    %v = memref.load %y[%c0] : memref<?xf32>
    memref.store %v, %m[%c0] : memref<4xf32>
    %w = memref.load %m[%c0] : memref<4xf32>
    memref.store %w, %y[%c0] : memref<?xf32>
    cf.br ^again`),
		},
		{
			Code: "poplar.stack-heap",
			Text: "The code of a vertex allocates on a heap, which a tile has not.",
			Fix:  "Use memref.alloca, or connect a field to a variable for scratch data.",
			Example: stackOf(`    %c0 = arith.constant 0 : index
    %m = memref.alloc() : memref<4xf32>
    %v = memref.load %y[%c0] : memref<?xf32>
    memref.store %v, %m[%c0] : memref<4xf32>
    %w = memref.load %m[%c0] : memref<4xf32>
    memref.store %w, %y[%c0] : memref<?xf32>
    poplar.compute_return`),
		},
		{
			Code: "poplar.short-bytes",
			Text: "Fewer bytes are left than the representation takes.",
			Fix:  "Pass the whole state.",
		},
		{
			Code: "poplar.operand-count",
			Text: "A state was packed with another number of operands than it has fields.",
			Fix:  "Pass one operand per field.",
		},
		{
			Code: "poplar.option-value",
			Text: "An option of a function of the package has an unknown value.",
			Fix:  "Use one of the values that the message lists.",
		},
	}
}

// stackOf is a program whose vertex has that code.
func stackOf(code string) string {
	return `poplar.vertex @"demo::P" worker {
  poplar.field @y : !poplar.out<vec<f32>>
  poplar.compute (%y : memref<?xf32>) {
` + code + `
  }
}
poplar.graph @main {
}`
}
