package arith

import (
	"math/bits"

	"optc/ir"
	"optc/ir/ranges"
)

// integerBinary is satisfied by the types of operations on two integers.
type integerBinary interface {
	~struct{ ir.Op }
	ir.TypedOp
	Lhs() *ir.Value
	Rhs() *ir.Value
	Result() *ir.Value
}

// inferBinary returns the rule of an operation on two integers. combine gives the interval of
// the exact results. If one of them does not fit the type, or combine returns false, the
// operation may wrap around, and every result is possible.
func inferBinary[T integerBinary](combine func(a, b ranges.Interval) (ranges.Interval, bool)) ir.Implementation {
	return ranges.Inference.By(ranges.OfResult(func(op *ir.Operation, known ranges.Values) ranges.Interval {
		o := ir.Cast[T](op)
		full, _ := ranges.Full(o.Result().Type())
		r, ok := combine(known.Of(o.Lhs()), known.Of(o.Rhs()))
		if !ok || !full.Includes(r) || full == ranges.Bit {
			return full
		}
		return r
	}))
}

func areNatural(a, b ranges.Interval) bool { return a.Lo >= 0 && b.Lo >= 0 }

func minOfSigned(a, b ranges.Interval) (ranges.Interval, bool) {
	return ranges.Interval{Lo: min(a.Lo, b.Lo), Hi: min(a.Hi, b.Hi)}, true
}

func maxOfSigned(a, b ranges.Interval) (ranges.Interval, bool) {
	return ranges.Interval{Lo: max(a.Lo, b.Lo), Hi: max(a.Hi, b.Hi)}, true
}

func minOfUnsigned(a, b ranges.Interval) (ranges.Interval, bool) {
	r, _ := minOfSigned(a, b)
	return r, areNatural(a, b)
}

func maxOfUnsigned(a, b ranges.Interval) (ranges.Interval, bool) {
	r, _ := maxOfSigned(a, b)
	return r, areNatural(a, b)
}

// commonBits returns the interval of the bits that are set in both.
func commonBits(a, b ranges.Interval) (ranges.Interval, bool) {
	return ranges.Interval{Lo: 0, Hi: min(a.Hi, b.Hi)}, areNatural(a, b)
}

// eitherBits returns the interval of the bits that are set in one or both: no bit is above the highest of both.
func eitherBits(a, b ranges.Interval) (ranges.Interval, bool) {
	return ranges.Interval{Lo: max(a.Lo, b.Lo), Hi: 1<<bits.Len64(uint64(max(a.Hi, b.Hi))) - 1}, areNatural(a, b)
}

// unequalBits returns the interval of the bits that are set in one only.
func unequalBits(a, b ranges.Interval) (ranges.Interval, bool) {
	r, ok := eitherBits(a, b)
	r.Lo = 0
	return r, ok
}

var inferCmpI = ranges.Inference.By(ranges.OfResult(func(op *ir.Operation, known ranges.Values) ranges.Interval {
	cmp := ir.Cast[CmpIOp](op)
	of := known.Of
	switch cmp.Predicate() {
	case SLT, SLE, SGT, SGE:
		of = known.Signed
	}
	return compareRanges(cmp.Predicate(), of(cmp.Lhs()), of(cmp.Rhs()))
}))

// unsignedAsSigned maps each unsigned predicate to the signed predicate that gives the same answer for non-negative numbers.
var unsignedAsSigned = map[CmpIPredicate]CmpIPredicate{ULT: SLT, ULE: SLE, UGT: SGT, UGE: SGE}

// compareRanges returns the possible results of comparing any value of a with any value of b.
func compareRanges(p CmpIPredicate, a, b ranges.Interval) ranges.Interval {
	if signed, isUnsigned := unsignedAsSigned[p]; isUnsigned {
		if !areNatural(a, b) {
			return ranges.Bit
		}
		p = signed
	}
	decided := func(always, never bool) ranges.Interval {
		switch {
		case always:
			return ranges.Single(1)
		case never:
			return ranges.Single(0)
		}
		return ranges.Bit
	}
	apart := a.Hi < b.Lo || b.Hi < a.Lo
	same := a.IsSingle() && a == b
	switch p {
	case EQ:
		return decided(same, apart)
	case NE:
		return decided(apart, same)
	case SLT:
		return decided(a.Hi < b.Lo, a.Lo >= b.Hi)
	case SLE:
		return decided(a.Hi <= b.Lo, a.Lo > b.Hi)
	case SGT:
		return decided(a.Lo > b.Hi, a.Hi <= b.Lo)
	}
	return decided(a.Lo >= b.Hi, a.Hi < b.Lo)
}

var inferSelect = ranges.Inference.By(ranges.OfResult(func(op *ir.Operation, known ranges.Values) ranges.Interval {
	choice := ir.Cast[SelectOp](op)
	switch known.Of(choice.Condition()) {
	case ranges.Single(1):
		return known.Of(choice.TrueValue())
	case ranges.Single(0):
		return known.Of(choice.FalseValue())
	}
	return known.Of(choice.TrueValue()).Union(known.Of(choice.FalseValue()))
}))

var inferIndexCast = ranges.Inference.By(ranges.OfResult(func(op *ir.Operation, known ranges.Values) ranges.Interval {
	cast := ir.Cast[IndexCastOp](op)
	full, _ := ranges.Full(cast.Out().Type())
	if r := known.Signed(cast.In()); full.Includes(r) && full != ranges.Bit {
		return r
	}
	return full
}))

// simplifyRem replaces a remainder by the dividend, if that is always below the divisor.
func simplifyRem[T integerBinary]() ir.Implementation {
	return ranges.Simplification.By(func(op *ir.Operation, rw *ir.Rewriter, known ranges.Values) bool {
		rem := ir.Cast[T](op)
		if a, b := known.Of(rem.Lhs()), known.Of(rem.Rhs()); a.Lo < 0 || a.Hi >= b.Lo {
			return false
		}
		rw.Replace(op, rem.Lhs())
		return true
	})
}

// simplifyMinMax replaces a signed minimum or maximum by the operand that is always the result.
func simplifyMinMax[T integerBinary](isMin bool) ir.Implementation {
	return ranges.Simplification.By(func(op *ir.Operation, rw *ir.Rewriter, known ranges.Values) bool {
		o := ir.Cast[T](op)
		lesser, greater := o.Lhs(), o.Rhs()
		a, b := known.Signed(lesser), known.Signed(greater)
		switch {
		case known.Of(o.Result()).IsSingle(): // becomes a constant
			return false
		case a.Hi <= b.Lo:
		case b.Hi <= a.Lo:
			lesser, greater = greater, lesser
		default:
			return false
		}
		if isMin {
			rw.Replace(op, lesser)
		} else {
			rw.Replace(op, greater)
		}
		return true
	})
}
