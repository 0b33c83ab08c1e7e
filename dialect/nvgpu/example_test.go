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
	d := nvgpu.MmaSync.Build(ir.NewBuilder(c).AtEnd(block), 16, 8, 16, block.Arg(0), block.Arg(1), block.Arg(2))
	fmt.Println(d.Type(), ir.Cast[nvgpu.MmaSyncOp](d.DefiningOp()).MmaShape())
	// Output: vector<2x2xf32> [16 8 16]
}
