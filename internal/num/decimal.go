package num

import (
	"math/big"
	"math/bits"
)

// natural is an unsigned number in words, lowest first, without zero words at the
// top. It holds the exact digits of a float: 40 words for any f64, 600 for f128.
type natural []uint64

func (x natural) len() int {
	if len(x) == 0 {
		return 0
	}
	return 64*(len(x)-1) + bits.Len64(x[len(x)-1])
}

func (x natural) mulSmall(m uint64) natural {
	carry := uint64(0)
	for i := range x {
		hi, lo := bits.Mul64(x[i], m)
		var c uint64
		x[i], c = bits.Add64(lo, carry, 0)
		carry = hi + c
	}
	if carry != 0 {
		x = append(x, carry)
	}
	return x
}

func (x natural) divSmall(d uint64) (quotient natural, remainder uint64) {
	for i := len(x) - 1; i >= 0; i-- {
		x[i], remainder = bits.Div64(remainder, x[i], d)
	}
	for len(x) > 0 && x[len(x)-1] == 0 {
		x = x[:len(x)-1]
	}
	return x, remainder
}

const (
	fiveTo27  = 7450580596923828125  // the largest power of 5 in 63 bits
	tenTo19   = 10000000000000000000 // the largest power of 10 in 64 bits
	tenTo19At = 19
)

func power(base uint64, n int) uint64 {
	p := uint64(1)
	for range n {
		p *= base
	}
	return p
}

// decimalOf appends the value sig * 2^exp to the empty x as x * 10^exp10.
func decimalOf(x natural, sig u128, exp int) (_ natural, exp10 int) {
	shift := sig.trailingZeros()
	sig, exp = sig.shr(uint(shift)), exp+shift
	if exp > 0 {
		for range exp / 64 {
			x = append(x, 0)
		}
		low := uint(exp % 64)
		overflow := u128{0, sig.hi}.shl(low)
		shifted := sig.shl(low)
		x = append(x, shifted.lo, shifted.hi, overflow.hi)
	} else {
		x = append(x, sig.lo, sig.hi)
	}
	for x[len(x)-1] == 0 {
		x = x[:len(x)-1]
	}
	if exp >= 0 {
		return x, 0
	}
	// N * 2^-e = N * 5^e * 10^-e
	n := -exp
	for ; n >= 27; n -= 27 {
		x = x.mulSmall(fiveTo27)
	}
	return x.mulSmall(power(5, n)), exp
}

// digits is a decimal number 0.d1d2d3… * 10^point, without trailing zeros.
type digits struct {
	d     [64]byte
	n     int // number of digits
	point int
}

// shorten returns at most precision digits of x * 10^exp10, consuming x. The number
// is first cut, not rounded, to the bits that precision digits take and then
// rounded half up on the next digit, if there still is one: the result of MLIR's
// printer depends on these two steps (IEEEFloat::toString in
// llvm/lib/Support/APFloat.cpp).
func (x natural) shorten(exp10, precision int) digits {
	needed := (precision*196 + 58) / 59 // 196/59 bits for a digit, rounded up
	if surplus := x.len() - needed; surplus > 0 {
		drop := surplus * 59 / 196
		exp10 += drop
		for ; drop >= tenTo19At; drop -= tenTo19At {
			x, _ = x.divSmall(tenTo19)
		}
		if drop > 0 {
			x, _ = x.divSmall(power(10, drop))
		}
	}
	var out digits
	at := len(out.d)
	for len(x) > 0 {
		var chunk uint64
		x, chunk = x.divSmall(tenTo19)
		for i := 0; i < tenTo19At && (chunk > 0 || len(x) > 0); i++ {
			at--
			out.d[at] = byte(chunk % 10)
			chunk /= 10
		}
	}
	out.n = copy(out.d[:], out.d[at:])
	out.point = exp10 + out.n
	out.round(precision)
	return out
}

func (d *digits) round(precision int) {
	if d.n > precision {
		up := d.d[precision] >= 5
		d.n = precision
		for up && d.n > 0 {
			if d.n--; d.d[d.n] < 9 {
				d.d[d.n]++
				d.n++
				up = false
			}
		}
		if up { // 999… became 1000…
			d.d[0], d.n = 1, 1
			d.point++
		}
	}
	for d.n > 0 && d.d[d.n-1] == 0 {
		d.n--
	}
}

// fromDigits returns the number of kind k nearest to d, ties to even.
func (k *FloatKind) fromDigits(neg bool, d *digits) Float {
	sig := new(big.Int)
	for _, c := range d.d[:d.n] {
		sig.Mul(sig, big.NewInt(10))
		sig.Add(sig, big.NewInt(int64(c)))
	}
	exp10 := d.point - d.n
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exp10, -exp10))), nil)
	if exp10 >= 0 {
		f, _ := k.roundBig(neg, sig.Mul(sig, scale), 0, false, NearestEven)
		return f
	}
	shift := k.Precision() + 2 + scale.BitLen()
	q, r := sig.QuoRem(sig.Lsh(sig, uint(shift)), scale, new(big.Int))
	f, _ := k.roundBig(neg, q, -shift, r.Sign() != 0, NearestEven)
	return f
}
