package index_test

import (
	"fmt"

	"optc/dialect/index"
	"optc/ir"
)

// A difference of a constant and 0 folds to the constant.
func Example() {
	c := ir.NewContext(index.Dialect)
	b := ir.NewBuilder(c).AtEnd(ir.NewBlock(nil, nil))
	n := index.NewConstant(b, 42).Result()
	d := index.NewSub(b, n, index.NewConstant(b, 0).Result())
	fmt.Println(ir.Fold(d.Operation()).Results[0].Attr)
	// Output: 42 : index
}
