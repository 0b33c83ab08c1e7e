package arith

import (
	"slices"

	"optc/dialect/arith/internal/quick"
	"optc/ir"
	"optc/num"
)

// ofNegated returns the pattern for products and quotients of negated floats.
//
//	%x = arith.negf %a : f32       →   %r = arith.mulf %a, %b : f32
//	%y = arith.negf %b : f32
//	%r = arith.mulf %x, %y : f32
func ofNegated(root Binary) *ir.Pattern {
	return &ir.Pattern{Name: "of-negated", Root: root, Benefit: 3, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		x, y := lhs(op).DefiningOp(), rhs(op).DefiningOp()
		negF := ir.As[NegFOp](x)
		yNegF := ir.As[NegFOp](y)
		if !negF.Ok() || !yNegF.Ok() {
			return false
		}
		locate(rw, op, x, y)
		rw.Replace(op, combine(rw, root, negF.Operand(), yNegF.Operand(), FastMathOf(rw.Context(), FastMathFlags(op))))
		return true
	}}
}

var cmpFPatterns = []*ir.Pattern{{Name: "cmp-of-converted", Root: CmpFOp{}, Rewrite: cmpOfConverted}}

// cmpOfConverted compares integers instead of the floats that they were converted
// to, when the other float is a constant.
//
//	%f = arith.sitofp %x : i8 to f32        →   %r = arith.cmpi sle, %x, %c4_i8 : i8
//	%r = arith.cmpf olt, %f, %cst_4.5 : f32
func cmpOfConverted(op *ir.Operation, rw *ir.Rewriter) bool {
	cmpF := ir.Cast[CmpFOp](op)
	constant, ok := ir.ConstantValue(cmpF.Rhs()).(*ir.FloatAttr)
	convert := cmpF.Lhs().DefiningOp()
	if !ok || constant.Value.IsNaN() || !ir.Is[SIToFPOp](convert) && !ir.Is[UIToFPOp](convert) {
		return false
	}
	x := input(convert)
	signed := ir.Is[SIToFPOp](convert)
	width := ir.IntWidth(x.Type())
	if losesOrder(constant.Value, width, signed) {
		return false
	}
	c := rw.Context()
	p, known, decided := intRelation(cmpF.Predicate(), constant.Value, width, signed)
	if decided {
		rw.Replace(op, ConstantBool(rw, known))
		return true
	}
	limit, _, ok := constant.Value.ToInt(width, signed, num.TowardZero)
	if p < 0 || !ok {
		return false
	}
	bound := NewConstant(rw, c.IntOf(x.Type(), limit)).Result()
	rw.Replace(op, NewCmpI(rw, p, x, bound).Result())
	return true
}

// losesOrder reports whether converting integers of a width to the format of f may change
// the result of comparing them with f.
func losesOrder(f num.Float, width int, signed bool) bool {
	precision := f.Kind.Precision()
	if width <= precision {
		return false
	}
	valueBits := width
	if signed {
		valueBits--
	}
	// In formats without infinity large integers become NaN, which is neither less than,
	// equal to, nor greater than any number. Upstream does not check this.
	if _, fits := powerOfTwo(f.Kind, valueBits); !fits && !f.Kind.HasInf() {
		return true
	}
	if f.IsInf() {
		// The conversion could give infinity.
		_, fits := powerOfTwo(f.Kind, valueBits)
		return !fits
	}
	// Of the numbers from 2^precision to 2^(valueBits+1), some are rounded.
	low, _ := powerOfTwo(f.Kind, precision)
	if c, _ := f.Abs().Compare(low); c < 0 {
		return false
	}
	high, fits := powerOfTwo(f.Kind, valueBits+1)
	if !fits {
		return true
	}
	c, _ := f.Abs().Compare(high)
	return c < 0
}

// powerOfTwo returns 2^n, if the format has that number.
func powerOfTwo(k *num.FloatKind, n int) (num.Float, bool) {
	return num.FloatFromInt(k, num.MinSigned(n+1), false, num.NearestEven)
}

// intRelation returns the relation that an integer has with f rounded towards zero
// exactly if its float is in relation p with f. A negative relation means that there is
// none. If p is true or false for all integers, decided is true and known is the result.
func intRelation(p CmpFPredicate, f num.Float, width int, signed bool) (rel CmpIPredicate, known, decided bool) {
	switch p {
	case ORD, UNO:
		return rel, p == ORD, true
	case AlwaysFalse, AlwaysTrue:
		return -1, false, false
	}
	// The relation as signed; made unsigned at the end.
	wanted := cmpFOutcomes[p] &^ quick.Unordered
	lowest, highest := num.IntFromUint64(width, 0), num.MaxUnsigned(width)
	if signed {
		lowest, highest = num.MinSigned(width), num.MaxSigned(width)
	}
	if limit, _ := num.FloatFromInt(f.Kind, highest, signed, num.NearestEven); isLess(limit, f) {
		return rel, wanted&quick.Less != 0, true
	}
	if limit, _ := num.FloatFromInt(f.Kind, lowest, signed, num.NearestEven); isLess(f, limit) {
		return rel, wanted&quick.Greater != 0, true
	}
	if !f.IsInteger() {
		// No integer equals f. Rounding moved f up if it is negative and down otherwise.
		rounded := quick.Less
		if f.IsNegative() {
			rounded = quick.Greater
		}
		switch wanted &^ quick.Equal {
		case 0:
			return 0, false, true
		case quick.Less | quick.Greater:
			return 0, true, true
		case rounded: // x < 4.4 is x <= 4, x > -4.4 is x >= -4
			wanted |= quick.Equal
		default: // x >= 4.4 is x > 4, x <= -4.4 is x < -4
			wanted &^= quick.Equal
		}
	}
	return relationOf(wanted, signed), false, false
}

func isLess(x, y num.Float) bool {
	c, ok := x.Compare(y)
	return ok && c < 0
}

// relationOf returns the relation with the given outcomes.
func relationOf(wanted quick.Outcomes, signed bool) CmpIPredicate {
	first, last := EQ, SGE
	if !signed && wanted != quick.Equal && wanted != quick.Less|quick.Greater {
		first, last = ULT, UGE
	}
	return first + CmpIPredicate(slices.Index(cmpIOutcomes[first:last+1], wanted))
}
