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
		Code: "undistributed",
		Text: "The code of a vertex still has a vector that a layout spreads over the workers, because an operation on it cannot be distributed.",
		Fix:  "Run vectorext-distribute-nested-layout{remarks}, which names that operation, and use another one or another layout.",
		Example: `#workers = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2],
  subgroup_strides = [0], thread_strides = [1]>
poplar.vertex @"demo::Reverse" multi {
  poplar.field @x : !poplar.inout<vec<f32>>
  poplar.compute (%x : memref<?xf32>) worker(%w : index) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %v = vector.transfer_read %x[%c0], %zero : memref<?xf32>, vector<12xf32>
    %l = iree_vector_ext.to_layout %v to layout(#workers) : vector<12xf32>
    %r = vector.shuffle %l, %l [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] : vector<12xf32>, vector<12xf32>
    vector.transfer_write %r, %x[%c0] : vector<12xf32>, memref<?xf32>
    poplar.compute_return
  }
}
poplar.graph @main {
}`,
	},
}
