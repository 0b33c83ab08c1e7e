package num

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// ParseFloat reads a literal as MLIR's attribute parser does. A decimal literal consists of digits
// with a point and optionally an exponent, and may be negative; it is rounded to f64 and then to
// the kind, both to nearest even, so that a large literal may become infinity. Only a literal of
// f80 or f128 that f64 cannot represent, because of its size or because it has more than 18 digits,
// is rounded once, so that every number of these kinds can be printed and read back; upstream reads
// a different number in this case.
//
// A hexadecimal literal (0x) is the encoding and has no sign (ErrSign); it is
// ErrRange if it is too long for the kind. A negative number in a kind without sign
// is ErrSign, unless the number is zero.
func ParseFloat(k *FloatKind, text string) (Float, error) {
	magnitude, negative := strings.CutPrefix(text, "-")
	if strings.HasPrefix(magnitude, "0x") {
		if negative {
			return Float{}, ErrSign
		}
		v, err := parseMagnitude(magnitude, k.Bits)
		if err != nil {
			return Float{}, err
		}
		return floatFromEncoding(k, v), nil
	}
	if !isDecimalFloat(magnitude) {
		return Float{}, ErrSyntax
	}
	v, _ := strconv.ParseFloat(text, 64) // the only error left is infinity
	if k.Precision() > F64.Precision() {
		if l := splitLiteral(magnitude); !l.heldBy(v) {
			return l.round(k, negative), nil
		}
	}
	if negative && !k.HasSign() {
		if v != 0 {
			return Float{}, ErrSign
		}
		v = 0 // minus zero is zero
	}
	return FloatFromFloat64(k, v), nil
}

func floatFromEncoding(k *FloatKind, v Int) Float {
	var b [16]byte
	return FloatFromBytes(k, v.AppendBytes(b[:0]))
}

// isDecimalFloat reports whether s is [0-9]+ '.' [0-9]* ([eE] [-+]? [0-9]+)?
func isDecimalFloat(s string) bool {
	whole := skipDigits(s)
	if whole == s || !strings.HasPrefix(whole, ".") {
		return false
	}
	rest := skipDigits(whole[1:])
	if rest == "" {
		return true
	}
	if rest[0] != 'e' && rest[0] != 'E' {
		return false
	}
	rest = rest[1:]
	if rest != "" && (rest[0] == '-' || rest[0] == '+') {
		rest = rest[1:]
	}
	return rest != "" && skipDigits(rest) == ""
}

func skipDigits(s string) string {
	for s != "" && s[0] >= '0' && s[0] <= '9' {
		s = s[1:]
	}
	return s
}

// String returns f as AppendText does.
func (f Float) String() string { return string(f.AppendText(nil)) }

// AppendText appends f as MLIR prints it; see appendUpstream. Numbers of f80 and f128
// that MLIR would read as other numbers, because it reads through f64, are written as
// their encoding.
func (f Float) AppendText(dst []byte) []byte {
	start := len(dst)
	dst = f.appendUpstream(dst)
	if f.Kind.Precision() > F64.Precision() {
		if v, err := ParseFloat(f.Kind, string(dst[start:])); err != nil || v != f {
			return f.AppendHex(dst[:start])
		}
	}
	return dst
}

// appendUpstream appends f as MLIR prints it (printFloatValue in
// mlir/lib/IR/AsmPrinter.cpp): with six significant digits, `1.500000e+00`, if that
// reads back as f; else with all significant digits if these have a point,
// `0.699999988`; else, as for infinities and NaNs, its encoding, `0x7F800000`.
func (f Float) appendUpstream(dst []byte) []byte {
	u := f.unpack()
	start := len(dst)
	if u.neg && u.class <= finite {
		dst = append(dst, '-')
	}
	switch u.class {
	case zero:
		return append(dst, "0.000000e+00"...)
	case finite:
		exact := newDecimal(u.sig, u.exp)
		short := exact.shorten(6)
		signed := len(dst)
		dst = short.appendScientific(dst)
		if f.readsBack(dst[start:], u.neg, &short) {
			return dst
		}
		dst = dst[:signed]
		// 2 + floor(bits / log2(10)) digits distinguish all numbers.
		precision := 2 + f.Kind.Precision()*59/196
		long := exact.shorten(precision)
		dst = long.appendGeneral(dst, precision)
		if bytes.IndexByte(dst[signed:], '.') >= 0 {
			return dst
		}
	}
	return f.AppendHex(dst[:start])
}

// AppendHex appends the encoding, for example `0x7F800000`.
func (f Float) AppendHex(dst []byte) []byte {
	const hex = "0123456789ABCDEF"
	dst = append(dst, "0x"...)
	for at := max(4, (f.bits.len()+3)/4*4) - 4; at >= 0; at -= 4 {
		dst = append(dst, hex[f.bits.shr(uint(at)).lo&15])
	}
	return dst
}

// readsBack reports whether the decimal text of six digits d rounds to f.
func (f Float) readsBack(text []byte, neg bool, d *digits) bool {
	if f.Kind.Precision() <= F64.Precision() {
		v, err := strconv.ParseFloat(string(text), 64)
		if err == nil && v == f.Float64() {
			return true
		}
		if f.Kind == F64 {
			return false
		}
		// Rounding a second time is wrong only exactly in the middle between two numbers, and a middle
		// has one bit more than a number.
		u := Float{F64, u128{0, math.Float64bits(v)}}.unpack()
		if u.sig.len()-u.sig.trailingZeros() > f.Kind.Precision()+1 {
			return FloatFromFloat64(f.Kind, v) == f
		}
	}
	return f.Kind.fromDigits(neg, d) == f
}

// appendScientific appends d in the form 1.230000e+05, at least six digits after
// the point and two in the exponent.
func (d *digits) appendScientific(dst []byte) []byte {
	dst = append(dst, '0'+d.d[0], '.')
	for i := 1; i < 7; i++ {
		c := byte('0')
		if i < d.n {
			c += d.d[i]
		}
		dst = append(dst, c)
	}
	dst = append(dst, 'e')
	return appendExponent(dst, d.point-1, 2)
}

// appendGeneral appends d in the form 0.00123, 1.23 or 123 if that takes no zeros
// beyond precision digits and at most three before them, else as 1.23E-5.
func (d *digits) appendGeneral(dst []byte, precision int) []byte {
	const maxPadding = 3
	zeros := d.point - d.n // after the digits
	switch {
	case zeros >= 0 && (zeros > maxPadding || d.point > precision), d.point < 1 && 1-d.point > maxPadding:
		dst = append(dst, '0'+d.d[0], '.')
		if d.n == 1 {
			dst = append(dst, '0')
		}
		dst = appendDigits(dst, d.d[1:d.n])
		return appendExponent(append(dst, 'E'), d.point-1, 1)
	case zeros >= 0:
		return appendZeros(appendDigits(dst, d.d[:d.n]), zeros)
	case d.point > 0:
		dst = append(appendDigits(dst, d.d[:d.point]), '.')
		return appendDigits(dst, d.d[d.point:d.n])
	}
	dst = appendZeros(append(dst, '0', '.'), -d.point)
	return appendDigits(dst, d.d[:d.n])
}

func appendDigits(dst, digits []byte) []byte {
	for _, c := range digits {
		dst = append(dst, '0'+c)
	}
	return dst
}

func appendZeros(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, '0')
	}
	return dst
}

// appendExponent appends the sign and at least width digits.
func appendExponent(dst []byte, exp, width int) []byte {
	sign := byte('+')
	if exp < 0 {
		sign, exp = '-', -exp
	}
	dst = append(dst, sign)
	if width == 2 && exp < 10 {
		dst = append(dst, '0')
	}
	return strconv.AppendInt(dst, int64(exp), 10)
}
