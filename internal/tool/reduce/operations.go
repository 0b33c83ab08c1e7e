package reduce

import (
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/ub"
	"optc/ir"
)

// symbols lists the erasures of symbols together with everything that refers to them.
func (e *editor) symbols() (list []edit) {
	e.each(func(op *ir.Operation) {
		if !ir.IsSymbol(op) {
			return
		}
		list = append(list, edit{op, func() bool {
			for _, user := range e.referring(op) {
				if e.attached(user) && !user.IsAncestorOf(op) && !op.IsAncestorOf(user) {
					e.eraseWithUsers(user)
				}
			}
			return e.attached(op) && e.eraseWithUsers(op)
		}})
	})
	return list
}

// referring lists the operations whose attributes mention the name of a symbol.
func (e *editor) referring(symbol *ir.Operation) (users []*ir.Operation) {
	name := ir.SymbolName(symbol)
	e.each(func(op *ir.Operation) {
		mentions := false
		for _, a := range op.AllAttrs() {
			ir.SymbolRefs(a.Value, func(ref *ir.SymbolRefAttr) {
				mentions = mentions || ref.Leaf() == name || ref.Root == name
			})
		}
		if mentions {
			users = append(users, op)
		}
	})
	return users
}

// bodies lists the functions whose body can be left out.
//
//	func.func @f(%a: i32) { … }   →   func.func private @f(i32)
func (e *editor) bodies() (list []edit) {
	e.each(func(op *ir.Operation) {
		if !ir.Is[fn.FuncOp](op) || fn.IsDeclaration(op) {
			return
		}
		list = append(list, edit{op, func() bool {
			rw := e.rewriter(op)
			for b := range ir.Cast[fn.FuncOp](op).Body().Blocks() {
				rw.EraseBlock(b)
			}
			ir.SetSymbolVisibility(e.ir, op, ir.PrivateSymbol)
			return true
		}})
	})
	return list
}

// operations lists the erasures of all operations except those that are needed as the end of a
// block.
func (e *editor) operations(erase func(*ir.Operation) bool) (list []edit) {
	e.each(func(op *ir.Operation) {
		if !op.IsTerminator() {
			list = append(list, edit{op, func() bool { return erase(op) }})
		}
	})
	return list
}

// attached reports whether an operation is still in the module.
func (e *editor) attached(op *ir.Operation) bool { return e.module.IsAncestorOf(op) && op != e.module }

// eraseWithUsers erases an operation and, before it, all operations that use its
// results. Terminators get other operands.
func (e *editor) eraseWithUsers(op *ir.Operation) bool {
	for _, v := range op.Results() {
		for u := v.FirstUse(); u != nil; u = v.FirstUse() {
			user := u.Owner()
			if user == op {
				return false
			}
			if user.IsTerminator() {
				w := e.visible(v.Type(), user)
				if w == nil {
					w = e.constant(v.Type(), user)
				}
				if w == nil || w == v {
					return false
				}
				u.Set(w)
			} else if !e.eraseWithUsers(user) {
				return false
			}
		}
	}
	e.rewriter(op).Erase(op)
	return true
}

// eraseForOperand erases an operation, whose results become operands of it of the same
// type, arguments around it, or constants.
//
//	%r = arith.addi %a, %b : i32   →   (uses of %r become uses of %a)
func (e *editor) eraseForOperand(op *ir.Operation) bool {
	return e.replace(op, func(t ir.Type) *ir.Value {
		for _, v := range op.Operands() {
			if v.Type() == t && v.DefiningOp() != op {
				return v
			}
		}
		if v := e.visible(t, op); v != nil {
			return v
		}
		return e.constant(t, op)
	})
}

// eraseForConstant erases an operation whose results become constants.
//
//	%r = arith.addi %a, %b : i32   →   %r = arith.constant 0 : i32
func (e *editor) eraseForConstant(op *ir.Operation) bool {
	if isConstant(op) {
		return false
	}
	return e.replace(op, func(t ir.Type) *ir.Value { return e.constant(t, op) })
}

// replace erases an operation whose results become other values of their types.
func (e *editor) replace(op *ir.Operation, other func(t ir.Type) *ir.Value) bool {
	values := make([]*ir.Value, op.NumResults())
	for i, v := range op.Results() {
		if v.Unused() {
			continue
		}
		if values[i] = other(v.Type()); values[i] == nil {
			return false
		}
	}
	e.rewriter(op).Replace(op, values...)
	return true
}

// visible returns a block argument with the given type that is visible at op: an argument of the
// first block of its region or of an enclosing region, up to an isolated operation; or nil.
func (e *editor) visible(t ir.Type, op *ir.Operation) *ir.Value {
	for r := op.ParentRegion(); r != nil; r = r.ParentRegion() {
		for _, v := range r.Front().Args() {
			if v.Type() == t {
				return v
			}
		}
		if r.Parent() == nil || r.Parent().Has(ir.IsolatedFromAbove) {
			break
		}
	}
	return nil
}

// constant makes a constant before an operation: zero, or poison if the type has no zero;
// nil if the context has no dialect for it.
func (e *editor) constant(t ir.Type, op *ir.Operation) *ir.Value {
	rw := e.rewriter(op)
	if zero := arith.Zero(t); zero != nil && e.ir.OpDef(arith.ConstantOp{}.Kind().String()) != nil {
		return arith.NewConstant(rw, zero).Result()
	}
	if e.ir.OpDef(ub.PoisonOp{}.Kind().String()) != nil {
		return ub.NewPoison(rw, t).Result()
	}
	return nil
}
