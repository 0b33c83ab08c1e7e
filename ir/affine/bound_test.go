package affine

import (
	"math"
	"slices"
	"testing"
)

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
		{d0.FloorDiv(c(-4)), 0, 0, false, false},
		{d0.FloorDiv(c(1 << 40)), 0, 0, true, true},
		{d0.Mod(d1), 0, 0, false, false},
		{d0.Add(c(6)).Mod(c(8)), 0, 7, true, true},
		{d0.Sub(c(2)).Mod(c(8)), 0, 7, true, true},
		{d0.Sub(c(2)).Mod(c(9)), 0, 7, true, true},
		{d0.Mul(c(1 << 62)), 0, 0, false, false},
		{d0.Mul(c(-1 << 62)), 0, math.MinInt64, false, true},
		{d0.Mul(c(1 << 59)).Add(c(math.MaxInt64)), 0, 0, false, false},
		{d1.Mul(c(0)).Add(c(5)), 5, 5, true, true},
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

func TestLinear(t *testing.T) {
	t.Parallel()
	d0, d1, s0, c, big := Dim(0), Dim(1), Symbol(0), Const, Const(1<<62)
	for _, tt := range []struct {
		e        Expr
		inputs   []int64 // nil: none
		constant int64
	}{
		{d0.Mul(c(2)).Add(s0.Sub(d0)).Add(c(3)), []int64{1, 0, 1}, 3},
		{d1.Mul(c(-4)).Sub(c(8)).FloorDiv(c(4)), []int64{0, -1, 0}, -2},
		{d1.Sub(d1.Mul(c(1))), []int64{0, 0, 0}, 0},
		{d0.Mul(s0), nil, 0},
		{d0.FloorDiv(s0).Mul(c(0)).Add(d1), []int64{0, 1, 0}, 0},
		{d0.FloorDiv(c(2)), nil, 0},
		{d0.Add(d1.Mod(c(3))), nil, 0},
		{d0.FloorDiv(c(-2)).Add(d1), nil, 0},
		{d0.Mul(big).Add(d1).Add(d0.Mul(big)), nil, 0},
		{d0.Add(big).Add(d1.Add(big)), nil, 0},
	} {
		inputs, constant, ok := tt.e.Linear(2, 1)
		if ok != (tt.inputs != nil) || !slices.Equal(inputs, tt.inputs) || constant != tt.constant {
			t.Errorf("%s: got %v, %d, %v", tt.e, inputs, constant, ok)
		}
	}
}
