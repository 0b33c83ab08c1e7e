package affine

import (
	"slices"

	"optc/ir"
	"optc/ir/affine"
	"optc/num"
)

// intervalOf returns the interval of a value: the range of the induction variable of a
// loop with constant bounds.
func intervalOf(v *ir.Value) (r affine.Interval) {
	op := loopOf(v)
	if op == nil {
		return r
	}
	lower, hasLower := LowerBound(op).Map.SingleConstant()
	upper, hasUpper := UpperBound(op).Map.SingleConstant()
	r.Lower, r.HasLower = lower, hasLower
	r.Upper, r.HasUpper = upper-1, hasUpper
	if step := ir.Cast[ForOp](op).Step(); hasLower && hasUpper && step > 0 {
		r.Upper -= (upper - lower - 1) % step // the last value that the loop reaches
	}
	return r
}

// loopOf returns the affine.for that has v as its induction variable, or nil.
func loopOf(v *ir.Value) *ir.Operation {
	if v.DefiningOp() != nil || v.Index() != 0 {
		return nil
	}
	if p := v.ParentBlock().ParentOp(); ir.Is[ForOp](p) {
		return p
	}
	return nil
}

func (v *Value) intervals() []affine.Interval {
	rs := make([]affine.Interval, len(v.Operands))
	for i, o := range v.Operands {
		rs[i] = intervalOf(o)
	}
	return rs
}

// SimplifyWithOperands uses the ranges of operands that are loop variables to simplify
// quotients and remainders (simplifyMapWithOperands upstream).
//
//	affine.for %i = 0 to 4 { (d0) -> (d0 mod 8) (%i) }   →   (d0) -> (d0)
func (v *Value) SimplifyWithOperands() {
	var results []affine.Expr // a copy, if a result changes
	var rs []affine.Interval
	for i, e := range v.Map.Results {
		simpler := v.simplify(e, &rs)
		if simpler == e {
			continue
		}
		if results == nil {
			results = slices.Clone(v.Map.Results)
		}
		results[i] = simpler
	}
	if results != nil {
		v.Map = v.Map.WithResults(results)
	}
}

// simplify returns e itself if there is nothing to do. rs is the result of intervals, or nil until it
// is needed.
func (v *Value) simplify(e affine.Expr, rs *[]affine.Interval) affine.Expr {
	if !e.Kind().IsBinary() {
		return e
	}
	if l, r := v.simplify(e.LHS(), rs), v.simplify(e.RHS(), rs); l != e.LHS() || r != e.RHS() {
		e = affine.Binary(e.Kind(), l, r)
	}
	k := e.Kind()
	if k != affine.KindFloorDiv && k != affine.KindCeilDiv && k != affine.KindMod {
		return e
	}
	lhs := e.LHS()
	c, ok := e.RHS().IsConst()
	if !ok || c <= 0 {
		return e
	}
	if *rs == nil {
		*rs = v.intervals()
	}
	if r := lhs.Bounds(v.Map.NumDims, v.Map.NumSymbols, *rs); r.HasLower && r.HasUpper {
		lo, hi := r.Lower, r.Upper
		switch q := affine.Const(c); {
		case k == affine.KindMod:
			if lo >= 0 && hi < c {
				return lhs
			}
		default:
			// All values of the range give the same quotient.
			if first := affine.Binary(k, affine.Const(lo), q); first.Equal(affine.Binary(k, affine.Const(hi), q)) {
				return first
			}
		}
	}
	if multiple, rest, divisor, ok := v.splitMultiple(lhs); ok {
		switch {
		case k == affine.KindFloorDiv && c%divisor == 0:
			return multiple.FloorDiv(e.RHS())
		case k == affine.KindMod && divisor%c == 0:
			return rest.Mod(e.RHS())
		}
		return e
	}
	if k == affine.KindFloorDiv && v.isWithin(lhs, c) || k == affine.KindMod && v.divisor(lhs)%c == 0 {
		return affine.Const(0)
	}
	return e
}

// splitMultiple splits a sum into a multiple of divisor and a rest from 0 to
// divisor - 1.
func (v *Value) splitMultiple(e affine.Expr) (multiple, rest affine.Expr, divisor int64, ok bool) {
	if e.Kind() != affine.KindAdd {
		return multiple, rest, 0, false
	}
	l, r := e.LHS(), e.RHS()
	if d := v.divisor(l); v.isWithin(r, d) {
		return l, r, d, true
	}
	if d := v.divisor(r); v.isWithin(l, d) {
		return r, l, d, true
	}
	return multiple, rest, 0, false
}

// divisor returns a number that divides e; for a loop variable it is the step, if the
// loop begins at a multiple of the step.
func (v *Value) divisor(e affine.Expr) int64 {
	d, ok := e.IsDim()
	if !ok {
		return e.LargestKnownDivisor()
	}
	op := loopOf(v.Operands[d])
	if op == nil {
		return 1
	}
	loop := ir.Cast[ForOp](op)
	if lower, ok := LowerBound(op).Map.SingleConstant(); ok && lower == 0 {
		return loop.Step()
	}
	return num.GCD(LowerBound(op).Map.LargestKnownDivisor(), loop.Step())
}

// isWithin reports whether a constant or loop variable is known to be from 0 to k-1.
func (v *Value) isWithin(e affine.Expr, k int64) bool {
	if c, ok := e.IsConst(); ok {
		return 0 <= c && c < k
	}
	d, ok := e.IsDim()
	if !ok {
		return false
	}
	op := loopOf(v.Operands[d])
	if op == nil {
		return false
	}
	lower, ok := LowerBound(op).Map.SingleConstant()
	upper, ok2 := UpperBound(op).Map.SingleConstant()
	return ok && ok2 && lower >= 0 && upper <= k
}

// dropDominated removes a result of a maximum (or minimum) if another result is known to
// be at least as large (or small), and replaces results with a single possible value by
// constants (simplifyMinOrMaxExprWithOperands upstream).
func (v *Value) dropDominated(isMax bool) {
	if len(v.Operands) == 0 {
		return
	}
	rs := v.intervals()
	type bounds struct {
		near, far       int64 // for a maximum: lower and upper bound; for a minimum: both negated
		hasNear, hasFar bool
	}
	all := make([]bounds, len(v.Map.Results))
	sign := int64(1)
	if !isMax {
		sign = -1
	}
	for i, e := range v.Map.Results {
		b := &all[i]
		if c, ok := e.IsConst(); ok {
			*b = bounds{near: sign * c, far: sign * c, hasNear: true, hasFar: true}
			continue
		}
		r := e.Bounds(v.Map.NumDims, v.Map.NumSymbols, rs)
		*b = bounds{near: r.Lower, far: r.Upper, hasNear: r.HasLower, hasFar: r.HasUpper}
		if !isMax {
			*b = bounds{near: -r.Upper, far: -r.Lower, hasNear: r.HasUpper, hasFar: r.HasLower}
		}
	}
	dominated := func(i int) bool {
		b := all[i]
		if !b.hasFar {
			return false
		}
		for k, o := range all {
			switch {
			case k == i || !o.hasNear || o.near < b.far:
			case o.near > b.far:
				return true
			case o.hasFar && o.near == o.far && b.hasNear && b.near == b.far && i < k:
				// Both are the same constant: the first result is kept.
			default:
				return true
			}
		}
		return false
	}
	var kept []affine.Expr
	for i, e := range v.Map.Results {
		if dominated(i) {
			continue
		}
		if b := all[i]; b.hasNear && b.hasFar && b.near == b.far {
			e = affine.Const(sign * b.near)
		}
		kept = append(kept, e)
	}
	v.Map = v.Map.WithResults(kept)
}
