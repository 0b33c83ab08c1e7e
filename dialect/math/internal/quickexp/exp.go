// Package quickexp computes exponentials of many numbers of 32 bits, rounded as math.Exp and a
// conversion round them.
package quickexp

import "math"

const (
	parts  = 32               // the steps in a factor of two, each with an element of powers
	step   = math.Ln2 / parts // the logarithm of a step
	shift  = 3 << 51          // a sum with it is rounded to an integer, which its lowest 51 bits hold
	lower  = -87              // the exponentials of larger numbers are not denormal as float32
	upper  = 88               // the exponentials of smaller numbers are finite as float32
	excess = 29               // the bits of a float64 that a float32 lacks
	nearby = 1 << 10          // more than the error of Float32, in units of the last place of a float64
)

// powers has the powers of two from 1 to 2, in steps.
var powers = func() (t [parts]float64) {
	for i := range t {
		t[i] = math.Exp2(float64(i) / parts)
	}
	return t
}()

// Float32 sets r to float32(math.Exp(x)) for the elements x of a, to the bit, and stops with
// false where this is a NaN. With n the integer nearest to x / step,
//
//	exp(x) = 2^(n / parts) * exp(d),   d = x - n * step,   |d| <= step / 2
//
// The error of d is below 2^-46, and the relative error of the series for exp(d) below 2^-48. One
// number in 2^18 is so close to the middle between two float32 that math.Exp decides.
func Float32(r, a []uint32) bool {
	for i, bits := range a[:len(r)] {
		x := float64(math.Float32frombits(bits))
		if x > lower && x < upper {
			shifted := x*(1/step) + shift
			d := x - (shifted-shift)*step
			steps := math.Float64bits(shifted)
			series := 1 + d*(1+d*(1./2+d*(1./6+d*(1./24+d*(1./120)))))
			factor := int64(steps<<13) >> 18 // the signed number in the 51 bits, divided by parts
			y := math.Float64bits(powers[steps%parts]*series) + uint64(factor)<<52
			rest := y % (1 << excess)
			if rest-(1<<(excess-1)-nearby) > 2*nearby {
				r[i] = math.Float32bits(float32(math.Float64frombits(y)))
				continue
			}
		}
		v := float32(math.Exp(x))
		if v != v {
			return false
		}
		r[i] = math.Float32bits(v)
	}
	return true
}
