package standard

import (
	"math"
	"math/bits"

	"optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/memref"
	"optc/dialect/poplar"
	"optc/dialect/scf"
	"optc/ir"
	"optc/passes"
)

// interval is what is known of an integer: it is at least lo and at most hi. Integers
// of one bit are 0 or 1, others are signed.
type interval struct{ lo, hi int64 }

// naturals is the interval of a count.
var naturals = interval{0, math.MaxInt64}

func single(v int64) interval { return interval{v, v} }

// isSingle reports whether only one value is possible.
func (r interval) isSingle() bool { return r.lo == r.hi }

func (r interval) union(s interval) interval { return interval{min(r.lo, s.lo), max(r.hi, s.hi)} }

// within reports whether all values are at least 0 and below n.
func (r interval) within(n int64) bool { return r.lo >= 0 && r.hi < n }

// fullInterval holds all values of a type; ok is false for types without intervals.
func fullInterval(t ir.Type) (r interval, ok bool) {
	switch t := t.(type) {
	case *ir.IndexType:
		return interval{math.MinInt64, math.MaxInt64}, true
	case *ir.IntegerType:
		switch {
		case t.Width == 1:
			return interval{0, 1}, true
		case t.Width > 64:
			return r, false
		}
		return interval{math.MinInt64 >> (64 - t.Width), math.MaxInt64 >> (64 - t.Width)}, true
	}
	return r, false
}

// intRanges are the intervals of values. They are found in one walk: a value that is
// carried around a loop, or comes from another block, may be anything.
type intRanges map[*ir.Value]interval

// of returns the interval of a value that has one.
func (rs intRanges) of(v *ir.Value) interval {
	if r, ok := rs[v]; ok {
		return r
	}
	if n, ok := ir.ConstantInt(v); ok {
		if full, ok := fullInterval(v.Type()); ok && full != (interval{0, 1}) {
			return single(n.Int64())
		} else if ok {
			return single(int64(n.Uint64() & 1))
		}
	}
	if full, ok := fullInterval(v.Type()); ok {
		return full
	}
	return interval{math.MinInt64, math.MaxInt64}
}

// rangeRules say which values the results of an operation may have.
var rangeRules = map[ir.Kind]func(rs intRanges, op *ir.Operation) interval{
	arith.AddI.Kind(): arithmetic(func(a, b interval) (interval, bool) {
		lo, ok1 := addExact(a.lo, b.lo)
		hi, ok2 := addExact(a.hi, b.hi)
		return interval{lo, hi}, ok1 && ok2
	}),
	arith.SubI.Kind(): arithmetic(func(a, b interval) (interval, bool) {
		lo, ok1 := subExact(a.lo, b.hi)
		hi, ok2 := subExact(a.hi, b.lo)
		return interval{lo, hi}, ok1 && ok2
	}),
	arith.MulI.Kind(): arithmetic(product2),
	arith.DivUI.Kind(): arithmetic(func(a, b interval) (interval, bool) {
		return interval{a.lo / max(b.hi, 1), a.hi / max(b.lo, 1)}, a.lo >= 0 && b.lo > 0
	}),
	arith.DivSI.Kind(): arithmetic(func(a, b interval) (interval, bool) {
		return interval{a.lo / max(b.hi, 1), a.hi / max(b.lo, 1)}, a.lo >= 0 && b.lo > 0
	}),
	arith.RemUI.Kind(): arithmetic(remainder),
	arith.RemSI.Kind(): arithmetic(remainder),
	arith.MinSI.Kind(): arithmetic(func(a, b interval) (interval, bool) {
		return interval{min(a.lo, b.lo), min(a.hi, b.hi)}, true
	}),
	arith.MaxSI.Kind(): arithmetic(func(a, b interval) (interval, bool) {
		return interval{max(a.lo, b.lo), max(a.hi, b.hi)}, true
	}),
	arith.MinUI.Kind(): arithmetic(func(a, b interval) (interval, bool) {
		return interval{min(a.lo, b.lo), min(a.hi, b.hi)}, a.lo >= 0 && b.lo >= 0
	}),
	arith.MaxUI.Kind(): arithmetic(func(a, b interval) (interval, bool) {
		return interval{max(a.lo, b.lo), max(a.hi, b.hi)}, a.lo >= 0 && b.lo >= 0
	}),
	arith.AndI.Kind(): arithmetic(func(a, b interval) (interval, bool) {
		return interval{0, min(a.hi, b.hi)}, a.lo >= 0 && b.lo >= 0
	}),
	arith.CmpI.Kind(): func(rs intRanges, op *ir.Operation) interval {
		p, of := arith.CmpI.Predicate(op), rs.of
		switch p {
		case arith.SLT, arith.SLE, arith.SGT, arith.SGE:
			of = rs.signed
		}
		return compared(p, of(arith.CmpI.Lhs(op)), of(arith.CmpI.Rhs(op)))
	},
	arith.Select.Kind(): func(rs intRanges, op *ir.Operation) interval {
		switch c := rs.of(arith.Select.Condition(op)); c {
		case single(1):
			return rs.of(arith.Select.TrueValue(op))
		case single(0):
			return rs.of(arith.Select.FalseValue(op))
		}
		return rs.of(arith.Select.TrueValue(op)).union(rs.of(arith.Select.FalseValue(op)))
	},
	arith.IndexCast.Kind(): func(rs intRanges, op *ir.Operation) interval {
		full, _ := fullInterval(arith.IndexCast.Out(op).Type())
		if r := rs.signed(arith.IndexCast.In(op)); r.lo >= full.lo && r.hi <= full.hi && full != (interval{0, 1}) {
			return r
		}
		return full
	},
	affine.LinearizeIndex.Kind(): linearizedRange,
	memref.Dim.Kind():            func(intRanges, *ir.Operation) interval { return naturals },
	gpu.ThreadID.Kind():          boundedPosition,
	gpu.BlockID.Kind():           boundedPosition,
	gpu.BlockDim.Kind():          boundedSize,
	gpu.GridDim.Kind():           boundedSize,
}

// signed returns the interval of a value as a signed number: intervals of i1 are those
// of 0 and 1, and a signed 1 is -1.
func (rs intRanges) signed(v *ir.Value) interval {
	r := rs.of(v)
	if v.Type() == ir.Type(v.Type().Context().I1()) {
		return interval{-r.hi, -r.lo}
	}
	return r
}

// boundedPosition is below the upper bound that the operation declares.
func boundedPosition(_ intRanges, op *ir.Operation) interval {
	if n, _ := gpu.ThreadID.UpperBound(op); n > 0 {
		return interval{0, n - 1}
	}
	return naturals
}

// boundedSize is from 1 to the upper bound that the operation declares.
func boundedSize(_ intRanges, op *ir.Operation) interval {
	if n, _ := gpu.BlockDim.UpperBound(op); n > 0 {
		return interval{1, n}
	}
	return interval{1, math.MaxInt64}
}

// arithmetic lifts a rule for the two operands of an operation of arith. Without a
// result that fits the type, which may wrap around, anything is possible.
func arithmetic(rule func(a, b interval) (interval, bool)) func(rs intRanges, op *ir.Operation) interval {
	k := arith.AddI
	return func(rs intRanges, op *ir.Operation) interval {
		full, _ := fullInterval(k.Result(op).Type())
		r, ok := rule(rs.of(k.Lhs(op)), rs.of(k.Rhs(op)))
		if !ok || r.lo < full.lo || r.hi > full.hi || full == (interval{0, 1}) {
			return full
		}
		return r
	}
}

func addExact(a, b int64) (int64, bool) {
	s := a + b
	return s, (s > a) == (b > 0)
}

func subExact(a, b int64) (int64, bool) {
	s := a - b
	return s, (s < a) == (b > 0)
}

func mulExact(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	return a * b, true
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

func product2(a, b interval) (interval, bool) {
	r := interval{math.MaxInt64, math.MinInt64}
	for _, x := range []int64{a.lo, a.hi} {
		for _, y := range []int64{b.lo, b.hi} {
			p, ok := mulExact(x, y)
			if !ok {
				return r, false
			}
			r = r.union(single(p))
		}
	}
	return r, true
}

func remainder(a, b interval) (interval, bool) {
	switch {
	case a.lo < 0 || b.lo <= 0:
		return interval{}, false
	case a.hi < b.lo:
		return a, true
	case b.isSingle() && a.lo/b.lo == a.hi/b.lo:
		return interval{a.lo % b.lo, a.hi % b.lo}, true
	}
	return interval{0, min(a.hi, b.hi-1)}, true
}

// compared returns what a comparison of values of two intervals may give.
func compared(p arith.CmpIPredicate, a, b interval) interval {
	signed := map[arith.CmpIPredicate]arith.CmpIPredicate{arith.ULT: arith.SLT, arith.ULE: arith.SLE, arith.UGT: arith.SGT, arith.UGE: arith.SGE}
	if s, unsigned := signed[p]; unsigned {
		if a.lo < 0 || b.lo < 0 {
			return interval{0, 1}
		}
		p = s
	}
	decided := func(always, never bool) interval {
		switch {
		case always:
			return single(1)
		case never:
			return single(0)
		}
		return interval{0, 1}
	}
	apart := a.hi < b.lo || b.hi < a.lo
	same := a.isSingle() && a == b
	switch p {
	case arith.EQ:
		return decided(same, apart)
	case arith.NE:
		return decided(apart, same)
	case arith.SLT:
		return decided(a.hi < b.lo, a.lo >= b.hi)
	case arith.SLE:
		return decided(a.hi <= b.lo, a.lo > b.hi)
	case arith.SGT:
		return decided(a.lo > b.hi, a.hi <= b.lo)
	}
	return decided(a.lo >= b.hi, a.hi < b.lo)
}

// linearizedRange sums the digits of affine.linearize_index with a static basis.
func linearizedRange(rs intRanges, op *ir.Operation) interval {
	k := affine.LinearizeIndex
	full, _ := fullInterval(k.LinearIndex(op).Type())
	digits, basis := k.MultiIndex(op), k.StaticBasis(op)
	sum, weight := single(0), int64(1)
	for i := len(digits) - 1; i >= 0; i-- {
		term, ok := product2(rs.of(digits[i]), single(weight))
		lo, ok1 := addExact(sum.lo, term.lo)
		hi, ok2 := addExact(sum.hi, term.hi)
		if !ok || !ok1 || !ok2 {
			return full
		}
		sum = interval{lo, hi}
		if at := len(basis) - len(digits) + i; i > 0 {
			if basis[at] == ir.Dynamic {
				return full
			}
			if weight, ok = mulExact(weight, basis[at]); !ok {
				return full
			}
		}
	}
	return sum
}

// IntRange returns between which bounds, both included, an integer or index in root lies,
// by the rules of int-range-optimizations. Integers are signed, those of one bit are 0 or
// 1. ok is false if every value of the type is possible. The operations in root must
// verify.
func IntRange(root *ir.Operation, v *ir.Value) (lo, hi int64, ok bool) {
	return IntRanges(root)(v)
}

// IntRanges is IntRange for many values, for which root is walked once.
func IntRanges(root *ir.Operation) func(v *ir.Value) (lo, hi int64, ok bool) {
	rs := intRanges{}
	ir.Walk(root, func(op *ir.Operation) ir.WalkResult {
		rs.enter(op)
		return ir.Advance
	})
	return func(v *ir.Value) (lo, hi int64, ok bool) {
		full, ok := fullInterval(v.Type())
		if !ok {
			return 0, 0, false
		}
		r := rs.of(v)
		return r.lo, r.hi, r != full
	}
}

// findRanges returns the intervals of the values in op.
func findRanges(c *passes.Context, root *ir.Operation) intRanges {
	rs := intRanges{}
	c.Walk(root, func(op *ir.Operation) ir.WalkResult {
		rs.enter(op)
		return ir.Advance
	})
	return rs
}

// enter adds the intervals of the values that an operation makes, which comes after those
// that it uses.
func (rs intRanges) enter(op *ir.Operation) {
	switch {
	case poplar.ComputeKind.Is(op):
		if t, ok := poplar.TargetFor(op); ok {
			if worker := poplar.ComputeOf(op).Worker(); worker != nil {
				rs[worker] = interval{0, int64(t.Workers) - 1}
			}
		}
	case scf.For.Is(op):
		rs.counted(op)
	case affine.DelinearizeIndex.Is(op):
		rs.delinearized(op)
	default:
		rule := rangeRules[op.Kind()]
		if rule == nil || op.NumResults() != 1 {
			return
		}
		if _, ok := fullInterval(op.Result(0).Type()); ok {
			rs[op.Result(0)] = rule(rs, op)
		}
	}
}

// counted gives the induction variable of a loop its interval, unless the loop is unsigned
// and a bound may be negative as a signed number. Where the first value and the step are
// known, the last value is, too.
func (rs intRanges) counted(op *ir.Operation) {
	lower, upper := rs.of(scf.For.LowerBound(op)), rs.of(scf.For.UpperBound(op))
	if scf.For.UnsignedCmp(op) && (lower.lo < 0 || upper.lo < 0) {
		return
	}
	step := rs.of(scf.For.Step(op))
	if step.lo < 1 || lower.lo >= upper.hi {
		return
	}
	last := upper.hi - 1
	if length, ok := subExact(last, lower.lo); ok && lower.isSingle() && step.isSingle() {
		last -= length % step.lo
	}
	rs[op.Body().Arg(0)] = interval{lower.lo, last}
}

// delinearized gives the digits of an index their intervals. The first digit is what is
// left over, also where the basis has a bound for it: an index behind a mask may exceed it.
func (rs intRanges) delinearized(op *ir.Operation) {
	k := affine.DelinearizeIndex
	digits, basis := k.MultiIndex(op), k.StaticBasis(op)
	x := rs.of(k.LinearIndex(op))
	for i := len(digits) - 1; i > 0; i-- {
		n := basis[len(basis)-len(digits)+i]
		if n < 1 { // not known
			return
		}
		rs[digits[i]] = interval{0, n - 1}
		if r, ok := remainder(x, single(n)); ok {
			rs[digits[i]] = r
		}
		if x.lo < 0 { // rounded down, with digits from 0 on
			return
		}
		x = interval{x.lo / n, x.hi / n}
	}
	if len(digits) > 0 {
		rs[digits[0]] = x
	}
}
