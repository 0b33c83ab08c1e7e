package arith_test

import (
	"fmt"

	"optc/dialect/arith"
	"optc/ir"
)

// The kind of an operation builds it.
func Example() {
	c := ir.NewContext(arith.Dialect)
	b := ir.NewBuilder(c).AtEnd(ir.NewBlock(nil, nil))
	x := arith.Constant.Build(b, c.Int(c.I32(), 20))
	y := arith.Constant.Build(b, c.Int(c.I32(), 22))
	sum := arith.AddI.Build(b, x, y).DefiningOp()
	less := arith.CmpI.Build(b, arith.SLT, x, y).DefiningOp()

	fmt.Println(ir.Fold(sum).Results[0].Attr)
	fmt.Println(ir.Fold(less).Results[0].Attr)
	// Output:
	// 42 : i32
	// true
}
