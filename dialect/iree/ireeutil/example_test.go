package ireeutil_test

import (
	"fmt"

	"optc/dialect/iree/ireeutil"
	"optc/ir"
)

// A constant of which no pass knows the value.
func Example() {
	c := ir.NewContext(ireeutil.Dialect)
	b := ir.NewBuilder(c).AtEnd(ir.NewBlock(nil, nil))
	fmt.Println(ireeutil.NewUnfoldableConstant(b, c.I32Attr(7)).Result().Type())
	// Output: i32
}
