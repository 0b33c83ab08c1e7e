package num

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// Float is a number of a floating point kind, as its encoding. Floats of the same kind are == when
// their encodings are equal; Compare compares numerically.
type Float struct {
	Kind *FloatKind
	bits u128
}

// FloatFromBits returns the number with an encoding given as its high and low 64 bits;
// bits above the width of the kind are dropped. x87 encodings whose integer bit
// contradicts the exponent are converted as the processor reads them: a subnormal with
// integer bit becomes the equal normal number, and an encoding without it becomes NaN.
func FloatFromBits(k *FloatKind, hi, lo uint64) Float {
	f := Float{k, u128{hi, lo}.and(onesU128(uint(k.Bits)))}
	if !k.IntegerBit {
		return f
	}
	integer := f.bits.bit(uint(k.MantissaBits))
	switch field := f.exponentField(); {
	case integer && field == 0:
		f.bits = f.bits.or(u128{0, 1}.shl(k.exponentAt()))
	case !integer && field != 0:
		f.bits = f.bits.or(u128{0, uint64(k.exponentMask())}.shl(k.exponentAt()))
	}
	return f
}

func (f Float) exponentField() int {
	return int(f.bits.shr(f.Kind.exponentAt()).lo) & f.Kind.exponentMask()
}

// Bits returns the encoding.
func (f Float) Bits() (hi, lo uint64) { return f.bits.hi, f.bits.lo }

// FloatFromBytes reads an encoding from little-endian bytes, (Bits+7)/8 of them.
func FloatFromBytes(k *FloatKind, raw []byte) Float {
	var b [16]byte
	copy(b[:], raw)
	return FloatFromBits(k, binary.LittleEndian.Uint64(b[8:]), binary.LittleEndian.Uint64(b[:]))
}

// AppendBytes appends the encoding in little-endian bytes, (Bits+7)/8 of them.
func (f Float) AppendBytes(dst []byte) []byte {
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:], f.bits.lo)
	binary.LittleEndian.PutUint64(b[8:], f.bits.hi)
	return append(dst, b[:(f.Kind.Bits+7)/8]...)
}

// FloatFromFloat64 converts v, rounding to nearest even.
func FloatFromFloat64(k *FloatKind, v float64) Float {
	switch k {
	case F64:
		return Float{k, u128{0, math.Float64bits(v)}}
	case F32:
		if v == v {
			return Float{k, u128{0, uint64(math.Float32bits(float32(v)))}}
		}
	}
	f, _ := Float{F64, u128{0, math.Float64bits(v)}}.Convert(k, NearestEven)
	return f
}

// Float64 returns the value rounded to nearest even; kinds up to 64 bits convert
// exactly.
func (f Float) Float64() float64 {
	switch f.Kind {
	case F64:
		return math.Float64frombits(f.bits.lo)
	case F32:
		if v := math.Float32frombits(uint32(f.bits.lo)); v == v {
			return float64(v)
		}
	}
	d, _ := f.Convert(F64, NearestEven)
	return math.Float64frombits(d.bits.lo)
}

// class is the class of a value.
type class uint8

const (
	zero class = iota
	finite
	infinity
	nan
)

// unpacked is a decomposed value: (-1)^neg * sig * 2^exp if finite. The significand of a NaN is its
// mantissa field.
type unpacked struct {
	class class
	neg   bool
	sig   u128
	exp   int
}

func (f Float) unpack() unpacked {
	k := f.Kind
	if k.Scale {
		if f.bits.lo == 0xFF {
			return unpacked{class: nan}
		}
		return unpacked{class: finite, sig: u128{0, 1}, exp: int(f.bits.lo) - k.Bias}
	}
	u := unpacked{neg: f.bits.bit(uint(k.Bits - 1))}
	field := f.exponentField()
	u.sig = f.bits.and(onesU128(uint(k.MantissaBits)))
	special := field == k.exponentMask()
	switch {
	case k.NonFinite == NaNMinusZero && u.neg && field == 0 && u.sig.isZero():
		return unpacked{class: nan} // the sign bit is part of the pattern
	case k.NonFinite == NaNAllOnes && special && u.sig == onesU128(uint(k.MantissaBits)),
		k.NonFinite == IEEE && special && (!u.sig.isZero() || k.IntegerBit && !f.bits.bit(uint(k.MantissaBits))):
		u.class = nan
		return u
	case k.NonFinite == IEEE && special:
		u.class = infinity
		return u
	}
	if field != 0 {
		u.sig = u.sig.or(u128{0, 1}.shl(uint(k.MantissaBits)))
	}
	if u.sig.isZero() {
		return u
	}
	u.class = finite
	u.exp = max(field, 1) - k.Bias - k.MantissaBits
	return u
}

// encode puts the fields together; sig has its integer bit, if any, at position
// MantissaBits.
func (k *FloatKind) encode(neg bool, field int, sig u128) Float {
	if !k.IntegerBit {
		sig = sig.and(onesU128(uint(k.MantissaBits)))
	}
	b := sig.or(u128{0, uint64(field)}.shl(k.exponentAt()))
	if neg && k.HasSign() {
		b = b.or(u128{0, 1}.shl(uint(k.Bits - 1)))
	}
	return Float{k, b}
}

// Zero returns zero of a sign. Kinds without negative zero return zero, and the
// kind without zero its smallest number.
func (k *FloatKind) Zero(neg bool) Float {
	return k.encode(neg && k.NonFinite != NaNMinusZero, 0, u128{})
}

// Largest returns the finite number of the largest magnitude.
func (k *FloatKind) Largest(neg bool) Float {
	return k.encode(neg, k.maxExponent()+k.Bias, k.maxSignificand())
}

// Smallest returns the nonzero number closest to zero.
func (k *FloatKind) Smallest(neg bool) Float {
	if k.Scale {
		return k.Zero(false)
	}
	return k.encode(neg, 0, u128{0, 1})
}

// Inf returns infinity; ok is false for kinds without.
func (k *FloatKind) Inf(neg bool) (f Float, ok bool) {
	if !k.HasInf() {
		return Float{}, false
	}
	return k.inf(neg), true
}

func (k *FloatKind) inf(neg bool) Float {
	sig := u128{}
	if k.IntegerBit {
		sig = u128{0, 1}.shl(uint(k.MantissaBits))
	}
	return k.encode(neg, k.exponentMask(), sig)
}

// NaN returns the quiet NaN without payload; ok is false for kinds without NaNs.
func (k *FloatKind) NaN(neg bool) (f Float, ok bool) {
	if !k.HasNaN() {
		return Float{}, false
	}
	return k.nan(neg, u128{}), true
}

// nan returns a quiet NaN with a payload, for kinds that have payloads. In a kind without
// NaNs it is the largest number.
func (k *FloatKind) nan(neg bool, payload u128) Float {
	switch k.NonFinite {
	case FiniteOnly:
		return k.Largest(neg)
	case NaNMinusZero:
		return k.encode(true, 0, u128{})
	case NaNAllOnes:
		return k.encode(neg, k.exponentMask(), onesU128(uint(k.MantissaBits)))
	}
	sig := payload.or(u128{0, 1}.shl(uint(k.MantissaBits - 1))) // the quiet bit
	if k.IntegerBit {
		sig = sig.or(u128{0, 1}.shl(uint(k.MantissaBits)))
	}
	return k.encode(neg, k.exponentMask(), sig)
}

// IsNaN reports whether f is not a number.
func (f Float) IsNaN() bool { return f.unpack().class == nan }

// IsInf reports whether f is an infinity.
func (f Float) IsInf() bool { return f.unpack().class == infinity }

// IsFinite reports whether f is a number other than infinity.
func (f Float) IsFinite() bool { return f.unpack().class <= finite }

// IsZero reports whether f is 0 or -0.
func (f Float) IsZero() bool { return f.unpack().class == zero }

// IsNegative reports whether the sign bit is set; for NaNs and zeros as well.
func (f Float) IsNegative() bool {
	return f.Kind.HasSign() && f.bits.bit(uint(f.Kind.Bits-1))
}

// IsSubnormal reports whether f is smaller than the normal numbers and not zero.
func (f Float) IsSubnormal() bool {
	u := f.unpack()
	return u.class == finite && u.sig.len() < f.Kind.Precision()
}

// IsInteger reports whether f is finite and has no fraction.
func (f Float) IsInteger() bool {
	u := f.unpack()
	return u.class == zero || u.class == finite && u.exp+u.sig.trailingZeros() >= 0
}

// IsExactly reports whether f equals v; -0 differs from 0.
func (f Float) IsExactly(v float64) bool {
	g, exact := Float{F64, u128{0, math.Float64bits(v)}}.Convert(f.Kind, NearestEven)
	return exact && f == g
}

func (a u128) trailingZeros() int {
	if a.lo != 0 {
		return bits.TrailingZeros64(a.lo)
	}
	return 64 + bits.TrailingZeros64(a.hi)
}
