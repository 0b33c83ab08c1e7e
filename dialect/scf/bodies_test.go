package scf_test

import (
	"context"
	"fmt"
	"testing"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/scf"
	"optc/ir"
	"optc/parser"
)

// emptyFunction returns a function of one index and a builder before its return.
func emptyFunction() (module *ir.Operation, b *ir.Builder, n *ir.Value) {
	c := ir.NewContext(fn.Dialect, arith.Dialect, scf.Dialect)
	module, err := parser.Parse(context.Background(), c, &ir.Source{Name: "f.mlir", Text: "func.func @f(%n: index) {\n  return\n}"}, nil)
	if err != nil {
		panic(err)
	}
	body := module.Body().Front().Body()
	return module, ir.NewBuilder(c).Before(body.Front()), body.Arg(0)
}

// A loop is built together with its body.
func ExampleBuildFor() {
	module, b, n := emptyFunction()
	zero, one := arith.ConstantIndex(b, 0), arith.ConstantIndex(b, 1)
	scf.BuildFor(b, zero, n, one, []*ir.Value{zero}, func(i *ir.Value, carried []*ir.Value) []*ir.Value {
		return []*ir.Value{arith.NewAddI(b, carried[0], i).Result()}
	})
	fmt.Print(module)
	// Output:
	// module {
	//   func.func @f(%arg0: index) {
	//     %c0 = arith.constant 0 : index
	//     %c1 = arith.constant 1 : index
	//     %0 = scf.for %arg1 = %c0 to %arg0 step %c1 iter_args(%arg2 = %c0) -> (index) {
	//       %1 = arith.addi %arg2, %arg1 : index
	//       scf.yield %1 : index
	//     }
	//     return
	//   }
	// }
}

// Every builder makes valid operations, leaves the insertion point after them, and the
// accessors return the arguments that the functions got.
func TestBodies(t *testing.T) {
	t.Parallel()
	module, b, n := emptyFunction()
	zero := arith.ConstantIndex(b, 0)
	index := b.Context().Index()
	var i, carried *ir.Value
	loop := scf.BuildFor(b, zero, n, n, []*ir.Value{zero}, func(iv *ir.Value, args []*ir.Value) []*ir.Value {
		i, carried = iv, args[0]
		return args
	})
	if loop.InductionVar() != i || loop.IterArgs()[0] != carried || loop.Body() != i.ParentBlock() {
		t.Error("the accessors of the loop return other arguments")
	}
	var isLess *ir.Value
	while := scf.BuildWhile(b, []ir.Type{index}, loop.Results(), func(args []*ir.Value) (*ir.Value, []*ir.Value) {
		isLess = arith.NewCmpI(b, arith.SLT, args[0], n).Result()
		return isLess, args
	}, func(args []*ir.Value) []*ir.Value {
		return []*ir.Value{arith.NewAddI(b, args[0], n).Result()}
	})
	condition := arith.NewCmpI(b, arith.EQ, while.Results()[0], n).Result()
	value := func(v *ir.Value) func() []*ir.Value { return func() []*ir.Value { return []*ir.Value{v} } }
	scf.BuildIf(b, condition, []ir.Type{index}, value(zero), value(n))
	scf.BuildIf(b, condition, nil, func() []*ir.Value { return nil }, nil)
	bounds := func(v *ir.Value) []ir.Mixed { return []ir.Mixed{{Value: v}, {Value: v}} }
	var ivs []*ir.Value
	var inside string
	forall := scf.BuildForall(b, bounds(zero), bounds(n), bounds(n), nil, func(args, outs []*ir.Value) func() {
		ivs = args
		arith.NewAddI(b, args[0], args[1])
		return func() { inside = b.Block().ParentOp().Name() }
	})
	if got := forall.InductionVars(); len(got) != 2 || got[0] != ivs[0] || len(forall.OutputArgs()) != 0 || forall.Body() != ivs[0].ParentBlock() {
		t.Error("the accessors of scf.forall return other arguments")
	}
	if inside != "scf.forall.in_parallel" {
		t.Errorf("the writes are built in %s", inside)
	}
	if b.Block() != module.Body().Front().Body() || forall.Operation().Next().Name() != "func.return" {
		t.Error("the insertion point is not before the return")
	}
	if err := ir.Verify(module, nil); err != nil {
		t.Errorf("%v\n%s", err, module)
	}
}
