package fn_test

import (
	"context"
	"fmt"
	"strings"

	fn "optc/dialect/func"
	"optc/ir"
	"optc/parser"
)

// A function is a symbol; its type is an attribute.
func Example() {
	c := ir.NewContext(fn.Dialect)
	m, err := parser.Parse(context.Background(), c, &ir.Source{Name: "swap.mlir", Text: `
		func.func @swap(%a: i32, %b: f32) -> (f32, i32) {
			return %b, %a : f32, i32
		}`}, &ir.Diagnostics{})
	f := ir.NewSymbolTables().Table(m)["swap"]
	fmt.Println(err, ir.SymbolName(f), fn.TypeOf(f), fn.IsDeclaration(f))
	fmt.Println(strings.TrimSpace(m.String()))
	// Output:
	// <nil> swap (i32, f32) -> (f32, i32) false
	// module {
	//   func.func @swap(%arg0: i32, %arg1: f32) -> (f32, i32) {
	//     return %arg1, %arg0 : f32, i32
	//   }
	// }
}
