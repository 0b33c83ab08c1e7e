package arith

import (
	"optc/ir"

	"optc/layout/threads"
)

// uniformQuotient and uniformRemainder: quotients and remainders of the number of a thread by a
// constant are the same for groups of neighbours.
var (
	uniformQuotient  = uniformDivision(threads.Integer.Div)
	uniformRemainder = uniformDivision(threads.Integer.Rem)
)

func uniformDivision(divide func(x threads.Integer, n int64) threads.Integer) ir.Implementation {
	return threads.Uniformity.By(&threads.UniformityRule{Results: func(op *ir.Operation, known threads.Scopes) {
		x := threads.IntegerOf(known, op.Operand(0))
		if n, ok := ir.ConstantInt(op.Operand(1)); ok && holdsThreads(op.Result(0).Type()) {
			x = divide(x, n.Int64())
		} else {
			x = threads.Integer{Scope: x.Scope.Meet(known.Of(op.Operand(1)))}
		}
		x.Assign(known, op.Result(0))
	}})
}

// uniformShift: a shift to the right by a constant divides.
var uniformShift = threads.Uniformity.By(&threads.UniformityRule{Results: func(op *ir.Operation, known threads.Scopes) {
	x := threads.IntegerOf(known, op.Operand(0))
	if n, ok := ir.ConstantInt(op.Operand(1)); ok && holdsThreads(op.Result(0).Type()) && n.Uint64() < 32 {
		x = x.Div(1 << n.Uint64())
	} else {
		x = threads.Integer{Scope: x.Scope.Meet(known.Of(op.Operand(1)))}
	}
	x.Assign(known, op.Result(0))
}})

// uniformCast: the result is the same number as the operand, if it has bits enough.
var uniformCast = threads.Uniformity.By(&threads.UniformityRule{Results: func(op *ir.Operation, known threads.Scopes) {
	x := threads.IntegerOf(known, op.Operand(0))
	if !holdsThreads(op.Result(0).Type()) {
		x.Digit = threads.Digit{}
	}
	x.Assign(known, op.Result(0))
}})

// holdsThreads reports whether a type has bits enough for the number of any thread.
func holdsThreads(t ir.Type) bool {
	if i, ok := t.(*ir.IntegerType); ok {
		return i.Width >= 32
	}
	_, ok := t.(*ir.IndexType)
	return ok
}

// viewOfChoice: a memref chosen by arith.select is a view of one of the two operands.
var viewOfChoice = ir.View.By(func(result *ir.Value) []*ir.Value {
	choice := ir.Cast[SelectOp](result.DefiningOp())
	return []*ir.Value{choice.TrueValue(), choice.FalseValue()}
})
