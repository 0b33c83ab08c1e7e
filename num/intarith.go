package num

import (
	"math/big"
	"math/bits"
)

// Overflow reports how the exact result of an operation exceeds the width.
type Overflow struct{ Signed, Unsigned bool }

// modular computes an operation modulo 2^width.
func (a Int) modular(b Int, narrow func(x, y uint64) uint64, wide func(z, x, y *big.Int) *big.Int) Int {
	if a.wide() == nil {
		return IntFromUint64(a.Width(), narrow(a.lo, b.lo))
	}
	return IntFromBig(a.Width(), wide(new(big.Int), a.wide(), b.wide()))
}

// Add returns a + b modulo 2^width.
func (a Int) Add(b Int) Int {
	return a.modular(b, func(x, y uint64) uint64 { return x + y }, (*big.Int).Add)
}

// Sub returns a - b modulo 2^width.
func (a Int) Sub(b Int) Int {
	return a.modular(b, func(x, y uint64) uint64 { return x - y }, (*big.Int).Sub)
}

// Mul returns a * b modulo 2^width.
func (a Int) Mul(b Int) Int {
	return a.modular(b, func(x, y uint64) uint64 { return x * y }, (*big.Int).Mul)
}

// And returns the bits set in both.
func (a Int) And(b Int) Int {
	return a.modular(b, func(x, y uint64) uint64 { return x & y }, (*big.Int).And)
}

// Or returns the bits set in at least one operand.
func (a Int) Or(b Int) Int {
	return a.modular(b, func(x, y uint64) uint64 { return x | y }, (*big.Int).Or)
}

// Xor returns the bits set in exactly one operand.
func (a Int) Xor(b Int) Int {
	return a.modular(b, func(x, y uint64) uint64 { return x ^ y }, (*big.Int).Xor)
}

// Not returns all bits inverted.
func (a Int) Not() Int { return a.Xor(MaxUnsigned(a.Width())) }

// Neg returns -a modulo 2^width.
func (a Int) Neg() Int { return IntFromUint64(a.Width(), 0).Sub(a) }

// Abs returns the magnitude of the signed value; the smallest value is returned
// unchanged.
func (a Int) Abs() Int {
	if a.IsNegative() {
		return a.Neg()
	}
	return a
}

// AddOverflow returns Add and whether the sum left the range.
func (a Int) AddOverflow(b Int) (sum Int, o Overflow) {
	sum = a.Add(b)
	return sum, Overflow{
		Signed:   a.IsNegative() == b.IsNegative() && sum.IsNegative() != a.IsNegative(),
		Unsigned: sum.CmpUnsigned(a) < 0,
	}
}

// SubOverflow returns Sub and whether the difference left the range.
func (a Int) SubOverflow(b Int) (difference Int, o Overflow) {
	difference = a.Sub(b)
	return difference, Overflow{
		Signed:   a.IsNegative() != b.IsNegative() && difference.IsNegative() != a.IsNegative(),
		Unsigned: a.CmpUnsigned(b) < 0,
	}
}

// MulOverflow returns Mul and whether the product left the range.
func (a Int) MulOverflow(b Int) (product Int, o Overflow) {
	low, high := a.MulUnsignedExtended(b)
	_, signedHigh := a.MulSignedExtended(b)
	o.Unsigned = !high.IsZero()
	if low.IsNegative() {
		o.Signed = !signedHigh.IsAllOnes()
	} else {
		o.Signed = !signedHigh.IsZero()
	}
	return low, o
}

// MulUnsignedExtended returns the low and the high half of the unsigned product,
// which has twice the width.
func (a Int) MulUnsignedExtended(b Int) (low, high Int) {
	if a.wide() == nil {
		hi, lo := bits.Mul64(a.lo, b.lo)
		return a.halves(hi, lo)
	}
	return a.bigHalves(new(big.Int).Mul(a.wide(), b.wide()))
}

// MulSignedExtended returns the low and the high half of the signed product, which
// has twice the width.
func (a Int) MulSignedExtended(b Int) (low, high Int) {
	if a.wide() == nil {
		x, y := a.Int64(), b.Int64()
		hi, lo := bits.Mul64(uint64(x), uint64(y))
		hi -= uint64(x>>63)&uint64(y) + uint64(y>>63)&uint64(x)
		return a.halves(hi, lo)
	}
	return a.bigHalves(new(big.Int).Mul(a.signedBig(), b.signedBig()))
}

func (a Int) halves(hi, lo uint64) (low, high Int) {
	w := uint(a.Width())
	return IntFromUint64(a.Width(), lo), IntFromUint64(a.Width(), lo>>w|hi<<(64-w))
}

func (a Int) bigHalves(product *big.Int) (low, high Int) {
	low = IntFromBig(a.Width(), product)
	return low, IntFromBig(a.Width(), product.Rsh(product, uint(a.Width())))
}

// DivUnsigned returns the unsigned quotient; ok is false for a zero divisor.
func (a Int) DivUnsigned(b Int) (quotient Int, ok bool) {
	if b.IsZero() {
		return Int{}, false
	}
	return a.modular(b, func(x, y uint64) uint64 { return x / y }, (*big.Int).Quo), true
}

// RemUnsigned returns the unsigned remainder; ok is false for a zero divisor.
func (a Int) RemUnsigned(b Int) (remainder Int, ok bool) {
	if b.IsZero() {
		return Int{}, false
	}
	return a.modular(b, func(x, y uint64) uint64 { return x % y }, (*big.Int).Rem), true
}

// CeilDivUnsigned returns the unsigned quotient rounded up; ok is false for a zero
// divisor.
func (a Int) CeilDivUnsigned(b Int) (quotient Int, ok bool) {
	q, ok := a.DivUnsigned(b)
	if r, _ := a.RemUnsigned(b); ok && !r.IsZero() {
		q = q.Add(IntFromUint64(a.Width(), 1))
	}
	return q, ok
}

// signed computes a signed quotient or remainder; ok is false when there is none
// or it leaves the range.
func (a Int) signed(b Int, narrow func(x, y int64) int64, wide func(z, x, y *big.Int) *big.Int) (Int, bool) {
	if b.IsZero() || a.IsMinSigned() && b.IsAllOnes() {
		return Int{}, false
	}
	if a.wide() == nil {
		return IntFromInt64(a.Width(), narrow(a.Int64(), b.Int64())), true
	}
	return IntFromBig(a.Width(), wide(new(big.Int), a.signedBig(), b.signedBig())), true
}

// DivSigned returns the signed quotient rounded towards zero; ok is false for a
// zero divisor and for the smallest value divided by -1.
func (a Int) DivSigned(b Int) (quotient Int, ok bool) {
	return a.signed(b, func(x, y int64) int64 { return x / y }, (*big.Int).Quo)
}

// RemSigned returns the remainder of DivSigned, which has the sign of a; ok is
// false for a zero divisor. The smallest value by -1 leaves 0.
func (a Int) RemSigned(b Int) (remainder Int, ok bool) {
	if b.IsAllOnes() && b.Width() > 0 {
		return IntFromUint64(a.Width(), 0), true
	}
	return a.signed(b, func(x, y int64) int64 { return x % y }, (*big.Int).Rem)
}

// FloorDivSigned returns the signed quotient rounded towards minus infinity; ok is
// as in DivSigned.
func (a Int) FloorDivSigned(b Int) (quotient Int, ok bool) { return a.divRounded(b, true) }

// CeilDivSigned returns the signed quotient rounded towards infinity; ok is as in
// DivSigned.
func (a Int) CeilDivSigned(b Int) (quotient Int, ok bool) { return a.divRounded(b, false) }

func (a Int) divRounded(b Int, down bool) (quotient Int, ok bool) {
	q, ok := a.DivSigned(b)
	if !ok {
		return q, false
	}
	r, _ := a.RemSigned(b)
	// DivSigned has rounded a negative quotient up and a positive quotient down.
	if negative := a.IsNegative() != b.IsNegative(); !r.IsZero() && negative == down {
		step := int64(1)
		if down {
			step = -1
		}
		q = q.Add(IntFromInt64(a.Width(), step))
	}
	return q, true
}

// amount returns the distance of a shift; ok is false if it is not below the width.
func (a Int) amount(by Int) (n uint, ok bool) {
	if !by.IsUint64() || by.Uint64() >= uint64(a.Width()) {
		return 0, false
	}
	return uint(by.Uint64()), true
}

// Shl returns a shifted left; ok is false when by is not below the width.
func (a Int) Shl(by Int) (shifted Int, ok bool) {
	n, ok := a.amount(by)
	if !ok {
		return Int{}, false
	}
	return a.shiftLeft(n), true
}

func (a Int) shiftLeft(n uint) Int {
	if a.wide() == nil {
		return IntFromUint64(a.Width(), a.lo<<n)
	}
	return IntFromBig(a.Width(), new(big.Int).Lsh(a.wide(), n))
}

// ShrUnsigned returns a shifted right, zeros entering; ok is false when by is not
// below the width.
func (a Int) ShrUnsigned(by Int) (shifted Int, ok bool) {
	n, ok := a.amount(by)
	switch {
	case !ok:
		return Int{}, false
	case a.wide() == nil:
		return IntFromUint64(a.Width(), a.lo>>n), true
	}
	return IntFromBig(a.Width(), new(big.Int).Rsh(a.wide(), n)), true
}

// ShrSigned returns a shifted right, the sign bit entering; ok is false when by is
// not below the width.
func (a Int) ShrSigned(by Int) (shifted Int, ok bool) {
	n, ok := a.amount(by)
	switch {
	case !ok:
		return Int{}, false
	case a.wide() == nil:
		return IntFromInt64(a.Width(), a.Int64()>>n), true
	}
	return IntFromBig(a.Width(), new(big.Int).Rsh(a.signedBig(), n)), true
}

// CmpUnsigned returns -1, 0 or 1 as a is below, equal to or above b.
func (a Int) CmpUnsigned(b Int) int {
	switch {
	case a.wide() != nil || b.wide() != nil:
		return a.unsignedBig().Cmp(b.unsignedBig())
	case a.lo < b.lo:
		return -1
	case a.lo > b.lo:
		return 1
	}
	return 0
}

// CmpSigned is CmpUnsigned for signed values.
func (a Int) CmpSigned(b Int) int {
	if an, bn := a.IsNegative(), b.IsNegative(); an != bn {
		if an {
			return -1
		}
		return 1
	}
	return a.CmpUnsigned(b)
}

// MinSigned returns the smaller signed value.
func (a Int) MinSigned(b Int) Int { return pickFirst(a, b, a.CmpSigned(b) <= 0) }

// MaxSigned returns the larger signed value.
func (a Int) MaxSigned(b Int) Int { return pickFirst(a, b, a.CmpSigned(b) >= 0) }

// MinUnsigned returns the smaller unsigned value.
func (a Int) MinUnsigned(b Int) Int { return pickFirst(a, b, a.CmpUnsigned(b) <= 0) }

// MaxUnsigned returns the larger unsigned value.
func (a Int) MaxUnsigned(b Int) Int { return pickFirst(a, b, a.CmpUnsigned(b) >= 0) }

func pickFirst[T any](a, b T, first bool) T {
	if first {
		return a
	}
	return b
}
