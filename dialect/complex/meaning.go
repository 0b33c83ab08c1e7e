package complex

import (
	"math"
	"math/cmplx"

	"optc/ir"
	"optc/num"
	"optc/sim"
)

// pair is a complex number as its real and imaginary part.
type pair struct{ re, im num.Float }

func (p pair) double() complex128 { return complex(p.re.Float64(), p.im.Float64()) }

// rounded is a number of double precision in the format of the parts.
func rounded(k *num.FloatKind, z complex128) pair {
	return pair{num.FloatFromFloat64(k, real(z)), num.FloatFromFloat64(k, imag(z))}
}

func sum(a, b pair) pair {
	return pair{a.re.Add(b.re, num.NearestEven), a.im.Add(b.im, num.NearestEven)}
}

func difference(a, b pair) pair {
	return pair{a.re.Sub(b.re, num.NearestEven), a.im.Sub(b.im, num.NearestEven)}
}

func product(a, b pair) pair {
	mul := func(x, y num.Float) num.Float { return x.Mul(y, num.NearestEven) }
	return pair{
		mul(a.re, b.re).Sub(mul(a.im, b.im), num.NearestEven),
		mul(a.im, b.re).Add(mul(a.re, b.im), num.NearestEven),
	}
}

func quotient(a, b pair) pair { return rounded(a.re.Kind, a.double()/b.double()) }

func expm1(z complex128) complex128 {
	// exp(x) cos(y) - 1 = expm1(x) cos(y) - 2 sin(y/2)^2, which loses no digits if the result is small.
	x, y := real(z), imag(z)
	half := math.Sin(y / 2)
	return complex(math.Expm1(x)*math.Cos(y)-2*half*half, math.Exp(x)*math.Sin(y))
}

func log1p(z complex128) complex128 {
	// log|1 + z| = log1p(2x + x^2 + y^2) / 2.
	x, y := real(z), imag(z)
	if math.Abs(x) < 0.5 && math.Abs(y) < 0.5 {
		return complex(math.Log1p(2*x+(x*x+y*y))/2, math.Atan2(y, 1+x))
	}
	return cmplx.Log(1 + z)
}

func sign(z complex128) complex128 {
	if z == 0 {
		return 0
	}
	return z / complex(cmplx.Abs(z), 0)
}

// angleOfPair is atan2 of complex numbers: -i log((x + iy) / sqrt(x² + y²)).
func angleOfPair(y, x complex128) complex128 {
	return -1i * cmplx.Log((x+1i*y)/cmplx.Sqrt(x*x+y*y))
}

// power is z to a signed integer, by repeated squaring.
func power(z complex128, n num.Int) complex128 {
	negative := n.IsNegative()
	e := n.SignedBig()
	e.Abs(e)
	result := complex128(1)
	for i := e.BitLen() - 1; i >= 0; i-- {
		result *= result
		if e.Bit(i) == 1 {
			result *= z
		}
	}
	if negative {
		return 1 / result
	}
	return result
}

// meaning defines what the operations of complex compute. A number is stored as the bits of both
// parts, the real one first. Sums, products and comparisons are computed in the format of the parts;
// quotients and functions in double precision, and then rounded.
func meaning() ir.Meaning {
	t := sim.Table{
		ConstantOp{}.Kind(): runConstant,
		BitcastOp{}.Kind(): sim.Elementwise(func(_ *ir.Operation, in, out []sim.Number) sim.Compute {
			n, to := in[0], out[0]
			return func(x, r []uint64) error {
				r[0] = to.Bits(n.Int(x[0]))
				return nil
			}
		}),
		CreateOp{}.Kind(): sim.Elementwise(func(_ *ir.Operation, in, out []sim.Number) sim.Compute {
			n, to := in[0], out[0]
			return func(x, r []uint64) error {
				r[0] = to.Bits(bitsOf(pair{n.Float(x[0]), n.Float(x[1])}))
				return nil
			}
		}),
		PowiOp{}.Kind(): sim.Elementwise(func(op *ir.Operation, in, out []sim.Number) sim.Compute {
			k, n, exponent, to := kindOf(op.Operand(0)), in[0], in[1], out[0]
			return func(x, r []uint64) error {
				z := rounded(k, power(pairOf(k, n.Int(x[0])).double(), exponent.Int(x[1])))
				r[0] = to.Bits(bitsOf(z))
				return nil
			}
		}),
		AddOp{}.Kind():   numbers(func(z []pair) pair { return sum(z[0], z[1]) }),
		SubOp{}.Kind():   numbers(func(z []pair) pair { return difference(z[0], z[1]) }),
		MulOp{}.Kind():   numbers(func(z []pair) pair { return product(z[0], z[1]) }),
		DivOp{}.Kind():   numbers(func(z []pair) pair { return quotient(z[0], z[1]) }),
		PowOp{}.Kind():   inDouble(func(z []complex128) complex128 { return cmplx.Pow(z[0], z[1]) }),
		Atan2Op{}.Kind(): inDouble(func(z []complex128) complex128 { return angleOfPair(z[0], z[1]) }),
		SignOp{}.Kind():  inDouble(func(z []complex128) complex128 { return sign(z[0]) }),
		NegOp{}.Kind():   numbers(func(z []pair) pair { return pair{z[0].re.Neg(), z[0].im.Neg()} }),
		ConjOp{}.Kind():  numbers(func(z []pair) pair { return pair{z[0].re, z[0].im.Neg()} }),
		EqOp{}.Kind():    comparing(false),
		NeqOp{}.Kind():   comparing(true),
		ReOp{}.Kind():    float(func(z pair) num.Float { return z.re }),
		ImOp{}.Kind():    float(func(z pair) num.Float { return z.im }),
		AbsOp{}.Kind():   float(func(z pair) num.Float { return num.FloatFromFloat64(z.re.Kind, cmplx.Abs(z.double())) }),
		AngleOp{}.Kind(): float(func(z pair) num.Float { return num.FloatFromFloat64(z.re.Kind, cmplx.Phase(z.double())) }),
	}
	for i := range functions {
		f := functions[i].f
		t[functions[i].kind.Kind()] = inDouble(func(z []complex128) complex128 { return f(z[0]) })
	}
	return t
}

func runConstant(f *sim.Frame, in *sim.Instr) error {
	c := ir.Cast[ConstantOp](in.Op)
	var raw []byte
	for _, p := range c.Value() {
		switch p := p.(type) {
		case *ir.FloatAttr:
			raw = p.Value.AppendBytes(raw)
		case *ir.IntegerAttr:
			raw = p.Value.AppendBytes(raw)
		}
	}
	f.Set(in, 0, sim.IntValue(num.IntFromBytes(sim.Width(c.Complex().Type()), raw)))
	return nil
}

// kindOf is the format of the parts of a value.
func kindOf(v *ir.Value) *num.FloatKind { return partOf(v.Type()).(*ir.FloatType).Kind }

// pairOf splits the bits of a complex number into its parts, bitsOf joins the parts.
func pairOf(k *num.FloatKind, bits num.Int) pair {
	raw := bits.AppendBytes(nil)
	half := len(raw) / 2
	return pair{num.FloatFromBytes(k, raw[:half]), num.FloatFromBytes(k, raw[half:])}
}

func bitsOf(z pair) num.Int {
	return num.IntFromBytes(2*z.re.Kind.Bits, z.im.AppendBytes(z.re.AppendBytes(nil)))
}

// numbers lifts a function of complex numbers of one type.
func numbers(f func([]pair) pair) sim.Func {
	return sim.Elementwise(func(op *ir.Operation, in, out []sim.Number) sim.Compute {
		k, to, z := kindOf(op.Operand(0)), out[0], make([]pair, len(in))
		return func(x, r []uint64) error {
			for i, n := range in {
				z[i] = pairOf(k, n.Int(x[i]))
			}
			r[0] = to.Bits(bitsOf(f(z)))
			return nil
		}
	})
}

// inDouble lifts a function that is computed in double precision.
func inDouble(f func([]complex128) complex128) sim.Func {
	return numbers(func(z []pair) pair {
		x := make([]complex128, len(z))
		for i, p := range z {
			x[i] = p.double()
		}
		return rounded(z[0].re.Kind, f(x))
	})
}

// float lifts a function whose result is a float.
func float(f func(pair) num.Float) sim.Func {
	return sim.Elementwise(func(op *ir.Operation, in, _ []sim.Number) sim.Compute {
		k, n := kindOf(op.Operand(0)), in[0]
		return func(x, r []uint64) error {
			r[0] = sim.FloatBits(f(pairOf(k, n.Int(x[0]))))
			return nil
		}
	})
}

// comparing tests whether both parts of two numbers are equal; unequal asks for the opposite.
func comparing(unequal bool) sim.Func {
	return sim.Elementwise(func(op *ir.Operation, in, _ []sim.Number) sim.Compute {
		k := kindOf(op.Operand(0))
		return func(x, r []uint64) error {
			a, b := pairOf(k, in[0].Int(x[0])), pairOf(k, in[1].Int(x[1]))
			r[0] = sim.BoolBits((equal(a.re, b.re) && equal(a.im, b.im)) != unequal)
			return nil
		}
	})
}

func equal(a, b num.Float) bool {
	c, ordered := a.Compare(b)
	return ordered && c == 0
}
