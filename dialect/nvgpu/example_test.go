package nvgpu_test

import (
	"fmt"

	"optc/dialect/nvgpu"
	"optc/ir"
)

// A matrix instruction adds to the part of the result that a lane holds.
func Example() {
	c := ir.NewContext(nvgpu.Dialect)
	a, b, acc := ir.Vector([]int64{4, 2}, c.F16()), ir.Vector([]int64{2, 2}, c.F16()), ir.Vector([]int64{2, 2}, c.F32())
	block := ir.NewBlock([]ir.Type{a, b, acc}, nil)
	mma := nvgpu.NewMmaSync(ir.NewBuilder(c).AtEnd(block), []int64{16, 8, 16}, block.Arg(0), block.Arg(1), block.Arg(2))
	fmt.Println(mma.Res().Type(), mma.MmaShape())
	// Output: vector<2x2xf32> [16 8 16]
}
