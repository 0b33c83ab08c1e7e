package tensors_test

import (
	"context"
	"fmt"

	"optc/diag"
	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

// The exponentials of a tensor become the exponentials of a vector.
func Example() {
	c := ir.NewContext(all.Dialects()...)
	module := diag.Must(parser.Parse(context.Background(), c, &ir.Source{Text: `
		func.func @f(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
		  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
		  return %0 : tensor<8xf32>
		}`}, nil))
	pipeline := diag.Must(registry.Passes().Parse("builtin.module(func.func(linalg-vectorize))"))
	diag.Must(module, passes.NewManager(c).Run(context.Background(), pipeline, module))
	fmt.Print(module)
	// Output:
	// module {
	//   func.func @f(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
	//     %0 = ub.poison : f32
	//     %c0 = arith.constant 0 : index
	//     %1 = vector.transfer_read %arg0[%c0], %0 {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
	//     %2 = math.exp %1 : vector<8xf32>
	//     %3 = vector.transfer_write %2, %arg1[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
	//     return %3 : tensor<8xf32>
	//   }
	// }
}
