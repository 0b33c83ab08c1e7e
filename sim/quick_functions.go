package sim

import "math"

// The functions of quick operations. Numbers of fewer than 64 bits are zero-extended.

func addBits(a, b uint64, n format) (uint64, bool) { return (a + b) & n.keep, true }
func subBits(a, b uint64, n format) (uint64, bool) { return (a - b) & n.keep, true }
func mulBits(a, b uint64, n format) (uint64, bool) { return (a * b) & n.keep, true }
func andBits(a, b uint64, _ format) (uint64, bool) { return a & b, true }
func orBits(a, b uint64, _ format) (uint64, bool)  { return a | b, true }
func xorBits(a, b uint64, _ format) (uint64, bool) { return a ^ b, true }

// The sums and differences with a flag are not ok where they wrap around.

func addSigned(a, b uint64, n format) (uint64, bool) {
	r := (a + b) & n.keep
	return r, int64(((a^r)&(b^r))<<(n.up&63)) >= 0
}

func addUnsigned(a, b uint64, n format) (uint64, bool) {
	r := (a + b) & n.keep
	return r, r >= a
}

func subSigned(a, b uint64, n format) (uint64, bool) {
	r := (a - b) & n.keep
	return r, int64(((a^b)&(a^r))<<(n.up&63)) >= 0
}

func subUnsigned(a, b uint64, n format) (uint64, bool) { return a - b, a >= b }

// addSmall and mulSmall are ok where no number is negative, read as signed.

func addSmall(a, b uint64, n format) (uint64, bool) { return a + b, (a|b|(a+b))&^(n.keep>>1) == 0 }

func mulSmall(a, b uint64, n format) (uint64, bool) {
	return a * b, (a|b)>>32 == 0 && a*b&^(n.keep>>1) == 0
}

// Products with a flag are ok where 64 bits hold them and they do not wrap around.

func mulSigned(a, b uint64, n format) (uint64, bool) {
	p := n.signed(a) * n.signed(b)
	r := uint64(p) & n.keep
	return r, n.signed(r) == p && (n.up >= 32 || (a|b)>>31 == 0)
}

func mulUnsigned(a, b uint64, n format) (uint64, bool) {
	return a * b, a*b&^n.keep == 0 && (a|b)>>32 == 0
}

func minSigned(a, b uint64, n format) (uint64, bool) {
	return uint64(min(n.signed(a), n.signed(b))) & n.keep, true
}

func maxSigned(a, b uint64, n format) (uint64, bool) {
	return uint64(max(n.signed(a), n.signed(b))) & n.keep, true
}

func minUnsigned(a, b uint64, _ format) (uint64, bool) { return min(a, b), true }
func maxUnsigned(a, b uint64, _ format) (uint64, bool) { return max(a, b), true }

// Quotients are not ok where they are undefined.

func divUnsigned(a, b uint64, _ format) (r uint64, ok bool) {
	if b != 0 {
		r, ok = a/b, true
	}
	return
}

func remUnsigned(a, b uint64, _ format) (r uint64, ok bool) {
	if b != 0 {
		r, ok = a%b, true
	}
	return
}

func divSigned(a, b uint64, n format) (r uint64, ok bool) {
	if y := n.signed(b); y != 0 && y != -1 {
		r, ok = uint64(n.signed(a)/y)&n.keep, true
	}
	return
}

func remSigned(a, b uint64, n format) (r uint64, ok bool) {
	if y := n.signed(b); y != 0 && y != -1 {
		r, ok = uint64(n.signed(a)%y)&n.keep, true
	}
	return
}

// Shifts are not ok where they go too far.

func shiftLeftBits(a, b uint64, n format) (uint64, bool) {
	return a << (b & 63) & n.keep, b < uint64(64-n.up)
}
func shiftRightBits(a, b uint64, n format) (uint64, bool) { return a >> (b & 63), b < uint64(64-n.up) }
func shiftRightSigned(a, b uint64, n format) (uint64, bool) {
	return uint64(n.signed(a)>>(b&63)) & n.keep, b < uint64(64-n.up)
}

// relate tells whether the relation that is tested holds.
func relate(isLess, isGreater bool, relation uint) uint64 {
	at := uint(1)
	if isLess {
		at = 0
	}
	if isGreater {
		at = 2
	}
	return uint64(relation >> (at & 3) & 1)
}

func compareBits(a, b uint64, n format) (uint64, bool) {
	x, y := a<<(n.up&63)^n.flip, b<<(n.up&63)^n.flip
	return relate(x < y, x > y, n.relation), true
}

func extendSigned(a, _ uint64, n format) (uint64, bool) { return uint64(n.signed(a)) & n.keep, true }
func keepBits(a, _ uint64, n format) (uint64, bool)     { return a & n.keep, true }

// asSingle and asDouble read a float, single and double write one, which is not ok if it is
// no number.

func asSingle(a uint64) float32 { return math.Float32frombits(uint32(a)) }
func asDouble(a uint64) float64 { return math.Float64frombits(a) }

func single(r float32) (uint64, bool) { return uint64(math.Float32bits(r)), r == r }
func double(r float64) (uint64, bool) { return math.Float64bits(r), r == r }

func addSingle(a, b uint64, _ format) (uint64, bool) { return single(asSingle(a) + asSingle(b)) }
func subSingle(a, b uint64, _ format) (uint64, bool) { return single(asSingle(a) - asSingle(b)) }
func mulSingle(a, b uint64, _ format) (uint64, bool) { return single(asSingle(a) * asSingle(b)) }
func divSingle(a, b uint64, _ format) (uint64, bool) { return single(asSingle(a) / asSingle(b)) }
func addDouble(a, b uint64, _ format) (uint64, bool) { return double(asDouble(a) + asDouble(b)) }
func subDouble(a, b uint64, _ format) (uint64, bool) { return double(asDouble(a) - asDouble(b)) }
func mulDouble(a, b uint64, _ format) (uint64, bool) { return double(asDouble(a) * asDouble(b)) }
func divDouble(a, b uint64, _ format) (uint64, bool) { return double(asDouble(a) / asDouble(b)) }

// The smaller and the greater of two numbers are not ok if these are equal, since zeros of
// both signs are.

func minSingle(a, b uint64, _ format) (uint64, bool) { return lesser(asSingle(a), asSingle(b), a, b) }
func maxSingle(a, b uint64, _ format) (uint64, bool) { return lesser(asSingle(b), asSingle(a), a, b) }
func minDouble(a, b uint64, _ format) (uint64, bool) { return lesser(asDouble(a), asDouble(b), a, b) }
func maxDouble(a, b uint64, _ format) (uint64, bool) { return lesser(asDouble(b), asDouble(a), a, b) }

func lesser[F float32 | float64](x, y F, a, b uint64) (uint64, bool) {
	if x < y {
		return a, true
	}
	return b, x > y || a == b && x == y
}

func compareSingle(a, b uint64, n format) (uint64, bool) {
	x, y := asSingle(a), asSingle(b)
	return relate(x < y, x > y, n.relation), x == x && y == y
}

func compareDouble(a, b uint64, n format) (uint64, bool) {
	x, y := asDouble(a), asDouble(b)
	return relate(x < y, x > y, n.relation), x == x && y == y
}

func negateSingle(a, _ uint64, _ format) (uint64, bool) { return single(-asSingle(a)) }
func negateDouble(a, _ uint64, _ format) (uint64, bool) { return double(-asDouble(a)) }
func absSingle(a, _ uint64, _ format) (uint64, bool)    { return single(asSingle(a &^ (1 << 31))) }
func absDouble(a, _ uint64, _ format) (uint64, bool)    { return double(asDouble(a &^ (1 << 63))) }
func sqrtSingle(a, _ uint64, _ format) (uint64, bool) {
	return single(float32(math.Sqrt(float64(asSingle(a)))))
}
func sqrtDouble(a, _ uint64, _ format) (uint64, bool) { return double(math.Sqrt(asDouble(a))) }

func widenSingle(a, _ uint64, _ format) (uint64, bool)    { return double(float64(asSingle(a))) }
func narrowDouble(a, _ uint64, _ format) (uint64, bool)   { return single(float32(asDouble(a))) }
func signedSingle(a, _ uint64, n format) (uint64, bool)   { return single(float32(n.signed(a))) }
func signedDouble(a, _ uint64, n format) (uint64, bool)   { return double(float64(n.signed(a))) }
func unsignedSingle(a, _ uint64, _ format) (uint64, bool) { return single(float32(a)) }
func unsignedDouble(a, _ uint64, _ format) (uint64, bool) { return double(float64(a)) }

// truncateSingle and truncateDouble convert to an integer of at least 32 bits, and are ok
// within 31.

func truncateSingle(a, _ uint64, n format) (uint64, bool) {
	return truncated(float64(asSingle(a)), n)
}
func truncateDouble(a, _ uint64, n format) (uint64, bool) { return truncated(asDouble(a), n) }

func truncated(x float64, n format) (uint64, bool) {
	return uint64(int64(x)) & n.keep, n.keep>>31 != 0 && x > -(1<<31) && x < 1<<31
}

// Halves are computed in single precision, whose 24 bits of precision are more than twice
// the 11 of a half and one more, so that rounding twice is rounding once (Figueroa, "When is
// double rounding innocuous?", 1995).

// asHalf reads a half; false if it is not finite.
func asHalf(a uint64) (float32, bool) {
	magnitude := math.Float32frombits(uint32(a&0x7fff)<<13) * (1 << 112)
	return math.Float32frombits(math.Float32bits(magnitude) | uint32(a&0x8000)<<16), a&0x7c00 != 0x7c00
}

// half rounds to a half; false if it is not finite or ok is not.
func half(r float32, ok bool) (uint64, bool) {
	bits := math.Float32bits(r)
	sign, x := bits>>16&0x8000, bits&^(1<<31)
	switch {
	case x >= 0x477ff000: // 65520, which rounds to infinity
		ok = false
	case x < 0x38800000: // 2^-14: a multiple of 2^-24, which is the last place of 0.5
		x = math.Float32bits(math.Float32frombits(x)+0.5) - 0x3f000000
	default:
		x = (x + 0xfff + x>>13&1 - 112<<23) >> 13
	}
	return uint64(sign | x), ok
}

func addHalf(a, b uint64, _ format) (uint64, bool) {
	x, finite := asHalf(a)
	y, also := asHalf(b)
	return half(x+y, finite && also)
}

func subHalf(a, b uint64, _ format) (uint64, bool) {
	x, finite := asHalf(a)
	y, also := asHalf(b)
	return half(x-y, finite && also)
}

func mulHalf(a, b uint64, _ format) (uint64, bool) {
	x, finite := asHalf(a)
	y, also := asHalf(b)
	return half(x*y, finite && also)
}

func minHalf(a, b uint64, _ format) (uint64, bool) {
	x, finite := asHalf(a)
	y, also := asHalf(b)
	r, ok := lesser(x, y, a, b)
	return r, ok && finite && also
}

func maxHalf(a, b uint64, _ format) (uint64, bool) {
	x, finite := asHalf(a)
	y, also := asHalf(b)
	r, ok := lesser(y, x, a, b)
	return r, ok && finite && also
}

func compareHalf(a, b uint64, n format) (uint64, bool) {
	x, finite := asHalf(a)
	y, also := asHalf(b)
	return relate(x < y, x > y, n.relation), finite && also
}

func negateHalf(a, _ uint64, _ format) (uint64, bool) { return a ^ 0x8000, a&0x7c00 != 0x7c00 }

func widenHalf(a, _ uint64, _ format) (uint64, bool) {
	x, finite := asHalf(a)
	return uint64(math.Float32bits(x)), finite
}

func narrowSingle(a, _ uint64, _ format) (uint64, bool) { return half(asSingle(a), true) }
