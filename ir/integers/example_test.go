package integers_test

import (
	"context"
	"fmt"

	"optc/dialect/all"
	"optc/ir"
	"optc/ir/integers"
	"optc/parser"
)

// An analysis that knows a sum from a product, in any dialect.
func Example() {
	c := ir.NewContext(all.Dialects()...)
	m, err := parser.Parse(context.Background(), c, &ir.Source{Name: "in.mlir", Text: `
func.func @f(%a: index, %b: index) -> index {
  %0 = arith.addi %a, %b : index
  %1 = index.add %0, %b
  %2 = index.mul %1, %b
  return %2 : index
}`}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	names := map[integers.Function]string{integers.Add: "sum", integers.Mul: "product", integers.None: "no function of integers"}
	ir.Walk(m, func(op *ir.Operation) ir.WalkResult {
		if op.NumResults() == 1 {
			fmt.Println(op.Name(), "is a", names[integers.FunctionOf(op)])
		}
		return ir.Advance
	})
	// Output:
	// arith.addi is a sum
	// index.add is a sum
	// index.mul is a product
}
