// Package quick has the arithmetic of numbers of at most 64 bits that the processor does itself, as
// functions of raw bits for sim.Quick. A result is not ok where the exact arithmetic of package num
// must decide: at NaN, at overflow that a flag excludes, at division by zero.
package quick

import (
	"math"

	"optc/sim"
)

// Numbers of fewer than 64 bits are zero-extended.

func AddBits(a, b uint64, n sim.NumberFormat) (uint64, bool) { return (a + b) & n.Keep, true }
func SubBits(a, b uint64, n sim.NumberFormat) (uint64, bool) { return (a - b) & n.Keep, true }
func MulBits(a, b uint64, n sim.NumberFormat) (uint64, bool) { return (a * b) & n.Keep, true }
func AndBits(a, b uint64, _ sim.NumberFormat) (uint64, bool) { return a & b, true }
func OrBits(a, b uint64, _ sim.NumberFormat) (uint64, bool)  { return a | b, true }
func XorBits(a, b uint64, _ sim.NumberFormat) (uint64, bool) { return a ^ b, true }

// Sums and differences with a flag are not ok where they wrap around.

func AddSigned(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	r := (a + b) & n.Keep
	return r, int64(((a^r)&(b^r))<<(n.Up&63)) >= 0
}

func AddUnsigned(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	r := (a + b) & n.Keep
	return r, r >= a
}

func SubSigned(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	r := (a - b) & n.Keep
	return r, int64(((a^b)&(a^r))<<(n.Up&63)) >= 0
}

func SubUnsigned(a, b uint64, n sim.NumberFormat) (uint64, bool) { return a - b, a >= b }

// AddSmall and MulSmall are ok if no operand is negative when read as signed.

func AddSmall(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	return a + b, (a|b|(a+b))&^(n.Keep>>1) == 0
}

func MulSmall(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	return a * b, (a|b)>>32 == 0 && a*b&^(n.Keep>>1) == 0
}

// Products with a flag are ok where 64 bits hold the exact product and it does not wrap
// around.

func MulSigned(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	p := n.Signed(a) * n.Signed(b)
	r := uint64(p) & n.Keep
	return r, n.Signed(r) == p && (n.Up >= 32 || (a|b)>>31 == 0)
}

func MulUnsigned(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	return a * b, a*b&^n.Keep == 0 && (a|b)>>32 == 0
}

func MinSigned(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	return uint64(min(n.Signed(a), n.Signed(b))) & n.Keep, true
}

func MaxSigned(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	return uint64(max(n.Signed(a), n.Signed(b))) & n.Keep, true
}

func MinUnsigned(a, b uint64, _ sim.NumberFormat) (uint64, bool) { return min(a, b), true }
func MaxUnsigned(a, b uint64, _ sim.NumberFormat) (uint64, bool) { return max(a, b), true }

// Quotients are not ok where they are undefined.

func DivUnsigned(a, b uint64, _ sim.NumberFormat) (r uint64, ok bool) {
	if b != 0 {
		r, ok = a/b, true
	}
	return
}

func RemUnsigned(a, b uint64, _ sim.NumberFormat) (r uint64, ok bool) {
	if b != 0 {
		r, ok = a%b, true
	}
	return
}

func DivSigned(a, b uint64, n sim.NumberFormat) (r uint64, ok bool) {
	if y := n.Signed(b); y != 0 && y != -1 {
		r, ok = uint64(n.Signed(a)/y)&n.Keep, true
	}
	return
}

func RemSigned(a, b uint64, n sim.NumberFormat) (r uint64, ok bool) {
	if y := n.Signed(b); y != 0 && y != -1 {
		r, ok = uint64(n.Signed(a)%y)&n.Keep, true
	}
	return
}

// Shifts are not ok where the amount is not less than the width.

func ShiftLeftBits(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	return a << (b & 63) & n.Keep, b < uint64(64-n.Up)
}
func ShiftRightBits(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	return a >> (b & 63), b < uint64(64-n.Up)
}
func ShiftRightSigned(a, b uint64, n sim.NumberFormat) (uint64, bool) {
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

func CompareBits(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	x, y := a<<(n.Up&63)^n.Flip, b<<(n.Up&63)^n.Flip
	return relate(x < y, x > y, n.Relation), true
}

func ExtendSigned(a, _ uint64, n sim.NumberFormat) (uint64, bool) {
	return uint64(n.Signed(a)) & n.Keep, true
}
func KeepBits(a, _ uint64, n sim.NumberFormat) (uint64, bool) { return a & n.Keep, true }

func AddSingle(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromSingle(sim.AsSingle(a) + sim.AsSingle(b))
}
func SubSingle(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromSingle(sim.AsSingle(a) - sim.AsSingle(b))
}
func MulSingle(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromSingle(sim.AsSingle(a) * sim.AsSingle(b))
}
func DivSingle(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromSingle(sim.AsSingle(a) / sim.AsSingle(b))
}
func AddDouble(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromDouble(sim.AsDouble(a) + sim.AsDouble(b))
}
func SubDouble(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromDouble(sim.AsDouble(a) - sim.AsDouble(b))
}
func MulDouble(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromDouble(sim.AsDouble(a) * sim.AsDouble(b))
}
func DivDouble(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromDouble(sim.AsDouble(a) / sim.AsDouble(b))
}

// The smaller and the greater of two equal numbers are not ok, because zeros of different signs are
// equal too.

func MinSingle(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return lesserFloat(sim.AsSingle(a), sim.AsSingle(b), a, b)
}
func MaxSingle(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return lesserFloat(sim.AsSingle(b), sim.AsSingle(a), a, b)
}
func MinDouble(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return lesserFloat(sim.AsDouble(a), sim.AsDouble(b), a, b)
}
func MaxDouble(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return lesserFloat(sim.AsDouble(b), sim.AsDouble(a), a, b)
}

func lesserFloat[F float32 | float64](x, y F, a, b uint64) (uint64, bool) {
	if x < y {
		return a, true
	}
	return b, x > y || a == b && x == y
}

func CompareSingle(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	x, y := sim.AsSingle(a), sim.AsSingle(b)
	return relate(x < y, x > y, n.Relation), x == x && y == y
}

func CompareDouble(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	x, y := sim.AsDouble(a), sim.AsDouble(b)
	return relate(x < y, x > y, n.Relation), x == x && y == y
}

func NegateSingle(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromSingle(-sim.AsSingle(a))
}
func NegateDouble(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromDouble(-sim.AsDouble(a))
}

func WidenSingle(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromDouble(float64(sim.AsSingle(a)))
}
func NarrowDouble(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromSingle(float32(sim.AsDouble(a)))
}
func SignedSingle(a, _ uint64, n sim.NumberFormat) (uint64, bool) {
	return sim.FromSingle(float32(n.Signed(a)))
}
func SignedDouble(a, _ uint64, n sim.NumberFormat) (uint64, bool) {
	return sim.FromDouble(float64(n.Signed(a)))
}
func UnsignedSingle(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromSingle(float32(a))
}
func UnsignedDouble(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	return sim.FromDouble(float64(a))
}

// TruncateSingle and TruncateDouble convert to an integer of at least 32 bits, and are ok
// if the result fits 31 bits.

func TruncateSingle(a, _ uint64, n sim.NumberFormat) (uint64, bool) {
	return Truncated(float64(sim.AsSingle(a)), n)
}
func TruncateDouble(a, _ uint64, n sim.NumberFormat) (uint64, bool) {
	return Truncated(sim.AsDouble(a), n)
}

func Truncated(x float64, n sim.NumberFormat) (uint64, bool) {
	return uint64(int64(x)) & n.Keep, n.Keep>>31 != 0 && x > -(1<<31) && x < 1<<31
}

// Halves are computed in single precision: its 24 bits are at least 2·11 + 2, twice the precision
// of a half plus two, so that rounding twice gives the same as rounding once (Figueroa, "When is
// double rounding innocuous?", 1995).

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

func AddHalf(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	x, finite := asHalf(a)
	y, also := asHalf(b)
	return half(x+y, finite && also)
}

func SubHalf(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	x, finite := asHalf(a)
	y, also := asHalf(b)
	return half(x-y, finite && also)
}

func MulHalf(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	x, finite := asHalf(a)
	y, also := asHalf(b)
	return half(x*y, finite && also)
}

func MinHalf(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	x, finite := asHalf(a)
	y, also := asHalf(b)
	r, ok := lesserFloat(x, y, a, b)
	return r, ok && finite && also
}

func MaxHalf(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	x, finite := asHalf(a)
	y, also := asHalf(b)
	r, ok := lesserFloat(y, x, a, b)
	return r, ok && finite && also
}

func CompareHalf(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	x, finite := asHalf(a)
	y, also := asHalf(b)
	return relate(x < y, x > y, n.Relation), finite && also
}

func NegateHalf(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	return a ^ 0x8000, a&0x7c00 != 0x7c00
}

func WidenHalf(a, _ uint64, _ sim.NumberFormat) (uint64, bool) {
	x, finite := asHalf(a)
	return uint64(math.Float32bits(x)), finite
}

func NarrowSingle(a, _ uint64, _ sim.NumberFormat) (uint64, bool) { return half(sim.AsSingle(a), true) }

// The same for all elements of vectors. The commonest operations take four elements at a
// time, because testing their sum for a NaN takes less time than testing each result.

// anyNaN reports whether one of the numbers is NaN.
func anyNaN(a, b, c, d float32) bool {
	sum := (a + b) + (c + d) // NaN also for infinities of both signs
	return sum != sum && (a != a || b != b || c != c || d != d)
}

func AddSingles(r, a, b []uint32, _ *sim.NumberFormat) bool {
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

func SubSingles(r, a, b []uint32, _ *sim.NumberFormat) bool {
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

func MulSingles(r, a, b []uint32, _ *sim.NumberFormat) bool {
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

func DivSingles(r, a, b []uint32, _ *sim.NumberFormat) bool {
	return sim.EachSingle(sim.Singles(r), sim.Singles(a), sim.Singles(b), func(a, b float32) float32 { return a / b })
}
