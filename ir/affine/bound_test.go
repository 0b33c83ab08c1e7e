package affine

import "testing"

func TestBound(t *testing.T) {
	t.Parallel()
	d0, d1, c := Dim(0), Dim(1), Const
	inputs := []Interval{{2, 9, true, true}, {Lower: 0, HasLower: true}}
	tests := []struct {
		e        Expr
		lo, hi   int64
		hasLower bool
		hasUpper bool
	}{
		{d0.Mul(c(3)).Add(c(1)), 7, 28, true, true},
		{d0.Mul(c(-2)), -18, -4, true, true},
		{d0.FloorDiv(c(4)), 0, 2, true, true},
		{d0.CeilDiv(c(4)), 1, 3, true, true},
		{d0.Mod(c(16)), 2, 9, true, true},
		{d0.Mod(c(4)), 0, 3, true, true},
		{d1.Mod(c(4)), 0, 3, true, true},
		{d0.Add(d1), 2, 0, true, false},
		{d0.Sub(d1), 0, 9, false, true},
		{d0.Add(d1).Sub(d1), 2, 9, true, true},
		{d0.FloorDiv(c(4)).Add(d0), 0, 0, false, false},
	}
	for _, tt := range tests {
		lo, ok := tt.e.Bound(2, 0, inputs, false)
		if ok != tt.hasLower || ok && lo != tt.lo {
			t.Errorf("lower bound of %s is %d, %t; want %d, %t", tt.e, lo, ok, tt.lo, tt.hasLower)
		}
		hi, ok := tt.e.Bound(2, 0, inputs, true)
		if ok != tt.hasUpper || ok && hi != tt.hi {
			t.Errorf("upper bound of %s is %d, %t; want %d, %t", tt.e, hi, ok, tt.hi, tt.hasUpper)
		}
	}
}
