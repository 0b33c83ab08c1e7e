package extent

import "optc/num"

// Residue returns a size modulo n, if that is the same number for all parameters: the index of
// a loop in steps of 64, which begins at 0, is 0 modulo 64.
func (x *Sizes) Residue(s Size, n int64) (rest int64, known bool) {
	rest = num.Mod(s.sum.Constant, n)
	for _, t := range s.sum.Terms {
		factor := num.Mod(t.Factor, n)
		if factor == 0 {
			continue
		}
		r, known := x.atomResidue(t.Value, n/num.GCD(factor, n))
		if !known {
			return 0, false
		}
		rest = (rest + factor*r) % n
	}
	return rest, true
}

func (x *Sizes) atomResidue(a *Atom, n int64) (rest int64, known bool) {
	if n == 1 {
		return 0, true
	}
	switch a.Kind {
	case Value:
		if low, high, ok := ParameterRange(a.Value); ok {
			return num.Mod(low, n), low == high
		}
		if loop := loopOf(a.Value); loop.Ok() {
			if step, known := x.Of(loop.Step()).Constant(); known && step%n == 0 {
				return x.Residue(x.Of(loop.LowerBound()), n)
			}
		}
	case Product:
		p, known := x.Residue(a.Sizes[0], n)
		q, both := x.Residue(a.Sizes[1], n)
		return p * q % n, known && both
	case Rest:
		if m, known := a.Sizes[1].Constant(); known && m > 0 && m%n == 0 {
			return x.Residue(a.Sizes[0], n)
		}
	case Smallest, Largest, Choice:
		p, known := x.Residue(a.Sizes[0], n)
		q, both := x.Residue(a.Sizes[1], n)
		return p, known && both && p == q
	}
	return 0, false
}
