package affine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

const (
	testDims    = 3
	testSymbols = 2
)

// tree is an expression before any simplification: text for MLIR, and a function that
// evaluates the expression.
type tree struct {
	text string
	eval func(dims, symbols []int64) (v int64, ok bool)
	expr Expr // built with the simplifying constructors
}

var operators = []ExprKind{KindAdd, KindAdd, KindMul, KindMul, KindMod, KindFloorDiv, KindCeilDiv}

// randomTree returns an affine or, if semi is set, semi-affine expression.
func randomTree(r *rand.Rand, depth int, semi bool) tree {
	if depth == 0 || r.IntN(6) == 0 {
		return randomLeaf(r, r.IntN(4))
	}
	k := operators[r.IntN(len(operators))]
	l := randomTree(r, depth-1, semi)
	var rhs tree
	switch {
	case k == KindAdd:
		rhs = randomTree(r, depth-1, semi)
		if r.IntN(4) == 0 { // terms that cancel
			rhs = binary(KindMul, l, constant(int64(r.IntN(5)-3)))
		}
	case k == KindMul:
		rhs = constant(int64(r.IntN(9) - 4))
		if semi && r.IntN(2) == 0 {
			rhs = randomLeaf(r, 3)
		}
	default:
		rhs = constant([]int64{1, 2, 3, 4, 6, 8, 12}[r.IntN(7)])
		if semi && r.IntN(2) == 0 {
			rhs = randomLeaf(r, 3)
		}
	}
	return binary(k, l, rhs)
}

func randomLeaf(r *rand.Rand, form int) tree {
	switch form {
	case 0:
		return constant(int64(r.IntN(17) - 8))
	case 1, 2:
		i := r.IntN(testDims)
		return tree{fmt.Sprintf("d%d", i), func(d, _ []int64) (int64, bool) { return d[i], true }, Dim(i)}
	}
	i := r.IntN(testSymbols)
	return tree{fmt.Sprintf("s%d", i), func(_, s []int64) (int64, bool) { return s[i], true }, Symbol(i)}
}

func constant(v int64) tree {
	return tree{fmt.Sprint(v), func(_, _ []int64) (int64, bool) { return v, true }, Const(v)}
}

func binary(k ExprKind, l, r tree) tree {
	return tree{
		text: "(" + l.text + ")" + spelling[k] + "(" + r.text + ")",
		eval: func(d, s []int64) (int64, bool) {
			x, ok := l.eval(d, s)
			y, ok2 := r.eval(d, s)
			if !ok || !ok2 {
				return 0, false
			}
			v, err := apply(k, x, y)
			return v, err == nil
		},
		expr: Binary(k, l.expr, r.expr),
	}
}

func randomPoint(r *rand.Rand) (dims, symbols []int64) {
	for range testDims {
		dims = append(dims, int64(r.IntN(201)-100))
	}
	for range testSymbols {
		symbols = append(symbols, int64(r.IntN(20)+1)) // divisors are positive
	}
	return dims, symbols
}

func TestSimplificationsKeepTheValue(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 1))
		x := randomTree(r, 4, seed%2 == 1)
		flat := Simplify(x.expr, testDims, testSymbols)
		for range 8 {
			dims, symbols := randomPoint(r)
			want, ok := x.eval(dims, symbols)
			if !ok {
				continue
			}
			for how, e := range map[string]Expr{"built": x.expr, "flattened": flat} {
				if got, err := e.Eval(dims, symbols); err != nil || got != want {
					t.Fatalf("seed %d: %s %s as %s is %d (%v), want %d at %v %v", seed, x.text, how, e, got, err, want, dims, symbols)
				}
			}
			if c := x.expr.LargestKnownDivisor(); c == 0 && want != 0 || c != 0 && want%c != 0 {
				t.Fatalf("seed %d: %d is said to divide %s, which is %d", seed, c, x.expr, want)
			}
		}
	}
}

func TestPrint(t *testing.T) {
	t.Parallel()
	d0, d1, s0 := Dim(0), Dim(1), Symbol(0)
	c := Const
	tests := []struct {
		e    Expr
		want string
	}{
		{c(4).Add(d0), "d0 + 4"},
		{s0.Add(d0), "d0 + s0"},
		{d0.Sub(s0.Mul(c(2))), "d0 - s0 * 2"},
		{d0.Neg(), "-d0"},
		{d0.Add(d1).Neg(), "-(d0 + d1)"},
		{d0.Sub(d1.Add(s0)), "d0 - (d1 + s0)"},
		{d0.Sub(d1.Mod(c(3))), "d0 - d1 mod 3"},
		{d0.Sub(c(5)), "d0 - 5"},
		{d0.Add(d1).Mul(c(4)).FloorDiv(c(6)), "((d0 + d1) * 4) floordiv 6"},
		{d0.Mul(c(128)).FloorDiv(c(64)), "d0 * 2"},
		{d0.Mul(c(128)).Mod(c(64)), "0"},
		{d0.Sub(d0.FloorDiv(c(4)).Mul(c(4))), "d0 mod 4"},
		{d0.Sub(d0.FloorDiv(s0).Mul(s0)), "d0 mod s0"},
		{d0.CeilDiv(c(0)), "d0 ceildiv 0"},
		{Dim(12).Mod(Symbol(11).Add(s0)), "d12 mod (s0 + s11)"},
		{Simplify(d0.Mul(s0).FloorDiv(s0), 1, 1), "d0"},
		{Simplify(s0.Mul(c(3)).Add(s0.CeilDiv(c(2))).CeilDiv(s0), 1, 1), "4"},
		// 3 + 2, divided by s0 = 6 and rounded up, is 1, not 1 + 1.
		{Simplify(s0.CeilDiv(c(2)).Add(s0.CeilDiv(c(3))).CeilDiv(s0), 1, 1), "(s0 ceildiv 2 + s0 ceildiv 3) ceildiv s0"},
	}
	for _, tt := range tests {
		if got := tt.e.String(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
	if got, want := NewMap(2, 1, d0.Add(s0), d1).String(), "(d0, d1)[s0] -> (d0 + s0, d1)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := NewMap(11, 11).String(), "(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10)[s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10] -> ()"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	set := IntegerSet{1, 0, []Expr{d0.Sub(c(10)), d0}, []bool{false, true}}
	if got, want := set.String(), "(d0) : (d0 - 10 >= 0, d0 == 0)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestMapPredicates(t *testing.T) {
	t.Parallel()
	zero := Const(0)
	type flags struct{ identity, minor, minorBroadcast, permutation, projected, projectedZero bool }
	tests := []struct {
		m    Map
		want flags
	}{
		{Identity(2), flags{true, true, true, true, true, true}},
		{MinorIdentity(3, 2), flags{false, true, true, false, true, true}},
		{NewMap(2, 0, Dim(1), Dim(0)), flags{permutation: true, projected: true, projectedZero: true}},
		{NewMap(3, 0, zero, Dim(2)), flags{minorBroadcast: true, projectedZero: true}},
		{NewMap(2, 0, Dim(1), zero), flags{projectedZero: true}},
		{NewMap(2, 0, Dim(0), Dim(0)), flags{}},
		{NewMap(1, 0, zero, zero), flags{}},
		{NewMap(2, 0, Dim(0).Add(Dim(1))), flags{}},
		{NewMap(2, 1, Dim(0)), flags{}},
		{NewMap(0, 0), flags{true, true, true, true, true, true}},
	}
	for _, tt := range tests {
		_, broadcast := tt.m.IsMinorIdentityWithBroadcasting()
		got := flags{tt.m.IsIdentity(), tt.m.IsMinorIdentity(), broadcast, tt.m.IsPermutation(), tt.m.IsProjectedPermutation(false), tt.m.IsProjectedPermutation(true)}
		if got != tt.want {
			t.Errorf("%s: got %+v, want %+v", tt.m, got, tt.want)
		}
	}
}

func TestPermutationOfMinorIdentityWithBroadcasting(t *testing.T) {
	t.Parallel()
	zero := Const(0)
	tests := []struct {
		m    Map
		want []int // nil: none
	}{
		{NewMap(3, 0, zero, Dim(1)), []int{1, 0}},
		{NewMap(3, 0, Dim(0), zero), nil},
		{NewMap(4, 0, zero, Dim(1), Dim(3)), []int{1, 0, 2}},
		{NewMap(2, 0, Dim(1), zero, zero, Dim(0)), []int{3, 0, 1, 2}},
	}
	for _, tt := range tests {
		got, ok := tt.m.IsPermutationOfMinorIdentityWithBroadcasting()
		if ok != (tt.want != nil) || !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %v, %v, want %v", tt.m, got, ok, tt.want)
		}
	}
}

func TestMapOperations(t *testing.T) {
	t.Parallel()
	d, s := Dims(4), Symbols(2)
	inverse := func(m Map, ok bool) string {
		if !ok {
			return "none"
		}
		return m.String()
	}
	tests := []struct {
		name, got, want string
	}{
		{"compose", NewMap(2, 1, d[0].Add(s[0])).Compose(NewMap(1, 1, d[0].Mul(s[0]), d[0])).String(), "(d0)[s0, s1] -> (d0 * s1 + s0)"},
		{"inverse", inverse(InversePermutation(NewMap(3, 0, d[1], d[0].Add(d[2]), d[2], d[0]))), "(d0, d1, d2, d3) -> (d3, d0, d2)"},
		{"no inverse", inverse(InversePermutation(NewMap(2, 0, d[1]))), "none"},
		{"inverse of empty", inverse(InversePermutation(Map{})), "() -> ()"},
		{"compress dims", CompressUnusedDims(NewMap(4, 1, d[1], d[3].Add(s[0]))).String(), "(d0, d1)[s0] -> (d0, d1 + s0)"},
		{"project", ProjectDims(Identity(2), []bool{true, false}, false).String(), "(d0, d1) -> (0, d1)"},
		{"drop dims", DropDims(Identity(3), []bool{false, true, false}).String(), "(d0, d1) -> (d0, 0, d1)"},
		{"duplicates", RemoveDuplicateResults(NewMap(2, 0, d[0], d[0], d[1], d[0])).String(), "(d0, d1) -> (d0, d1, d0)"},
		{"shift dims", Identity(2).ShiftDims(1, 1).String(), "(d0, d1, d2) -> (d0, d2)"},
		{"symbol identity", SymbolIdentity(2).String(), "()[s0, s1] -> (s0, s1)"},
		{"replace", NewMap(2, 0, d[0].Add(d[1])).Replace(d[0].Add(d[1]), s[0], 0, 1).String(), "()[s0] -> (s0)"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, tt.got, tt.want)
		}
	}
}

func TestPartialConstantFold(t *testing.T) {
	t.Parallel()
	m := NewMap(2, 1, Dim(0).Add(Const(1)), Dim(1).Mul(Symbol(0)))
	known := func(values ...int64) func(int) (int64, bool) {
		return func(i int) (int64, bool) { return values[i], values[i] >= 0 }
	}
	folded, values, err := m.PartialConstantFold(known(3, -1, 2))
	if err != nil || values != nil || folded.String() != "(d0, d1)[s0] -> (4, d1 * s0)" {
		t.Errorf("got %s, %v, %v", folded, values, err)
	}
	folded, values, err = m.PartialConstantFold(known(3, 5, 2))
	if err != nil || !slices.Equal(values, []int64{4, 10}) || folded.String() != "(d0, d1)[s0] -> (4, 10)" {
		t.Errorf("got %s, %v, %v", folded, values, err)
	}
	if _, _, err = NewMap(1, 0, Const(1).Mod(Dim(0))).PartialConstantFold(known(0)); err == nil {
		t.Error("no error for a remainder by 0")
	}
}

// TestQuotients: terms that cancel in divisions and remainders by constants and by
// symbols.
func TestQuotients(t *testing.T) {
	t.Parallel()
	d0, d1, s0, s1, least := Dim(0), Dim(1), Symbol(0), Symbol(1), Const(math.MinInt64)
	for _, tt := range []struct {
		e    Expr
		want string
	}{
		{d0.Sub(d0.Mod(s0)).Mod(s0), "0"},
		{d0.Add(d1).Sub(d0.Add(d1).Mod(s0)).Mod(s0), "0"},
		{d1.Sub(d0.Add(d1).Mod(s0)).Add(d0).Mod(s0), "0"},
		{d0.Add(d1).Sub(d0.Mod(s0)).Mod(s0), "(d0 + d1 - d0 mod s0) mod s0"},
		{d0.Sub(d0.Mod(s1)).Mod(s0), "(d0 - d0 mod s1) mod s0"},
		{d0.Add(d0.Mod(s0)).Mod(s0), "(d0 + d0 mod s0) mod s0"},
		{d0.Mul(s0).FloorDiv(s0), "d0"},
		{d0.Mul(s0).Mod(s0), "0"},
		{d0.Mul(s0).FloorDiv(s1), "(d0 * s0) floordiv s1"},
		{d0.Mul(Const(6)).FloorDiv(Const(-1)), "d0 * -6"},
		{d0.Mul(least).FloorDiv(Const(-1)), "(d0 * -9223372036854775808) floordiv -1"},
		{d0.Mul(least).FloorDiv(Const(1)), "d0 * -9223372036854775808"},
		{d0.Mul(least).FloorDiv(least), "d0"},
		{d0.Mul(Const(6)).FloorDiv(Const(4)), "(d0 * 3) floordiv 2"},
		{d0.FloorDiv(Const(0)), "d0 floordiv 0"},
		{least.FloorDiv(Const(-1)), "-9223372036854775808 floordiv -1"},
		{d0.FloorDiv(Const(-2)).Add(d1).Add(d0), "d0 floordiv -2 + d1 + d0"},
		{d1.Add(d0.FloorDiv(Const(-2))).Add(d1), "d1 + d0 floordiv -2 + d1"},
		{d0.Mul(Const(4)).Add(d1.Mul(Const(3))).Add(d1).Mod(Const(4)), "0"},
		{d0.Mul(Const(4)).Add(d1.Mul(Const(3))).Add(d1).Mod(Const(8)), "d0 * 4 + d1 * 4 - ((d0 + d1) floordiv 2) * 8"},
		{Const(math.MaxInt64).Add(Const(1)), "9223372036854775807 + 1"},
		{d0.Mul(Const(2)).FloorDiv(Const(0)), "(d0 * 2) floordiv 0"},
		{d0.Mul(Const(1 << 62)).Add(d1).Mul(Const(4)), "(d0 * 4611686018427387904 + d1) * 4"},
		{d0.FloorDiv(Const(2)).Add(d0.FloorDiv(Const(3))).Add(d0.FloorDiv(Const(2))), "(d0 floordiv 2) * 2 + d0 floordiv 3"},
	} {
		if got := Simplify(tt.e, 2, 2).String(); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.e, got, tt.want)
		}
	}
}

// TestMapsAsA: predicates of maps that differ in one property.
func TestMapsAsA(t *testing.T) {
	t.Parallel()
	d0, d1, s0 := Dim(0), Dim(1), Symbol(0)
	for _, tt := range []struct {
		m                         Map
		minor, constant, inverted bool
	}{
		{NewMap(2, 0, d1), true, false, false},
		{NewMap(2, 1, d1), false, false, false},
		{NewMap(2, 0, d0), false, false, false},
		{NewMap(1, 0, d0, d0), false, false, true},
		{NewMap(2, 0, d0, d1), true, false, true},
		{NewMap(2, 1, d0, d1), false, false, false},
		{NewMap(0, 1, s0), false, false, false},
		{NewMap(1, 0, Const(3)), false, true, false},
		{NewMap(1, 0, Const(3), d0), false, false, true},
		{NewMap(0, 0, Const(3), Const(0)), false, true, true},
	} {
		_, inverted := InversePermutation(tt.m)
		if tt.m.IsMinorIdentity() != tt.minor || tt.m.IsConstant() != tt.constant || inverted != tt.inverted {
			t.Errorf("%s: minor identity %v, constant %v, inverse %v", tt.m, tt.m.IsMinorIdentity(), tt.m.IsConstant(), inverted)
		}
	}
}

func TestEvalErrors(t *testing.T) {
	t.Parallel()
	const big = 1 << 62
	for _, tt := range []struct {
		e    Expr
		want string
	}{
		{Dim(0).Add(Dim(0)), "affine expression overflows 64 bits: 4611686018427387904 * 2"},
		{Dim(0).FloorDiv(Dim(1)), "division by zero in affine expression"},
		{Dim(0).Mod(Dim(1)), "expected a positive divisor of mod, but got 0"},
		{Dim(3), "no value for d3"},
		{Const(math.MinInt64).FloorDiv(Dim(2)), "affine expression overflows 64 bits: -9223372036854775808 floordiv -1"},
		{Const(math.MinInt64).CeilDiv(Dim(2)), "affine expression overflows 64 bits: -9223372036854775808 ceildiv -1"},
		{Const(math.MinInt64).FloorDiv(Dim(1)), "division by zero in affine expression"},
	} {
		if _, err := tt.e.Eval([]int64{big, 0, -1}, nil); err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v, want %s", tt.e, err, tt.want)
		}
	}
	const least = math.MinInt64
	for _, tt := range []struct {
		e    Expr
		want int64
	}{
		{Dim(1).Mod(Dim(2)), 0}, {Dim(1).FloorDiv(Dim(3)), -7}, {Dim(1).CeilDiv(Dim(3)), -7}, {Dim(0).FloorDiv(Dim(2)), least}, {Dim(0).CeilDiv(Dim(1)), least / 7},
		{Dim(0).Mod(Dim(1)), 6}, {Dim(0).FloorDiv(Dim(1)), least/7 - 1},
	} {
		if got, err := tt.e.Eval([]int64{least, 7, 1, -1}, nil); err != nil || got != tt.want {
			t.Errorf("%s: got %d, %v, want %d", tt.e, got, err, tt.want)
		}
	}
}

func TestIntegerSet(t *testing.T) {
	t.Parallel()
	d0, s0 := Dim(0), Symbol(0)
	in := IntegerSet{1, 1, []Expr{s0.Sub(d0), d0.Mod(Const(2)), Const(3)}, []bool{false, true, false}}
	if got, want := in.Simplify().String(), "(d0)[s0] : (-d0 + s0 >= 0, d0 mod 2 == 0)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for d, want := range map[int64]bool{4: true, 3: false, 8: false} {
		if got, err := in.Contains([]int64{d}, []int64{6}); err != nil || got != want {
			t.Errorf("contains %d: got %v, %v", d, got, err)
		}
	}
	for _, tt := range []struct{ in, want IntegerSet }{
		{IntegerSet{1, 0, []Expr{Const(0), d0}, []bool{false, true}}, IntegerSet{1, 0, []Expr{d0}, []bool{true}}},
		{IntegerSet{1, 0, []Expr{Const(0), d0}, []bool{true, false}}, IntegerSet{1, 0, []Expr{d0}, []bool{false}}},
		{IntegerSet{1, 0, []Expr{Const(1), d0}, []bool{true, false}}, EmptySet(1, 0)},
		{IntegerSet{1, 0, []Expr{Const(-1), d0}, []bool{false, false}}, EmptySet(1, 0)},
	} {
		if got := tt.in.Simplify(); !got.Equal(tt.want) {
			t.Errorf("%s: got %s, want %s", tt.in, got, tt.want)
		}
	}
	for _, other := range []IntegerSet{
		{2, 1, in.Constraints, in.EqFlags}, {1, 2, in.Constraints, in.EqFlags}, {1, 1, in.Constraints, []bool{true, true, false}},
		{1, 1, []Expr{s0.Sub(d0), d0.Mod(Const(2)), Const(4)}, in.EqFlags}, {1, 1, in.Constraints[:2], in.EqFlags[:2]},
	} {
		if in.Equal(other) {
			t.Errorf("%s and %s count as equal", in, other)
		}
	}
	if got := EmptySet(2, 1).String(); got != "(d0, d1)[s0] : (1 == 0)" || EmptySet(2, 1).NumInputs() != 3 {
		t.Errorf("the empty set is %s", got)
	}
	if ok, err := in.Contains(nil, []int64{6}); ok || err == nil {
		t.Error("no error for a missing dimension")
	}
	never := IntegerSet{1, 0, []Expr{d0, Const(-1)}, []bool{true, false}}
	if !never.Simplify().IsEmptySet() {
		t.Errorf("%s is not simplified to the empty set", never)
	}
}

func BenchmarkBuildAndSimplify(b *testing.B) {
	for b.Loop() {
		e := Dim(0).Mul(Const(128)).Add(Dim(1).Mul(Const(4))).Add(Symbol(0)).FloorDiv(Const(16))
		Simplify(e, 2, 1)
	}
}

func BenchmarkPrint(b *testing.B) {
	m := NewMap(2, 1, Dim(0).Mul(Const(128)).Add(Dim(1)).Add(Symbol(0)).FloorDiv(Const(16)), Dim(1))
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		dst = m.AppendText(dst[:0])
	}
}

// Trees are equal if they have the same structure, whatever their hashes are.
func TestEqual(t *testing.T) {
	t.Parallel()
	d0, d1, s0, far := Dim(0), Dim(1), Symbol(0), int64(1)<<40
	different := []Expr{
		{}, d0, d1, s0, Const(0), Const(1), Const(far), Dim(int(far)), Symbol(int(far)), sameHash(KindConst, d1), sameHash(KindSymbol, d1),
		d0.Add(s0), d1.Add(s0), d0.Add(d1), d0.Mul(s0), d0.Mod(s0), d0.FloorDiv(s0), d0.CeilDiv(s0), d0.Add(Const(far)), d0.Add(Const(far + 1)),
		d0.Add(sameHash(KindConst, d1)),
	}
	for i, e := range different {
		for j, f := range different {
			if e.Equal(f) != (i == j) {
				t.Errorf("%s and %s: %v", e, f, e.Equal(f))
			}
		}
	}
	if !Const(far).Equal(Const(far)) || !d0.Add(Const(far)).Equal(Dim(0).Add(Const(far))) {
		t.Error("the same tree is another one")
	}
}

// sameHash returns the leaf of a kind that has the hash of another leaf.
func sameHash(k ExprKind, like Expr) Expr {
	inverse := uint64(hashPrime) // modulo 2^64, which Newton's method doubles the bits of
	for range 6 {
		inverse *= 2 - hashPrime*inverse
	}
	v := (uint64(like.n.value)*hashPrime ^ uint64(like.n.kind) ^ uint64(k)) * inverse
	return leafExpr(k, int64(v))
}

func TestMul(t *testing.T) {
	t.Parallel()
	const least, most = math.MinInt64, math.MaxInt64
	for _, tt := range []struct {
		a, b, want int64
		ok         bool
	}{
		{3, -4, -12, true}, {0, least, 0, true}, {least, 0, 0, true}, {least, 1, least, true}, {1, least, least, true}, {least, -1, 0, false}, {-1, least, 0, false},
		{most, -1, -most, true}, {-1, most, -most, true}, {least / 2, 2, least, true}, {2, least / 2, least, true}, {least / 2, -2, 0, false}, {-2, least / 2, 0, false},
		{1 << 32, 1 << 32, 0, false}, {1 << 32, 1 << 30, 1 << 62, true}, {1 << 32, 1 << 31, 0, false},
	} {
		if got, ok := mul(tt.a, tt.b); ok != tt.ok || ok && got != tt.want {
			t.Errorf("%d * %d: got %d, %v", tt.a, tt.b, got, ok)
		}
	}
}

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
		{Constant(7), 7, true, "() -> (7)"},
		{Constant(0), 0, true, "() -> (0)"},
		{NewMap(1, 0, d[0]), 0, false, "(d0) -> (d0)"},
		{NewMap(0, 0, c(7), c(7)), 0, false, "() -> (7, 7)"},
		{NewMap(0, 0), 0, false, "() -> ()"},
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
