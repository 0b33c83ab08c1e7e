package index

import (
	"optc/ir"
	"optc/num"
)

// The widths of an index for which folds must hold.
const narrow, wide = 32, 64

// constants returns two constant operands as indices of 64 bits.
func constants(operands []ir.Attribute) (a, b num.Int, ok bool) {
	a, isA := ir.IntOf(operands[0])
	b, isB := ir.IntOf(operands[1])
	return a, b, isA && isB
}

// compute computes an operation of constants, if the result holds for both widths.
func (b *binary) compute(x, y num.Int) (r num.Int, ok bool) {
	if !b.checked && !b.shifts() {
		return b.f(x, y)
	}
	if b.shifts() && y.CmpUnsigned(num.IntFromUint64(wide, narrow)) >= 0 {
		return r, false
	}
	r, ok = b.f(x, y)
	if !ok || b.overflows(x, y) {
		return r, false
	}
	x, y = x.Truncate(narrow), y.Truncate(narrow)
	s, ok := b.f(x, y)
	if !ok && x.IsMinSigned() && y.IsAllOnes() {
		s, ok = x, true // the quotient wraps around
	}
	return r, ok && s.Equal(r.Truncate(narrow))
}

func (b *binary) shifts() bool {
	switch b.kind {
	case ShlOp{}, ShrSOp{}, ShrUOp{}:
		return true
	}
	return false
}

// overflows reports whether a quotient that is computed by negation has no result upstream: where
// an operand of index.ceildivs is the smallest index.
func (b *binary) overflows(x, y num.Int) bool {
	return b.kind == ir.OpKind(CeilDivSOp{}) && !x.IsZero() && (x.IsMinSigned() || y.IsMinSigned())
}

func (b *binary) fold(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	if x, y, ok := constants(operands); ok {
		if r, ok := b.compute(x, y); ok {
			return ir.FoldToAttr(ir.ContextOf(op).IndexAttr(r.Int64()))
		}
	}
	y, ok := ir.IntOf(operands[1])
	switch {
	case !ok || b.neutral == nil:
	case y.Int64() == *b.neutral:
		return ir.FoldToValue(op.Operand(0))
	case b.kind == ir.OpKind(MulOp{}) && y.IsZero():
		return ir.FoldToAttr(operands[1])
	}
	return ir.FoldResult{}
}

// join joins the constants of two operations.
//
//	%y = index.add %x, %c0       →   %z = index.add %x, %c0+c1
//	%z = index.add %y, %c1
func (b *binary) join(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefiningOp()
	if !b.kind.Kind().Is(inner) {
		return false
	}
	c1, isConst := ir.ConstantInt(op.Operand(1))
	c0, areConst := ir.ConstantInt(inner.Operand(1))
	if !isConst || !areConst {
		return false
	}
	c, ok := b.compute(c1, c0)
	if !ok {
		return false
	}
	joint := NewConstant(rw, c.Int64()).Result()
	rw.Replace(op, rw.Like(op, []*ir.Value{inner.Operand(0), joint}, op.ResultTypes()).Result(0))
	return true
}

// Holds reports whether two integers of one width are in the relation.
func (p Predicate) Holds(x, y num.Int) bool {
	c := x.CmpUnsigned(y)
	if p >= SLT && p <= SGE {
		c = x.CmpSigned(y)
	}
	switch p {
	case EQ:
		return c == 0
	case NE:
		return c != 0
	case SLT, ULT:
		return c < 0
	case SLE, ULE:
		return c <= 0
	case SGT, UGT:
		return c > 0
	}
	return c >= 0
}

func foldCmp(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	cmp := ir.Cast[CmpOp](op)
	p := cmp.Pred()
	decided := func(v bool) ir.FoldResult { return ir.FoldToAttr(ir.ContextOf(op).Bool(v)) }
	x, y, ok := constants(operands)
	if ok {
		if r := p.Holds(x, y); r == p.Holds(x.Truncate(narrow), y.Truncate(narrow)) {
			return decided(r)
		}
	}
	if y, ok := ir.IntOf(operands[1]); ok {
		if r, ok := compareExtreme(p, cmp.Lhs().DefiningOp(), y); ok {
			return decided(r)
		}
	}
	if cmp.Lhs() == cmp.Rhs() {
		return decided(p.Holds(num.IntFromUint64(wide, 0), num.IntFromUint64(wide, 0)))
	}
	return ir.FoldResult{}
}

// compareExtreme compares the minimum or maximum of a value and a constant with the constant y, if
// the result is the same for all values.
func compareExtreme(p Predicate, extreme *ir.Operation, y num.Int) (result, ok bool) {
	if extreme == nil || extreme.NumOperands() != 2 {
		return false, false
	}
	c, isConst := ir.ConstantInt(extreme.Operand(1))
	if !isConst {
		return false, false
	}
	var results [2]bool
	for i, w := range [...]int{wide, narrow} {
		r, ok := inRange(p, extreme, c.Truncate(w), y.Truncate(w), w)
		if !ok {
			return false, false
		}
		results[i] = r
	}
	return results[0], results[0] == results[1]
}

// inRange compares all values between the bounds of a minimum or maximum with a constant.
func inRange(p Predicate, extreme *ir.Operation, c, y num.Int, w int) (result, ok bool) {
	var lo, hi num.Int
	signed := true
	switch kind := extreme.Kind(); kind {
	case MinSOp{}.Kind():
		lo, hi = num.MinSigned(w), c
	case MaxSOp{}.Kind():
		lo, hi = c, num.MaxSigned(w)
	case MinUOp{}.Kind():
		lo, hi, signed = num.IntFromUint64(w, 0), c, false
	case MaxUOp{}.Kind():
		lo, hi, signed = c, num.MaxUnsigned(w), false
	default:
		return false, false
	}
	low, high, known := bounds(p, lo, hi, signed, w)
	if !known {
		return false, false
	}
	lt := num.Int.CmpUnsigned
	if p >= SLT && p <= SGE || p <= NE && signed {
		lt = num.Int.CmpSigned
	}
	below, above := lt(high, y) < 0, lt(low, y) > 0
	equal := low.Equal(high) && low.Equal(y)
	switch p {
	case EQ:
		return equal, equal || below || above
	case NE:
		return !equal, equal || below || above
	case SLT, ULT:
		return below, below || lt(low, y) >= 0
	case SLE, ULE:
		return lt(high, y) <= 0, lt(high, y) <= 0 || above
	case SGT, UGT:
		return above, above || lt(high, y) <= 0
	}
	return lt(low, y) >= 0, lt(low, y) >= 0 || below
}

// bounds returns the bounds of a range in the order of a relation. A range of signed numbers that has
// both signs is every unsigned number, and the reverse.
func bounds(p Predicate, lo, hi num.Int, signed bool, w int) (low, high num.Int, known bool) {
	if p <= NE || signed == (p <= SGE) {
		return lo, hi, true
	}
	if lo.IsNegative() != hi.IsNegative() {
		if signed {
			return num.IntFromUint64(w, 0), num.MaxUnsigned(w), true
		}
		return num.MinSigned(w), num.MaxSigned(w), true
	}
	return lo, hi, true
}

// compareOperands replaces a comparison of a difference with 0 by a comparison of the difference's operands.
// Upstream does so for all relations; here only for relations whose result does not change if the difference
// overflows.
//
//	%d = index.sub %x, %y          →   %r = index.cmp eq(%x, %y)
//	%r = index.cmp eq(%d, %c0)
func compareOperands(op *ir.Operation, rw *ir.Rewriter) bool {
	cmp := ir.Cast[CmpOp](op)
	if p := cmp.Pred(); p != EQ && p != NE {
		return false
	}
	isZero := func(v *ir.Value) bool {
		c, ok := ir.ConstantInt(v)
		return ok && c.IsZero()
	}
	switch {
	case isZero(cmp.Rhs()):
		if sub := ir.DefiningOp[SubOp](cmp.Lhs()); sub.Ok() {
			rw.Replace(op, NewCmp(rw, cmp.Pred(), sub.Lhs(), sub.Rhs()).Result())
			return true
		}
	case isZero(cmp.Lhs()):
		if sub := ir.DefiningOp[SubOp](cmp.Rhs()); sub.Ok() {
			rw.Replace(op, NewCmp(rw, cmp.Pred(), sub.Rhs(), sub.Lhs()).Result())
			return true
		}
	}
	return false
}

// foldCast folds a cast of a constant, if the result holds for both widths of an index.
func foldCast(extend func(v num.Int, width int) num.Int) func(*ir.Operation, []ir.Attribute) ir.FoldResult {
	resize := func(v num.Int, width int) num.Int {
		if width <= v.Width() {
			return v.Truncate(width)
		}
		return extend(v, width)
	}
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		v, ok := ir.IntOf(operands[0])
		if !ok {
			return ir.FoldResult{}
		}
		t, toInteger := op.Result(0).Type().(*ir.IntegerType)
		if !toInteger {
			return ir.FoldToAttr(ir.ContextOf(op).IndexAttr(resize(v, wide).Int64()))
		}
		r := resize(v, t.Width)
		if t.Width > narrow && !extend(v.Truncate(narrow), t.Width).Equal(r) {
			return ir.FoldResult{}
		}
		return ir.FoldToAttr(ir.ContextOf(op).IntOf(t, r))
	}
}
