package memref_test

import (
	"fmt"

	"optc/dialect/memref"
	"optc/ir"
)

// A subview with numbers for all offsets, sizes and strides has a static layout.
func Example() {
	c := ir.NewContext(memref.Dialect)
	source := ir.MemRef([]int64{8, 16}, c.F32(), nil, nil)
	fmt.Println(memref.SubViewType(source, []int64{2, 4}, []int64{3, 3}, []int64{1, 2}))

	block := ir.NewBlock([]ir.Type{source}, nil)
	b := ir.NewBuilder(c).AtEnd(block)
	t := ir.MemRef([]int64{4}, c.F32(), c.StridedLayout(5, []int64{2}), nil)
	cast := memref.NewReinterpretCast(b, t, block.Arg(0), []ir.Mixed{{Const: 5}}, []ir.Mixed{{Const: 4}}, []ir.Mixed{{Const: 2}})
	fmt.Println(cast.Result().Type())
	// Output:
	// memref<3x3xf32, strided<[16, 2], offset: 36>>
	// memref<4xf32, strided<[2], offset: 5>>
}
