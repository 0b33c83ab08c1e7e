package amdgpu_test

import (
	"fmt"

	"optc/dialect/amdgpu"
	"optc/ir"
)

// A matrix instruction adds to the part of the result that a lane holds.
func Example() {
	c := ir.NewContext(amdgpu.Dialect)
	a, acc := ir.Vector([]int64{4}, c.F16()), ir.Vector([]int64{16}, c.F32())
	block := ir.NewBlock([]ir.Type{a, a, acc}, nil)
	d := amdgpu.NewMFMA(ir.NewBuilder(c).AtEnd(block), 32, 32, 8, 1, block.Arg(0), block.Arg(1), block.Arg(2)).DestD()
	fmt.Println(d.Type(), ir.Cast[amdgpu.MFMAOp](d.DefiningOp()).K())
	// Output: vector<16xf32> 8
}
