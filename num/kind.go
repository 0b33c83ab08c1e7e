package num

// NonFinite specifies the infinities and NaNs of a format.
type NonFinite uint8

// The behaviours, as in fltNonfiniteBehavior and fltNanEncoding of LLVM's APFloat.
const (
	IEEE         NonFinite = iota // infinities and NaNs have all ones in the exponent field
	NaNAllOnes                    // no infinities; NaN has all ones in exponent and mantissa
	NaNMinusZero                  // no infinities, no -0; its encoding is NaN
	FiniteOnly                    // neither infinities nor NaNs
)

// FloatKind describes a floating point format. The kinds are the variables below;
// compare by pointer.
type FloatKind struct {
	Name         string // the MLIR type, for example "f8E4M3FN"
	Bits         int    // width of an encoding
	ExponentBits int
	MantissaBits int // fraction bits, without the integer bit
	Bias         int
	NonFinite    NonFinite
	IntegerBit   bool // x87: the integer bit is stored, above the mantissa
	Scale        bool // no sign, no zero, no subnormals: a power of two or NaN
}

// The floating point types of MLIR's builtin dialect, with the parameters of the
// formats in llvm/lib/Support/APFloat.cpp.
var (
	F4E2M1FN      = &FloatKind{Name: "f4E2M1FN", Bits: 4, ExponentBits: 2, MantissaBits: 1, Bias: 1, NonFinite: FiniteOnly}
	F6E2M3FN      = &FloatKind{Name: "f6E2M3FN", Bits: 6, ExponentBits: 2, MantissaBits: 3, Bias: 1, NonFinite: FiniteOnly}
	F6E3M2FN      = &FloatKind{Name: "f6E3M2FN", Bits: 6, ExponentBits: 3, MantissaBits: 2, Bias: 3, NonFinite: FiniteOnly}
	F8E5M2        = &FloatKind{Name: "f8E5M2", Bits: 8, ExponentBits: 5, MantissaBits: 2, Bias: 15}
	F8E4M3        = &FloatKind{Name: "f8E4M3", Bits: 8, ExponentBits: 4, MantissaBits: 3, Bias: 7}
	F8E4M3FN      = &FloatKind{Name: "f8E4M3FN", Bits: 8, ExponentBits: 4, MantissaBits: 3, Bias: 7, NonFinite: NaNAllOnes}
	F8E5M2FNUZ    = &FloatKind{Name: "f8E5M2FNUZ", Bits: 8, ExponentBits: 5, MantissaBits: 2, Bias: 16, NonFinite: NaNMinusZero}
	F8E4M3FNUZ    = &FloatKind{Name: "f8E4M3FNUZ", Bits: 8, ExponentBits: 4, MantissaBits: 3, Bias: 8, NonFinite: NaNMinusZero}
	F8E4M3B11FNUZ = &FloatKind{Name: "f8E4M3B11FNUZ", Bits: 8, ExponentBits: 4, MantissaBits: 3, Bias: 11, NonFinite: NaNMinusZero}
	F8E3M4        = &FloatKind{Name: "f8E3M4", Bits: 8, ExponentBits: 3, MantissaBits: 4, Bias: 3}
	F8E8M0FNU     = &FloatKind{Name: "f8E8M0FNU", Bits: 8, ExponentBits: 8, MantissaBits: 0, Bias: 127, NonFinite: NaNAllOnes, Scale: true}
	BF16          = &FloatKind{Name: "bf16", Bits: 16, ExponentBits: 8, MantissaBits: 7, Bias: 127}
	F16           = &FloatKind{Name: "f16", Bits: 16, ExponentBits: 5, MantissaBits: 10, Bias: 15}
	TF32          = &FloatKind{Name: "tf32", Bits: 19, ExponentBits: 8, MantissaBits: 10, Bias: 127}
	F32           = &FloatKind{Name: "f32", Bits: 32, ExponentBits: 8, MantissaBits: 23, Bias: 127}
	F64           = &FloatKind{Name: "f64", Bits: 64, ExponentBits: 11, MantissaBits: 52, Bias: 1023}
	F80           = &FloatKind{Name: "f80", Bits: 80, ExponentBits: 15, MantissaBits: 63, Bias: 16383, IntegerBit: true}
	F128          = &FloatKind{Name: "f128", Bits: 128, ExponentBits: 15, MantissaBits: 112, Bias: 16383}
)

// FloatKinds returns all kinds by ascending width.
func FloatKinds() []*FloatKind {
	return []*FloatKind{
		F4E2M1FN, F6E2M3FN, F6E3M2FN,
		F8E5M2, F8E4M3, F8E4M3FN, F8E5M2FNUZ, F8E4M3FNUZ, F8E4M3B11FNUZ, F8E3M4, F8E8M0FNU,
		BF16, F16, TF32, F32, F64, F80, F128,
	}
}

// FloatKindByName returns the kind that an MLIR type name denotes, or nil.
func FloatKindByName(name string) *FloatKind {
	for _, k := range FloatKinds() {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// Precision returns the number of significant bits, with the integer bit.
func (k *FloatKind) Precision() int { return k.MantissaBits + 1 }

// HasInf reports whether the kind has infinities.
func (k *FloatKind) HasInf() bool { return k.NonFinite == IEEE }

// HasNaN reports whether the kind has NaNs.
func (k *FloatKind) HasNaN() bool { return k.NonFinite != FiniteOnly }

// HasSign reports whether the kind has negative values.
func (k *FloatKind) HasSign() bool { return !k.Scale }

// String returns the name.
func (k *FloatKind) String() string { return k.Name }

// exponentMask returns the largest exponent field.
func (k *FloatKind) exponentMask() int { return 1<<k.ExponentBits - 1 }

// minExponent returns the exponent of the smallest normal number.
func (k *FloatKind) minExponent() int {
	if k.Scale {
		return -k.Bias
	}
	return 1 - k.Bias
}

// maxExponent returns the exponent of the largest finite number.
func (k *FloatKind) maxExponent() int {
	if k.NonFinite == IEEE || k.Scale {
		return k.exponentMask() - 1 - k.Bias
	}
	return k.exponentMask() - k.Bias
}

// exponentAt returns the lowest bit of the exponent field.
func (k *FloatKind) exponentAt() uint {
	if k.IntegerBit {
		return uint(k.MantissaBits + 1)
	}
	return uint(k.MantissaBits)
}

// maxSignificand returns the significand, with the integer bit, of the largest
// finite number.
func (k *FloatKind) maxSignificand() u128 {
	s := onesU128(uint(k.Precision()))
	if k.NonFinite == NaNAllOnes && !k.Scale {
		s.lo-- // the pattern of all ones is NaN
	}
	return s
}

// narrow reports whether float64 has at least twice the precision plus 2. In this case the sum,
// product, quotient and square root that are first rounded to float64 and then to the kind are
// correctly rounded (Figueroa, "When is double rounding innocuous?", 1995: 53 ≥ 2p+2). Kinds with
// other exponent ranges than float64's are no exception, because every value of a narrow kind is a
// normal float64.
func (k *FloatKind) narrow() bool { return 2*k.Precision()+2 <= 53 }
