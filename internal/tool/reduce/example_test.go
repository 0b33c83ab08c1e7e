package reduce_test

import (
	"bytes"
	"context"
	"fmt"

	"optc/dialect/all"
	"optc/internal/tool/reduce"
	"optc/ir"
	"optc/parser"
)

// Example finds the least module that still divides.
func Example() {
	newContext := func() *ir.Context { return ir.NewContext(all.Dialects()...) }
	c := newContext()
	module, err := parser.Parse(context.Background(), c, &ir.Source{Name: "in.mlir", Text: `
		func.func @f(%a: i32, %b: i32) -> i32 {
		  %0 = arith.addi %a, %b : i32
		  %1 = arith.divsi %0, %b : i32
		  %2 = arith.muli %1, %a : i32
		  return %2 : i32
		}`}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	r := &reduce.Reducer{Context: c, NewContext: newContext, Test: func(_ context.Context, text []byte) (bool, error) {
		return bytes.Contains(text, []byte("divsi")), nil
	}}
	result, err := r.Run(context.Background(), module)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s", result.Text)
	// Output:
	// module {
	//   func.func @f() {
	//     %c0_i32 = arith.constant 0 : i32
	//     %0 = arith.divsi %c0_i32, %c0_i32 : i32
	//     return
	//   }
	// }
}
