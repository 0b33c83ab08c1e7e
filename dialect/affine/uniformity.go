package affine

import (
	"optc/ir"
	"optc/ir/affine"
	"optc/layout/threads"
)

// uniformDelinearize: the digits of the number of a thread are digits as well.
var uniformDelinearize = threads.Uniformity.By(&threads.UniformityRule{Results: func(op *ir.Operation, known threads.Scopes) {
	delinear := ir.Cast[DelinearizeIndexOp](op)
	digits, basis := delinear.MultiIndex(), delinear.StaticBasis()
	x := threads.IntegerOf(known, delinear.LinearIndex())
	for _, v := range delinear.DynamicBasis() {
		x = threads.Integer{Scope: x.Scope.Meet(known.Of(v))}
	}
	for i := len(digits) - 1; i > 0; i-- {
		n := basis[len(basis)-len(digits)+i]
		if n == ir.Dynamic {
			x = threads.Integer{Scope: x.Scope}
		}
		x.Rem(n).Assign(known, digits[i])
		x = x.Div(n)
	}
	if len(digits) > 0 {
		x.Assign(known, digits[0])
	}
}})

// uniformApply evaluates the expression on the scopes known for the operands.
var uniformApply = threads.Uniformity.By(&threads.UniformityRule{Results: func(op *ir.Operation, known threads.Scopes) {
	apply := ir.Cast[ApplyOp](op)
	m, operands := apply.Map(), apply.MapOperands()
	var eval func(e affine.Expr) threads.Integer
	eval = func(e affine.Expr) threads.Integer {
		if d, ok := e.IsDim(); ok {
			return threads.IntegerOf(known, operands[d])
		}
		if s, ok := e.IsSymbol(); ok {
			return threads.IntegerOf(known, operands[m.NumDims+s])
		}
		if !e.Kind().IsBinary() {
			return threads.Integer{Scope: threads.Grid}
		}
		x, y := eval(e.LHS()), eval(e.RHS())
		switch n, _ := e.RHS().IsConst(); {
		case n > 0 && e.Kind() == affine.KindFloorDiv:
			return x.Div(n)
		case n > 0 && e.Kind() == affine.KindMod:
			return x.Rem(n)
		}
		return threads.Integer{Scope: x.Scope.Meet(y.Scope)}
	}
	eval(m.Results[0]).Assign(known, apply.Result())
}})
