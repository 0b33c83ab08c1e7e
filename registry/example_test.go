package registry_test

import (
	"context"
	"fmt"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

// Any pass of optc runs by its name.
func Example() {
	c := ir.NewContext(all.Dialects()...)
	module, err := parser.Parse(context.Background(), c, &ir.Source{Text: `
		func.func @turned(%x: vector<2x2xf32>) -> vector<2x2xf32> {
		  %0 = vector.transpose %x, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
		  %1 = vector.transpose %0, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
		  return %1 : vector<2x2xf32>
		}`}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline, err := registry.Passes().Parse("builtin.module(func.func(canonicalize{max-iterations=2},cse))")
	if err == nil {
		err = passes.NewManager(c).Run(context.Background(), pipeline, module)
	}
	if err != nil {
		fmt.Println(err)
	}
	fmt.Print(module)
	// Output:
	// module {
	//   func.func @turned(%arg0: vector<2x2xf32>) -> vector<2x2xf32> {
	//     return %arg0 : vector<2x2xf32>
	//   }
	// }
}
