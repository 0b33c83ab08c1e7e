package prove

import (
	"math"
	"testing"

	"optc/num"
	"optc/sim"
)

// calculator applies the functions of the tests.
type calculator struct{ *Terms }

var single = sim.Number{Width: 32, Kind: num.F32}

func (c calculator) binary(name string, form Form) func(a, b uint64) uint64 {
	f := &Function{Name: name + " f32", Form: form, Commutes: form == Add || form == Mul || form == Lattice, Operands: []sim.Number{single, single}}
	return func(a, b uint64) uint64 { return uint64(c.Apply(f, a, b)) }
}

func (c calculator) unary(name string, form Form) func(a uint64) uint64 {
	f := &Function{Name: name + " f32", Form: form, Operands: []sim.Number{single}}
	return func(a uint64) uint64 { return uint64(c.Apply(f, a)) }
}

func constant(v float32) uint64 { return uint64(math.Float32bits(v)) }

// verdict compares two terms by laws.
func verdict(ts *Terms, a, b uint64, kind sim.Number) string {
	switch laws, equal := ts.Compare(a, b, kind); {
	case !equal:
		return "different"
	case laws == 0:
		return "equal"
	case laws == Sums:
		return "sums"
	}
	return "reals"
}

// TestCompare: terms that are equal bit for bit, equal up to rounding, and not equal.
func TestCompare(t *testing.T) {
	t.Parallel()
	c := calculator{NewTerms(1)}
	add, mul, div := c.binary("add", Add), c.binary("mul", Mul), c.binary("div", Div)
	largest, exp, neg := c.binary("max", Lattice), c.unary("exp", Exp), c.unary("neg", Neg)
	fma := func(x, y, z uint64) uint64 {
		return uint64(c.Apply(&Function{Name: "fma f32", Form: FMA, Operands: []sim.Number{single, single, single}}, x, y, z))
	}
	var v [6]uint64
	for i := range v {
		v[i] = uint64(c.Variable(string(rune('a'+i)), single))
	}
	x, y, z, w := v[0], v[1], v[2], v[3]
	one, half := constant(1), constant(0.5)
	for _, test := range []struct {
		name string
		a, b uint64
		want string
	}{
		{name: "sum commutes", a: add(x, y), b: add(y, x), want: "equal"},
		{name: "order of sums", a: add(add(x, y), z), b: add(x, add(y, z)), want: "sums"},
		{name: "sum without an operand", a: add(add(x, y), z), b: add(x, y), want: "different"},
		{name: "distribution", a: mul(x, add(y, z)), b: add(mul(x, y), mul(x, z)), want: "reals"},
		{name: "fused", a: fma(x, y, z), b: add(mul(x, y), z), want: "reals"},
		{name: "another product", a: fma(x, y, z), b: add(mul(x, z), y), want: "different"},
		{name: "maxima are sets", a: largest(largest(x, y), largest(z, x)), b: largest(z, largest(y, x)), want: "equal"},
		{name: "another maximum", a: largest(largest(x, y), largest(z, x)), b: largest(largest(z, w), largest(y, x)),
			want: "different"},
		{name: "unknown function", a: exp(add(x, y)), b: exp(add(y, x)), want: "equal"},
		{name: "unknown function of sums", a: exp(add(add(x, y), z)), b: exp(add(x, add(y, z))), want: "sums"},
		{name: "no law", a: c.unary("sin", Unknown)(add(x, y)),
			b: mul(c.unary("sin", Unknown)(x), c.unary("sin", Unknown)(y)), want: "different"},
		{name: "law of exponentials", a: exp(add(x, y)), b: mul(exp(x), exp(y)), want: "reals"},
		{name: "rescaled", a: mul(exp(add(x, neg(y))), exp(add(y, neg(z)))), b: div(exp(x), exp(z)), want: "reals"},
		{name: "another exponent", a: exp(add(x, y)), b: mul(exp(x), exp(z)), want: "different"},
		{name: "powers of a root", a: exp(constant(2)), b: mul(constant(64), constant(64)), want: "different"},
		{name: "times one", a: mul(x, one), b: x, want: "equal"},
		{name: "plus zero", a: add(x, constant(float32(math.Copysign(0, -1)))), b: x, want: "equal"},
		{name: "plus zero that is positive", a: add(x, constant(0)), b: x, want: "reals"},
		{name: "twice negated", a: neg(neg(x)), b: x, want: "equal"},
		{name: "halves", a: add(mul(x, half), mul(x, half)), b: x, want: "reals"},
		{name: "divided", a: div(mul(x, y), y), b: x, want: "reals"},
		{name: "powers of two", a: mul(x, constant(0x1p61)), b: x, want: "different"},
		{name: "constants", a: one, b: half, want: "different"},
		{name: "an infinite exponent", a: exp(add(x, constant(float32(math.Inf(-1))))), b: exp(x), want: "different"},
	} {
		if got := verdict(c.Terms, test.a, test.b, single); got != test.want {
			t.Errorf("%s: %s and %s: got %s, want %s", test.name, c.Format(test.a, single, 4), c.Format(test.b, single, 4), got, test.want)
		}
	}
	if got, want := c.Format(add(x, exp(mul(y, half))), single, 2), "add(a, exp(…))"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestIntegers: terms that the laws of integers make equal are equal bit for bit.
func TestIntegers(t *testing.T) {
	t.Parallel()
	ts := NewTerms(1)
	word := sim.Number{Width: 32}
	binary := func(form Form, a, b uint64) uint64 {
		return uint64(ts.Apply(&Function{Name: "integer " + string(rune('a'+form)), Form: form, Operands: []sim.Number{word, word}}, a, b))
	}
	x, y := uint64(ts.Variable("x", word)), uint64(ts.Variable("y", word))
	add := func(a, b uint64) uint64 { return binary(IntegerAdd, a, b) }
	for _, test := range []struct {
		name string
		a, b uint64
		want string
	}{
		{name: "neutral", a: add(x, 0), b: x, want: "equal"},
		{name: "there and back", a: binary(IntegerSub, add(x, y), y), b: x, want: "equal"},
		{name: "distribution", a: binary(IntegerMul, x, add(y, 3)), b: add(binary(IntegerMul, x, y), binary(IntegerMul, 3, x)), want: "equal"},
		{name: "another sum", a: add(x, 1), b: x, want: "different"},
	} {
		if got := verdict(ts, test.a, test.b, word); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

// TestLongChains: terms of a hundred thousand steps are compared without deep recursion.
func TestLongChains(t *testing.T) {
	t.Parallel()
	c := calculator{NewTerms(2)}
	for name, op := range map[string]func(a, b uint64) uint64{"sum": c.binary("add", Add), "max": c.binary("max", Lattice)} {
		var forward, backward uint64
		var vs []uint64
		for range 100_000 {
			vs = append(vs, uint64(c.Variable("v"+string(rune(len(vs))), single)))
		}
		forward, backward = vs[0], vs[len(vs)-1]
		for i := range vs[1:] {
			forward, backward = op(forward, vs[i+1]), op(backward, vs[len(vs)-2-i])
		}
		if v := verdict(c.Terms, forward, backward, single); v == "different" {
			t.Errorf("%s: different", name)
		}
	}
}

// TestFieldOfFloats: floats have their exact values in the field.
func TestFieldOfFloats(t *testing.T) {
	t.Parallel()
	p := modular(numbers)
	of := func(f float64) uint64 { return p.float(num.FloatFromFloat64(num.F64, f)) }
	for _, f := range []float64{1, -1, 3, 0.5, 0.1, math.MaxFloat64, math.SmallestNonzeroFloat64, 12345.678} {
		if p.add(of(f), of(-f)) != 0 || p.mul(of(f), p.inverse(of(f))) != 1 || p.add(of(f/2), of(f/2)) != of(f) && f != math.SmallestNonzeroFloat64 {
			t.Errorf("%v is not a number of the field", f)
		}
	}
	if of(6) != p.mul(of(2), of(3)) || of(0.75) != p.add(of(0.5), of(0.25)) {
		t.Error("products or sums differ")
	}
}
