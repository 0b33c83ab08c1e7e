package affine

import (
	"fmt"
	"slices"
	"testing"
)

func TestLargestKnownDivisor(t *testing.T) {
	t.Parallel()
	d0, d1, s0, c := Dim(0), Dim(1), Symbol(0), Const
	for _, tt := range []struct {
		e    Expr
		want int64
	}{
		{c(-6), 6}, {c(0), 0}, {d0, 1}, {d0.Mul(c(-6)), 6}, {d0.Mul(c(4)).Mul(s0.Mul(c(6))), 24}, {d0.Mul(c(4)).Add(d1.Mul(c(6))), 2},
		{d0.Mul(c(12)).Mod(c(8)), 4}, {d0.Mul(c(12)).Mod(s0), 1}, {d0.Mul(c(12)).FloorDiv(c(8)), 1}, {d0.Mul(c(12)).Add(c(24)).FloorDiv(c(-4)), 3},
		{d0.Mul(c(12)).Add(c(24)).CeilDiv(c(5)), 1}, {d0.Mul(c(12)).CeilDiv(c(0)), 1}, {d0.Mul(c(12)).FloorDiv(s0), 1},
		{d0.Mul(c(1 << 40)).Mul(s0.Mul(c(1 << 41))), 1 << 41}, {s0.Mul(c(1 << 41)).Mul(d0.Mul(c(1 << 40))), 1 << 41},
	} {
		if got := tt.e.LargestKnownDivisor(); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.e, got, tt.want)
		}
	}
	for _, tt := range []struct {
		m    Map
		want int64
	}{
		{NewMap(1, 0), 0}, {NewMap(1, 0, c(0)), 0}, {NewMap(1, 0, d0.Mul(c(8)), c(12)), 4}, {NewMap(1, 0, c(0), d0.Mul(c(8))), 8},
	} {
		if got := tt.m.LargestKnownDivisor(); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.m, got, tt.want)
		}
	}
}

// TestMapParts: queries of the results of maps.
func TestMapParts(t *testing.T) {
	t.Parallel()
	d, s, c := Dims(3), Symbols(2), Const
	m := NewMap(3, 2, d[2], c(4), d[0], s[1].Add(d[2]), d[2], s[0])
	if got, want := m.ResultDims(), []int{2, -1, 0, -1, 2, -1}; !slices.Equal(got, want) {
		t.Errorf("results are dimensions %v, want %v", got, want)
	}
	for dim, want := range []int{2, -1, 0} {
		if got, ok := m.ResultPosition(dim); got != want || ok != (want >= 0) {
			t.Errorf("d%d is result %d, %v", dim, got, ok)
		}
	}
	if got := fmt.Sprint(UnusedDims(m), UnusedSymbols(m), UnusedSymbols(m.DropResult(5)), UnusedDims(m.WithResults(d[:1]), m.WithResults(d[1:2]))); got != "[false true false] [false false] [true false] [false false true]" {
		t.Errorf("unused: %s", got)
	}
	if got := fmt.Sprint(m.IsFunctionOfDim(1), m.IsFunctionOfDim(2), m.DropResult(5).IsFunctionOfSymbol(0), m.IsFunctionOfSymbol(0)); got != "false true false true" {
		t.Errorf("functions: %s", got)
	}
	if nodes, leaves := NewMap(3, 2, d[2].Add(d[0].Mul(c(3))), d[2], s[1].Add(d[2].Add(s[0]))).Size(d[2]); nodes != 11 || leaves != 3 {
		t.Errorf("%d nodes, %d leaves", nodes, leaves)
	}
	for _, tt := range []struct {
		m    Map
		v    int64
		ok   bool
		text string
	}{
		{m: Constant(7), v: 7, ok: true, text: "() -> (7)"},
		{m: Constant(0), v: 0, ok: true, text: "() -> (0)"},
		{m: NewMap(1, 0, d[0]), v: 0, text: "(d0) -> (d0)"},
		{m: NewMap(0, 0, c(7), c(7)), v: 0, text: "() -> (7, 7)"},
		{m: NewMap(0, 0), v: 0, text: "() -> ()"},
	} {
		if v, ok := tt.m.SingleConstant(); v != tt.v || ok != tt.ok || tt.m.String() != tt.text {
			t.Errorf("%s: got %d, %v", tt.m, v, ok)
		}
	}
	for _, tt := range []struct{ got, want string }{
		{m.DropResult(1).String(), "(d0, d1, d2)[s0, s1] -> (d2, d0, d2 + s1, d2, s0)"},
		{m.ShiftDims(2, 1).String(), "(d0, d1, d2, d3, d4)[s0, s1] -> (d4, 4, d0, d4 + s1, d4, s0)"},
		{m.ShiftSymbols(3, 1).String(), "(d0, d1, d2)[s0, s1, s2, s3, s4] -> (d2, 4, d0, d2 + s4, d2, s0)"},
		{d[0].Add(d[1]).Replace(d[1], d[2]).String(), "d0 + d2"},
		{d[0].Add(c(1)).Replace(d[1], d[2]).String(), "d0 + 1"},
		{d[0].Add(d[1]).Mul(c(2)).Replace(d[0].Add(d[1]), s[0]).String(), "s0 * 2"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %s, want %s", tt.got, tt.want)
		}
	}
	for _, other := range []Map{
		m.DropResult(5), {2, 2, m.Results}, {3, 1, m.Results}, NewMap(3, 2, append(slices.Clone(m.Results[:5]), s[1])...),
	} {
		if m.Equal(other) || other.Equal(m) {
			t.Errorf("%s and %s count as equal", m, other)
		}
	}
	if !m.Equal(NewMap(3, 2, slices.Clone(m.Results)...)) {
		t.Error("the same results are another map")
	}
	for _, tt := range []struct {
		m    Map
		want bool
	}{
		{SymbolIdentity(2), true}, {NewMap(2, 2, s...), true}, {NewMap(0, 2, s[0]), false}, {NewMap(0, 1, s[1]), false}, {NewMap(0, 2, s[1], s[0]), false},
		{NewMap(1, 1, d[0]), false}, {NewMap(0, 3, s...), false},
	} {
		if got := tt.m.IsSymbolIdentity(); got != tt.want {
			t.Errorf("%s: symbol identity %v", tt.m, got)
		}
	}
	for _, tt := range []struct {
		m    Map
		want string
	}{
		{NewMap(3, 0, d[1], c(0)), "[1] true"}, {NewMap(3, 0, c(0), d[2]), "[0] true"}, {NewMap(3, 0, c(0), c(0), c(0)), "[0 1 2] true"}, {NewMap(3, 0, c(0), d[1]), "[] false"},
	} {
		if at, ok := tt.m.IsMinorIdentityWithBroadcasting(); fmt.Sprint(at, ok) != tt.want {
			t.Errorf("%s: got %v, %v", tt.m, at, ok)
		}
	}
}

func TestMapEvalErrors(t *testing.T) {
	t.Parallel()
	d0, d1 := Dim(0), Dim(1)
	known := func(i int) (int64, bool) { return []int64{0, 5}[i], i == 0 }
	for _, e := range []Expr{Const(1).Mod(d0).Add(d1), d1.Add(Const(1).Mod(d0)), Const(1).Mod(d0).Add(Const(3))} {
		m := NewMap(2, 0, Const(3), e)
		if _, err := m.Eval([]int64{0, 5}, nil); err == nil {
			t.Errorf("%s: no error", m)
		}
		folded, values, err := m.PartialConstantFold(known)
		unknownFirst := e.LHS().Equal(d1) // then nothing after it is evaluated
		if (err == nil) != unknownFirst || values != nil || err == nil && !folded.Equal(m) {
			t.Errorf("%s: got %s, %v, %v", m, folded, values, err)
		}
	}
	m := NewMap(2, 0, d1, d0.Add(Const(4)), d1.Add(d0), d0)
	if folded, values, err := m.PartialConstantFold(known); err != nil || values != nil || folded.String() != "(d0, d1) -> (d1, 4, d0 + d1, 0)" {
		t.Errorf("got %s, %v, %v", folded, values, err)
	}
}
