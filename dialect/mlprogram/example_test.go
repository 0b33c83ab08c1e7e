package mlprogram_test

import (
	"fmt"

	"optc/dialect/mlprogram"
	"optc/ir"
)

// A variable with an initial value that is stored elsewhere.
func Example() {
	c := ir.NewContext(mlprogram.Dialect)
	b := ir.NewBuilder(c).AtEnd(ir.NewBlock(nil, nil))
	t := ir.Tensor([]int64{4}, c.F32(), nil)
	g := mlprogram.NewGlobal(b, "weights", t)
	g.SetValue(mlprogram.ExternOf(c, t))
	fmt.Println(g.Operation())
	// Output: ml_program.global public @weights(#ml_program.extern : tensor<4xf32>) : tensor<4xf32>
}
