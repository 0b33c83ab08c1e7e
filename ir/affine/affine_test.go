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
	set := IntegerSet{NumDims: 1, NumSymbols: 0, Constraints: []Expr{d0.Sub(c(10)), d0}, EqFlags: []bool{false, true}}
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
		{Identity(2), flags{identity: true, minor: true, minorBroadcast: true, permutation: true, projected: true,
			projectedZero: true}},
		{MinorIdentity(3, 2), flags{minor: true, minorBroadcast: true, projected: true, projectedZero: true}},
		{NewMap(2, 0, Dim(1), Dim(0)), flags{permutation: true, projected: true, projectedZero: true}},
		{NewMap(3, 0, zero, Dim(2)), flags{minorBroadcast: true, projectedZero: true}},
		{NewMap(2, 0, Dim(1), zero), flags{projectedZero: true}},
		{NewMap(2, 0, Dim(0), Dim(0)), flags{}},
		{NewMap(1, 0, zero, zero), flags{}},
		{NewMap(2, 0, Dim(0).Add(Dim(1))), flags{}},
		{NewMap(2, 1, Dim(0)), flags{}},
		{NewMap(0, 0), flags{identity: true, minor: true, minorBroadcast: true, permutation: true, projected: true,
			projectedZero: true}},
	}
	for _, tt := range tests {
		_, broadcast := tt.m.IsMinorIdentityWithBroadcasting()
		got := flags{identity: tt.m.IsIdentity(), minor: tt.m.IsMinorIdentity(), minorBroadcast: broadcast,
			permutation: tt.m.IsPermutation(), projected: tt.m.IsProjectedPermutation(false),
			projectedZero: tt.m.IsProjectedPermutation(true)}
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
		{m: NewMap(2, 0, d1), minor: true},
		{m: NewMap(2, 1, d1)},
		{m: NewMap(2, 0, d0)},
		{m: NewMap(1, 0, d0, d0), inverted: true},
		{m: NewMap(2, 0, d0, d1), minor: true, inverted: true},
		{m: NewMap(2, 1, d0, d1)},
		{m: NewMap(0, 1, s0)},
		{m: NewMap(1, 0, Const(3)), constant: true},
		{m: NewMap(1, 0, Const(3), d0), inverted: true},
		{m: NewMap(0, 0, Const(3), Const(0)), constant: true, inverted: true},
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
	in := IntegerSet{NumDims: 1, NumSymbols: 1, Constraints: []Expr{s0.Sub(d0), d0.Mod(Const(2)), Const(3)},
		EqFlags: []bool{false, true, false}}
	if got, want := in.Simplify().String(), "(d0)[s0] : (-d0 + s0 >= 0, d0 mod 2 == 0)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for d, want := range map[int64]bool{4: true, 3: false, 8: false} {
		if got, err := in.Contains([]int64{d}, []int64{6}); err != nil || got != want {
			t.Errorf("contains %d: got %v, %v", d, got, err)
		}
	}
	for _, tt := range []struct{ in, want IntegerSet }{
		{IntegerSet{NumDims: 1, NumSymbols: 0, Constraints: []Expr{Const(0), d0}, EqFlags: []bool{false, true}}, IntegerSet{NumDims: 1, NumSymbols: 0,
			Constraints: []Expr{d0}, EqFlags: []bool{true}}},
		{IntegerSet{NumDims: 1, NumSymbols: 0, Constraints: []Expr{Const(0), d0}, EqFlags: []bool{true, false}}, IntegerSet{NumDims: 1, NumSymbols: 0,
			Constraints: []Expr{d0}, EqFlags: []bool{false}}},
		{IntegerSet{NumDims: 1, NumSymbols: 0, Constraints: []Expr{Const(1), d0}, EqFlags: []bool{true, false}}, EmptySet(1, 0)},
		{IntegerSet{NumDims: 1, NumSymbols: 0, Constraints: []Expr{Const(-1), d0}, EqFlags: []bool{false, false}}, EmptySet(1, 0)},
	} {
		if got := tt.in.Simplify(); !got.Equal(tt.want) {
			t.Errorf("%s: got %s, want %s", tt.in, got, tt.want)
		}
	}
	for _, other := range []IntegerSet{
		{NumDims: 2, NumSymbols: 1, Constraints: in.Constraints, EqFlags: in.EqFlags}, {NumDims: 1, NumSymbols: 2, Constraints: in.Constraints, EqFlags: in.EqFlags}, {NumDims: 1, NumSymbols: 1,
			Constraints: in.Constraints, EqFlags: []bool{true, true, false}},
		{NumDims: 1, NumSymbols: 1, Constraints: []Expr{s0.Sub(d0), d0.Mod(Const(2)), Const(4)}, EqFlags: in.EqFlags}, {NumDims: 1, NumSymbols: 1,
			Constraints: in.Constraints[:2], EqFlags: in.EqFlags[:2]},
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
	never := IntegerSet{NumDims: 1, NumSymbols: 0, Constraints: []Expr{d0, Const(-1)}, EqFlags: []bool{true, false}}
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

// Trees are equal if they have the same structure, independently of their hashes.
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
		{a: 3, b: -4, want: -12, ok: true}, {a: 0, b: least, want: 0, ok: true}, {a: least, b: 0, want: 0, ok: true}, {a: least, b: 1, want: least, ok: true}, {a: 1, b: least, want: least,
			ok: true}, {a: least,
			b: -1, want: 0}, {a: -1,
			b: least, want: 0},
		{a: most, b: -1, want: -most, ok: true}, {a: -1, b: most, want: -most, ok: true}, {a: least / 2, b: 2, want: least, ok: true}, {a: 2, b: least / 2, want: least,
			ok: true}, {a: least / 2,
			b: -2, want: 0}, {a: -2,
			b: least / 2, want: 0},
		{a: 1 << 32, b: 1 << 32, want: 0}, {a: 1 << 32, b: 1 << 30, want: 1 << 62, ok: true}, {a: 1 << 32, b: 1 << 31, want: 0},
	} {
		if got, ok := mul(tt.a, tt.b); ok != tt.ok || ok && got != tt.want {
			t.Errorf("%d * %d: got %d, %v", tt.a, tt.b, got, ok)
		}
	}
}
