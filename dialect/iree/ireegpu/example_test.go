package ireegpu_test

import (
	"fmt"

	"optc/dialect/iree/ireegpu"
	"optc/ir"
)

// An intrinsic specifies which lane holds which elements of its operands.
func Example() {
	c := ir.NewContext(ireegpu.Dialect)
	mma, err := ireegpu.MMAOf(c, "MFMA_F32_32x32x8_F16", false)
	if err != nil {
		fmt.Println(err)
		return
	}
	for operand, name := range []string{"lhs", "rhs", "acc"} {
		p, _ := mma.Part(operand)
		t, _ := mma.RegisterType(c, operand)
		fmt.Println(name, "threads", p.Thread, "strides", p.ThreadStrides, "outer", p.Outer, "element", p.Element, t)
	}
	// Output:
	// lhs threads [32 2] strides [1 32] outer [1 1] element [1 4] vector<4xf16>
	// rhs threads [2 32] strides [32 1] outer [1 1] element [4 1] vector<4xf16>
	// acc threads [2 32] strides [32 1] outer [4 1] element [4 1] vector<16xf32>
}
