package num

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// literal is a decimal literal without sign: 0.digits * 10^point. The digits have
// no zero at either end; zero has none.
type literal struct {
	digits string
	point  int
}

// Literals are cut to the digits that decide how numbers of f80 and f128 round: the
// middle between two of the smallest numbers of f128 has about 11,500 digits, and all
// numbers are between 10^-4966 and 10^4933.
const (
	maxDigits = 12_000
	maxPoint  = 5_000
)

// splitLiteral decomposes the text of a literal, see isDecimalFloat.
func splitLiteral(text string) literal {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	whole = strings.TrimLeft(whole, "0")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits = strings.TrimRight(digits, "0"); digits == "" {
		return literal{}
	}
	point := len(whole)
	if whole == "" {
		point = -(len(fraction) - len(strings.TrimLeft(fraction, "0")))
	}
	exp, _ := strconv.Atoi(exponent) // the nearest int if it is out of range
	limit := 2 * (maxPoint + len(text))
	point += max(-limit, min(exp, limit))
	if len(digits) > maxDigits {
		digits = digits[:maxDigits] + "1" // the part that was cut is not zero
	}
	return literal{digits, point}
}

// heldBy reports whether v, the literal rounded, represents the literal exactly.
func (l literal) heldBy(v float64) bool {
	const leastNormal = 0x1p-1022
	return l.digits == "" || len(l.digits) <= 18 && math.Abs(v) >= leastNormal && !math.IsInf(v, 0)
}

// round returns the number of kind k, f80 or f128, that is nearest to the literal,
// ties to even.
func (l literal) round(k *FloatKind, negative bool) Float {
	sig, _ := new(big.Int).SetString(l.digits, 10)
	exp := l.point - len(l.digits)
	switch {
	case l.point > maxPoint: // any number this large rounds to infinity, any number this small to zero
		sig.SetInt64(1)
		exp = maxPoint
	case l.point < -maxPoint:
		sig.SetInt64(1)
		exp = -maxPoint
	}
	return k.fromDecimal(negative, sig, exp)
}
