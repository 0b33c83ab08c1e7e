package affine

import (
	"math"
	"slices"
	"testing"
)

func TestBound(t *testing.T) {
	t.Parallel()
	d0, d1, c := Dim(0), Dim(1), Const
	inputs := []Interval{{Lower: 2, Upper: 9, HasLower: true, HasUpper: true}, {Lower: 0, HasLower: true}}
	tests := []struct {
		e        Expr
		lo, hi   int64
		hasLower bool
		hasUpper bool
	}{
		{e: d0.Mul(c(3)).Add(c(1)), lo: 7, hi: 28, hasLower: true, hasUpper: true},
		{e: d0.Mul(c(-2)), lo: -18, hi: -4, hasLower: true, hasUpper: true},
		{e: d0.FloorDiv(c(4)), lo: 0, hi: 2, hasLower: true, hasUpper: true},
		{e: d0.CeilDiv(c(4)), lo: 1, hi: 3, hasLower: true, hasUpper: true},
		{e: d0.Mod(c(16)), lo: 2, hi: 9, hasLower: true, hasUpper: true},
		{e: d0.Mod(c(4)), lo: 0, hi: 3, hasLower: true, hasUpper: true},
		{e: d1.Mod(c(4)), lo: 0, hi: 3, hasLower: true, hasUpper: true},
		{e: d0.Add(d1), lo: 2, hi: 0, hasLower: true},
		{e: d0.Sub(d1), lo: 0, hi: 9, hasUpper: true},
		{e: d0.Add(d1).Sub(d1), lo: 2, hi: 9, hasLower: true, hasUpper: true},
		{e: d0.FloorDiv(c(4)).Add(d0), lo: 0, hi: 0},
		{e: d0.FloorDiv(c(-4)), lo: 0, hi: 0},
		{e: d0.FloorDiv(c(1 << 40)), lo: 0, hi: 0, hasLower: true, hasUpper: true},
		{e: d0.Mod(d1), lo: 0, hi: 0},
		{e: d0.Add(c(6)).Mod(c(8)), lo: 0, hi: 7, hasLower: true, hasUpper: true},
		{e: d0.Sub(c(2)).Mod(c(8)), lo: 0, hi: 7, hasLower: true, hasUpper: true},
		{e: d0.Sub(c(2)).Mod(c(9)), lo: 0, hi: 7, hasLower: true, hasUpper: true},
		{e: d0.Mul(c(1 << 62)), lo: 0, hi: 0},
		{e: d0.Mul(c(-1 << 62)), lo: 0, hi: math.MinInt64, hasUpper: true},
		{e: d0.Mul(c(1 << 59)).Add(c(math.MaxInt64)), lo: 0, hi: 0},
		{e: d1.Mul(c(0)).Add(c(5)), lo: 5, hi: 5, hasLower: true, hasUpper: true},
	}
	for _, tt := range tests {
		want := Interval{Lower: tt.lo, Upper: tt.hi, HasLower: tt.hasLower, HasUpper: tt.hasUpper}
		r := tt.e.Bounds(2, 0, inputs)
		if !r.HasLower {
			r.Lower = tt.lo
		}
		if !r.HasUpper {
			r.Upper = tt.hi
		}
		if r != want {
			t.Errorf("bounds of %s are %+v; want %+v", tt.e, r, want)
		}
	}
}

// Each of many nested remainders computes both bounds of its operand only once.
func TestBoundsOfNest(t *testing.T) {
	t.Parallel()
	const nested = 100
	e := Dim(0)
	for i := range int64(nested) {
		e = e.Mod(Const(1000 - i))
	}
	if r, want := e.Bounds(1, 0, make([]Interval, 1)), (Interval{Upper: 1000 - nested, HasLower: true, HasUpper: true}); r != want {
		t.Errorf("got %+v, want %+v", r, want)
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
