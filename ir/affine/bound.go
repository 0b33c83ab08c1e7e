package affine

import "optc/num"

// Linear returns the coefficients of e as a sum of its inputs, dimensions before
// symbols, and a constant. ok is false if e multiplies inputs, or divides them in
// a way that does not cancel.
//
//	d0 * 2 + (s0 - d0) + 3  →  [1, 1], 3
func (e Expr) Linear(numDims, numSymbols int) (inputs []int64, constant int64, ok bool) {
	if !e.n.pure {
		return nil, 0, false
	}
	f := flattener{numDims: numDims, numSymbols: numSymbols}
	flat, ok := f.flatten(e)
	if !ok || len(f.locals) > 0 {
		return nil, 0, false
	}
	return flat.inputs, flat.constant, true
}

// Interval is a range of integers, including its ends; an unknown end has its flag unset.
type Interval struct {
	Lower, Upper       int64
	HasLower, HasUpper bool
}

// Bound returns the upper or the lower bound of e that follows from the intervals of its
// inputs, dimensions before symbols; ok is false if no bound follows. The rules are the
// same as in MLIR's getBoundForAffineExpr.
func (e Expr) Bound(numDims, numSymbols int, inputs []Interval, upper bool) (v int64, ok bool) {
	switch k := e.n.kind; k {
	case KindFloorDiv, KindCeilDiv, KindMod:
		c, _ := e.n.rhs.IsConst()
		if c < 1 {
			return 0, false
		}
		if k == KindMod {
			lo, ok := e.n.lhs.Bound(numDims, numSymbols, inputs, false)
			hi, ok2 := e.n.lhs.Bound(numDims, numSymbols, inputs, true)
			switch sameQuotient := ok && ok2 && num.FloorDiv(lo, c) == num.FloorDiv(hi, c); {
			case sameQuotient && upper:
				return num.Mod(hi, c), true
			case sameQuotient:
				return num.Mod(lo, c), true
			case upper:
				return c - 1, true
			}
			return 0, true
		}
		v, ok = e.n.lhs.Bound(numDims, numSymbols, inputs, upper)
		if k == KindFloorDiv {
			return num.FloorDiv(v, c), ok
		}
		return num.CeilDiv(v, c), ok
	}
	factors, v, ok := e.Linear(numDims, numSymbols)
	if !ok {
		return 0, false
	}
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
