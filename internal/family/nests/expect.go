package nests

import (
	"slices"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/iree/ireecheck"
	"optc/dialect/iree/ireeutil"
	"optc/ir"
)

// SplitExpectations makes a program of a test function, which has no arguments and checks tensors by operations of
// the dialect check. The tensors become the results of the function. The operations of the dialect check move to a
// function of the same name in a module of its own, which takes these tensors. Constants that no pass knows become
// ordinary ones. The error code is tensors.form if the function checks something else than tensors.
//
//	func.func @f() {
//	  %x = util.unfoldable_constant dense<1.0> : tensor<4xf32>
//	  check.expect_eq_const(%x, dense<1.0> : tensor<4xf32>) : tensor<4xf32>
//	  return
//	}
//	→
//	func.func @f() -> tensor<4xf32> {
//	  %x = arith.constant dense<1.0> : tensor<4xf32>
//	  return %x : tensor<4xf32>
//	}
func SplitExpectations(rw *ir.Rewriter, f *ir.Operation) (judge *ir.Operation, d *ir.Diagnostic) {
	if f.Body().Next() != nil || !ir.Is[fn.ReturnOp](f.Body().Back()) || f.Body().Back().NumOperands() > 0 {
		return nil, f.Errorf("is no test of a machine: expected a list of operations that ends in a return without values").WithCode("tensors.form")
	}
	makeKnown(rw, f)
	var checks []*ir.Operation
	var checked []*ir.Value
	for op := range f.Body().Ops() {
		if op.Def().Owner() != ireecheck.Dialect {
			continue
		}
		checks = append(checks, op)
		for _, v := range op.Operands() {
			if !ir.AnyTensor.Check(v.Type()) {
				return nil, op.Errorf("checks '%s', but programs of a machine have tensors as results", v.Type()).WithCode("tensors.form")
			}
			if !slices.Contains(checked, v) {
				checked = append(checked, v)
			}
		}
	}
	types := ir.TypesOf(checked)
	module := ir.NewModule(ir.NewBuilder(rw.Context())).Operation()
	b := ir.NewBuilder(rw.Context())
	b.AtEnd(module.Body()).Loc = f.Loc()
	expects := fn.NewFunc(b, rw.Context().Function(types, nil), ir.SymbolName(f))
	var m ir.Mapping
	for i, arg := range b.NewBlock(expects.Body(), types, f.Loc()).Args() {
		m.Map(checked[i], arg)
	}
	for _, op := range checks {
		b.Clone(op, &m)
		rw.Erase(op)
	}
	fn.NewReturn(b)
	rw.Modify(f.Body().Back(), func() { f.Body().Back().SetOperands(checked) })
	rw.Modify(f, func() { ir.Cast[fn.FuncOp](f).SetFunctionType(rw.Context().Function(nil, types)) })
	return module, nil
}

// makeKnown replaces constants and values that no pass knows by constants and values that passes know.
func makeKnown(rw *ir.Rewriter, f *ir.Operation) {
	for _, op := range slices.Collect(f.Body().Ops()) {
		if c := ir.As[ireeutil.UnfoldableConstantOp](op); c.Ok() {
			rw.Before(op).Loc = op.Loc()
			rw.Replace(op, arith.NewConstant(rw, c.Value().(ir.TypedAttr)).Result())
		} else if ir.Is[ireeutil.OptimizationBarrierOp](op) {
			rw.Replace(op, op.OperandList()...)
		}
	}
}
