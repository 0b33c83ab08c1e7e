package arith

import (
	"math"

	"optc/sim"
)

// The functions that compute quick operations. Numbers of fewer than 64 bits are
// zero-extended.

func addBits(a, b uint64, n sim.NumberFormat) (uint64, bool) { return (a + b) & n.Keep, true }
func subBits(a, b uint64, n sim.NumberFormat) (uint64, bool) { return (a - b) & n.Keep, true }
func mulBits(a, b uint64, n sim.NumberFormat) (uint64, bool) { return (a * b) & n.Keep, true }
func andBits(a, b uint64, _ sim.NumberFormat) (uint64, bool) { return a & b, true }
func orBits(a, b uint64, _ sim.NumberFormat) (uint64, bool)  { return a | b, true }
func xorBits(a, b uint64, _ sim.NumberFormat) (uint64, bool) { return a ^ b, true }

// Sums and differences with a flag are not ok where they wrap around.

func addSigned(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	r := (a + b) & n.Keep
	return r, int64(((a^r)&(b^r))<<(n.Up&63)) >= 0
}

func addUnsigned(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	r := (a + b) & n.Keep
	return r, r >= a
}

func subSigned(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	r := (a - b) & n.Keep
	return r, int64(((a^b)&(a^r))<<(n.Up&63)) >= 0
}

func subUnsigned(a, b uint64, n sim.NumberFormat) (uint64, bool) { return a - b, a >= b }

// addSmall and mulSmall are ok where no number is negative when read as signed.

func addSmall(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	return a + b, (a|b|(a+b))&^(n.Keep>>1) == 0
}

func mulSmall(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	return a * b, (a|b)>>32 == 0 && a*b&^(n.Keep>>1) == 0
}

// Products with a flag are ok where 64 bits hold the exact product and it does not wrap
// around.

func mulSigned(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	p := n.Signed(a) * n.Signed(b)
	r := uint64(p) & n.Keep
	return r, n.Signed(r) == p && (n.Up >= 32 || (a|b)>>31 == 0)
}

func mulUnsigned(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	return a * b, a*b&^n.Keep == 0 && (a|b)>>32 == 0
}

func minSigned(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	return uint64(min(n.Signed(a), n.Signed(b))) & n.Keep, true
}

func maxSigned(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	return uint64(max(n.Signed(a), n.Signed(b))) & n.Keep, true
}

func minUnsigned(a, b uint64, _ sim.NumberFormat) (uint64, bool) { return min(a, b), true }
func maxUnsigned(a, b uint64, _ sim.NumberFormat) (uint64, bool) { return max(a, b), true }

// Quotients are not ok where they are undefined.

func divUnsigned(a, b uint64, _ sim.NumberFormat) (r uint64, ok bool) {
	if b != 0 {
		r, ok = a/b, true
	}
	return
}

func remUnsigned(a, b uint64, _ sim.NumberFormat) (r uint64, ok bool) {
	if b != 0 {
		r, ok = a%b, true
	}
	return
}

func divSigned(a, b uint64, n sim.NumberFormat) (r uint64, ok bool) {
	if y := n.Signed(b); y != 0 && y != -1 {
		r, ok = uint64(n.Signed(a)/y)&n.Keep, true
	}
	return
}

func remSigned(a, b uint64, n sim.NumberFormat) (r uint64, ok bool) {
	if y := n.Signed(b); y != 0 && y != -1 {
		r, ok = uint64(n.Signed(a)%y)&n.Keep, true
	}
	return
}

// Shifts are not ok where the amount is not less than the width.

func shiftLeftBits(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	return a << (b & 63) & n.Keep, b < uint64(64-n.Up)
}
func shiftRightBits(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	return a >> (b & 63), b < uint64(64-n.Up)
}
func shiftRightSigned(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	return uint64(n.Signed(a)>>(b&63)) & n.Keep, b < uint64(64-n.Up)
}

// relate returns 1 if the outcome of a comparison is in the tested relation, a set of
// outcomes, and 0 otherwise.
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

func compareBits(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	x, y := a<<(n.Up&63)^n.Flip, b<<(n.Up&63)^n.Flip
	return relate(x < y, x > y, n.Relation), true
}

func extendSigned(a, _ uint64, n sim.NumberFormat) (uint64, bool) {
	return uint64(n.Signed(a)) & n.Keep, true
}
func keepBits(a, _ uint64, n sim.NumberFormat) (uint64, bool) { return a & n.Keep, true }

func addSingle(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromSingle(sim.AsSingle(a) + sim.AsSingle(b))
}
func subSingle(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromSingle(sim.AsSingle(a) - sim.AsSingle(b))
}
func mulSingle(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromSingle(sim.AsSingle(a) * sim.AsSingle(b))
}
func divSingle(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromSingle(sim.AsSingle(a) / sim.AsSingle(b))
}
func addDouble(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromDouble(sim.AsDouble(a) + sim.AsDouble(b))
}
func subDouble(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromDouble(sim.AsDouble(a) - sim.AsDouble(b))
}
func mulDouble(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromDouble(sim.AsDouble(a) * sim.AsDouble(b))
}
func divDouble(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromDouble(sim.AsDouble(a) / sim.AsDouble(b))
}

// The smaller and the greater of two numbers are not ok if the numbers are equal, because
// zeros of different signs are equal too.

func minSingle(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return lesserFloat(sim.AsSingle(a), sim.AsSingle(b), a, b)
}
func maxSingle(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return lesserFloat(sim.AsSingle(b), sim.AsSingle(a), a, b)
}
func minDouble(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return lesserFloat(sim.AsDouble(a), sim.AsDouble(b), a, b)
}
func maxDouble(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return lesserFloat(sim.AsDouble(b), sim.AsDouble(a), a, b)
}

func lesserFloat[F float32 | float64](x, y F, a, b uint64) (uint64, bool) {
	if x < y {
		return a, true
	}
	return b, x > y || a == b && x == y
}

func compareSingle(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	x, y := sim.AsSingle(a), sim.AsSingle(b)
	return relate(x < y, x > y, n.Relation), x == x && y == y
}

func compareDouble(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	x, y := sim.AsDouble(a), sim.AsDouble(b)
	return relate(x < y, x > y, n.Relation), x == x && y == y
}

func negateSingle(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromSingle(-sim.AsSingle(a))
}
func negateDouble(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromDouble(-sim.AsDouble(a))
}

func widenSingle(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromDouble(float64(sim.AsSingle(a)))
}
func narrowDouble(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromSingle(float32(sim.AsDouble(a)))
}
func signedSingle(a, _ uint64, n sim.NumberFormat) (uint64, bool) {
	return sim.FromSingle(float32(n.Signed(a)))
}
func signedDouble(a, _ uint64, n sim.NumberFormat) (uint64, bool) {
	return sim.FromDouble(float64(n.Signed(a)))
}
func unsignedSingle(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromSingle(float32(a))
}
func unsignedDouble(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromDouble(float64(a))
}

// truncateSingle and truncateDouble convert to an integer of at least 32 bits, and are ok
// if the result fits 31 bits.

func truncateSingle(a, _ uint64, n sim.NumberFormat) (uint64, bool) {
	return truncated(float64(sim.AsSingle(a)), n)
}
func truncateDouble(a, _ uint64, n sim.NumberFormat) (uint64, bool) {
	return truncated(sim.AsDouble(a), n)
}

func truncated(x float64, n sim.NumberFormat) (uint64, bool) {
	return uint64(int64(x)) & n.Keep, n.Keep>>31 != 0 && x > -(1<<31) && x < 1<<31
}

// Halves are computed in single precision: its 24 bits of precision are at least 2·11 +
// 2, twice the precision of a half and two more, so that rounding twice gives the same as
// rounding once (Figueroa, "When is double rounding innocuous?", 1995).

// asHalf reads a half; ok is false if it is not finite.
func asHalf(a uint64) (float32, bool) {
	magnitude := math.Float32frombits(uint32(a&0x7fff)<<13) * (1 << 112)
	return math.Float32frombits(math.Float32bits(magnitude) | uint32(a&0x8000)<<16), a&0x7c00 != 0x7c00
}

// half rounds to a half; the result is not ok if it is not finite or if ok is false.
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

func addHalf(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	x, finite := asHalf(a)
	y, also := asHalf(b)
	return half(x+y, finite && also)
}

func subHalf(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	x, finite := asHalf(a)
	y, also := asHalf(b)
	return half(x-y, finite && also)
}

func mulHalf(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	x, finite := asHalf(a)
	y, also := asHalf(b)
	return half(x*y, finite && also)
}

func minHalf(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	x, finite := asHalf(a)
	y, also := asHalf(b)
	r, ok := lesserFloat(x, y, a, b)
	return r, ok && finite && also
}

func maxHalf(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	x, finite := asHalf(a)
	y, also := asHalf(b)
	r, ok := lesserFloat(y, x, a, b)
	return r, ok && finite && also
}

func compareHalf(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	x, finite := asHalf(a)
	y, also := asHalf(b)
	return relate(x < y, x > y, n.Relation), finite && also
}

func negateHalf(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	return a ^ 0x8000, a&0x7c00 != 0x7c00
}

func widenHalf(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	x, finite := asHalf(a)
	return uint64(math.Float32bits(x)), finite
}

func narrowSingle(a, _ uint64, _ sim.NumberFormat) (uint64, bool) { return half(sim.AsSingle(a), true) }

// The same for all elements of vectors. The commonest operations take four elements at a
// time, because testing their sum for a NaN takes less time than testing each result.

// anyNaN reports whether a number is NaN.
func anyNaN(a, b, c, d float32) bool {
	sum := (a + b) + (c + d) // NaN also for infinities of both signs
	return sum != sum && (a != a || b != b || c != c || d != d)
}

func addSingles(r, a, b []uint32, _ *sim.NumberFormat) bool {
	z, x, y, i := sim.Singles(r), sim.Singles(a)[:len(r)], sim.Singles(b)[:len(r)], 0
	for ; i < len(z)-3; i += 4 {
		v0, v1, v2, v3 := x[i]+y[i], x[i+1]+y[i+1], x[i+2]+y[i+2], x[i+3]+y[i+3]
		if anyNaN(v0, v1, v2, v3) {
			return false
		}
		z[i], z[i+1], z[i+2], z[i+3] = v0, v1, v2, v3
	}
	return sim.EachSingle(z[i:], x[i:], y[i:], func(a, b float32) float32 { return a + b })
}

func subSingles(r, a, b []uint32, _ *sim.NumberFormat) bool {
	z, x, y, i := sim.Singles(r), sim.Singles(a)[:len(r)], sim.Singles(b)[:len(r)], 0
	for ; i < len(z)-3; i += 4 {
		v0, v1, v2, v3 := x[i]-y[i], x[i+1]-y[i+1], x[i+2]-y[i+2], x[i+3]-y[i+3]
		if anyNaN(v0, v1, v2, v3) {
			return false
		}
		z[i], z[i+1], z[i+2], z[i+3] = v0, v1, v2, v3
	}
	return sim.EachSingle(z[i:], x[i:], y[i:], func(a, b float32) float32 { return a - b })
}

func mulSingles(r, a, b []uint32, _ *sim.NumberFormat) bool {
	z, x, y, i := sim.Singles(r), sim.Singles(a)[:len(r)], sim.Singles(b)[:len(r)], 0
	for ; i < len(z)-3; i += 4 {
		v0, v1, v2, v3 := x[i]*y[i], x[i+1]*y[i+1], x[i+2]*y[i+2], x[i+3]*y[i+3]
		if anyNaN(v0, v1, v2, v3) {
			return false
		}
		z[i], z[i+1], z[i+2], z[i+3] = v0, v1, v2, v3
	}
	return sim.EachSingle(z[i:], x[i:], y[i:], func(a, b float32) float32 { return a * b })
}

func divSingles(r, a, b []uint32, _ *sim.NumberFormat) bool {
	return sim.EachSingle(sim.Singles(r), sim.Singles(a), sim.Singles(b), func(a, b float32) float32 { return a / b })
}
