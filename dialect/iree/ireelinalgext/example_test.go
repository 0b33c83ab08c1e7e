package ireelinalgext_test

import (
	"fmt"

	"optc/dialect/iree/ireelinalgext"
	"optc/ir"
)

// The body has an index for each dimension of the stored value.
func Example() {
	c := ir.NewContext(ireelinalgext.Dialect)
	v, m := ir.Vector([]int64{4, 8}, c.F32()), ir.Vector([]int64{4, 8}, c.F32())
	block := ir.NewBlock([]ir.Type{v, m}, nil)
	op := ireelinalgext.NewMapStore(ir.NewBuilder(c).AtEnd(block), block.Arg(0), block.Arg(1)).Operation()
	fmt.Println(op.Name(), op.Body().NumArgs())
	// Output: iree_linalg_ext.map_store 2
}
