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
	x := arith.NewConstant(b, c.Int(c.I32(), 20)).Result()
	y := arith.NewConstant(b, c.Int(c.I32(), 22)).Result()
	sum := arith.NewAddI(b, x, y).Result().DefiningOp()
	less := arith.NewCmpI(b, arith.SLT, x, y).Result().DefiningOp()

	fmt.Println(ir.Fold(sum).Results[0].Attr)
	fmt.Println(ir.Fold(less).Results[0].Attr)
	// Output:
	// 42 : i32
	// true
}
