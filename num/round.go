package num

import "math/big"

// Rounding chooses among the two numbers next to a result that is not exact.
type Rounding uint8

// The rounding modes.
const (
	NearestEven Rounding = iota
	TowardZero
	Upward
	Downward
	NearestAway // ties away from zero
)

// roundsUp reports whether a magnitude is rounded away from zero, given its lowest kept
// bit, the first dropped bit and whether any lower bit is set.
func (r Rounding) roundsUp(neg, odd, half, sticky bool) bool {
	switch r {
	case NearestEven:
		return half && (sticky || odd)
	case NearestAway:
		return half
	case Upward:
		return !neg && (half || sticky)
	case Downward:
		return neg && (half || sticky)
	}
	return false
}

// round returns the number of kind k for (-1)^neg * sig * 2^exp, sig > 0. If sticky is
// set, the exact magnitude is larger by less than a unit of sig, and sig has more than
// Precision+1 bits. exact reports that no rounding occurred.
func (k *FloatKind) round(neg bool, sig u128, exp int, sticky bool, mode Rounding) (f Float, exact bool) {
	if neg && !k.HasSign() {
		return k.nan(false, u128{}), false
	}
	p := k.Precision()
	top := exp + sig.len() - 1 // exponent of the highest bit
	unit := max(top, k.minExponent()) - (p - 1)
	exact = !sticky
	switch drop := unit - exp; {
	case drop <= 0:
		sig = sig.shl(uint(-drop))
	case drop > sig.len():
		up := mode.roundsUp(neg, false, false, true)
		sig, exact = u128{}, false
		if up {
			sig = u128{0, 1}
		}
	default:
		half := sig.bit(uint(drop - 1))
		sticky = sticky || !sig.and(onesU128(uint(drop-1))).isZero()
		exact = !half && !sticky
		sig = sig.shr(uint(drop))
		if mode.roundsUp(neg, sig.lo&1 == 1, half, sticky) {
			sig = sig.inc()
		}
	}
	if sig.isZero() {
		return k.Zero(neg), false
	}
	if sig.len() > p { // the carry produced one more bit; the low bit is zero
		sig = sig.shr(1)
		unit++
	}
	if top = unit + p - 1; top > k.maxExponent() || top == k.maxExponent() && sig.cmp(k.maxSignificand()) > 0 {
		return k.overflow(neg, mode), false
	}
	field := top + k.Bias
	if sig.len() < p {
		field = 0
	}
	return k.encode(neg, field, sig), exact
}

// overflow returns the rounded value of a magnitude above the largest number. In a kind
// without infinities this is NaN, and in a kind without both it is the largest number.
func (k *FloatKind) overflow(neg bool, mode Rounding) Float {
	if mode == TowardZero || mode == Upward && neg || mode == Downward && !neg {
		return k.Largest(neg)
	}
	if k.HasInf() {
		return k.inf(neg)
	}
	return k.nan(neg, u128{})
}

// roundBig is round for a magnitude of any size.
func (k *FloatKind) roundBig(neg bool, sig *big.Int, exp int, sticky bool, mode Rounding) (f Float, exact bool) {
	top, below, more := topU128(sig)
	return k.round(neg, top, exp+below, sticky || more, mode)
}

// Convert returns the number of kind k nearest to f in the rounding mode; exact reports that it is
// the same number; all NaNs count as the same. Infinity becomes NaN in a kind without infinities,
// and NaN the largest number in a kind without NaNs. A negative number becomes NaN in a kind
// without negative numbers. The mantissa of a NaN is its payload: the high bits are kept if the
// kind has payloads, and the result is quiet.
func (f Float) Convert(k *FloatKind, mode Rounding) (r Float, exact bool) {
	if f.Kind == k {
		return f, true
	}
	switch u := f.unpack(); u.class {
	case zero:
		r = k.Zero(u.neg)
		return r, !k.Scale && r.IsNegative() == u.neg
	case infinity:
		if k.HasInf() {
			return k.inf(u.neg), true
		}
		return k.nan(u.neg, u128{}), false
	case nan:
		payload := u128{}
		if f.Kind.NonFinite != NaNMinusZero && k.NonFinite == IEEE {
			if shift := f.Kind.MantissaBits - k.MantissaBits; shift > 0 {
				payload = u.sig.shr(uint(shift))
			} else {
				payload = u.sig.shl(uint(-shift))
			}
		}
		return k.nan(u.neg, payload), k.HasNaN()
	default:
		return k.round(u.neg, u.sig, u.exp, false, mode)
	}
}
