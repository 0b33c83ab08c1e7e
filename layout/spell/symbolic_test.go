package spell

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"optc/diag"
	"optc/internal/testing/layouttest"
	"optc/layout"
)

// TestEvalSymbolic: results with symbols. The dynamic results agree with the tests of the cute dialect
// (CUTLASS, cutlass_compiler/cute_ir/test/Dialect/Cute/LayoutAlgebra), where A is a question mark.
func TestEvalSymbolic(t *testing.T) {
	t.Parallel()
	for _, test := range [][2]string{
		{"(m,16n):(16n,1)", "(m,16n):(16n,1)"},
		{"(m,n)", "(m,n):(1,m)"},
		{"divide((m,16n):(16n,1), 4:m)", "(4,(m,4n)):(1,(16n,4))"},
		{"divide((16m,n):(1,16m), 16)", "(16,mn):(1,16)"},
		{"inverse((m,n):(n,1))", "(n,m):(m,1)"},
		{"product((m,4):(4,1), n)", "((m,4),n):((4,1),4m)"},
		{"blocked_product((2,m):(m,1), (3,4))", "(6,(m,4)):(m,(1,6m))"},
		{"raked_product((2,m):(m,1), (3,4))", "((3,2),(4,m)):((2m,m),(6m,1))"},
		{"complement((n,4):(0,1), 9)", "3:4"},
		{"quotient(product((m,4):(4,1), n), (m,4):(4,1))", "n:1"},
		{"complement(m:2, 6m)", "(2,3):(1,2m)"},
		{"kernel((2,n,4):(1,0,2))", "n:2"},
		{"image((2,n,m):(m,0,1))", "2m:1"},
		{"coalesce((4,n):(1,4))", "4n:1"},
		{"coalesce((4,?):(1,4))", "4A:1"},
		{"coalesce((4,5,?):(1,4,?))", "(20,A):(1,B)"},
		{"coalesce((4,5,?,3,2):(1,4,?,1,3))", "(20,A,6):(1,B,1)"},
		{"coalesce((?):(?))", "A:B"},
		{"(?,?{div=16}):(?{i64 div=16},1)", "(A,16B):(16C,1)"},
		{"right_inverse((4,2):(1,4n))", "4:1"},
		{"(m,n):(n,1) o (n,m):(m,1)", "(n,m):(1,n)"},
		{"(m,n):(n,1) o 0 o m", "m:n"},
	} {
		l, err := EvalSymbolic(test[0])
		if err != nil {
			t.Errorf("%s: %v", test[0], err)
			continue
		}
		if got := l.String(); got != test[1] {
			t.Errorf("%s = %s, want %s", test[0], got, test[1])
		}
	}
	for _, text := range []string{
		"(m,n):(n", "(m,n):(m)", "(0m,2)", "compose(n:1, m:1)", "inverse((m,n):(1,1))", "complement(m:n, 8)", "divide((m,n):(n,1), 4)", "(?{div=0},4)", "(?{x},4)", "quotient(n, 3)",
		"complement((2,2):(m,n), 64mn)", "compose(4m:1, 3:2)", "(m,n)x", "(m,n):(n,1) o", "(m,n):(-1,m)", "compose(Swizzle<2,0,2> o 0 o (4,4), m)",
	} {
		if l, err := EvalSymbolic(text); err == nil {
			t.Errorf("%s = %s", text, l)
		}
	}
	for text, want := range map[string]bool{"(4,8)": false, "compose((4,8), 4:2)": false, "Swizzle<2,0,2> o 0 o (4,4)": false, "(m,8)": true, "coalesce((?,4):(1,4))": true, "right_inverse((4,8):(-1,4))": false, "(8) o 4:2": false, "inverse (m)": true} {
		if IsSymbolic(text) != want {
			t.Errorf("IsSymbolic(%s) = %t", text, !want)
		}
	}
}

// randomSymbolic returns a layout whose terms have the symbols m and n; strides often follow from the sizes.
func randomSymbolic(rng *rand.Rand) string {
	span := number([]int64{1, 1, 2}[rng.IntN(3)])
	var shapes, strides []string
	order := rng.Perm(1 + rng.IntN(3))
	shapes, strides = make([]string, len(order)), make([]string, len(order))
	for _, i := range order {
		size := Term{Factor: []int64{1, 2, 3, 4, 6}[rng.IntN(5)], Symbols: []string{"", "", "m", "n"}[rng.IntN(4)]}
		shapes[i], strides[i] = size.String(), span.String()
		if rng.IntN(8) == 0 {
			strides[i] = "0"
			continue
		}
		span, _ = span.times(size)
		if rng.IntN(3) == 0 {
			span, _ = span.times(Term{Factor: 1 + rng.Int64N(2), Symbols: []string{"", "m", "n"}[rng.IntN(3)]})
		}
	}
	return "(" + strings.Join(shapes, ",") + "):(" + strings.Join(strides, ",") + ")"
}

// TestSymbolicInstances: a decision for all values of the symbols holds for every value: functions of layouts with
// numbers in place of the symbols have the same cells.
func TestSymbolicInstances(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 7))
	decided, compared := map[string]int{}, 0
	functions := slices.DeleteFunc(slices.Clone(cuteFunctions), func(f cuteFunction) bool { return f.symbolic == nil })
	for range 15 * *layouttest.Layouts {
		f := functions[rng.IntN(len(functions))]
		a, b := randomSymbolic(rng), randomSymbolic(rng)
		call := func(a, b string) string {
			switch {
			case f.unary:
				return fmt.Sprintf("%s(%s)", f.name, a)
			case f.name == "quotient":
				return fmt.Sprintf("quotient(product(%s, %s), %[1]s)", a, b)
			}
			return fmt.Sprintf("%s(%s, %s)", f.name, a, b)
		}
		text := call(a, b)
		l, err := EvalSymbolic(text)
		if err != nil {
			continue
		}
		decided[f.name]++
		for _, v := range [][2]int64{{1, 1}, {2, 1}, {1, 3}, {3, 2}} {
			value := func(s rune) int64 { return v[s-'m'] }
			got, err := l.At(value)
			if err != nil {
				t.Fatal(err)
			}
			instance := call(instantiate(a, v), instantiate(b, v))
			if strings.HasSuffix(f.name, "inverse") {
				checkInstanceInverse(t, f.name, instance, instantiate(a, v), got)
				continue
			}
			want, err := EvalCuTe(instance)
			if err != nil {
				t.Fatalf("%s = %s, but %s: %v", text, l, instance, err)
			}
			compared++
			if !slices.Equal(cellsOf(got), cellsOf(want)) {
				t.Fatalf("%s = %s, but %s = %v, not %v", text, l, instance, cellsOf(want), cellsOf(got))
			}
		}
	}
	t.Logf("decided %v, compared %d", decided, compared)
	for _, f := range functions {
		if decided[f.name] < *layouttest.Layouts/6 {
			t.Errorf("%s: decided for %d layouts", f.name, decided[f.name])
		}
	}
}

// instantiate returns the text of a layout with numbers for the symbols m and n.
func instantiate(text string, v [2]int64) string {
	p := symbolicParser{cuteParser: cuteParser{text: text}}
	var out strings.Builder
	for p.at < len(text) {
		if c := text[p.at]; !isSymbol(rune(c)) && (c < '0' || c > '9') {
			out.WriteByte(c)
			p.at++
			continue
		}
		term := diag.Must(p.term())
		fmt.Fprint(&out, term.at(func(s rune) int64 { return v[s-'m'] }))
	}
	return out.String()
}

// checkInstanceInverse: elements, or the first cells, come back to themselves.
func checkInstanceInverse(t *testing.T, name, instance, of string, inverse *layout.Map) {
	t.Helper()
	m, err := EvalCuTe(of)
	if err != nil {
		t.Fatal(err)
	}
	first, then := m, inverse
	if name == "right_inverse" {
		first, then = inverse, m
	}
	seen := map[int64]int64{}
	for i, at := range cellsOf(first) {
		if _, again := seen[at]; !again {
			seen[at] = int64(i)
		}
		if back, ok := then.LocateIndex(at); !ok || back.Offset != seen[at] {
			t.Fatalf("%s: %d comes back as %d, want %d", instance, i, back.Offset, seen[at])
		}
	}
}

// TestSpellSymbolic writes symbols as letters, and as dynamic numbers if no number depends on another.
func TestSpellSymbolic(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, letters, dynamic, reason string }{
		{text: "(m,n):(p,1)", letters: "(m,n):(p,1)", dynamic: "(?,?):(?,1)"},
		{text: "((?,8),?{div=16}):((1,?),?)", letters: "((a,8),16b):((1,c),d)", dynamic: "((?,8),?{div=16}):((1,?),?)"},
		{text: "(a,?):(?,4)", letters: "(a,b):(c,4)", dynamic: "(?,?):(?,4)"},
		{text: "(m,n):(n,1)", letters: "(m,n):(n,1)", reason: "n occurs twice, and each ? is another number"},
		{text: "(mn,4):(4,1)", letters: "(mn,4):(4,1)", reason: "mn is a product of symbols, and each ? is any number"},
		{text: "coalesce((?,4):(1,?))", letters: "(a,4):(1,b)", dynamic: "(?,4):(1,?)"},
	} {
		l, err := EvalSymbolic(test.text)
		if err != nil {
			t.Fatal(err)
		}
		if named, err := l.Lettered(); err != nil || named.String() != test.letters {
			t.Errorf("%s: %v, %v", test.text, named, err)
		} else if again, err := EvalSymbolic(test.letters); err != nil || again.String() != test.letters {
			t.Errorf("%s is read as %v, %v", test.letters, again, err)
		}
		switch named, err := l.Dynamic(); {
		case test.reason != "":
			if err == nil || !strings.HasPrefix(err.Error(), test.reason) {
				t.Errorf("%s: %v, want %s", test.text, err, test.reason)
			}
		case err != nil || named.SpellDynamic() != test.dynamic:
			t.Errorf("%s: %v, %v", test.text, named, err)
		default:
			if again, err := EvalSymbolic(test.dynamic); err != nil || again.String() != named.String() {
				t.Errorf("%s is read as %v, %v, want %s", test.dynamic, again, err, named)
			}
		}
	}
}
