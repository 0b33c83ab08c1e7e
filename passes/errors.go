package passes

import "optc/diag"

// Errors explains the codes of pass pipelines.
var Errors = []diag.Doc{
	{
		Code: CodeEmptyNest,
		Text: "A warning: a nested pipeline names an operation that does not occur directly inside the operation around it, so its passes do nothing.",
		Fix:  "Check the name, and nest deeper if the operation is further inside.",
		Example: `module {
  module {
    func.func private @f()
  }
}`,
		Command: "--pass-pipeline=builtin.module(func.func(cse))",
	},
	{
		Code: CodeInternal,
		Text: "A pass panicked. This is always a mistake of the package that the note names, never of the input.",
		Fix:  "Please report it there, with the file that --mlir-pass-pipeline-crash-reproducer=FILE writes.",
	},
	{
		Code: "pipeline-option",
		Text: "The pass has no option of that name, or the value does not suit the option.",
		Fix:  "`help` followed by the name of the pass lists its options.",
	},
	{
		Code: "undistributed",
		Text: "A layout spreads a vector over threads, or over the workers of a tile, but an operation on it cannot be distributed. The message says which rule is missing, or the operation that is left over where distribution was partial.",
		Fix:  "Use another operation or another layout, or end the layout before the operation.",
		Example: `#threads = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2],
  subgroup_strides = [0], thread_strides = [1]>
func.func @reverse(%x: memref<12xf32>, %y: memref<12xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %zero : memref<12xf32>, vector<12xf32>
  %l = iree_vector_ext.to_layout %v to layout(#threads) : vector<12xf32>
  %r = vector.shuffle %l, %l [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] : vector<12xf32>, vector<12xf32>
  vector.transfer_write %r, %y[%c0] : vector<12xf32>, memref<12xf32>
  return
}`,
		Command: "--vectorext-distribute-nested-layout",
	},
}
