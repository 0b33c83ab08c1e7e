package ireecodegen_test

import (
	"fmt"

	"optc/dialect/iree/ireecodegen"
	"optc/ir"
)

// A function specifies the workgroup that it is written for.
func Example() {
	a := ireecodegen.Dialect.Attr("translation_info").Examples[0]
	fmt.Println(a)
	// Output: #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
}

// A shuffle has the numbers of IREE's attribute; omitted numbers have their defaults.
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
