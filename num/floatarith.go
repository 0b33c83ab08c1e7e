package num

import (
	"math"
	"math/big"
)

// propagateNaN returns the quiet form of the first NaN, as IEEE 754 requires.
func propagateNaN(fs ...Float) (Float, bool) {
	for _, f := range fs {
		if u := f.unpack(); u.class == nan {
			return f.Kind.nan(u.neg, u.sig), true
		}
	}
	return Float{}, false
}

// fromNative returns a result that float64 arithmetic computed.
func (k *FloatKind) fromNative(v float64) Float {
	if v != v {
		return k.nan(false, u128{})
	}
	return FloatFromFloat64(k, v)
}

// native reports whether float64 arithmetic, rounded to k, rounds correctly.
func (k *FloatKind) native(mode Rounding) bool {
	return mode == NearestEven && (k == F64 || k.narrow())
}

// Add returns f + g, correctly rounded.
func (f Float) Add(g Float, mode Rounding) Float {
	if n, ok := propagateNaN(f, g); ok {
		return n
	}
	if f.Kind.native(mode) {
		return f.Kind.fromNative(f.Float64() + g.Float64())
	}
	return f.Kind.sum(f.unpack().exact(), g.unpack().exact(), mode)
}

// Sub returns f - g, correctly rounded.
func (f Float) Sub(g Float, mode Rounding) Float {
	if n, ok := propagateNaN(f, g); ok {
		return n
	}
	if f.Kind.native(mode) {
		return f.Kind.fromNative(f.Float64() - g.Float64())
	}
	y := g.unpack().exact()
	y.neg = !y.neg
	return f.Kind.sum(f.unpack().exact(), y, mode)
}

// Mul returns f * g, correctly rounded.
func (f Float) Mul(g Float, mode Rounding) Float {
	if n, ok := propagateNaN(f, g); ok {
		return n
	}
	if f.Kind.native(mode) {
		return f.Kind.fromNative(f.Float64() * g.Float64())
	}
	return f.Kind.fromExact(f.unpack().exact().times(g.unpack().exact()), mode)
}

// FMA returns f * g + h, rounded once.
func (f Float) FMA(g, h Float, mode Rounding) Float {
	if n, ok := propagateNaN(f, g, h); ok {
		return n
	}
	if f.Kind == F64 && mode == NearestEven {
		return F64.fromNative(math.FMA(f.Float64(), g.Float64(), h.Float64()))
	}
	return f.Kind.sum(f.unpack().exact().times(g.unpack().exact()), h.unpack().exact(), mode)
}

// Div returns f / g, correctly rounded.
func (f Float) Div(g Float, mode Rounding) Float {
	k := f.Kind
	if n, ok := propagateNaN(f, g); ok {
		return n
	}
	if k.native(mode) {
		return k.fromNative(f.Float64() / g.Float64())
	}
	x, y := f.unpack(), g.unpack()
	neg := x.neg != y.neg
	switch {
	case x.class == y.class && x.class != finite: // 0/0, inf/inf
		return k.nan(false, u128{})
	case x.class == infinity || y.class == zero:
		return k.infinite(neg)
	case x.class == zero || y.class == infinity:
		return k.Zero(neg)
	}
	// Make the quotient long enough that round sees every significant bit.
	shift := k.Precision() + 2 + y.sig.len()
	q, r := new(big.Int).QuoRem(new(big.Int).Lsh(x.sig.big(), uint(shift)), y.sig.big(), new(big.Int))
	result, _ := k.roundBig(neg, q, x.exp-y.exp-shift, r.Sign() != 0, mode)
	return result
}

// infinite returns infinity, or NaN or the largest number in kinds without.
func (k *FloatKind) infinite(neg bool) Float {
	if k.HasInf() {
		return k.inf(neg)
	}
	return k.nan(neg, u128{})
}

// Rem returns the remainder of f / g with the quotient rounded towards zero, which
// has the sign of f and is exact (C's fmod).
func (f Float) Rem(g Float) Float {
	k := f.Kind
	if n, ok := propagateNaN(f, g); ok {
		return n
	}
	x, y := f.unpack(), g.unpack()
	switch {
	case x.class == infinity || y.class == zero:
		return k.nan(false, u128{})
	case x.class == zero || y.class == infinity:
		return f
	case k.native(NearestEven):
		return k.fromNative(math.Mod(f.Float64(), g.Float64()))
	}
	exp := min(x.exp, y.exp)
	r := x.exact().at(exp)
	r.Rem(r, y.exact().at(exp))
	return k.fromExact(exact{class: finite, neg: x.neg, sig: r, exp: exp}, NearestEven)
}

// Sqrt returns the square root, correctly rounded; NaN for numbers below zero.
func (f Float) Sqrt(mode Rounding) Float {
	k := f.Kind
	if n, ok := propagateNaN(f); ok {
		return n
	}
	u := f.unpack()
	switch {
	case u.class == zero:
		return f
	case u.neg:
		return k.nan(false, u128{})
	case u.class == infinity:
		return f
	case k.native(mode):
		return k.fromNative(math.Sqrt(f.Float64()))
	}
	shift := 2*k.Precision() + 4
	shift += (u.exp - shift) & 1 // an even exponent has a half
	radicand := new(big.Int).Lsh(u.sig.big(), uint(shift))
	root := new(big.Int).Sqrt(radicand)
	square := new(big.Int).Mul(root, root)
	result, _ := k.roundBig(false, root, (u.exp-shift)/2, square.Cmp(radicand) != 0, mode)
	return result
}

// exact is a value with a significand of any length.
type exact struct {
	class class
	neg   bool
	sig   *big.Int
	exp   int
}

func (u unpacked) exact() exact {
	return exact{class: u.class, neg: u.neg, sig: u.sig.big(), exp: u.exp}
}

// at returns the significand for an exponent that is not above x's.
func (x exact) at(exp int) *big.Int { return new(big.Int).Lsh(x.sig, uint(x.exp-exp)) }

func (x exact) times(y exact) exact {
	z := exact{class: max(x.class, y.class), neg: x.neg != y.neg, sig: new(big.Int), exp: x.exp + y.exp}
	switch {
	case x.class == zero && y.class == infinity, x.class == infinity && y.class == zero:
		z.class = nan
	case x.class == zero || y.class == zero:
		z.class = zero
	case z.class == finite:
		z.sig.Mul(x.sig, y.sig)
	}
	return z
}

// fromExact rounds x to the kind. A finite x may have significand 0.
func (k *FloatKind) fromExact(x exact, mode Rounding) Float {
	switch {
	case x.class == nan:
		return k.nan(false, u128{})
	case x.class == infinity:
		return k.infinite(x.neg)
	case x.class == zero || x.sig.Sign() == 0:
		return k.Zero(x.neg)
	}
	f, _ := k.roundBig(x.neg, x.sig, x.exp, false, mode)
	return f
}

// sum returns x + y rounded to the kind.
func (k *FloatKind) sum(x, y exact, mode Rounding) Float {
	switch {
	case x.class == nan || y.class == nan || x.class == infinity && y.class == infinity && x.neg != y.neg:
		return k.nan(false, u128{})
	case x.class == infinity:
		return k.infinite(x.neg)
	case y.class == infinity:
		return k.infinite(y.neg)
	case x.class == zero && y.class == zero:
		return k.Zero(x.neg && y.neg || x.neg != y.neg && mode == Downward)
	case x.class == zero:
		return k.fromExact(y, mode)
	case y.class == zero:
		return k.fromExact(x, mode)
	}
	exp := min(x.exp, y.exp)
	a, b := x.at(exp), y.at(exp)
	if x.neg {
		a.Neg(a)
	}
	if y.neg {
		b.Neg(b)
	}
	a.Add(a, b)
	neg := a.Sign() < 0 || a.Sign() == 0 && mode == Downward
	return k.fromExact(exact{class: finite, neg: neg, sig: a.Abs(a), exp: exp}, mode)
}

// Neg returns f with the other sign. Zero and NaN stay in kinds whose -0 is NaN,
// and kinds without sign have no negatives: NaN.
func (f Float) Neg() Float {
	switch k := f.Kind; {
	case k.Scale:
		return k.nan(false, u128{})
	case k.NonFinite == NaNMinusZero && f.bits.and(onesU128(uint(k.Bits-1))).isZero():
		return f
	default:
		sign := u128{0, 1}.shl(uint(k.Bits - 1))
		return Float{k, u128{f.bits.hi ^ sign.hi, f.bits.lo ^ sign.lo}}
	}
}

// Abs returns f without its sign.
func (f Float) Abs() Float {
	if f.IsNegative() {
		return f.Neg()
	}
	return f
}

// CopySign returns f with the sign of g.
func (f Float) CopySign(g Float) Float {
	if f.IsNegative() != g.IsNegative() {
		return f.Neg()
	}
	return f
}

// Compare returns -1, 0 or 1 if f is below, equal to or above g; ok is false when an
// operand is NaN. Zeros are equal.
func (f Float) Compare(g Float) (c int, ok bool) {
	x, y := f.unpack(), g.unpack()
	if x.class == nan || y.class == nan {
		return 0, false
	}
	if c = x.sign() - y.sign(); c != 0 {
		return max(-1, min(1, c)), true
	}
	return x.sign() * x.compareMagnitude(y), true
}

func (u unpacked) sign() int {
	switch {
	case u.class == zero:
		return 0
	case u.neg:
		return -1
	}
	return 1
}

func (u unpacked) compareMagnitude(v unpacked) int {
	switch {
	case u.class != v.class || u.class != finite:
		return int(u.class) - int(v.class) // zero < finite < infinity
	case u.exp+u.sig.len() < v.exp+v.sig.len():
		return -1
	case u.exp+u.sig.len() > v.exp+v.sig.len():
		return 1
	}
	return u.sig.shl(uint(128 - u.sig.len())).cmp(v.sig.shl(uint(128 - v.sig.len())))
}

// Minimum returns the smaller number, or NaN if an operand is NaN; -0 is below 0 (IEEE
// 754-2019 minimum, arith.minimumf).
func (f Float) Minimum(g Float) Float { return f.extreme(g, true, false) }

// Maximum returns the larger number, or NaN if an operand is NaN; -0 is below 0 (IEEE
// 754-2019 maximum, arith.maximumf).
func (f Float) Maximum(g Float) Float { return f.extreme(g, false, false) }

// MinNum returns the smaller number, or the other operand if one is NaN (arith.minnumf).
func (f Float) MinNum(g Float) Float { return f.extreme(g, true, true) }

// MaxNum returns the larger number, or the other operand if one is NaN (arith.maxnumf).
func (f Float) MaxNum(g Float) Float { return f.extreme(g, false, true) }

func (f Float) extreme(g Float, smaller, skipNaN bool) Float {
	c, ok := f.Compare(g)
	switch {
	case !ok && skipNaN && f.IsNaN() && !g.IsNaN():
		return g
	case !ok && skipNaN && !f.IsNaN():
		return f
	case !ok:
		n, _ := propagateNaN(f, g)
		return n
	case c == 0:
		return pickFirst(f, g, f.IsNegative() == smaller)
	}
	return pickFirst(f, g, (c < 0) == smaller)
}
