package affine

import (
	"optc/dialect/arith"
	"optc/ir"
	"optc/ir/ranges"
)

// inferLinearize sums the digits of an index with a static basis.
var inferLinearize = ranges.Inference.By(ranges.OfResult(func(op *ir.Operation, known ranges.Values) ranges.Interval {
	linear := ir.Cast[LinearizeIndexOp](op)
	full, _ := ranges.Full(linear.LinearIndex().Type())
	digits, basis := linear.MultiIndex(), linear.StaticBasis()
	sum, weight := ranges.Single(0), ranges.Single(1)
	for i := len(digits) - 1; i >= 0; i-- {
		term, ok := known.Of(digits[i]).Mul(weight)
		if !ok {
			return full
		}
		if sum, ok = sum.Add(term); !ok {
			return full
		}
		if i == 0 {
			break
		}
		n := basis[len(basis)-len(digits)+i]
		if n == ir.Dynamic {
			return full
		}
		if weight, ok = weight.Mul(ranges.Single(n)); !ok {
			return full
		}
	}
	return sum
}))

// inferDelinearize gives the digits of an index their intervals. The first digit is the last
// quotient, which may exceed its extent in the basis: an index of a part that is masked off may
// be too large.
var inferDelinearize = ranges.Inference.By(&ranges.Rule{Results: func(op *ir.Operation, known ranges.Values) {
	delinear := ir.Cast[DelinearizeIndexOp](op)
	digits, basis := delinear.MultiIndex(), delinear.StaticBasis()
	x := known.Of(delinear.LinearIndex())
	for i := len(digits) - 1; i > 0; i-- {
		n := basis[len(basis)-len(digits)+i]
		if n < 1 { // not known
			return
		}
		digit, ok := x.Rem(ranges.Single(n))
		if !ok {
			digit = ranges.Interval{Lo: 0, Hi: n - 1} // also of a negative index, which is rounded down
		}
		known.Set(digits[i], digit)
		if x, ok = x.Div(ranges.Single(n)); !ok {
			return
		}
	}
	if len(digits) > 0 {
		known.Set(digits[0], x)
	}
}})

// simplifyDelinearize leaves out the digits of an index that are always 0.
//
//	%d:3 = affine.delinearize_index %x into (8, 4), with %x below 4  →  0, 0, %x
var simplifyDelinearize = ranges.Simplification.By(func(op *ir.Operation, rw *ir.Rewriter, known ranges.Values) bool {
	delinear := ir.Cast[DelinearizeIndexOp](op)
	digits, basis := delinear.MultiIndex(), delinear.StaticBasis()
	x := known.Of(delinear.LinearIndex())
	keep, span := 0, ranges.Single(1)
	for keep < len(basis) && !x.IsBelow(span.Lo) {
		n := basis[len(basis)-1-keep]
		if n == ir.Dynamic {
			return false
		}
		var ok bool
		if span, ok = span.Mul(ranges.Single(n)); !ok {
			return false
		}
		keep++
	}
	if !x.IsBelow(span.Lo) || keep == len(digits) {
		return false
	}
	var kept []*ir.Value
	switch keep {
	case 0:
	case 1:
		kept = []*ir.Value{delinear.LinearIndex()}
	default:
		kept = NewDelinearizeIndex(rw, delinear.LinearIndex(), ir.MergeMixed(basis[len(basis)-keep:], nil)).MultiIndex()
		for i, v := range kept {
			known.Set(v, known.Of(digits[len(digits)-keep+i]))
		}
	}
	out := make([]*ir.Value, 0, len(digits))
	for range len(digits) - keep {
		out = append(out, arith.ConstantIndex(rw, 0))
	}
	rw.Replace(op, append(out, kept...)...)
	return true
})
