// Package num computes exactly with the numbers of all builtin scalar types:
// integers of every width and the floating point formats from 4 to 128 bits.
//
// Go has neither i17 nor f8E4M3FN, and constants of a program must not pick up the
// rounding of the machine that compiles it. Int and Float are values; integers up
// to 64 bits and the common float operations allocate nothing.
package num

import (
	"encoding/binary"
	"math/big"
	"math/bits"
	"slices"
)

// MaxIntWidth is the largest width of an integer type in bits
// (IntegerType::kMaxWidth of MLIR).
const MaxIntWidth = 1<<24 - 1

// Int is an integer of a fixed width in bits, 0 to MaxIntWidth. It is neither signed nor unsigned;
// each operation defines how it reads its operands. The zero Int has width 0. Operations on two
// integers require equal widths.
type Int struct {
	lo   uint64 // the value, zero above the width; unused for more than 64 bits
	form *form  // nil for no bits
}

// form is shared by integers of the same width up to 64; a wider integer has its own.
type form struct {
	width int
	wide  *big.Int // the value from 0 to 2^width-1 for more than 64 bits, never written to
}

var narrowForms = func() (forms [65]form) {
	for width := range forms {
		forms[width].width = width
	}
	return forms
}()

// narrowInt returns an integer of at most 64 bits. The bits of lo above the width must be
// 0.
func narrowInt(width int, lo uint64) Int {
	if width == 0 {
		return Int{}
	}
	return Int{lo, &narrowForms[width]}
}

// wide returns the value of an integer of more than 64 bits, nil for a narrower one.
func (a Int) wide() *big.Int {
	if a.form == nil {
		return nil
	}
	return a.form.wide
}

func mask(width int) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<uint(width) - 1
}

// IntFromUint64 returns v truncated to width bits, or zero-extended.
func IntFromUint64(width int, v uint64) Int {
	if width <= 64 {
		return narrowInt(width, v&mask(width))
	}
	return Int{form: &form{width, new(big.Int).SetUint64(v)}}
}

// IntFromInt64 returns v truncated to width bits, or sign-extended.
func IntFromInt64(width int, v int64) Int {
	if width <= 64 {
		return narrowInt(width, uint64(v)&mask(width))
	}
	return IntFromBig(width, big.NewInt(v))
}

// IntFromBool returns 0 or 1 of width 1, the value of an i1.
func IntFromBool(v bool) Int {
	if v {
		return narrowInt(1, 1)
	}
	return narrowInt(1, 0)
}

// IntFromBig returns v modulo 2^width; v is not kept.
func IntFromBig(width int, v *big.Int) Int {
	m := new(big.Int)
	if v.Sign() >= 0 && v.BitLen() <= width {
		m.Set(v)
	} else {
		m.Lsh(big.NewInt(1), uint(width))
		m.Sub(m, big.NewInt(1))
		m.And(m, v)
	}
	if width <= 64 {
		return narrowInt(width, m.Uint64())
	}
	return Int{form: &form{width, m}}
}

// IntFromBytes reads an integer of width bits from little-endian bytes. Bits above
// width are ignored, missing bytes are zero.
func IntFromBytes(width int, raw []byte) Int {
	if width <= 64 {
		var b [8]byte
		copy(b[:], raw)
		return narrowInt(width, binary.LittleEndian.Uint64(b[:])&mask(width))
	}
	b := slices.Clone(raw)
	slices.Reverse(b)
	return IntFromBig(width, new(big.Int).SetBytes(b))
}

// AppendBytes appends the value in little-endian bytes, zero above the width:
// (width+7)/8 bytes.
func (a Int) AppendBytes(dst []byte) []byte {
	n := (a.Width() + 7) / 8
	if a.wide() == nil {
		if n == 4 {
			return binary.LittleEndian.AppendUint32(dst, uint32(a.lo))
		}
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], a.lo)
		return append(dst, b[:n]...)
	}
	at := len(dst)
	dst = append(dst, make([]byte, n)...)
	a.wide().FillBytes(dst[at:])
	slices.Reverse(dst[at:])
	return dst
}

// Width returns the width in bits.
func (a Int) Width() int {
	if a.form == nil {
		return 0
	}
	return a.form.width
}

// Uint64 returns the low 64 bits, zero-extended.
func (a Int) Uint64() uint64 {
	if a.wide() != nil {
		var low big.Int
		return low.And(a.wide(), new(big.Int).SetUint64(^uint64(0))).Uint64()
	}
	return a.lo
}

// Int64 returns the low 64 bits, sign-extended from the width if that is less.
func (a Int) Int64() int64 {
	if a.Width() >= 64 || a.Width() == 0 {
		return int64(a.Uint64())
	}
	unused := uint(64 - a.Width())
	return int64(a.lo<<unused) >> unused
}

// IsInt64 reports whether the signed value fits in 64 bits.
func (a Int) IsInt64() bool { return a.wide() == nil || a.signedBig().IsInt64() }

// IsUint64 reports whether the unsigned value fits in 64 bits.
func (a Int) IsUint64() bool { return a.wide() == nil || a.wide().IsUint64() }

// UnsignedBig returns the unsigned value.
func (a Int) UnsignedBig() *big.Int { return new(big.Int).Set(a.unsignedBig()) }

// SignedBig returns the signed value.
func (a Int) SignedBig() *big.Int { return new(big.Int).Set(a.signedBig()) }

// unsignedBig returns the unsigned value, which the caller does not write to.
func (a Int) unsignedBig() *big.Int {
	if a.wide() != nil {
		return a.wide()
	}
	return new(big.Int).SetUint64(a.lo)
}

func (a Int) signedBig() *big.Int {
	if a.wide() == nil {
		return big.NewInt(a.Int64())
	}
	if !a.IsNegative() {
		return a.wide()
	}
	m := new(big.Int).Lsh(big.NewInt(1), uint(a.Width()))
	return m.Sub(a.wide(), m)
}

// Equal reports whether width and value are equal.
func (a Int) Equal(b Int) bool { return a.Width() == b.Width() && a.CmpUnsigned(b) == 0 }

// IsZero reports whether the value is 0.
func (a Int) IsZero() bool { return a.lo == 0 && (a.wide() == nil || a.wide().Sign() == 0) }

// IsOne reports whether the value is 1, read as unsigned.
func (a Int) IsOne() bool { return a.IsUint64() && a.Uint64() == 1 }

// IsAllOnes reports whether every bit is set: -1, or the largest unsigned value.
func (a Int) IsAllOnes() bool { return a.PopCount() == a.Width() }

// IsNegative reports whether the sign bit, the highest bit, is set.
func (a Int) IsNegative() bool { return a.Width() > 0 && a.Bit(a.Width()-1) }

// IsMinSigned reports whether the value is the smallest signed number.
func (a Int) IsMinSigned() bool { return a.Width() > 0 && a.TrailingZeros() == a.Width()-1 }

// IsMaxSigned reports whether the value is the largest signed number.
func (a Int) IsMaxSigned() bool { return a.Not().IsMinSigned() }

// Bit reports whether bit i, from 0 for the lowest, is set.
func (a Int) Bit(i int) bool {
	if a.wide() != nil {
		return a.wide().Bit(i) == 1
	}
	return a.lo>>uint(i)&1 == 1
}

// PopCount returns the number of set bits.
func (a Int) PopCount() int {
	if a.wide() == nil {
		return bits.OnesCount64(a.lo)
	}
	n := 0
	for _, w := range a.wide().Bits() {
		n += bits.OnesCount(uint(w))
	}
	return n
}

// LeadingZeros returns the number of zero bits above the highest set bit; the
// width for 0.
func (a Int) LeadingZeros() int {
	if a.wide() != nil {
		return a.Width() - a.wide().BitLen()
	}
	return a.Width() - bits.Len64(a.lo)
}

// TrailingZeros returns the number of zero bits below the lowest set bit; the
// width for 0.
func (a Int) TrailingZeros() int {
	switch {
	case a.IsZero():
		return a.Width()
	case a.wide() != nil:
		return int(a.wide().TrailingZeroBits())
	}
	return bits.TrailingZeros64(a.lo)
}

// MinSigned returns the smallest signed value of a width, which is at least 1.
func MinSigned(width int) Int {
	one := IntFromUint64(width, 1)
	return one.shiftLeft(uint(width - 1))
}

// MaxSigned returns the largest signed value of a width, which is at least 1.
func MaxSigned(width int) Int { return MinSigned(width).Not() }

// MaxUnsigned returns the value of a width with all bits set.
func MaxUnsigned(width int) Int { return IntFromInt64(width, -1) }

// Truncate returns the low width bits; width is at most the width of a.
func (a Int) Truncate(width int) Int { return a.ZeroExtend(width) }

// ZeroExtend returns the unsigned value in width bits, truncated if that is less.
func (a Int) ZeroExtend(width int) Int {
	if a.wide() == nil {
		return IntFromUint64(width, a.lo)
	}
	return IntFromBig(width, a.wide())
}

// SignExtend returns the signed value in width bits, truncated if that is less.
func (a Int) SignExtend(width int) Int {
	if a.wide() == nil {
		return IntFromInt64(width, a.Int64())
	}
	return IntFromBig(width, a.signedBig())
}
