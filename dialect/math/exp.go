package math

import "math"

const (
	expParts  = 32                  // the steps in a factor of two, each with an element of expTable
	expStep   = math.Ln2 / expParts // the logarithm of a step
	expShift  = 3 << 51             // a sum with it is rounded to an integer, which its lowest 51 bits hold
	expLower  = -87                 // the exponentials of larger numbers are not denormal as float32
	expUpper  = 88                  // the exponentials of smaller numbers are finite as float32
	expExcess = 29                  // the bits of a float64 that a float32 lacks
	expClose  = 1 << 10             // more than the error of exponentials, in units of the last place of a float64
)

// expTable has the powers of two from 1 to 2, in steps.
var expTable = func() (t [expParts]float64) {
	for i := range t {
		t[i] = math.Exp2(float64(i) / expParts)
	}
	return t
}()

// exponentials sets r to float32(math.Exp(x)) for the elements x of a, to the bit, and stops with
// false where this is a NaN. With n the integer nearest to x / expStep,
//
//	exp(x) = 2^(n / expParts) * exp(d),   d = x - n * expStep,   |d| <= expStep / 2
//
// The error of d is below 2^-46, and the relative error of the series for exp(d) below 2^-48. One
// number in 2^18 is so close to the middle between two float32 that math.Exp decides.
func exponentials(r, a []uint32) bool {
	for i, bits := range a[:len(r)] {
		x := float64(math.Float32frombits(bits))
		if x > expLower && x < expUpper {
			shifted := x*(1/expStep) + expShift
			d := x - (shifted-expShift)*expStep
			steps := math.Float64bits(shifted)
			series := 1 + d*(1+d*(1./2+d*(1./6+d*(1./24+d*(1./120)))))
			factor := int64(steps<<13) >> 18 // the signed number in the 51 bits, divided by expParts
			y := math.Float64bits(expTable[steps%expParts]*series) + uint64(factor)<<52
			rest := y % (1 << expExcess)
			if rest-(1<<(expExcess-1)-expClose) > 2*expClose {
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
