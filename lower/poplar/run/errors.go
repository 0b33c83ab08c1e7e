package run

import "optc/diag"

// Errors explains the codes of running a program on tiles.
var Errors = []diag.Doc{
	{
		Code: "sim.no-code",
		Text: "The vertex is external: there is nothing to simulate.",
		Fix:  "Give the vertex a poplar.compute.",
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
		Code: "sim.no-set",
		Text: "The manifest executes a compute set that it does not describe.",
		Fix:  "Build the program again.",
	},
	{
		Code: "sim.no-vertex",
		Text: "The manifest names a vertex that it does not describe.",
		Fix:  "Build the program again.",
	},
	{
		Code: "sim.input-size",
		Text: "A variable is given another number of bytes than it has.",
		Fix:  "Pass all elements, packed, little-endian.",
	},
	{
		Code: "sim.unmapped",
		Text: "Elements of the variable have no tile, so they cannot be written or read.",
		Fix:  "Map the whole variable.",
	},
	{
		Code: "sim.unknown-variable",
		Text: "The program has no variable of that name.",
		Fix:  "Check the spelling; images.json lists the variables.",
	},
}
