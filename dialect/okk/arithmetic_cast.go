package okk

import (
	"math"
	"slices"
	"strings"

	"optc/ir"
)

const roundingAttr = "rounding"

// rounding is a way to round numbers, with its name in TPUKernel (tpu_defs.h).
type rounding struct {
	text, name string
	// up reports whether a number is rounded up that is a part, 0 < part < 1, above an integer, which is odd or even.
	up func(part float64, odd, negative bool) bool
	// magnitude is set if the chip rounds to f16 and bf16 by the magnitude, so that up is away from zero.
	magnitude bool
	// largest lists the signs of integers that become the largest number of f16 if they are larger, and not an infinity.
	largest string
}

var roundings = []rounding{
	{text: "even", name: "RM_HALF_TO_EVEN", up: func(part float64, odd, _ bool) bool { return part > 0.5 || part == 0.5 && odd }},
	{text: "away", name: "RM_HALF_AWAY_FROM_ZERO", up: func(part float64, _, negative bool) bool { return part > 0.5 || part == 0.5 && !negative }},
	{text: "zero", name: "RM_TOWARDS_ZERO", up: func(_ float64, _, negative bool) bool { return negative }, largest: "+-"},
	{text: "down", name: "RM_DOWN", up: func(float64, bool, bool) bool { return false }, largest: "+"},
	{text: "up", name: "RM_UP", up: func(float64, bool, bool) bool { return true }, largest: "-"},
	{text: "half_up", name: "RM_HALF_UP", up: func(part float64, _, _ bool) bool { return part >= 0.5 }, magnitude: true, largest: "-"},
	{text: "half_down", name: "RM_HALF_DOWN", up: func(part float64, _, _ bool) bool { return part > 0.5 }, magnitude: true, largest: "-"},
}

func roundingNames() (names []string) {
	for _, r := range roundings {
		names = append(names, r.text)
	}
	return names
}

// roundingOf returns the index of the rounding of an operation.
func roundingOf(op *ir.Operation) int {
	for i, r := range roundings {
		if r.text == ir.ReadString(op.Attr(roundingAttr)) {
			return i
		}
	}
	return 0
}

// integer rounds a number to an integer.
func (r *rounding) integer(v float64) float64 {
	low := math.Floor(v)
	if low == v || math.IsInf(v, 0) {
		return v
	}
	if r.up(v-low, math.Mod(low, 2) != 0, v < 0) {
		return low + 1
	}
	return low
}

// narrowFloats describe the types of floats by the bits of the significand and the smallest exponent of a normal
// number.
var narrowFloats = map[DType]struct {
	digits, least int
	largest       float64
}{
	F16: {11, -14, 65504}, BF16: {8, -126, 0x1.fep127}, F32: {24, -126, math.MaxFloat32},
}

// float rounds a number to a type of floats, as bits.
func (r *rounding) float(t DType, v float64) uint64 {
	k := narrowFloats[t]
	if v != 0 && v == v && !math.IsInf(v, 0) {
		_, exponent := math.Frexp(v)
		unit := math.Ldexp(1, max(exponent-1, k.least)-k.digits+1)
		rounded := r.integer(v / unit)
		if r.magnitude && t != F32 {
			rounded = r.integer(math.Abs(v) / unit)
		}
		rounded *= unit
		if v = math.Copysign(rounded, v); math.Abs(rounded) > k.largest {
			v = math.Copysign(math.Inf(1), v)
		}
	}
	switch {
	case t == F32:
		return bitsOf(float32(v))
	case v != v:
		return 0x7fff // as the model of BM1684X has it
	case t == F16:
		return halfBits(v)
	}
	return bitsOf(float32(v)) >> 16
}

// halfBits returns the bits of a number that f16 has.
func halfBits(v float64) uint64 {
	sign := math.Float64bits(v) >> 63 << 15
	switch size := math.Abs(v); {
	case math.IsInf(v, 0):
		return sign | 0x7c00
	case size < 0x1p-14:
		return sign | uint64(size*0x1p24)
	default:
		fraction, exponent := math.Frexp(size)
		return sign | uint64(exponent+14)<<10 + uint64(fraction*2048) - 1024
	}
}

// number returns the number that the bits of an element are.
func number(t DType, bits uint64) float64 {
	switch t {
	case F32:
		return float64(float(bits))
	case BF16:
		return float64(float(bits << 16))
	case F16:
		fraction, exponent := float64(bits&0x3ff), int(bits>>10&0x1f)
		sign := 1 - 2*float64(bits>>15&1)
		switch exponent {
		case 0:
			return sign * fraction * 0x1p-24
		case 31:
			if fraction != 0 {
				return math.NaN()
			}
			return math.Inf(int(sign))
		}
		return sign * math.Ldexp(fraction+1024, exponent-25)
	}
	return float64(integer(t, bits))
}

// converted returns the bits of an element as an element of another type.
func (r *rounding) converted(to, from DType, bits uint64) uint64 {
	v := number(from, bits)
	if to.isFloat() {
		sign := "+"
		if v < 0 {
			sign = "-"
		}
		if largest := narrowFloats[to].largest; !from.isFloat() && math.Abs(v) > largest && strings.Contains(r.largest, sign) {
			v = math.Copysign(largest, v)
		}
		return r.float(to, v)
	}
	if v != v {
		return saturated(to, math.MinInt64) // as the model of BM1684X has it
	}
	return saturated(to, int64(min(max(r.integer(v), -0x1p40), 0x1p40)))
}

// cast computes okk.cast.
func (a *Arithmetic) cast(op *ir.Operation, args []*Elements) error {
	r := &roundings[roundingOf(op)]
	dst, src := args[0], args[1]
	for i, bits := range src.Bits {
		if unknown, ok := a.unknown("cast", bits); ok {
			dst.Bits[i] = unknown
			continue
		}
		// Between f32 and bf16 small numbers are rounded first.
		if dst.DType != F32 && dst.DType != BF16 {
			bits = a.Numbers.flushedAs(src.DType, bits)
		}
		dst.Bits[i] = r.converted(dst.DType, src.DType, bits)
		if dst.DType == BF16 {
			dst.Bits[i] = a.Numbers.flushedAs(BF16, dst.Bits[i])
		}
	}
	return nil
}

// chosen returns the larger or the smaller one of two numbers, as it is but for small numbers that count as zeros.
func (a *Arithmetic) chosen(t DType, f *Function, x, y uint64) uint64 {
	if bits, ok := a.unknown(f.Name, x, y); ok {
		return bits
	}
	x, y = a.Numbers.flushedAs(t, x), a.Numbers.flushedAs(t, y)
	if f.First(number(t, x), number(t, y)) {
		return x
	}
	return y
}

// narrow returns a computation on f32 as one on numbers of another type: operands are widened, and the result is
// rounded to the nearest number.
func (a *Arithmetic) narrow(t DType, f *Function, d, x, y uint64) uint64 {
	if bits, ok := a.unknown(f.Name, d, x, y); ok {
		return bits
	}
	wide := func(bits uint64) uint64 { return bitsOf(float32(number(t, bits))) }
	return roundings[0].float(t, float64(float(a.apply(f, wide(d), wide(x), wide(y)))))
}

// typed computes a function that differs between types.
func (a *Arithmetic) typed(name string, compute func(*Numbers, DType, uint64, uint64) uint64, t DType, x, y uint64) uint64 {
	if bits, ok := a.unknown(name, x, y); ok {
		return bits
	}
	return compute(a.Numbers, t, x, y)
}

// magnitudeOf returns the magnitude of a number; the smallest integer keeps its bits.
func magnitudeOf(_ *Numbers, t DType, x, _ uint64) uint64 {
	switch {
	case t.isFloat():
		return x & (t.mask() >> 1)
	case t.Signed() && integer(t, x) < 0:
		return -x & t.mask()
	}
	return x
}

// roundingNamed returns the index of a rounding.
func roundingNamed(text string) int {
	return slices.IndexFunc(roundings, func(r rounding) bool { return r.text == text })
}

// rounded returns the function that rounds a number of a float type to an integer of the type.
func rounded(mode string) func(*Numbers, DType, uint64, uint64) uint64 {
	i := roundingNamed(mode)
	return func(n *Numbers, t DType, x, _ uint64) uint64 {
		v := number(t, n.flushedAs(t, x))
		return roundings[0].float(t, math.Copysign(roundings[i].integer(v), v))
	}
}

// sloped returns a number that is positive, and the product of another number and a slope.
func sloped(n *Numbers, t DType, x, y uint64) uint64 {
	v := float32(number(t, n.flushedAs(t, x)))
	if v < 0 {
		v *= float32(number(t, n.flushedAs(t, y)))
	}
	return n.flushedAs(t, roundings[0].float(t, float64(v)))
}

// distance returns the magnitude of a difference.
func distance(n *Numbers, t DType, x, y uint64) uint64 {
	d := float32(number(t, n.flushedAs(t, x))) - float32(number(t, n.flushedAs(t, y)))
	return n.flushedAs(t, roundings[0].float(t, math.Abs(float64(d))))
}

// shiftedTyped returns the function that shifts an integer to the left by a positive and to the right by a negative
// amount, which is the last byte of a number; of an amount to the left the last five bits count.
func shiftedTyped(arithmetic bool) func(*Numbers, DType, uint64, uint64) uint64 {
	return func(_ *Numbers, t DType, x, y uint64) uint64 {
		v := int64(x)
		if arithmetic {
			v = integer(t, x)
		}
		by := int64(int8(y))
		if by > 0 {
			by &= 31
		}
		return uint64(shifted(v, by)) & t.mask()
	}
}
