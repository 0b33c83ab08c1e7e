package all_test

import (
	"fmt"

	"optc/dialect/all"
)

// The dialects of a complete optc, except builtin, which every context has.
func Example() {
	for _, d := range all.Dialects() {
		fmt.Print(d.Name, " ")
	}
	// Output: affine arith cf func gpu memref okk poplar scf tensor math ub vector iree_vector_ext amdgpu bufferization complex dlti index check iree_codegen iree_gpu iree_linalg_ext iree_map util linalg ml_program nvgpu
}
