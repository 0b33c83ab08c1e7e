package ireecodegen_test

import (
	"fmt"

	"optc/dialect/iree/ireecodegen"
)

// A function names the workgroup for which it is written.
func Example() {
	a := ireecodegen.Dialect.Attr("translation_info").Examples[0]
	fmt.Println(a)
	// Output: #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
}
