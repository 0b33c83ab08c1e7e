package num

import "math/big"

// FloatFromInt returns the signed or unsigned value of v as a number of kind k; exact
// reports that no rounding occurred.
func FloatFromInt(k *FloatKind, v Int, signed bool, mode Rounding) (f Float, exact bool) {
	neg := signed && v.IsNegative()
	if neg {
		v = v.Neg() // the smallest value is its own magnitude, read as unsigned
	}
	switch {
	case v.IsZero():
		return k.Zero(false), !k.Scale
	case v.wide() != nil:
		return k.roundBig(neg, v.wide(), 0, false, mode)
	}
	return k.round(neg, u128{0, v.lo}, 0, false, mode)
}

// ToInt returns f rounded to an integer of width bits. ok is false if f is NaN, for which the
// result is 0, or if f is outside of the signed or unsigned range, for which the result is the
// nearest limit. exact reports that no rounding occurred. arith.fptosi and arith.fptoui round
// TowardZero, and their result is poison if ok is false.
func (f Float) ToInt(width int, signed bool, mode Rounding) (v Int, exact, ok bool) {
	u := f.unpack()
	switch {
	case u.class == zero:
		return IntFromUint64(width, 0), true, true
	case u.class == nan:
		return IntFromUint64(width, 0), false, false
	case u.class == infinity || u.exp+u.sig.len() > width+1:
		return limit(width, signed, u.neg), false, false
	}
	magnitude, exact := u.integer(mode)
	if u.neg {
		magnitude.Neg(magnitude)
	}
	v = IntFromBig(width, magnitude)
	back := v.unsignedBig()
	if signed {
		back = v.signedBig()
	}
	if back.Cmp(magnitude) != 0 {
		return limit(width, signed, u.neg), false, false
	}
	return v, exact, true
}

func limit(width int, signed, smallest bool) Int {
	switch {
	case width == 0 || !signed && smallest:
		return IntFromUint64(width, 0)
	case !signed:
		return MaxUnsigned(width)
	case smallest:
		return MinSigned(width)
	}
	return MaxSigned(width)
}

// integer returns the magnitude of a finite number rounded to an integer.
func (u unpacked) integer(mode Rounding) (magnitude *big.Int, exact bool) {
	magnitude = u.sig.big()
	if u.exp >= 0 {
		return magnitude.Lsh(magnitude, uint(u.exp)), true
	}
	drop := uint(-u.exp)
	half := magnitude.Bit(int(drop-1)) == 1
	sticky := magnitude.TrailingZeroBits() < drop-1
	magnitude.Rsh(magnitude, drop)
	if mode.roundsUp(u.neg, magnitude.Bit(0) == 1, half, sticky) {
		magnitude.Add(magnitude, big.NewInt(1))
	}
	return magnitude, !half && !sticky
}

// RoundToInteger returns f rounded to an integer of its kind: TowardZero is trunc, Upward
// ceil, Downward floor, NearestAway round and NearestEven roundeven. The sign is kept:
// -0.3 becomes -0.
func (f Float) RoundToInteger(mode Rounding) Float {
	u := f.unpack()
	if u.class == nan {
		n, _ := propagateNaN(f)
		return n
	}
	if u.class != finite || u.exp >= 0 {
		return f
	}
	magnitude, _ := u.integer(mode)
	return f.Kind.fromExact(exact{class: finite, neg: u.neg, sig: magnitude, exp: 0}, mode)
}
