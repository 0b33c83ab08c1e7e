package arith

import (
	"optc/ir"
)

var selectPatterns = []*ir.Pattern{
	{Name: "redundant-select-false", Root: Select, Benefit: 2, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool { return redundantSelect(op, rw, 2) }},
	{Name: "redundant-select-true", Root: Select, Benefit: 2, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool { return redundantSelect(op, rw, 1) }},
	{Name: "select-not", Root: Select, Benefit: 2, Rewrite: selectNot},
	{Name: "select-to-not", Root: Select, Rewrite: selectToNot},
	{Name: "select-to-extui", Root: Select, Rewrite: selectToExtUI},
}

// redundantSelect skips a select by the same condition in operand i.
//
//	%s = arith.select %c, %a, %b : i32    →   %r = arith.select %c, %a, %d : i32
//	%r = arith.select %c, %s, %d : i32
func redundantSelect(op *ir.Operation, rw *ir.Rewriter, i int) bool {
	inner := op.Operand(i).DefiningOp()
	if !Select.Is(inner) || inner.Operand(0) != op.Operand(0) {
		return false
	}
	operands := op.OperandList()
	operands[i] = inner.Operand(i)
	locate(rw, op, inner)
	rw.ReplaceOp(op, Select, operands, op.ResultTypes())
	return true
}

// selectNot selects by the condition before it was negated.
//
//	%n = arith.xori %c, %true : i1        →   %r = arith.select %c, %b, %a : i32
//	%r = arith.select %n, %a, %b : i32
func selectNot(op *ir.Operation, rw *ir.Rewriter) bool {
	not := op.Operand(0).DefiningOp()
	if !XOrI.Is(not) {
		return false
	}
	if c, ok := ir.ConstantValue(not.Operand(1)).(*ir.IntegerAttr); !ok || !c.Value.IsAllOnes() {
		return false
	}
	locate(rw, op, not.Operand(1).DefiningOp())
	rw.ReplaceOp(op, Select, []*ir.Value{not.Operand(0), op.Operand(2), op.Operand(1)}, op.ResultTypes())
	return true
}

// selectToNot: choosing false where the condition is true negates it.
//
//	%r = arith.select %c, %false, %true : i1    →   %r = arith.xori %c, %true : i1
func selectToNot(op *ir.Operation, rw *ir.Rewriter) bool {
	c := rw.Context()
	if ir.ConstantValue(op.Operand(1)) != ir.Attribute(c.Bool(false)) || ir.ConstantValue(op.Operand(2)) != ir.Attribute(c.Bool(true)) {
		return false
	}
	rw.ReplaceOp(op, XOrI, []*ir.Value{op.Operand(0), Constant.Bool(rw, true)}, nil)
	return true
}

// selectToExtUI: choosing between 1 and 0 extends the condition.
//
//	%r = arith.select %c, %c1, %c0 : i32    →   %r = arith.extui %c : i1 to i32
//	%r = arith.select %c, %c0, %c1 : i32    →   %n = arith.xori %c, %true : i1
//	                                            %r = arith.extui %n : i1 to i32
func selectToExtUI(op *ir.Operation, rw *ir.Rewriter) bool {
	t, ok := op.Result(0).Type().(*ir.IntegerType)
	if !ok || t.Width == 1 && t.Signedness == ir.Signless {
		return false
	}
	yes, no := ir.ConstantValue(op.Operand(1)), ir.ConstantValue(op.Operand(2))
	condition := op.Operand(0)
	switch {
	case isOne(yes) && isZero(no):
	case isZero(yes) && isOne(no):
		one := Constant.Bool(rw, true)
		condition = XOrI.Build(rw, condition, one)
	default:
		return false
	}
	rw.ReplaceOp(op, ExtUI, []*ir.Value{condition}, op.ResultTypes())
	return true
}
