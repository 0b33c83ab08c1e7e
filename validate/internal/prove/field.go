package prove

import (
	"math"
	"math/bits"

	"optc/num"
)

// A number has a value in two prime fields; the order of the smaller field divides the number of units of
// the larger one. So there are units whose powers obey the laws of an exponential: u^(a+b) = u^a · u^b for
// a and b in the smaller field, if the order of u is the order of the smaller field (Mirage). The power of
// any unit to the cofactor is such a unit. An exponential is a number of the larger field; its exponent is
// a number of the smaller field.
const (
	numbers   = cofactor*exponents + 1 // the order of the larger field, below 2^63
	exponents = 1152921504606846803    // the order of the smaller field, below 2^60
	cofactor  = 6
)

// modular computes in the field of integers modulo a prime below 2^63.
type modular uint64

func (p modular) add(a, b uint64) uint64 {
	if sum := a + b; sum < uint64(p) {
		return sum
	}
	return a + b - uint64(p)
}

func (p modular) neg(a uint64) uint64 {
	if a == 0 {
		return 0
	}
	return uint64(p) - a
}

func (p modular) mul(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return bits.Rem64(hi, lo, uint64(p))
}

func (p modular) pow(a, n uint64) uint64 {
	r := uint64(1)
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			r = p.mul(r, a)
		}
		a = p.mul(a, a)
	}
	return r
}

// inverse returns 1/a; the inverse of 0 is 0.
func (p modular) inverse(a uint64) uint64 { return p.pow(a, uint64(p)-2) }

// float returns a finite float of at most 64 bits as an element of the field, without rounding: m ·
// 2^e, where a negative power is the inverse of a positive one.
func (p modular) float(f num.Float) (v uint64) {
	fraction, exponent := math.Frexp(f.Float64())
	mantissa := int64(math.Ldexp(fraction, 53)) // an integer of at most 53 bits
	exponent -= 53
	v = uint64(max(mantissa, -mantissa))
	if mantissa < 0 {
		v = p.neg(v)
	}
	two := uint64(2)
	if exponent < 0 {
		two = uint64(p)/2 + 1 // 1/2
	}
	return p.mul(v, p.pow(two, uint64(max(exponent, -exponent))))
}

// mixWords is a hash of two words.
func mixWords(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xd1b54a32d192ed03)
	h := hi ^ lo
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return h ^ h>>29 ^ a
}

// hashText is a hash of a text.
func hashText(seed uint64, s string) uint64 {
	h := mixWords(seed, uint64(len(s)))
	for i := 0; i < len(s); i += 8 {
		var w uint64
		for k, c := range []byte(s[i:min(i+8, len(s))]) {
			w |= uint64(c) << (8 * k)
		}
		h = mixWords(h, w)
	}
	return h
}
