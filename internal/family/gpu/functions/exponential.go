package functions

import "optc/dialect/arith"

// Constants of the reduction to an exponent and a rest: ln 2 in two parts, the first of which has few bits,
// so that its product with an exponent is exact.
const (
	log2OfE = 1.44269504
	ln2High = 0.693359375
	ln2Low  = -2.12194440e-4

	// integerBits is added to a number of at most 2^22 in magnitude, and rounds it to an integer, which then
	// is in the low bits.
	integerBits = 12582912
)

// rounded returns x·y rounded to an integer, as a float and as an integer. A NaN gives any integer.
func (x number) rounded(y float64) (float, integer number) {
	magic := x.c.float(integerBits)
	t := x.timesPlus(x.c.float(y), magic)
	return t.minus(magic), t.bits().sub(magic.bits())
}

// scaled returns x·2^n for exponents n of -252 to 254, rounded once if x has a magnitude about 1.
func (x number) scaled(n number) number {
	half := n.shr(1)
	power := func(n number) number { return n.add(x.c.int(127)).shl(23).asFloat() }
	return x.times(power(half)).times(power(n.sub(half)))
}

// exponentOfE returns n and r with e^x = 2^n · e^r and r of at most (ln 2)/2 in magnitude.
func (x number) exponentOfE() (n, r number) {
	k, n := x.rounded(log2OfE)
	r = k.timesPlus(x.c.float(-ln2High), x)
	return n, k.timesPlus(x.c.float(-ln2Low), r)
}

// powerOfE returns e^r for r of at most (ln 2)/2 in magnitude.
func (r number) powerOfE() number {
	p := r.polynomial(0.499999881, 0.166665182, 0.0416696556, 0.00836896151, 0.00137448148)
	return r.times(r).timesPlus(p, r).plus(r.c.float(1))
}

// exp returns e^x·2^more.
func exp(x number, more int64) number {
	x = x.atMost(90).atLeast(-105)
	n, r := x.exponentOfE()
	if more != 0 {
		n = n.add(x.c.int(more))
	}
	return r.powerOfE().scaled(n)
}

func exp2(x number) number {
	x = x.atMost(129).atLeast(-151)
	k, n := x.rounded(1)
	return x.minus(k).powerOfTwo().scaled(n)
}

// powerOfTwo returns 2^r for r of at most 1/2 in magnitude.
func (r number) powerOfTwo() number {
	return r.polynomial(1, 0.693147182, 0.240226507, 0.0555035807, 0.00961807743, 0.00133916689, 0.00015456375)
}

// expm1 returns e^x - 1: 2^n·(e^r - 1) + (2^n - 1). The powers are halved, because 2^128 is no float.
func expm1(x number) number {
	c := x.c
	bounded := x.atMost(89).atLeast(-20)
	n, r := bounded.exponentOfE()
	p := r.polynomial(0.5, 0.166665405, 0.0416664779, 0.0083668381, 0.00139337103)
	e := r.times(r).timesPlus(p, r)
	half := n.add(c.int(126)).shl(23).asFloat()
	y := e.timesPlus(half, half.minus(c.float(0.5)))
	return x.is(arith.OEQ, c.float(0)).choose(x, y.plus(y))
}
