package arith

import (
	"optc/ir"
	"optc/num"
)

// The benefit of a pattern is the number of operations that it matches, as in upstream's
// declarative rewrite rules (ArithCanonicalization.td).

// locate gives the operations that a pattern builds the fused locations of the matched
// operations. Callers pass the operations that upstream's rule names first, as many as
// the rule's result has operations; constants count as operations, and are built before
// their users.
func locate(rw *ir.Rewriter, matched ...*ir.Operation) {
	locs := make([]ir.Location, len(matched))
	for i, op := range matched {
		locs[i] = op.Loc()
	}
	rw.Loc = ir.FusedAt(rw.Context(), locs...)
}

// regrouping joins the constants of two operations:
//
//	outer(inner(x, c0), c1)    →   result(x, c)
//
// with each constant on either side.
type regrouping struct {
	name         string
	outer, inner ir.OpKind
	outerConst   int // the operand of outer that is c1
	innerConst   int // the operand of inner that is c0
	result       Binary
	resultConst  int // the operand of result that is the joint constant
	join         func(c0, c1 num.Int) (num.Int, num.Overflow)
	// dropFlags is set if the overflow flags of the two operations do not hold for the
	// result.
	dropFlags bool
}

func subtractFrom(c0, c1 num.Int) (num.Int, num.Overflow) { return c1.SubOverflow(c0) }

var (
	regroupAdd = []regrouping{
		// (x + c0) + c1 → x + (c0 + c1)
		{name: "add-add-constant", outer: AddIOp{}, inner: AddIOp{}, outerConst: 1, innerConst: 1, result: AddIOp{},
			resultConst: 1, join: num.Int.AddOverflow},
		// (x - c0) + c1 → x + (c1 - c0)
		{name: "add-sub-constant-right", outer: AddIOp{}, inner: SubIOp{}, outerConst: 1, innerConst: 1, result: AddIOp{},
			resultConst: 1, join: subtractFrom},
		// (c0 - x) + c1 → (c0 + c1) - x
		{name: "add-sub-constant-left", outer: AddIOp{}, inner: SubIOp{}, outerConst: 1, innerConst: 0, result: SubIOp{},
			resultConst: 0, join: num.Int.AddOverflow},
	}
	regroupSub = []regrouping{
		// (x + c0) - c1 → x + (c0 - c1)
		{name: "sub-right-add-constant", outer: SubIOp{}, inner: AddIOp{}, outerConst: 1, innerConst: 1, result: AddIOp{},
			resultConst: 1, join: num.Int.SubOverflow, dropFlags: true},
		// c1 - (x + c0) → (c1 - c0) - x
		{name: "sub-left-add-constant", outer: SubIOp{}, inner: AddIOp{}, outerConst: 0, innerConst: 1, result: SubIOp{},
			resultConst: 0, join: subtractFrom},
		// (x - c0) - c1 → x - (c0 + c1)
		{name: "sub-right-sub-constant-right", outer: SubIOp{}, inner: SubIOp{}, outerConst: 1, innerConst: 1,
			result: SubIOp{}, resultConst: 1, join: num.Int.AddOverflow},
		// (c0 - x) - c1 → (c0 - c1) - x
		{name: "sub-right-sub-constant-left", outer: SubIOp{}, inner: SubIOp{}, outerConst: 1, innerConst: 0,
			result: SubIOp{}, resultConst: 0, join: num.Int.SubOverflow},
		// c1 - (x - c0) → (c0 + c1) - x
		{name: "sub-left-sub-constant-right", outer: SubIOp{}, inner: SubIOp{}, outerConst: 0, innerConst: 1,
			result: SubIOp{}, resultConst: 0, join: num.Int.AddOverflow},
		// c1 - (c0 - x) → x + (c1 - c0)
		{name: "sub-left-sub-constant-left", outer: SubIOp{}, inner: SubIOp{}, outerConst: 0, innerConst: 0,
			result: AddIOp{}, resultConst: 1, join: subtractFrom},
	}
	// (x * c0) * c1 → x * (c0 * c1)
	regroupMul = []regrouping{{name: "mul-mul-constant", outer: MulIOp{}, inner: MulIOp{}, outerConst: 1, innerConst: 1,
		result: MulIOp{}, resultConst: 1, join: num.Int.MulOverflow}}
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
	if !r.inner.Kind().Is(inner) {
		return false
	}
	c0, ok0 := ir.ConstantValue(inner.Operand(r.innerConst)).(*ir.IntegerAttr)
	c1, ok1 := ir.ConstantValue(op.Operand(r.outerConst)).(*ir.IntegerAttr)
	if !ok0 || !ok1 {
		return false
	}
	joint, overflow := r.join(c0.Value, c1.Value)
	// If joining the constants does not overflow, the result is the same number, and a
	// promise of both operations holds for it. Upstream always keeps the flags, so that
	// defined results become poison: for x = -128 : i8, x + 127 + 127 does not overflow
	// but x + -2 does.
	flags := OverflowFlags(inner) & OverflowFlags(op)
	if overflow.Signed || r.dropFlags {
		flags &^= NSW
	}
	if overflow.Unsigned || r.dropFlags {
		flags &^= NUW
	}
	first := inner.Operand(r.innerConst)
	if r.outerConst == 0 {
		first = lhs(op)
	}
	locate(rw, op, first.DefiningOp())
	var operands [2]*ir.Value
	c := rw.Context()
	operands[r.resultConst] = NewConstant(rw, c.IntOf(op.Result(0).Type(), joint)).Result()
	operands[1-r.resultConst] = inner.Operand(1 - r.innerConst)
	rw.Replace(op, combine(rw, r.result, operands[0], operands[1], OverflowOf(c, flags)))
	return true
}

func addIPatterns() []*ir.Pattern {
	return regroupings(regroupAdd,
		&ir.Pattern{Name: "add-negated-right", Root: AddIOp{}, Benefit: 2, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool { return addNegated(op, rw, 1) }},
		&ir.Pattern{Name: "add-negated-left", Root: AddIOp{}, Benefit: 2, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool { return addNegated(op, rw, 0) }},
	)
}

// addNegated makes the addition of a negated value a subtraction.
//
//	%n = arith.muli %y, %c-1 : i32    →   %r = arith.subi %x, %y : i32
//	%r = arith.addi %x, %n : i32
func addNegated(op *ir.Operation, rw *ir.Rewriter, negated int) bool {
	mul := ir.DefiningOp[MulIOp](op.Operand(negated))
	if !mul.Ok() {
		return false
	}
	if c, ok := ir.ConstantInt(mul.Rhs()); !ok || !c.IsAllOnes() {
		return false
	}
	locate(rw, op, mul.Rhs().DefiningOp())
	rw.Replace(op, NewSubI(rw, op.Operand(1-negated), mul.Lhs()).Result())
	return true
}

func subIPatterns() []*ir.Pattern {
	return regroupings(regroupSub, &ir.Pattern{Name: "sub-sub-left", Root: SubIOp{}, Benefit: 2, Rewrite: subtractOwnPart})
}

// subtractOwnPart cancels a term.
//
//	%d = arith.subi %a, %b : i32    →   %r = arith.subi %c0, %b : i32
//	%r = arith.subi %d, %a : i32
func subtractOwnPart(op *ir.Operation, rw *ir.Rewriter) bool {
	sub := ir.Cast[SubIOp](op)
	inner := ir.DefiningOp[SubIOp](sub.Lhs())
	if !inner.Ok() || inner.Lhs() != sub.Rhs() {
		return false
	}
	zero := Zero(op.Result(0).Type())
	if zero == nil {
		return false
	}
	flags := OverflowFlags(inner.Operation()) & OverflowFlags(op)
	b := inner.Rhs()
	locate(rw, op, inner.Operation())
	rw.Replace(op, NewSubI(rw, NewConstant(rw, zero).Result(), b, flags).Result())
	return true
}

func mulIPatterns() []*ir.Pattern {
	return regroupings(regroupMul)
}

// withoutHigh returns the pattern for an operation whose second result has no uses: it replaces
// root by plain, which has only the first result.
//
//	%sum, %o = arith.addui_extended %x, %y : i32, i1    →   %sum = arith.addi %x, %y : i32
func withoutHigh(root, plain ir.TypedOp) *ir.Pattern {
	return &ir.Pattern{Name: "unused-high-result", Root: root, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		if !op.Result(1).Unused() {
			return false
		}
		x := lhs(op)
		rw.Replace(op, combine(rw, plain, x, rhs(op)), x) // the second result is unused
		return true
	}}
}

// multiplyExtendedByOne: the high half of x * 1 is the sign of x.
//
//	%low, %high = arith.mulsi_extended %x, %c1 : i32    →   %n = arith.cmpi slt, %x, %c0 : i32
//	                                                        %high = arith.extsi %n : i1 to i32
func multiplyExtendedByOne(op *ir.Operation, rw *ir.Rewriter) bool {
	mulSIExtended := ir.Cast[MulSIExtendedOp](op)
	x := mulSIExtended.Lhs()
	c, ok := ir.ConstantInt(mulSIExtended.Rhs())
	// In i1, 1 is -1.
	zero := Zero(x.Type())
	if !ok || !c.IsOne() || c.IsNegative() || zero == nil {
		return false
	}
	negative := NewCmpI(rw, SLT, x, NewConstant(rw, zero).Result()).Result()
	high := NewExtSI(rw, op.Result(1).Type(), negative).Out()
	rw.Replace(op, x, high)
	return true
}

// ofExtended returns the pattern that computes before it extends:
//
//	%x = arith.extui %a : i8 to i32    →   %s = arith.andi %a, %b : i8
//	%y = arith.extui %b : i8 to i32        %r = arith.extui %s : i8 to i32
//	%r = arith.andi %x, %y : i32
func ofExtended(root Binary, ext Conversion) *ir.Pattern {
	return &ir.Pattern{Name: "bits-of-extended", Root: root, Benefit: 3, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		a, b := extendedAlike(op, ext)
		if a == nil {
			return false
		}
		locate(rw, op, lhs(op).DefiningOp(), rhs(op).DefiningOp())
		rw.Replace(op, convert(rw, ext, op.Result(0).Type(), combine(rw, root, a, b)))
		return true
	}}
}

// extendedAlike returns the sources of two extensions if their types match.
func extendedAlike(op *ir.Operation, ext Conversion) (a, b *ir.Value) {
	x, y := lhs(op).DefiningOp(), rhs(op).DefiningOp()
	if !ext.Kind().Is(x) || !ext.Kind().Is(y) || input(x).Type() != input(y).Type() {
		return nil, nil
	}
	return input(x), input(y)
}

func bitPatterns(root Binary) []*ir.Pattern {
	return []*ir.Pattern{ofExtended(root, ExtUIOp{}), ofExtended(root, ExtSIOp{})}
}

func xorIPatterns() []*ir.Pattern {
	return append([]*ir.Pattern{{Name: "not-cmp", Root: XOrIOp{}, Benefit: 2, Rewrite: invertCmp}}, bitPatterns(XOrIOp{})...)
}

// invertCmp replaces the negation of a comparison by a comparison with the negated
// relation.
//
//	%c = arith.cmpi slt, %a, %b : i32    →   %r = arith.cmpi sge, %a, %b : i32
//	%r = arith.xori %c, %true : i1
func invertCmp(op *ir.Operation, rw *ir.Rewriter) bool {
	xOrI := ir.Cast[XOrIOp](op)
	cmp := ir.DefiningOp[CmpIOp](xOrI.Lhs())
	c := rw.Context()
	if !cmp.Ok() || ir.ConstantValue(xOrI.Rhs()) != ir.Attribute(c.Bool(true)) {
		return false
	}
	locate(rw, op, cmp.Operation())
	rw.Replace(op, NewCmpI(rw, cmp.Predicate().Inverse(), cmp.Lhs(), cmp.Rhs()).Result())
	return true
}

// cmpOfExtended returns the pattern that compares values before their extension:
//
//	%x = arith.extui %a : i8 to i32       →   %r = arith.cmpi eq, %a, %b : i8
//	%y = arith.extui %b : i8 to i32
//	%r = arith.cmpi eq, %x, %y : i32
func cmpOfExtended(ext Conversion) *ir.Pattern {
	return &ir.Pattern{Name: "cmp-of-extended", Root: CmpIOp{}, Benefit: 3, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		cmpI := ir.Cast[CmpIOp](op)
		p := cmpI.Predicate()
		a, b := extendedAlike(op, ext)
		if a == nil || p != EQ && p != NE {
			return false
		}
		locate(rw, op, cmpI.Lhs().DefiningOp(), cmpI.Rhs().DefiningOp())
		rw.Replace(op, NewCmpI(rw, p, a, b).Result())
		return true
	}}
}

func cmpIPatterns() []*ir.Pattern {
	return []*ir.Pattern{cmpOfExtended(ExtSIOp{}), cmpOfExtended(ExtUIOp{})}
}
