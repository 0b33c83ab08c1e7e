package ub_test

import (
	"fmt"

	"optc/dialect/ub"
	"optc/ir"
)

// Poison is a constant and can be used like other constants.
func Example() {
	c := ir.NewContext(ub.Dialect)
	b := ir.NewBuilder(c).AtEnd(ir.NewBlock(nil, nil))
	v := ub.Materialize(b, ub.PoisonOf(c), c.I32(), ir.Location{}).Result(0)
	fmt.Println(ir.ConstantValue(v), ub.IsPoison(ir.ConstantValue(v)))
	// Output: #ub.poison true
}
