package arith

import (
	"optc/ir"
)

var selectPatterns = []*ir.Pattern{
	{Name: "redundant-select-false", Root: SelectOp{}, Benefit: 2, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool { return redundantSelect(op, rw, 1) }},
	{Name: "redundant-select-true", Root: SelectOp{}, Benefit: 2, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool { return redundantSelect(op, rw, 0) }},
	{Name: "select-not", Root: SelectOp{}, Benefit: 2, Rewrite: selectNot},
	{Name: "select-to-not", Root: SelectOp{}, Rewrite: selectToNot},
	{Name: "select-to-extui", Root: SelectOp{}, Rewrite: selectToExtUI},
}

// redundantSelect simplifies a select whose true value (i = 0) or false value (i = 1) is
// a select by the same condition.
//
//	%s = arith.select %c, %a, %b : i32    →   %r = arith.select %c, %a, %d : i32
//	%r = arith.select %c, %s, %d : i32
func redundantSelect(op *ir.Operation, rw *ir.Rewriter, i int) bool {
	selectOp := ir.Cast[SelectOp](op)
	values := [...]*ir.Value{selectOp.TrueValue(), selectOp.FalseValue()}
	inner := ir.DefiningOp[SelectOp](values[i])
	if !inner.Ok() || inner.Condition() != selectOp.Condition() {
		return false
	}
	values[i] = [...]*ir.Value{inner.TrueValue(), inner.FalseValue()}[i]
	locate(rw, op, inner.Operation())
	rw.Replace(op, NewSelect(rw, selectOp.Condition(), values[0], values[1]).Result())
	return true
}

// selectNot replaces a negated condition by the original condition and swaps the values.
//
//	%n = arith.xori %c, %true : i1        →   %r = arith.select %c, %b, %a : i32
//	%r = arith.select %n, %a, %b : i32
func selectNot(op *ir.Operation, rw *ir.Rewriter) bool {
	selectOp := ir.Cast[SelectOp](op)
	not := ir.DefiningOp[XOrIOp](selectOp.Condition())
	if !not.Ok() {
		return false
	}
	if c, ok := ir.ConstantValue(not.Rhs()).(*ir.IntegerAttr); !ok || !c.Value.IsAllOnes() {
		return false
	}
	locate(rw, op, not.Rhs().DefiningOp())
	rw.Replace(op, NewSelect(rw, not.Lhs(), selectOp.FalseValue(), selectOp.TrueValue()).Result())
	return true
}

// selectToNot: a select of false where the condition is true, and true elsewhere, is the
// negated condition.
//
//	%r = arith.select %c, %false, %true : i1    →   %r = arith.xori %c, %true : i1
func selectToNot(op *ir.Operation, rw *ir.Rewriter) bool {
	c := rw.Context()
	selectOp := ir.Cast[SelectOp](op)
	if ir.ConstantValue(selectOp.TrueValue()) != ir.Attribute(c.Bool(false)) || ir.ConstantValue(selectOp.FalseValue()) != ir.Attribute(c.Bool(true)) {
		return false
	}
	rw.Replace(op, NewXOrI(rw, selectOp.Condition(), ConstantBool(rw, true)).Result())
	return true
}

// selectToExtUI: a select between 1 and 0 is the extended condition.
//
//	%r = arith.select %c, %c1, %c0 : i32    →   %r = arith.extui %c : i1 to i32
//	%r = arith.select %c, %c0, %c1 : i32    →   %n = arith.xori %c, %true : i1
//	                                            %r = arith.extui %n : i1 to i32
func selectToExtUI(op *ir.Operation, rw *ir.Rewriter) bool {
	t, ok := op.Result(0).Type().(*ir.IntegerType)
	if !ok || t == rw.Context().I1() {
		return false
	}
	selectOp := ir.Cast[SelectOp](op)
	yes, no := ir.ConstantValue(selectOp.TrueValue()), ir.ConstantValue(selectOp.FalseValue())
	condition := selectOp.Condition()
	switch {
	case isOne(yes) && isZero(no):
	case isZero(yes) && isOne(no):
		condition = NewXOrI(rw, condition, ConstantBool(rw, true)).Result()
	default:
		return false
	}
	rw.Replace(op, NewExtUI(rw, t, condition).Out())
	return true
}
