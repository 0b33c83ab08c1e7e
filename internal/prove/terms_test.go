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

// TestCompare: what is equal bit for bit, up to rounding, and not at all.
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
		v[i] = uint64(c.Variable(string(rune('a' + i))))
	}
	x, y, z, w := v[0], v[1], v[2], v[3]
	one, half := constant(1), constant(0.5)
	for _, test := range []struct {
		name string
		a, b uint64
		want Verdict
	}{
		{"sum commutes", add(x, y), add(y, x), Equal},
		{"order of sums", add(add(x, y), z), add(x, add(y, z)), Reordered},
		{"sum without an operand", add(add(x, y), z), add(x, y), Different},
		{"distribution", mul(x, add(y, z)), add(mul(x, y), mul(x, z)), Reordered},
		{"fused", fma(x, y, z), add(mul(x, y), z), Reordered},
		{"another product", fma(x, y, z), add(mul(x, z), y), Different},
		{"maxima are sets", largest(largest(x, y), largest(z, x)), largest(z, largest(y, x)), Equal},
		{"another maximum", largest(largest(x, y), largest(z, x)), largest(largest(z, w), largest(y, x)), Different},
		{"unknown function", exp(add(x, y)), exp(add(y, x)), Equal},
		{"unknown function of sums", exp(add(add(x, y), z)), exp(add(x, add(y, z))), Reordered},
		{"no law", c.unary("sin", Unknown)(add(x, y)), mul(c.unary("sin", Unknown)(x), c.unary("sin", Unknown)(y)), Different},
		{"law of exponentials", exp(add(x, y)), mul(exp(x), exp(y)), Reordered},
		{"rescaled", mul(exp(add(x, neg(y))), exp(add(y, neg(z)))), div(exp(x), exp(z)), Reordered},
		{"another exponent", exp(add(x, y)), mul(exp(x), exp(z)), Different},
		{"powers of a root", exp(constant(2)), mul(constant(64), constant(64)), Different},
		{"times one", mul(x, one), x, Equal},
		{"plus zero", add(x, constant(float32(math.Copysign(0, -1)))), x, Equal},
		{"plus zero that is positive", add(x, constant(0)), x, Reordered},
		{"twice negated", neg(neg(x)), x, Equal},
		{"halves", add(mul(x, half), mul(x, half)), x, Reordered},
		{"divided", div(mul(x, y), y), x, Reordered},
		{"powers of two", mul(x, constant(0x1p61)), x, Different},
		{"constants", one, half, Different},
		{"an infinite exponent", exp(add(x, constant(float32(math.Inf(-1))))), exp(x), Different},
	} {
		if got := c.Compare(test.a, test.b, single); got != test.want {
			t.Errorf("%s: %s and %s: got %d, want %d", test.name, c.Format(test.a, single, 4), c.Format(test.b, single, 4), got, test.want)
		}
	}
	if got, want := c.Format(add(x, exp(mul(y, half))), single, 2), "add(a, exp(…))"; got != want {
		t.Errorf("got %s, want %s", got, want)
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
			vs = append(vs, uint64(c.Variable("v"+string(rune(len(vs))))))
		}
		forward, backward = vs[0], vs[len(vs)-1]
		for i := range vs[1:] {
			forward, backward = op(forward, vs[i+1]), op(backward, vs[len(vs)-2-i])
		}
		if v := c.Compare(forward, backward, single); v == Different {
			t.Errorf("%s: different", name)
		}
	}
}

// TestFieldOfFloats: floats are the numbers that they are.
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
