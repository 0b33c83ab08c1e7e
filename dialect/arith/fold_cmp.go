package arith

import (
	"optc/dialect/arith/internal/quick"
	"optc/dialect/ub"
	"optc/ir"
	"optc/num"
)

func foldCmpI(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	cmpI := ir.Cast[CmpIOp](op)
	lhs, rhs := cmpI.Lhs(), cmpI.Rhs()
	p := cmpI.Predicate()
	// Comparing x with itself: the relation alone decides the result. Without a static
	// shape no constant can be built, and no other fold applies.
	if lhs == rhs {
		return ir.FoldToAttr(BoolConstant(op.Result(0).Type(), cmpIOutcomes[p]&quick.Equal != 0))
	}
	if v := boolOperand(p, lhs, operands[1]); v != nil {
		return ir.FoldToValue(v)
	}
	// A constant on the left moves to the right.
	if operands[0] != nil && operands[1] == nil {
		op.SetAttr(predicate, lhs.Type().Context().I64Attr(int64(p.Swapped())))
		op.SetOperand(0, rhs)
		op.SetOperand(1, lhs)
		return ir.FoldInPlace()
	}
	if ub.IsPoison(operands[0]) || ub.IsPoison(operands[1]) {
		return ir.FoldResult{}
	}
	return foldInts(op, operands, func(x, y num.Int) (num.Int, bool) { return num.IntFromBool(p.Holds(x, y)), true })
}

// boolOperand returns the i1 value that a comparison with a constant 0 or 1 restores.
//
//	cmpi ne, extsi(%x : i1), 0    →   %x      (also extui, and %x : i1 itself)
//	cmpi eq, %x : i1, 1           →   %x
func boolOperand(p CmpIPredicate, lhs *ir.Value, rhs ir.Attribute) *ir.Value {
	isBool := func(v *ir.Value) bool { return bitWidth(v.Type()) == 1 && !ir.FloatLike.Check(v.Type()) }
	if p == NE && isZero(rhs) {
		if ext := lhs.DefiningOp(); (ir.Is[ExtSIOp](ext) || ir.Is[ExtUIOp](ext)) && isBool(input(ext)) {
			return input(ext)
		}
		if isBool(lhs) {
			return lhs
		}
	}
	if p == EQ && isOne(rhs) && isBool(lhs) {
		return lhs
	}
	return nil
}

func foldSelect(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	selectOp := ir.Cast[SelectOp](op)
	condition, yes, no := selectOp.Condition(), selectOp.TrueValue(), selectOp.FalseValue()
	switch {
	case yes == no, isOne(operands[0]):
		return ir.FoldToValue(yes)
	case isZero(operands[0]), ub.IsPoison(operands[1]):
		return ir.FoldToValue(no)
	case ub.IsPoison(operands[2]):
		return ir.FoldToValue(yes)
	}
	// select %c, true, false → %c
	if i1 := condition.Type().Context().I1(); op.Result(0).Type() == ir.Type(i1) && isOne(operands[1]) && isZero(operands[2]) {
		return ir.FoldToValue(condition)
	}
	// select (x == y), x, y → y, select (x != y), x, y → x
	if cmp := ir.DefiningOp[CmpIOp](condition); cmp.Ok() {
		x, y := cmp.Lhs(), cmp.Rhs()
		if x == yes && y == no || x == no && y == yes {
			switch cmp.Predicate() {
			case NE:
				return ir.FoldToValue(yes)
			case EQ:
				return ir.FoldToValue(no)
			}
		}
	}
	return ir.FoldToAttr(selectElements(operands))
}

// selectElements chooses elements from two dense constants by the elements of a dense
// condition.
func selectElements(operands []ir.Attribute) ir.Attribute {
	var d [3]*ir.DenseAttr
	for i, a := range operands {
		var ok bool
		if d[i], ok = a.(*ir.DenseAttr); !ok || d[i].Strings != nil {
			return nil
		}
	}
	var raw []byte
	for i := range d[0].NumElements() {
		from := d[2]
		if d[0].Element(i)[0] != 0 {
			from = d[1]
		}
		raw = append(raw, from.Element(i)...)
	}
	return d[1].Context().Dense(d[1].ShapedType(), raw)
}
