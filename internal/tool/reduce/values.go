package reduce

import (
	"slices"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/ir"
	"optc/passes"
	"optc/passes/standard"
	"optc/registry"
)

// arguments lists the arguments of functions that can be left out, there and in calls.
func (e *editor) arguments() (list []edit) {
	e.each(func(op *ir.Operation) {
		if !ir.Is[fn.FuncOp](op) {
			return
		}
		for i := range fn.TypeOf(op).Inputs {
			list = append(list, edit{op, func() bool { return e.dropArgument(op, i) }})
		}
	})
	return list
}

// dropArgument removes an argument; its uses are replaced by a constant.
func (e *editor) dropArgument(f *ir.Operation, i int) bool {
	if i >= len(fn.TypeOf(f).Inputs) {
		return false
	}
	if !fn.IsDeclaration(f) {
		if arg := f.Body().Arg(i); !arg.Unused() {
			v := e.constant(arg.Type(), f.Body().Front())
			if v == nil {
				return false
			}
			arg.ReplaceAllUsesWith(v)
		}
	}
	fn.EraseArgument(f, i)
	for _, user := range e.referring(f) {
		if call := ir.As[fn.CallOp](user); call.Ok() && i < user.NumOperands() {
			user.SetOperands(slices.Delete(call.Operands(), i, i+1))
		}
	}
	return true
}

// results lists the results of functions that can be left out, there and in calls.
func (e *editor) results() (list []edit) {
	e.each(func(op *ir.Operation) {
		if !ir.Is[fn.FuncOp](op) {
			return
		}
		for i := range fn.TypeOf(op).Results {
			list = append(list, edit{op, func() bool { return e.dropResult(op, i) }})
		}
	})
	return list
}

func (e *editor) dropResult(f *ir.Operation, i int) bool {
	if i >= len(fn.TypeOf(f).Results) {
		return false
	}
	fn.EraseResult(f, i)
	for b := range ir.Cast[fn.FuncOp](f).Body().Blocks() {
		if end := ir.As[fn.ReturnOp](b.Back()); end.Ok() && i < end.Operation().NumOperands() {
			end.Operation().SetOperands(slices.Delete(end.Operands(), i, i+1))
		}
	}
	for _, user := range e.referring(f) {
		if ir.Is[fn.CallOp](user) && !e.dropCallResult(user, i) {
			return false
		}
	}
	return true
}

// dropCallResult replaces a call by a call without a result; uses of the result are
// replaced by a constant.
func (e *editor) dropCallResult(call *ir.Operation, i int) bool {
	if i >= call.NumResults() {
		return false
	}
	var missing *ir.Value
	if v := call.Result(i); !v.Unused() {
		if missing = e.constant(v.Type(), call); missing == nil {
			return false
		}
	}
	rw := e.rewriter(call)
	callCall := ir.Cast[fn.CallOp](call)
	shorter := fn.NewCall(rw, callCall.Callee(), slices.Delete(call.ResultTypes(), i, i+1), callCall.Operands()...).Operation()
	rw.Replace(call, slices.Insert(shorter.ResultList(), i, missing)...)
	return true
}

// operands lists the operands that can be arguments around the operation.
//
//	%1 = arith.addi %0, %a : i32   →   %1 = arith.addi %a, %a : i32
func (e *editor) operands() (list []edit) {
	return e.eachOperand(func(u *ir.OpOperand) bool {
		return e.set(u, e.visible(u.Value().Type(), u.Owner()))
	})
}

// set replaces an operand by another value, unless that is nil, and erases the old
// operand if it was a constant without other uses.
func (e *editor) set(u *ir.OpOperand, v *ir.Value) bool {
	old := u.Value()
	if v == nil || v == old {
		return false
	}
	u.Set(v)
	if d := old.DefiningOp(); d != nil && isConstant(d) && d.Unused() {
		e.rewriter(d).Erase(d)
	}
	return true
}

// constantOperands lists the operands that can be constants.
func (e *editor) constantOperands() (list []edit) {
	return e.eachOperand(func(u *ir.OpOperand) bool {
		if d := u.Value().DefiningOp(); d != nil && isConstant(d) {
			return false
		}
		return e.set(u, e.constant(u.Value().Type(), u.Owner()))
	})
}

// equalOperands lists the operands that can be replaced by an earlier operand.
//
//	%r = arith.divsi %c0, %c0_0 : i32   →   %r = arith.divsi %c0, %c0 : i32
func (e *editor) equalOperands() (list []edit) {
	return e.eachOperand(func(u *ir.OpOperand) bool {
		for _, v := range u.Owner().OperandList()[:u.Index()] {
			if v.Type() == u.Value().Type() {
				return e.set(u, v)
			}
		}
		return false
	})
}

// eachOperand lists an edit for every operand.
func (e *editor) eachOperand(replace func(u *ir.OpOperand) bool) (list []edit) {
	e.each(func(op *ir.Operation) {
		for i := range op.NumOperands() {
			list = append(list, edit{op, func() bool { return i < op.NumOperands() && replace(op.OpOperand(i)) }})
		}
	})
	return list
}

// variadicOperands lists the operands that can be removed because the operation also accepts fewer.
func (e *editor) variadicOperands() (list []edit) {
	e.each(func(op *ir.Operation) {
		if !op.Def().Registered() {
			for i := range op.NumOperands() {
				list = append(list, edit{op, func() bool {
					values := op.OperandList()
					if i >= len(values) || op.NumSuccessors() > 0 {
						return false
					}
					op.SetOperands(slices.Delete(values, i, i+1))
					return true
				}})
			}
			return
		}
		for g, def := range op.Def().Operands {
			if def.Kind == ir.Single {
				continue
			}
			for i := range op.OperandGroup(g) {
				list = append(list, edit{op, func() bool {
					values := op.OperandGroup(g)
					if i >= len(values) {
						return false
					}
					op.SetOperandGroup(g, slices.Delete(values, i, i+1))
					return true
				}})
			}
		}
	})
	return list
}

// attributes lists the attributes that need not be there.
func (e *editor) attributes() (list []edit) {
	ir.Walk(e.module, func(op *ir.Operation) ir.WalkResult {
		for _, a := range op.AllAttrs() {
			if i := op.Def().AttrIndex(a.Name); i < 0 || i < len(op.Def().Attrs) && (op.Def().Attrs[i].Optional || op.Def().Attrs[i].Default != nil) {
				list = append(list, edit{op, func() bool {
					if op.Attr(a.Name) == nil {
						return false
					}
					op.SetAttr(a.Name, nil)
					return true
				}})
			}
		}
		return ir.Advance
	})
	return list
}

// attributeValues lists the numbers that can be replaced by zero or, for divisors and
// extents, by one.
func (e *editor) attributeValues() (list []edit) {
	e.each(func(op *ir.Operation) {
		for _, a := range op.AllAttrs() {
			for _, v := range []int64{0, 1} {
				simple := simplified(a.Value, v)
				if simple == nil || simple == a.Value {
					continue
				}
				list = append(list, edit{op, func() bool {
					if op.Attr(a.Name) != a.Value {
						return false
					}
					op.SetAttr(a.Name, simple)
					return true
				}})
			}
		}
	})
	return list
}

// simplified returns an attribute with the number v and the type of a, or nil if a is not a number.
func simplified(a ir.Attribute, v int64) ir.Attribute {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return a.Context().Int(a.Type(), v)
	case *ir.FloatAttr:
		if t, ok := a.Type().(*ir.FloatType); ok {
			return a.Context().FloatAttrOf(t, float64(v))
		}
	case *ir.DenseAttr:
		if elem := element(a.ShapedType().ElementType(), v); elem != nil {
			return arith.Splat(a.ShapedType(), elem)
		}
	}
	return nil
}

// element returns the number v as an attribute of type t, which is not a vector, or nil.
func element(t ir.Type, v int64) ir.Attribute {
	switch t := t.(type) {
	case *ir.IntegerType, *ir.IndexType:
		return t.Context().Int(t, v)
	case *ir.FloatType:
		return t.Context().FloatAttrOf(t, float64(v))
	}
	return nil
}

// simplifying are passes that may leave less than the other edits.
var simplifying = []*passes.Pass{standard.SymbolDCE, standard.CSE, standard.Canonicalize}

// simplifications lists simplifications that passes apply to the module.
func (e *editor) simplifications() (list []edit) {
	for _, p := range simplifying {
		list = append(list, edit{e.module, func() bool {
			pipeline := &passes.Pipeline{Anchor: e.module.Name(), Steps: []passes.Step{passes.Use(p)}}
			m := &passes.Manager{Context: e.ir, Registry: registry.Passes(), Threads: 1}
			return m.Run(e.context, pipeline, e.module) == nil
		}})
	}
	return list
}
