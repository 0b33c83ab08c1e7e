package functions

import "optc/dialect/arith"

func tanh(x number) number {
	c := x.c
	a := x.abs()
	u := x.times(x)
	small := u.times(x).timesPlus(u.polynomial(-0.333333164, 0.133325577, -0.0538498685, 0.0210630652, -0.00626348238), x)
	// 1 - 2/(e^2a + 1), which is 1 for a of at least 10.
	e := exp(a.atMost(10).plus(a.atMost(10)), 0)
	large := c.float(1).minus(c.float(2).over(e.plus(c.float(1))))
	return a.is(arith.OLT, c.float(0.55)).choose(small, large).withSign(x)
}

func sinh(x number) number {
	c := x.c
	a := x.abs()
	u := x.times(x)
	small := u.times(x).timesPlus(u.polynomial(0.166666672, 0.00833331607, 0.0001984142, 2.79153824e-06), x)
	half := exp(a, -1) // half of e^a is finite as long as the result is
	large := half.minus(c.float(0.25).over(half)).withSign(x)
	return a.is(arith.OLT, c.float(1)).choose(small, large)
}

func cosh(x number) number {
	half := exp(x.abs(), -1)
	return half.plus(x.c.float(0.25).over(half))
}

// erf is x + x·p(x²) near 0, and 1 - e^(-x·q(x)) elsewhere.
func erf(x number) number {
	c := x.c
	a := x.abs()
	u := x.times(x)
	small := x.timesPlus(u.polynomial(0.128379166, -0.376126319, 0.112836771, -0.0268585924, 0.0051993141, -0.000812513521, 8.30120262e-05), x)
	b := a.atMost(4)
	q := b.polynomial(1.12846279, 0.636108756, 0.104136392, -0.0212064441, 0.00176086696, 0.000533252896, -0.000222998919, 3.50809423e-05, -2.1878077e-06)
	large := c.float(1).minus(exp(b.times(q).neg(), 0)).withSign(x)
	return a.is(arith.OLT, c.float(0.93)).choose(small, large)
}
