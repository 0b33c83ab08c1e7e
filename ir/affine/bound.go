package affine

import "optc/num"

// Linear returns the coefficients of e as a sum of its inputs, dimensions before
// symbols, and a constant. ok is false if e multiplies inputs, or divides them in
// a way that does not cancel.
//
//	d0 * 2 + (s0 - d0) + 3  →  [1, 1], 3
func (e Expr) Linear(numDims, numSymbols int) (inputs []int64, constant int64, ok bool) {
	if !e.n.pure || e.isNonlinear() {
		return nil, 0, false
	}
	f := flattener{numDims: numDims, numSymbols: numSymbols, linear: true}
	flat, ok := f.flatten(e)
	if !ok {
		e.record(nonlinearFact)
		return nil, 0, false
	}
	return flat.inputs, flat.constant, true
}

// isNonlinear reports whether e is known to have no linear form, because a division in it does not cancel. The
// search ends at expressions for which the answer is recorded, so that asking for each part of a nest of
// divisions, from the inside out, takes a few steps per part.
func (e Expr) isNonlinear() bool {
	if !e.n.divides {
		return false
	}
	if e.has(nonlinearFact) {
		return true
	}
	if !e.n.lhs.isNonlinear() && !e.n.rhs.isNonlinear() {
		return false
	}
	e.record(nonlinearFact)
	return true
}

// Interval is a range of integers, including its ends; an unknown end has its flag unset.
type Interval struct {
	Lower, Upper       int64
	HasLower, HasUpper bool
}

// Bounds returns the interval of e that follows from the intervals of its inputs,
// dimensions before symbols. The rules are the same as in MLIR's getBoundForAffineExpr.
func (e Expr) Bounds(numDims, numSymbols int, inputs []Interval) (r Interval) {
	switch k := e.n.kind; k {
	case KindFloorDiv, KindCeilDiv, KindMod:
		c, _ := e.n.rhs.IsConst()
		if c < 1 {
			return Interval{}
		}
		r = e.n.lhs.Bounds(numDims, numSymbols, inputs)
		switch {
		case k == KindFloorDiv:
			r.Lower, r.Upper = num.FloorDiv(r.Lower, c), num.FloorDiv(r.Upper, c)
		case k == KindCeilDiv:
			r.Lower, r.Upper = num.CeilDiv(r.Lower, c), num.CeilDiv(r.Upper, c)
		case r.HasLower && r.HasUpper && num.FloorDiv(r.Lower, c) == num.FloorDiv(r.Upper, c):
			r.Lower, r.Upper = num.Mod(r.Lower, c), num.Mod(r.Upper, c)
		default:
			r = Interval{Lower: 0, Upper: c - 1, HasLower: true, HasUpper: true}
		}
		return r
	}
	factors, constant, ok := e.Linear(numDims, numSymbols)
	if !ok {
		return Interval{}
	}
	r.Lower, r.HasLower = sumOfEnds(factors, constant, inputs, false)
	r.Upper, r.HasUpper = sumOfEnds(factors, constant, inputs, true)
	return r
}

// sumOfEnds returns the lower or the upper end of a sum of inputs and a constant.
func sumOfEnds(factors []int64, constant int64, inputs []Interval, upper bool) (v int64, ok bool) {
	v = constant
	for i, f := range factors {
		if f == 0 {
			continue
		}
		end, known := inputs[i].Lower, inputs[i].HasLower
		if upper == (f > 0) {
			end, known = inputs[i].Upper, inputs[i].HasUpper
		}
		p, ok := mul(end, f)
		if !known || !ok {
			return 0, false
		}
		if v, ok = add(v, p); !ok {
			return 0, false
		}
	}
	return v, true
}
