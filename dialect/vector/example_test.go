package vector_test

import (
	"context"
	"fmt"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/vector"
	"optc/ir"
	"optc/parser"
)

// A pass uses the view Transfer to find out which memory a transfer reads or writes.
func Example() {
	c := ir.NewContext(fn.Dialect, arith.Dialect, vector.Dialect)
	m, _ := parser.Parse(context.Background(), c, &ir.Source{Name: "read.mlir", Text: `
func.func @read(%m: memref<8x16xf32>, %i: index, %pad: f32) -> vector<4x2xf32> {
  %r = vector.transfer_read %m[%i, %i], %pad {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (d1, 0)>}
    : memref<8x16xf32>, vector<4x2xf32>
  return %r : vector<4x2xf32>
}`}, &ir.Diagnostics{})
	ir.Walk(m, func(op *ir.Operation) ir.WalkResult {
		if t, ok := vector.AsTransfer(op); ok {
			fmt.Println("reads:", t.IsRead(), "of", t.BaseType(), "with", t.Map())
			fmt.Println("may leave the memref:", t.MayLeaveBounds())
			fmt.Println("a mask would be", vector.TransferMaskType(t.VectorType(), t.Map()))
		}
		return ir.Advance
	})
	// Output:
	// reads: true of memref<8x16xf32> with (d0, d1) -> (d1, 0)
	// may leave the memref: true
	// a mask would be vector<4xi1>
}
