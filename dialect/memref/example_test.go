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
	v := memref.ReinterpretCast.Build(b, nil, block.Arg(0), memref.Slice{
		Offsets: []ir.Mixed{{Const: 5}}, Sizes: []ir.Mixed{{Const: 4}}, Strides: []ir.Mixed{{Const: 2}},
	})
	fmt.Println(v.Type())
	// Output:
	// memref<3x3xf32, strided<[16, 2], offset: 36>>
	// memref<4xf32, strided<[2], offset: 5>>
}
