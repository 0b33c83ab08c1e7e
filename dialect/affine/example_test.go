package affine_test

import (
	"fmt"

	"optc/dialect/affine"
	"optc/dialect/arith"
	"optc/ir"
	expr "optc/ir/affine"
)

// An affine.apply applies a map to a value; a composed map of constants is a number.
func Example() {
	c := ir.NewContext(affine.Dialect, arith.Dialect)
	block := ir.NewBlock([]ir.Type{c.Index()}, nil)
	b := ir.NewBuilder(c).AtEnd(block)
	half := expr.NewMap(1, 0, expr.Dim(0).FloorDiv(expr.Const(2)))
	v := affine.NewApply(b, half, []*ir.Value{block.Arg(0)}).Result()
	fmt.Println(v.DefiningOp().Name(), affine.MapOf(v.DefiningOp()))
	fmt.Println(affine.ComposedApply(b, half, []ir.Mixed{{Const: 7}}).Const)
	// Output:
	// affine.apply (d0) -> (d0 floordiv 2)
	// 3
}
