package bufferization_test

import (
	"fmt"

	"optc/dialect/bufferization"
	"optc/ir"
)

// A tensor gets newly allocated memory.
func Example() {
	c := ir.NewContext(bufferization.Dialect)
	t := ir.Tensor([]int64{8, 32}, c.F16(), nil)
	v := bufferization.NewAllocTensor(ir.NewBuilder(c).AtEnd(ir.NewBlock(nil, nil)), t, nil).Result()
	fmt.Println(v.Type())
	// Output: tensor<8x32xf16>
}
