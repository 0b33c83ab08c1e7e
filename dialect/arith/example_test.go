package arith_test

import (
	"fmt"

	"optc/dialect/arith"
	"optc/ir"
)

// Operations are built by name; constants and predicates have helpers.
func Example() {
	c := ir.NewContext(arith.Dialect)
	b := ir.NewBuilder(c).AtEnd(ir.NewBlock(nil, nil))
	x := arith.Constant.Build(b, c.Int(c.I32(), 20))
	y := arith.Constant.Build(b, c.Int(c.I32(), 22))
	sum := b.Op(arith.AddI, []*ir.Value{x, y}, nil)
	less := b.Op(arith.CmpI, []*ir.Value{x, y}, nil, arith.CmpIAttr(c, arith.SLT))

	fmt.Println(ir.Fold(sum).Results[0].Attr)
	fmt.Println(ir.Fold(less).Results[0].Attr)
	// Output:
	// 42 : i32
	// true
}
