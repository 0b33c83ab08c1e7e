package optmain_test

import (
	"context"
	"os"
	"strings"

	"optc/dialect/arith"
	"optc/ir"
	"optc/optmain"
	"optc/passes"
)

// cube is an operation: parser, printer, verifier and help follow from this declaration.
var cube = &ir.OpDef{
	Kind:     "demo.cube",
	Summary:  "third power",
	Operands: []ir.ValueDef{{Name: "x", Type: ir.FloatLike}},
	Results:  []ir.ValueDef{{Name: "result", Type: ir.FloatLike}},
	Traits:   ir.Pure | ir.SameOperandsAndResultType,
	Assembly: "$x attr-dict `:` type($x)",
	Examples: []string{"func.func @f(%x: f32) -> f32 {\n  %0 = demo.cube %x : f32\n  return %0 : f32\n}"},
}

// lowerCube is a pass with a single pattern:
//
//	%0 = demo.cube %x   →   %1 = arith.mulf %x, %x
//	                        %0 = arith.mulf %1, %x
var lowerCube = &passes.Pass{
	Name:   "demo-lower-cube",
	Title:  "Turn demo.cube into multiplications",
	Doc:    "Replaces every demo.cube by two arith.mulf.",
	Anchor: []ir.OpKind{ir.Kind("func.func")},
	Run: func(c *passes.Context) (changed bool, err error) {
		rw := c.Rewriter(nil)
		ir.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			if cube.Kind.Kind().Is(op) {
				rw.Before(op).Loc = op.Loc()
				x := op.Operand(0)
				square := rw.Op(arith.MulFOp{}, []*ir.Value{x, x}, []ir.Type{x.Type()})
				result := rw.Op(arith.MulFOp{}, []*ir.Value{square.Result(0), x}, []ir.Type{x.Type()})
				rw.Replace(op, result.ResultList()...)
				changed = true
			}
			return ir.Advance
		})
		return changed, nil
	},
}

// A tool with its own dialect and pass.
func ExampleRun() {
	config := optmain.DefaultConfig()
	config.Name = "mytool"
	config.Dialects = append(config.Dialects, &ir.Dialect{
		Name: "demo", Summary: "a dialect of one operation",
		Define: func() ir.Definitions { return ir.Definitions{Ops: []*ir.OpDef{cube}} },
	})
	config.Passes.Passes = append(config.Passes.Passes, lowerCube)
	run := func(text string, args ...string) {
		optmain.Run(context.Background(), config, args, strings.NewReader(text), os.Stdout, os.Stdout)
	}
	run(cube.Examples[0], "--demo-lower-cube")
	run(strings.ReplaceAll(cube.Examples[0], "f32", "i32"), "--mlir-print-op-on-diagnostic=false")
	// Output:
	// module {
	//   func.func @f(%arg0: f32) -> f32 {
	//     %0 = arith.mulf %arg0, %arg0 : f32
	//     %1 = arith.mulf %0, %arg0 : f32
	//     return %1 : f32
	//   }
	// }
	//
	// <stdin>:2:8: error: 'demo.cube' op operand #0 must be floating-point-like, but got 'i32'
	//   %0 = demo.cube %x : i32
	//        ^
}
