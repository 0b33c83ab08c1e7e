package num

import (
	"errors"
	"math/big"
	"strconv"
	"strings"
)

// Signedness determines the values that literals of an integer type may have.
type Signedness uint8

// A signless type of width w takes literals from -2^(w-1) to 2^w-1.
const (
	Signless Signedness = iota
	Signed
	Unsigned
)

// The errors of the Parse functions.
var (
	ErrSyntax = errors.New("malformed number")
	ErrRange  = errors.New("number out of range for its type")
	ErrSign   = errors.New("negative number for a type without a sign")
)

// ParseInt reads a decimal or hexadecimal (0x) literal, possibly negative, into width
// bits. It has the limits of MLIR's attribute parser: a signless type takes positive
// literals up to its largest unsigned value, `-0` is out of range, and hexadecimal
// literals obey the same limits. Errors are ErrSyntax, ErrRange and ErrSign.
func ParseInt(text string, width int, s Signedness) (Int, error) {
	digits, negative := strings.CutPrefix(text, "-")
	if negative && s == Unsigned {
		return Int{}, ErrSign
	}
	magnitude, err := parseMagnitude(digits, width)
	if err != nil {
		return Int{}, err
	}
	switch {
	case negative:
		v := magnitude.Neg()
		if !v.IsNegative() {
			return Int{}, ErrRange
		}
		return v, nil
	case s == Signed && magnitude.IsNegative():
		return Int{}, ErrRange
	}
	return magnitude, nil
}

// parseMagnitude reads digits into width bits, read as unsigned.
func parseMagnitude(digits string, width int) (Int, error) {
	if v, ok := shortDecimal(digits); ok {
		if width < 64 && v>>uint(width) != 0 {
			return Int{}, ErrRange
		}
		return IntFromUint64(width, v), nil
	}
	base := 10
	if len(digits) > 2 && digits[0] == '0' && digits[1] == 'x' {
		base, digits = 16, digits[2:]
	}
	if !isDigits(digits, base) {
		return Int{}, ErrSyntax
	}
	if v, err := strconv.ParseUint(digits, base, 64); err == nil {
		if width < 64 && v>>uint(width) != 0 {
			return Int{}, ErrRange
		}
		return IntFromUint64(width, v), nil
	}
	digits = strings.TrimLeft(digits, "0")
	// Each digit takes more than 3 bits, so that this bounds the work for long literals.
	if (len(digits)-1)*3 > width {
		return Int{}, ErrRange
	}
	v, _ := new(big.Int).SetString(digits, base)
	if v.BitLen() > width {
		return Int{}, ErrRange
	}
	return IntFromBig(width, v), nil
}

// PutShortInt parses decimal digits as ParseInt does and fills raw with the bytes of the number. It
// returns false, and the caller must use ParseInt, if there are many digits, the width is large or
// the number is out of range.
func PutShortInt(raw []byte, digits string, negative bool, width int, s Signedness) bool {
	v, ok := shortDecimal(digits)
	if !ok || width == 0 || width > 64 {
		return false
	}
	top := uint64(1) << (width - 1) // the magnitude of the least signed number
	most := top<<1 - 1
	switch {
	case negative && (v == 0 || v > top || s == Unsigned), s == Signed && !negative && v >= top, v > most:
		return false
	case negative:
		v = -v & most
	}
	for i := range raw {
		raw[i] = byte(v)
		v >>= 8
	}
	return true
}

// shortDecimal reads decimal digits whose number certainly fits.
func shortDecimal(digits string) (v uint64, ok bool) {
	if len(digits) == 0 || len(digits) > 18 {
		return 0, false
	}
	for i := range len(digits) {
		d := digits[i] - '0'
		if d > 9 {
			return 0, false
		}
		v = 10*v + uint64(d)
	}
	return v, true
}

func isDigits(s string, base int) bool {
	for i := range len(s) {
		c := s[i]
		decimal := c >= '0' && c <= '9'
		if !decimal && (base == 10 || (c|0x20) < 'a' || (c|0x20) > 'f') {
			return false
		}
	}
	return len(s) > 0
}

// AppendSigned appends the signed value in decimal.
func (a Int) AppendSigned(dst []byte) []byte {
	if a.wide() != nil {
		return a.signedBig().Append(dst, 10)
	}
	return strconv.AppendInt(dst, a.Int64(), 10)
}

// AppendUnsigned appends the unsigned value in decimal.
func (a Int) AppendUnsigned(dst []byte) []byte {
	if a.wide() != nil {
		return a.wide().Append(dst, 10)
	}
	return strconv.AppendUint(dst, a.lo, 10)
}

// String returns the signed value in decimal.
func (a Int) String() string { return string(a.AppendSigned(nil)) }
