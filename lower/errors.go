package lower

import "optc/diag"

// Errors explains the codes of built programs on disk.
var Errors = []diag.Doc{
	{
		Code: "output-folder",
		Text: "The output folder exists and holds something else than a built program; replacing it would lose that.",
		Fix:  "Choose another folder, or remove this one.",
	},
	{
		Code: "no-program",
		Text: "The folder holds no built program.",
		Fix:  "Name the folder that `build -o` wrote.",
	},
	{
		Code: "manifest",
		Text: "images.json cannot be used: it is no manifest, of another version, does not fit program.mlir, or describes what cannot be, such as memory outside of the tile.",
		Fix:  "Build the program again.",
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
	{
		Code: "image-size",
		Text: "The image of a tile is missing, or shorter than the allocations that it must hold.",
		Fix:  "Build the program again.",
	},
}
