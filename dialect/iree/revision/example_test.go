package revision_test

import (
	"context"
	"fmt"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/iree/revision"
	"optc/dialect/vector"
	"optc/ir"
	"optc/parser"
)

// Since 2026-06 the attributes of a scan follow its operands.
func Example() {
	const text = `func.func @sums(%x: vector<4x8xf32>, %first: vector<8xf32>) -> (vector<4x8xf32>, vector<8xf32>) {
  %all, %last = vector.scan <add>, %x, %first {inclusive = true, reduction_dim = 0 : i64} : vector<4x8xf32>, vector<8xf32>
  return %all, %last : vector<4x8xf32>, vector<8xf32>
}`
	c := ir.NewContext(arith.Dialect, fn.Dialect, vector.Dialect)
	revision.Follow(c, revision.Today)
	module, err := parser.Parse(context.Background(), c, &ir.Source{Text: text}, nil)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Print(module)
	// Output:
	// module {
	//   func.func @sums(%arg0: vector<4x8xf32>, %arg1: vector<8xf32>) -> (vector<4x8xf32>, vector<8xf32>) {
	//     %dest, %accumulated_value = vector.scan <add>, %arg0, %arg1 reduction_dim = 0, inclusive = true : vector<4x8xf32>, vector<8xf32>
	//     return %dest, %accumulated_value : vector<4x8xf32>, vector<8xf32>
	//   }
	// }
}
