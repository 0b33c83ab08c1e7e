package ireeutil_test

import (
	"fmt"

	"optc/dialect/iree/ireeutil"
	"optc/ir"
)

// A constant whose value no pass knows.
func Example() {
	c := ir.NewContext(ireeutil.Dialect)
	b := ir.NewBuilder(c).AtEnd(ir.NewBlock(nil, nil))
	fmt.Println(ireeutil.NewUnfoldableConstant(b, c.I32Attr(7)).Result().Type())
	// Output: i32
}
