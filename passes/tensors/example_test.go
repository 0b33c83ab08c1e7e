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

// A function of elements on buffers becomes a loop.
func Example() {
	c := ir.NewContext(all.Dialects()...)
	module := diag.Must(parser.Parse(context.Background(), c, &ir.Source{Text: `
		func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
		  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
		  return
		}`}, nil))
	pipeline := diag.Must(registry.Passes().Parse("builtin.module(func.func(convert-linalg-to-loops))"))
	diag.Must(module, passes.NewManager(c).Run(context.Background(), pipeline, module))
	fmt.Print(module)
	// Output:
	// module {
	//   func.func @f(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
	//     %c0 = arith.constant 0 : index
	//     %c4 = arith.constant 4 : index
	//     %c1 = arith.constant 1 : index
	//     scf.for %arg2 = %c0 to %c4 step %c1 {
	//       %0 = memref.load %arg0[%arg2] : memref<4xf32>
	//       %1 = math.exp %0 : f32
	//       memref.store %1, %arg1[%arg2] : memref<4xf32>
	//     }
	//     return
	//   }
	// }
}
