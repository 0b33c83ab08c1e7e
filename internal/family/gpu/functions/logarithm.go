package functions

import (
	"math"

	"optc/dialect/arith"
)

// parts returns e and f with x = 2^e·(1 + f) and f of -1/3 to 1/3, for positive finite x.
func (x number) parts() (e, f number) {
	c := x.c
	small := x.is(arith.OLT, c.float(0x1p-126))
	x = small.choose(x.times(c.float(0x1p23)), x)
	i := x.bits()
	k := i.sub(c.bitsOf(float32(2. / 3))).shr(23)
	f = i.sub(k.shl(23)).asFloat().minus(c.float(1))
	e = k.toFloat().minus(small.choose(c.float(23), c.float(0)))
	return e, f
}

// cubic returns q with ln(1 + f) = f - f²/2 + f³·q for f of -1/3 to 1/3.
func (f number) cubic() number {
	return f.polynomial(0.333332032, -0.249998122, 0.200110093, -0.166799352, 0.139972165, -0.121908508, 0.140231907, -0.128665805)
}

// naturalLog returns ln(1 + f) in two parts, for f of -1/3 to 1/3: the first is f.
func (f number) naturalLog() (high, low number) {
	q := f.cubic()
	return f, f.times(f).times(f.timesPlus(q, f.c.float(-0.5)))
}

func log(x number) number {
	c := x.c
	e, f := x.parts()
	high, low := f.naturalLog()
	y := e.timesPlus(c.float(ln2High), e.timesPlus(c.float(ln2Low), low).plus(high))
	return y.orLogarithmOf(x)
}

// pair is a constant as the sum of two numbers of f32.
type pair struct{ high, low float64 }

// logarithm returns the function ln(x)·scale. The logarithm of 2 has a first part with few bits.
func logarithm(ofTwo, scale pair) func(x number) number {
	return func(x number) number {
		c := x.c
		e, f := x.parts()
		high, low := f.naturalLog()
		product := high.times(c.float(scale.high))
		rest := high.timesPlus(c.float(scale.high), product.neg()) // rounding error of the product, exactly
		rest = high.timesPlus(c.float(scale.low), low.timesPlus(c.float(scale.high), rest))
		sum := e.timesPlus(c.float(ofTwo.high), product)
		rest = e.timesPlus(c.float(ofTwo.high), sum.neg()).plus(product).plus(rest) // and of the sum
		y := sum.plus(e.timesPlus(c.float(ofTwo.low), rest))
		return y.orLogarithmOf(x)
	}
}

// orLogarithmOf returns y, or the logarithm of an argument that is 0, negative, infinite or NaN.
func (y number) orLogarithmOf(argument number) number {
	c := y.c
	y = argument.is(arith.OLT, c.float(math.Inf(1))).choose(y, argument) // infinity and NaN are their logarithms
	y = argument.is(arith.OLT, c.float(0)).choose(c.float(math.NaN()), y)
	return argument.is(arith.OEQ, c.float(0)).choose(c.float(math.Inf(-1)), y)
}

func log1p(x number) number {
	c := x.c
	u := c.float(1).plus(x)
	// With the power of two next to 1 + x, x·2^-e + (2^-e - 1) is f of -1/3 to 1/3, rounded once. A quarter of x
	// leaves room for e = 128.
	e := u.bits().sub(c.bitsOf(float32(2. / 3))).shr(23)
	scale := c.int(129).sub(e).shl(23).asFloat()
	f := x.times(c.float(0.25)).timesPlus(scale, scale.timesPlus(c.float(0.25), c.float(-1)))
	high, low := f.naturalLog()
	k := e.toFloat()
	y := k.timesPlus(c.float(ln2High), k.timesPlus(c.float(ln2Low), low).plus(high))
	y = y.orLogarithmOf(u)
	return x.abs().is(arith.OLT, c.float(0x1p-30)).choose(x, y)
}
