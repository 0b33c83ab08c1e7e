package arith

import (
	"optc/ir"
)

var selectPatterns = []*ir.Pattern{
	{Name: "redundant-select-false", Root: Select, Benefit: 2, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool { return redundantSelect(op, rw, 1) }},
	{Name: "redundant-select-true", Root: Select, Benefit: 2, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool { return redundantSelect(op, rw, 0) }},
	{Name: "select-not", Root: Select, Benefit: 2, Rewrite: selectNot},
	{Name: "select-to-not", Root: Select, Rewrite: selectToNot},
	{Name: "select-to-extui", Root: Select, Rewrite: selectToExtUI},
}

// redundantSelect simplifies a select whose true value (i = 0) or false value (i = 1) is
// a select by the same condition.
//
//	%s = arith.select %c, %a, %b : i32    →   %r = arith.select %c, %a, %d : i32
//	%r = arith.select %c, %s, %d : i32
func redundantSelect(op *ir.Operation, rw *ir.Rewriter, i int) bool {
	values := [...]*ir.Value{Select.TrueValue(op), Select.FalseValue(op)}
	inner := Select.DefiningOp(values[i])
	if inner == nil || Select.Condition(inner) != Select.Condition(op) {
		return false
	}
	values[i] = [...]*ir.Value{Select.TrueValue(inner), Select.FalseValue(inner)}[i]
	locate(rw, op, inner)
	rw.Replace(op, Select.Build(rw, Select.Condition(op), values[0], values[1]))
	return true
}

// selectNot replaces a negated condition by the original condition and swaps the values.
//
//	%n = arith.xori %c, %true : i1        →   %r = arith.select %c, %b, %a : i32
//	%r = arith.select %n, %a, %b : i32
func selectNot(op *ir.Operation, rw *ir.Rewriter) bool {
	not := Select.Condition(op).DefiningOp()
	if !XOrI.Is(not) {
		return false
	}
	if c, ok := ir.ConstantValue(XOrI.Rhs(not)).(*ir.IntegerAttr); !ok || !c.Value.IsAllOnes() {
		return false
	}
	locate(rw, op, XOrI.Rhs(not).DefiningOp())
	rw.Replace(op, Select.Build(rw, XOrI.Lhs(not), Select.FalseValue(op), Select.TrueValue(op)))
	return true
}

// selectToNot: a select of false where the condition is true, and true elsewhere, is the
// negated condition.
//
//	%r = arith.select %c, %false, %true : i1    →   %r = arith.xori %c, %true : i1
func selectToNot(op *ir.Operation, rw *ir.Rewriter) bool {
	c := rw.Context()
	if ir.ConstantValue(Select.TrueValue(op)) != ir.Attribute(c.Bool(false)) || ir.ConstantValue(Select.FalseValue(op)) != ir.Attribute(c.Bool(true)) {
		return false
	}
	rw.Replace(op, XOrI.Build(rw, Select.Condition(op), Constant.Bool(rw, true)))
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
	yes, no := ir.ConstantValue(Select.TrueValue(op)), ir.ConstantValue(Select.FalseValue(op))
	condition := Select.Condition(op)
	switch {
	case isOne(yes) && isZero(no):
	case isZero(yes) && isOne(no):
		condition = XOrI.Build(rw, condition, Constant.Bool(rw, true))
	default:
		return false
	}
	rw.Replace(op, ExtUI.Build(rw, t, condition))
	return true
}
