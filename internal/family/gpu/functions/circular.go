package functions

import (
	"math"

	"optc/dialect/arith"
	"optc/dialect/scf"
	"optc/ir"
)

// mostNear bounds the numbers whose quarter turns are counted with π/2 split into three f32 parts.
const mostNear = 0x1p16

// quarterTurns returns the number of quarter turns in x modulo 4, and the rest in -π/4 to π/4. For an infinity and
// for NaN, the rest is NaN.
func (x number) quarterTurns() (n, r number) {
	c := x.c
	far := x.abs().is(arith.OGE, c.float(mostNear))
	both := []ir.Type{c.i32(), c.f32()}
	op := scf.BuildIf(c.b, far.any(), both, func() []*ir.Value {
		n, r := x.quarterTurnsNear()
		m, s := x.quarterTurnsFar()
		return []*ir.Value{far.choose(m, n).v, far.choose(s, r).v}
	}, func() []*ir.Value {
		n, r := x.quarterTurnsNear()
		return []*ir.Value{n.v, r.v}
	})
	return c.of(op.Results()[0]), c.of(op.Results()[1])
}

// quarterTurnsNear is quarterTurns for numbers below mostNear (Cody and Waite, 1980): the product of the first part
// of π/2, and the difference to x, are exact.
func (x number) quarterTurnsNear() (n, r number) {
	c := x.c
	k, n := x.rounded(2 / math.Pi)
	r = x
	for _, part := range []float64{1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15} {
		r = k.timesPlus(c.float(-part), r)
	}
	return n, r
}

// twoOverPi are the binary digits of 2/π after a word of zeros, 32 in each word.
var twoOverPi = []int64{0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab}

// quarterTurnsFar is quarterTurns for numbers of at least mostNear (Payne and Hanek, 1983). With x = m·2^(k-30) and
// a mantissa m of 32 bits, x·2/π in units of four quarter turns is m times digits k to k + 96 of 2/π; the digits
// before them contribute multiples of four.
func (x number) quarterTurnsFar() (n, r number) {
	c := x.c
	bits := x.bits()
	m := bits.shl(8).or(c.int(-1 << 31)).wide()
	k := bits.shru(23).and(c.int(0xff)).sub(c.int(128))
	first, shift := k.shru(5), k.and(c.int(31)).wide()
	one, two := first.and(c.int(1)).isInt(arith.NE, c.int(0)), first.and(c.int(2)).isInt(arith.NE, c.int(0))
	word := func(i int) number {
		w := func(i int) number { return c.integer(c.i64(), twoOverPi[i]) }
		return two.choose(one.choose(w(i+3), w(i+2)), one.choose(w(i+1), w(i)))
	}
	// digits returns the 32 digits from digit k of words i on.
	digits := func(i int) number {
		pair := word(i).shl(32).or(word(i + 1))
		return c.of(arith.NewShLI(c.b, pair.v, shift.v).Result()).shru(32)
	}
	p := m.mul(digits(2)).shru(32).add(m.mul(digits(1))).add(m.mul(digits(0)).shl(32))
	q := p.add(c.integer(c.i64(), 1<<61)).shru(62)
	rest := p.sub(q.shl(62)).toDouble().times(c.double(math.Pi / 2 * 0x1p-62)).single()
	negative := bits.isInt(arith.SLT, c.int(0))
	n, r = q.narrow(), rest
	n, r = negative.choose(c.int(0).sub(n), n), negative.choose(r.neg(), r)
	finite := x.abs().is(arith.OLT, c.float(math.Inf(1)))
	return n, finite.choose(r, c.float(math.NaN()))
}

// sine and cosine of r in -π/4 to π/4.
func (r number) sine() number {
	u := r.times(r)
	return u.times(r).timesPlus(u.polynomial(-0.166666672, 0.00833337288, -0.000198502952, 2.80435688e-06), r)
}

func (r number) cosine() number {
	u := r.times(r)
	p := u.polynomial(0.0416666456, -0.00138873118, 2.44327421e-05)
	return u.times(u).timesPlus(p, u.timesPlus(r.c.float(-0.5), r.c.float(1)))
}

// circular returns the sine or the cosine.
func circular(x number, shift int64) number {
	c := x.c
	n, r := x.quarterTurns()
	if shift != 0 {
		n = n.add(c.int(shift))
	}
	odd := n.and(c.int(1)).isInt(arith.NE, c.int(0))
	y := odd.choose(r.cosine(), r.sine())
	sign := n.and(c.int(2)).shl(30)
	return y.bits().xor(sign).asFloat()
}

func sin(x number) number {
	return x.is(arith.OEQ, x.c.float(0)).choose(x, circular(x, 0))
}

func cos(x number) number { return circular(x, 1) }

func tan(x number) number {
	c := x.c
	n, r := x.quarterTurns()
	u := r.times(r)
	more := u.times(r).times(u.polynomial(0.333333522, 0.133325949, 0.0540666506, 0.0212508123, 0.0109109348, 1.70246381e-07, 0.00441811234))
	t := more.plus(r)
	// -1/t with the part of t that was rounded off: where 1 + t·y is e, y·(1 + e) is better.
	low := r.minus(t).plus(more)
	y := c.float(-1).over(t)
	e := low.timesPlus(y, t.timesPlus(y, c.float(1)))
	odd := n.and(c.int(1)).isInt(arith.NE, c.int(0))
	y = odd.choose(y.timesPlus(e, y), t)
	return x.is(arith.OEQ, c.float(0)).choose(x, y)
}

// arcTangent returns the arc tangent of t in -1 to 1.
func (t number) arcTangent() number {
	u := t.times(t)
	p := u.polynomial(-0.333332986, 0.199985281, -0.14264001, 0.10950847, -0.083993949, 0.0578865893, -0.0311060715, 0.0108757121, -0.00178487471)
	return u.times(t).timesPlus(p, t)
}

func atan(x number) number {
	c := x.c
	a := x.abs()
	large := a.is(arith.OGT, c.float(1))
	t := large.choose(c.float(1).over(a), a).arcTangent()
	t = large.choose(c.float(float64(float32(math.Pi/2))).minus(t.minus(c.float(math.Pi/2-float64(float32(math.Pi/2))))), t)
	return t.withSign(x)
}

// atan2 returns the angle of the point (x, y).
func atan2(y, x number) number {
	c := y.c
	a, b := y.abs(), x.abs()
	steep := a.is(arith.OGT, b)
	low, high := steep.choose(b, a), steep.choose(a, b)
	q := low.over(high)
	q = low.is(arith.OEQ, high).choose(c.float(1), q) // two infinities, too
	q = high.is(arith.OEQ, c.float(0)).choose(c.float(0), q)
	t := q.arcTangent()
	// The angle is t, π/2 - t, π/2 + t or π - t; π/2 and π are sums of two f32 parts.
	part := func(v float64) (high, low number) {
		h := float64(float32(v))
		return c.float(h), c.float(v - h)
	}
	h, l := part(math.Pi / 2)
	t = steep.choose(h.minus(t.minus(l)), t)
	h, l = part(math.Pi)
	t = x.bits().isInt(arith.SLT, c.int(0)).choose(h.minus(t.minus(l)), t)
	t = t.withSign(y)
	t = y.is(arith.UNO, x).choose(y.plus(x), t)
	return t
}
