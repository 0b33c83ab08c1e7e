package tensor_test

import (
	"fmt"

	"optc/dialect/tensor"
	"optc/ir"
)

// A cast drops or adds static extents; extents that are static on both sides must agree.
func Example() {
	c := ir.NewContext(tensor.Dialect)
	known, open := ir.Tensor([]int64{4, 8}, c.F32(), nil), ir.Tensor([]int64{ir.Dynamic, 8}, c.F32(), nil)
	block := ir.NewBlock([]ir.Type{open}, nil)
	v := tensor.NewCast(ir.NewBuilder(c).AtEnd(block), known, block.Arg(0)).Dest()
	fmt.Println(v.DefiningOp().Name(), v.Type())
	fmt.Println(tensor.CastCompatible(known, ir.Tensor([]int64{5, 8}, c.F32(), nil)))
	// Output:
	// tensor.cast tensor<4x8xf32>
	// false
}
