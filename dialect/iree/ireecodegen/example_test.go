package ireecodegen_test

import (
	"fmt"

	"optc/dialect/iree/ireecodegen"
	"optc/ir"
)

// A function names the workgroup for which it is written.
func Example() {
	a := ireecodegen.Dialect.Attr("translation_info").Examples[0]
	fmt.Println(a)
	// Output: #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
}

// A shuffle has the numbers of IREE's attribute; what is left out has its default.
func ExampleNewSwizzle() {
	c := ir.NewContext(ireecodegen.Dialect)
	s, err := ireecodegen.NewSwizzle(c, false, 64, 8, 128, 0)
	fmt.Println(s, err)
	fmt.Println(s.Accesses(), "accesses,", s.RowStride, "elements from row to row,", s.PerPhase, "row per phase")
	_, err = ireecodegen.NewSwizzle(c, true, 64, 5)
	fmt.Println(err)
	// Output:
	// #iree_codegen.xor_shuffle<64, 8, 128> <nil>
	// 8 accesses, 128 elements from row to row, 1 row per phase
	// expected access width to divide row width
}
