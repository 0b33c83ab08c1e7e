package linalg_test

import (
	"context"
	"fmt"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/linalg"
	"optc/ir"
	"optc/parser"
)

// Generic code asks a structured operation for its maps and loops.
func Example() {
	var ds ir.Diagnostics
	m, err := parser.Parse(context.Background(), ir.NewContext(fn.Dialect, arith.Dialect, linalg.Dialect), &ir.Source{Name: "in.mlir", Text: `
		func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
		  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
		  return %0 : tensor<4x16xf32>
		}`}, &ds)
	if err != nil {
		fmt.Print(ds.String())
		return
	}
	ir.Walk(m, func(op *ir.Operation) ir.WalkResult {
		if linalg.Structured.Has(op) {
			fmt.Println(op.Name(), linalg.IteratorsOf(op))
			for _, m := range linalg.MapsOf(op) {
				fmt.Println(m)
			}
		}
		return ir.Advance
	})
	// Output:
	// linalg.matmul [parallel parallel reduction]
	// (d0, d1, d2) -> (d0, d2)
	// (d0, d1, d2) -> (d2, d1)
	// (d0, d1, d2) -> (d0, d1)
}
