package arith

import (
	"optc/ir"
	"optc/num"
)

// The benefit of a pattern is the number of operations that it matches, as in
// upstream's declarative rewrite rules (ArithCanonicalization.td).

// locate gives what a pattern builds the locations of the operations that upstream's
// rule names first: as many as the rule has operations, where the operations of
// constants are counted but come in front of their users.
func locate(rw *ir.Rewriter, matched ...*ir.Operation) {
	c := rw.Context()
	locs := make([]ir.LocationAttr, len(matched))
	for i, op := range matched {
		locs[i] = op.Loc().Attr(c)
	}
	rw.Loc = ir.LocationOf(c.FusedLoc(locs, nil))
}

// regrouping joins the constants of two operations:
//
//	outer(inner(x, c0), c1)    →   result(x, c)
//
// with the constants on either side.
type regrouping struct {
	name         string
	outer, inner ir.OpKind
	outerConst   int // which operand is c1
	innerConst   int // which operand is c0
	result       ir.OpKind
	resultConst  int // which operand is the joint constant
	join         func(c0, c1 num.Int) (num.Int, num.Overflow)
	// dropFlags says that overflow flags of the two operations do not carry over.
	dropFlags bool
}

func subtractFrom(c0, c1 num.Int) (num.Int, num.Overflow) { return c1.SubOverflow(c0) }

var (
	regroupAdd = []regrouping{
		// (x + c0) + c1 → x + (c0 + c1)
		{"add-add-constant", AddI, AddI, 1, 1, AddI, 1, num.Int.AddOverflow, false},
		// (x - c0) + c1 → x + (c1 - c0)
		{"add-sub-constant-right", AddI, SubI, 1, 1, AddI, 1, subtractFrom, false},
		// (c0 - x) + c1 → (c0 + c1) - x
		{"add-sub-constant-left", AddI, SubI, 1, 0, SubI, 0, num.Int.AddOverflow, false},
	}
	regroupSub = []regrouping{
		// (x + c0) - c1 → x + (c0 - c1)
		{"sub-right-add-constant", SubI, AddI, 1, 1, AddI, 1, num.Int.SubOverflow, true},
		// c1 - (x + c0) → (c1 - c0) - x
		{"sub-left-add-constant", SubI, AddI, 0, 1, SubI, 0, subtractFrom, false},
		// (x - c0) - c1 → x - (c0 + c1)
		{"sub-right-sub-constant-right", SubI, SubI, 1, 1, SubI, 1, num.Int.AddOverflow, false},
		// (c0 - x) - c1 → (c0 - c1) - x
		{"sub-right-sub-constant-left", SubI, SubI, 1, 0, SubI, 0, num.Int.SubOverflow, false},
		// c1 - (x - c0) → (c0 + c1) - x
		{"sub-left-sub-constant-right", SubI, SubI, 0, 1, SubI, 0, num.Int.AddOverflow, false},
		// c1 - (c0 - x) → x + (c1 - c0)
		{"sub-left-sub-constant-left", SubI, SubI, 0, 0, AddI, 1, subtractFrom, false},
	}
	// (x * c0) * c1 → x * (c0 * c1)
	regroupMul = []regrouping{{"mul-mul-constant", MulI, MulI, 1, 1, MulI, 1, num.Int.MulOverflow, false}}
)

func regroupings(rs []regrouping, more ...*ir.Pattern) []*ir.Pattern {
	var ps []*ir.Pattern
	for _, r := range rs {
		ps = append(ps, &ir.Pattern{Name: r.name, Root: r.outer, Benefit: 2, Rewrite: r.rewrite})
	}
	return append(ps, more...)
}

func (r regrouping) rewrite(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := op.Operand(1 - r.outerConst).DefiningOp()
	if !r.inner.Is(inner) {
		return false
	}
	c0, ok0 := ir.ConstantValue(inner.Operand(r.innerConst)).(*ir.IntegerAttr)
	c1, ok1 := ir.ConstantValue(op.Operand(r.outerConst)).(*ir.IntegerAttr)
	if !ok0 || !ok1 {
		return false
	}
	joint, overflow := r.join(c0.Value, c1.Value)
	// The result is the same number if the constant is; then a promise of both
	// operations holds for it. Upstream keeps the flags in any case, which makes
	// poison of defined results: for x = -128 : i8, x + 127 + 127 does not
	// overflow but x + -2 does.
	flags := OverflowFlags(inner) & OverflowFlags(op)
	if overflow.Signed || r.dropFlags {
		flags &^= NSW
	}
	if overflow.Unsigned || r.dropFlags {
		flags &^= NUW
	}
	first := inner.Operand(r.innerConst)
	if r.outerConst == 0 {
		first = op.Operand(0)
	}
	locate(rw, op, first.DefiningOp())
	var operands [2]*ir.Value
	c := rw.Context()
	operands[r.resultConst] = Constant.Build(rw, c.IntOf(op.Result(0).Type(), joint))
	operands[1-r.resultConst] = inner.Operand(1 - r.innerConst)
	rw.ReplaceOp(op, r.result, operands[:], nil, OverflowAttrOf(c, flags))
	return true
}

// OverflowAttrOf returns the attribute overflowFlags of sums and products.
func OverflowAttrOf(c *ir.Context, f Overflow) ir.NamedAttr {
	return ir.NamedAttr{Name: overflowFlags, Value: OverflowOf(c, f)}
}

func addIPatterns() []*ir.Pattern {
	return regroupings(regroupAdd,
		&ir.Pattern{Name: "add-negated-right", Root: AddI, Benefit: 2, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool { return addNegated(op, rw, 1) }},
		&ir.Pattern{Name: "add-negated-left", Root: AddI, Benefit: 2, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool { return addNegated(op, rw, 0) }},
	)
}

// addNegated makes the addition of a negated value a subtraction.
//
//	%n = arith.muli %y, %c-1 : i32    →   %r = arith.subi %x, %y : i32
//	%r = arith.addi %x, %n : i32
func addNegated(op *ir.Operation, rw *ir.Rewriter, negated int) bool {
	mul := op.Operand(negated).DefiningOp()
	if !MulI.Is(mul) {
		return false
	}
	if c, ok := ir.ConstantInt(mul.Operand(1)); !ok || !c.IsAllOnes() {
		return false
	}
	locate(rw, op, mul.Operand(1).DefiningOp())
	rw.ReplaceOp(op, SubI, []*ir.Value{op.Operand(1 - negated), mul.Operand(0)}, nil)
	return true
}

func subIPatterns() []*ir.Pattern {
	return regroupings(regroupSub, &ir.Pattern{Name: "sub-sub-left", Root: SubI, Benefit: 2, Rewrite: subtractOwnPart})
}

// subtractOwnPart cancels a term.
//
//	%d = arith.subi %a, %b : i32    →   %r = arith.subi %c0, %b : i32
//	%r = arith.subi %d, %a : i32
func subtractOwnPart(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefiningOp()
	if !SubI.Is(inner) || inner.Operand(0) != op.Operand(1) {
		return false
	}
	zero := Zero(op.Result(0).Type())
	if zero == nil {
		return false
	}
	flags := OverflowFlags(inner) & OverflowFlags(op)
	b := inner.Operand(1)
	locate(rw, op, inner)
	rw.ReplaceOp(op, SubI, []*ir.Value{Constant.Build(rw, zero), b}, nil, OverflowAttrOf(rw.Context(), flags))
	return true
}

func mulIPatterns() []*ir.Pattern {
	return regroupings(regroupMul)
}

// withoutHigh returns the pattern for an operation whose second result nobody
// uses: it is replaced by the plain operation.
//
//	%sum, %o = arith.addui_extended %x, %y : i32, i1    →   %sum = arith.addi %x, %y : i32
func withoutHigh(root, plain ir.OpKind) *ir.Pattern {
	return &ir.Pattern{Name: "unused-high-result", Root: root, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		if !op.Result(1).Unused() {
			return false
		}
		low := rw.Value(plain, op.OperandList(), nil)
		rw.Replace(op, low, op.Operand(0)) // any value will do for the unused one
		return true
	}}
}

// multiplyExtendedByOne: the high half of x * 1 is the sign of x.
//
//	%low, %high = arith.mulsi_extended %x, %c1 : i32    →   %n = arith.cmpi slt, %x, %c0 : i32
//	                                                        %high = arith.extsi %n : i1 to i32
func multiplyExtendedByOne(op *ir.Operation, rw *ir.Rewriter) bool {
	x := op.Operand(0)
	c, ok := ir.ConstantInt(op.Operand(1))
	// In i1, 1 is -1.
	zero := Zero(x.Type())
	if !ok || !c.IsOne() || c.IsNegative() || zero == nil {
		return false
	}
	negative := CmpI.Build(rw, SLT, x, Constant.Build(rw, zero))
	high := ExtSI.Build(rw, op.Result(1).Type(), negative)
	rw.Replace(op, x, high)
	return true
}

// ofExtended returns the pattern that computes before extending:
//
//	%x = arith.extui %a : i8 to i32    →   %s = arith.andi %a, %b : i8
//	%y = arith.extui %b : i8 to i32        %r = arith.extui %s : i8 to i32
//	%r = arith.andi %x, %y : i32
func ofExtended(root, ext ir.OpKind) *ir.Pattern {
	return &ir.Pattern{Name: "bits-of-extended", Root: root, Benefit: 3, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		a, b := extendedAlike(op, ext)
		if a == nil {
			return false
		}
		locate(rw, op, op.Operand(0).DefiningOp(), op.Operand(1).DefiningOp())
		narrow := rw.Value(root, []*ir.Value{a, b}, nil)
		rw.ReplaceOp(op, ext, []*ir.Value{narrow}, op.ResultTypes())
		return true
	}}
}

// extendedAlike returns what the two operands extend if that has one type.
func extendedAlike(op *ir.Operation, ext ir.OpKind) (a, b *ir.Value) {
	x, y := op.Operand(0).DefiningOp(), op.Operand(1).DefiningOp()
	if !ext.Is(x) || !ext.Is(y) || x.Operand(0).Type() != y.Operand(0).Type() {
		return nil, nil
	}
	return x.Operand(0), y.Operand(0)
}

func bitPatterns(root ir.OpKind) []*ir.Pattern {
	return []*ir.Pattern{ofExtended(root, ExtUI), ofExtended(root, ExtSI)}
}

func xorIPatterns() []*ir.Pattern {
	return append([]*ir.Pattern{{Name: "not-cmp", Root: XOrI, Benefit: 2, Rewrite: invertCmp}}, bitPatterns(XOrI)...)
}

// invertCmp negates a comparison by its relation.
//
//	%c = arith.cmpi slt, %a, %b : i32    →   %r = arith.cmpi sge, %a, %b : i32
//	%r = arith.xori %c, %true : i1
func invertCmp(op *ir.Operation, rw *ir.Rewriter) bool {
	cmp := op.Operand(0).DefiningOp()
	c := rw.Context()
	if !CmpI.Is(cmp) || ir.ConstantValue(op.Operand(1)) != ir.Attribute(c.Bool(true)) {
		return false
	}
	locate(rw, op, cmp)
	rw.ReplaceOp(op, CmpI, cmp.OperandList(), nil, CmpIAttr(c, CmpI.Predicate(cmp).Inverse()))
	return true
}

// cmpOfExtended returns the pattern that compares before extending:
//
//	%x = arith.extui %a : i8 to i32       →   %r = arith.cmpi eq, %a, %b : i8
//	%y = arith.extui %b : i8 to i32
//	%r = arith.cmpi eq, %x, %y : i32
func cmpOfExtended(ext ir.OpKind) *ir.Pattern {
	return &ir.Pattern{Name: "cmp-of-extended", Root: CmpI, Benefit: 3, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		p := CmpI.Predicate(op)
		a, b := extendedAlike(op, ext)
		if a == nil || p != EQ && p != NE {
			return false
		}
		locate(rw, op, op.Operand(0).DefiningOp(), op.Operand(1).DefiningOp())
		rw.ReplaceOp(op, CmpI, []*ir.Value{a, b}, nil, CmpIAttr(rw.Context(), p))
		return true
	}}
}

func cmpIPatterns() []*ir.Pattern {
	return []*ir.Pattern{cmpOfExtended(ExtSI), cmpOfExtended(ExtUI)}
}
