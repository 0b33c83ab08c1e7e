package bufferize_test

import (
	"context"
	"fmt"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/passes/tensors/internal/bufferize"
)

// The buffer of the argument is changed in place, because nothing needs its old elements.
func Example() {
	c := ir.NewContext(all.Dialects()...)
	module, err := parser.Parse(context.Background(), c, &ir.Source{Text: `
		func.func @f(%t: tensor<4xf32>, %i: index, %x: f32) -> tensor<4xf32> {
		  %0 = tensor.insert %x into %t[%i] : tensor<4xf32>
		  return %0 : tensor<4xf32>
		}`}, nil)
	if err == nil {
		use := passes.Use(bufferize.OneShot)
		o, _ := passes.InstanceOptions[bufferize.Options](use)
		o.Boundaries, o.BoundaryLayout = true, "identity-layout-map"
		err = passes.NewManager(c).Run(context.Background(), passes.On(ir.ModuleOp{}, use), module)
	}
	if err != nil {
		fmt.Println(err)
	}
	fmt.Print(module)
	// Output:
	// module {
	//   func.func @f(%arg0: memref<4xf32>, %arg1: index, %arg2: f32) -> memref<4xf32> {
	//     memref.store %arg2, %arg0[%arg1] : memref<4xf32>
	//     return %arg0 : memref<4xf32>
	//   }
	// }
}
