package functions

import (
	"math"

	"optc/dialect/arith"
)

func rsqrt(x number) number { return x.c.float(1).over(x.sqrt()) }

// cbrt begins with a third of the exponent, and improves it by a step of Halley's and a step of Newton's method.
func cbrt(x number) number {
	c := x.c
	a := x.abs()
	// Outside of this range powers are no floats.
	small, large := a.is(arith.OLT, c.float(0x1p-40)), a.is(arith.OGT, c.float(0x1p60))
	scale := small.choose(c.float(0x1p96), large.choose(c.float(0x1p-96), c.float(1)))
	a = a.times(scale)
	third := c.of(arith.NewDivUI(c.b, a.bits().v, c.int(3).v).Result())
	r := third.add(c.int(0x2a5119f2)).asFloat()
	cube := r.times(r).times(r)
	r = r.times(a.plus(a).plus(cube).over(a.plus(cube).plus(cube)))
	square := r.times(r)
	rest := square.timesPlus(r, a.neg())
	r = r.minus(rest.over(square.times(c.float(3))))
	r = r.times(small.choose(c.float(0x1p-32), large.choose(c.float(0x1p32), c.float(1))))
	finite := a.is(arith.OLT, c.float(math.Inf(1)))
	r = finite.choose(r, a)
	return x.is(arith.OEQ, c.float(0)).choose(x, r.withSign(x))
}

// logOfTwo returns the logarithm to base 2 of the magnitude of x in f64, with an error below 2^-38 of it. Of 0
// it is about -127, and of an infinity 128.
func (x number) logOfTwo() number {
	c := x.c
	e, f := x.abs().parts()
	d := f.double()
	sum := c.double(0)
	for i, k := range []float64{ // from the highest power of f down
		0.14498396868563607, -0.15092123563701873, 0.10141590725512105, -0.11160610401528265, 0.13209121523425393, -0.14503049291155815,
		0.16024935741848131, -0.18030142647800027, 0.20610073411932928, -0.24045001509110034, 0.28853898786929899, -0.36067375145099179,
		0.48089834707158785, -0.72134752047085549, 1.4426950408888684,
	} {
		if i == 0 {
			sum = c.double(k)
			continue
		}
		sum = sum.timesPlus(d, c.double(k))
	}
	return sum.timesPlus(d, e.double())
}

// power returns |x|^y for an exponent in f64 and finite x that are not 0.
func (x number) power(y number) number {
	c := x.c
	t := x.logOfTwo().times(y)
	bound := func(p arith.CmpFPredicate, v float64) {
		b := c.double(v)
		t = t.is(p, b).choose(b, t)
	}
	bound(arith.OGT, 200)
	bound(arith.OLT, -200)
	const integerBits = 0x1.8p52
	k := t.plus(c.double(integerBits)).minus(c.double(integerBits))
	n := k.single().plus(c.float(12582912)).bits().sub(c.float(12582912).bits())
	return t.minus(k).single().powerOfTwo().scaled(n)
}

// ofExtremes returns the power of a magnitude 0 or infinity, by the sign of the exponent, otherwise y.
func (x number) ofExtremes(y, positive number) number {
	c := x.c
	a, zero, inf := x.abs(), c.float(0), c.float(math.Inf(1))
	y = a.is(arith.OEQ, zero).choose(positive.choose(zero, inf), y)
	return a.is(arith.OEQ, inf).choose(positive.choose(inf, zero), y)
}

func powf(x, y number) number {
	c := x.c
	one, inf := c.float(1), c.float(math.Inf(1))
	positive := y.is(arith.OGT, c.float(0))
	r := x.ofExtremes(x.power(y.double()), positive)
	// An exponent of at least 2^24 is even.
	whole := y.atMost(0x1p24).atLeast(-0x1p24)
	n := c.of(arith.NewFPToSI(c.b, c.i32(), y.is(arith.ORD, y).choose(whole, c.float(0)).v).Out())
	isInteger := n.toFloat().is(arith.OEQ, whole)
	odd := n.and(c.int(1)).isInt(arith.NE, c.int(0))
	negative := x.bits().isInt(arith.SLT, c.int(0))
	r = negative.choose(odd.choose(r.neg(), r), r)
	// A negative number has no power that is not an integer; -0 and -infinity have.
	below := x.is(arith.OLT, c.float(0))
	finite := x.abs().is(arith.OLT, inf)
	r = isInteger.choose(r, below.choose(finite.choose(c.float(math.NaN()), r.abs()), r.abs()))
	r = x.is(arith.UNO, y).choose(x.plus(y), r)
	// Powers of 1, powers of -1 with an infinite exponent, and all with exponent 0 are 1.
	r = y.abs().is(arith.OEQ, inf).choose(x.abs().is(arith.OEQ, one).choose(one, r), r)
	r = x.is(arith.OEQ, one).choose(one, r)
	return y.is(arith.OEQ, c.float(0)).choose(one, r)
}

// fpowi returns x^n for an integer n of any width.
func fpowi(x, n number) number {
	c := x.c
	zero := c.integer(n.v.Type(), 0)
	r := x.ofExtremes(x.power(n.toDouble()), n.isInt(arith.SGT, zero))
	odd := n.and(c.integer(n.v.Type(), 1)).isInt(arith.NE, zero)
	r = odd.choose(r.withSign(x), r)
	r = x.is(arith.UNO, x).choose(x, r)
	return n.isInt(arith.EQ, zero).choose(c.float(1), r)
}
