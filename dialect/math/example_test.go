package math_test

import (
	"fmt"

	"optc/dialect/arith"
	"optc/dialect/math"
	"optc/ir"
)

// Functions of constants fold to constants.
func Example() {
	c := ir.NewContext(arith.Dialect, math.Dialect)
	b := ir.NewBuilder(c).AtEnd(ir.NewBlock(nil, nil))
	x := arith.NewConstant(b, c.FloatAttrOf(c.F32(), 6.25)).Result()
	root := math.NewSqrt(b, x).Result()
	fmt.Println(ir.Fold(root.DefiningOp()).Results[0].Attr)
	// Output: 2.500000e+00 : f32
}
