package standard_test

import (
	"context"
	"fmt"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/passes/standard"
)

// Passes are Go values; their options are structs.
func Example() {
	c := ir.NewContext(arith.Dialect, fn.Dialect)
	module, err := parser.Parse(context.Background(), c, &ir.Source{Text: `
		func.func private @square(%x: i32) -> i32 {
		  %0 = arith.muli %x, %x : i32
		  return %0 : i32
		}
		func.func @sum(%x: i32) -> i32 {
		  %0 = call @square(%x) : (i32) -> i32
		  %1 = call @square(%x) : (i32) -> i32
		  %2 = arith.addi %0, %1 : i32
		  return %2 : i32
		}`}, nil)
	if err == nil {
		pipeline := passes.On(ir.ModuleOp{}, passes.Use(standard.Inline), passes.Use(standard.CSE), passes.Use(standard.SymbolDCE))
		err = passes.NewManager(c).Run(context.Background(), pipeline, module)
	}
	if err != nil {
		fmt.Println(err)
	}
	fmt.Print(module)
	// Output:
	// module {
	//   func.func @sum(%arg0: i32) -> i32 {
	//     %0 = arith.muli %arg0, %arg0 : i32
	//     %1 = arith.addi %0, %0 : i32
	//     return %1 : i32
	//   }
	// }
}
