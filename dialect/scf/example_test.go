package scf_test

import (
	"context"
	"fmt"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/scf"
	"optc/ir"
	"optc/parser"
)

// Generic code finds the values that a loop passes on through the interface for branches
// between regions.
func Example() {
	var ds ir.Diagnostics
	m, err := parser.Parse(context.Background(), ir.NewContext(fn.Dialect, arith.Dialect, scf.Dialect), &ir.Source{Name: "in.mlir", Text: `
		func.func @sum(%n: index, %zero: i32) -> i32 {
		  %c0 = arith.constant 0 : index
		  %c1 = arith.constant 1 : index
		  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
		    %v = arith.index_cast %i : index to i32
		    %t = arith.addi %s, %v : i32
		    scf.yield %t : i32
		  }
		  return %r : i32
		}`}, &ds)
	if err != nil {
		fmt.Print(ds.String())
		return
	}
	ir.Walk(m, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[scf.ForOp](op) {
			for _, s := range op.Def().Interfaces.RegionBranch.Successors(op, nil) {
				fmt.Println("into the body:", s.Region != nil, "values:", len(s.Inputs))
			}
		}
		return ir.Advance
	})
	// Output:
	// into the body: true values: 1
	// into the body: false values: 1
}
