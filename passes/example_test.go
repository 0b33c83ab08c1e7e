package passes_test

import (
	"context"
	"fmt"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

// Example runs a pipeline over a module that was read from text.
func Example() {
	c := ir.NewContext(all.Dialects()...)
	var ds ir.Diagnostics
	module, err := parser.Parse(context.Background(), c, &ir.Source{Name: "in.mlir", Text: `
		func.func @f(%a: i32) -> i32 {
		  %0 = arith.muli %a, %a : i32
		  %1 = arith.muli %a, %a : i32
		  %2 = arith.subi %0, %1 : i32
		  return %1 : i32
		}`}, &ds)
	if err != nil {
		fmt.Print(ds.String())
		return
	}
	pipeline, err := registry.Passes().Parse("builtin.module(func.func(canonicalize,cse))")
	if err == nil {
		err = passes.NewManager(c).Run(context.Background(), pipeline, module)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(module)
	// Output:
	// module {
	//   func.func @f(%arg0: i32) -> i32 {
	//     %0 = arith.muli %arg0, %arg0 : i32
	//     return %0 : i32
	//   }
	// }
}
