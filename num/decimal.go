package num

import (
	"math"
	"math/big"
	"math/bits"
)

// natural is an unsigned number in words, lowest first, without zero words at the
// top. It holds the exact digits of a float: at most 18 words for an f64.
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

// decimal is the exact value of a finite number, sig * 2^exp with sig odd.
type decimal struct {
	sig  u128
	exp  int
	bits int // length of sig * 5^-exp if exp < 0, else of sig * 2^exp
}

func newDecimal(sig u128, exp int) decimal {
	shift := sig.trailingZeros()
	d := decimal{sig: sig.shr(uint(shift)), exp: exp + shift}
	if d.exp >= 0 {
		d.bits = d.sig.len() + d.exp
		return d
	}
	// The estimate is off by less than 1e-10: the logarithms are below 2^16 and
	// have 53 bits.
	estimate := math.Log2(float64(d.sig.hi)*(1<<64)+float64(d.sig.lo)) - float64(d.exp)*math.Log2(5)
	d.bits = int(estimate) + 1
	if fraction := estimate - math.Floor(estimate); fraction < 1e-9 || fraction > 1-1e-9 {
		d.bits = d.scaled(nil, 0).len()
	}
	return d
}

// cut returns how many decimal digits to drop before rounding to precision digits: as
// many as leave bits for at least that precision. MLIR truncates in this way, and the
// text that it prints depends on it (IEEEFloat::toString in
// llvm/lib/Support/APFloat.cpp).
func (d decimal) cut(precision int) int {
	needed := (precision*196 + 58) / 59 // 196/59 bits for a digit, rounded up
	return max(0, d.bits-needed) * 59 / 196
}

// scaled appends the whole part of sig * 2^exp / 10^drop to the empty x, or of
// sig * 5^-exp / 10^drop if exp < 0.
func (d decimal) scaled(x natural, drop int) natural {
	x = append(x, d.sig.lo, d.sig.hi).trim()
	if d.exp < 0 {
		// N * 5^e / 10^drop = N * 5^(e-drop) / 2^drop while drop ≤ e, and repeated
		// truncating divisions give the same as a single one.
		common := min(drop, -d.exp)
		return x.mulPower(5, fiveTo27, 27, -d.exp-common).shr(common).divPower(drop - common)
	}
	return x.shl(d.exp).divPower(drop)
}

func (x natural) trim() natural {
	for len(x) > 0 && x[len(x)-1] == 0 {
		x = x[:len(x)-1]
	}
	return x
}

func (x natural) mulPower(base, chunk uint64, inChunk, n int) natural {
	for ; n >= inChunk; n -= inChunk {
		x = x.mulSmall(chunk)
	}
	return x.mulSmall(power(base, n))
}

// divPower returns the whole part of x / 10^n.
func (x natural) divPower(n int) natural {
	for ; n >= tenTo19At; n -= tenTo19At {
		x, _ = x.divSmall(tenTo19)
	}
	if n > 0 {
		x, _ = x.divSmall(power(10, n))
	}
	return x
}

func (x natural) shl(n int) natural {
	words, low := n/64, uint(n%64)
	old := len(x)
	for range words + 1 {
		x = append(x, 0)
	}
	for i := old - 1; i >= 0; i-- {
		w := u128{0, x[i]}.shl(low)
		x[i] = 0
		x[i+words+1] |= w.hi
		x[i+words] |= w.lo
	}
	return x.trim()
}

func (x natural) shr(n int) natural {
	words, low := n/64, uint(n%64)
	if words >= len(x) {
		return x[:0]
	}
	for i := range len(x) - words {
		x[i] = x[i+words] >> low
		if i+words+1 < len(x) {
			x[i] |= x[i+words+1] << (64 - low)
		}
	}
	return x[:len(x)-words].trim()
}

// digits is a decimal number 0.d1d2d3… * 10^point, without trailing zeros.
type digits struct {
	d     [64]byte
	n     int // number of digits
	point int
}

// shorten returns at most precision digits of d: the digits that remain after cut,
// rounded half up by the next digit if there is one.
func (d decimal) shorten(precision int) digits {
	var room [20]uint64
	drop := d.cut(precision)
	x := d.scaled(room[:0], drop)
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
	out.point = min(d.exp, 0) + drop + out.n
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
	return k.fromDecimal(neg, sig, d.point-d.n)
}

// fromDecimal returns the number of kind k nearest to sig * 10^exp, ties to even.
func (k *FloatKind) fromDecimal(neg bool, sig *big.Int, exp int) Float {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exp, -exp))), nil)
	if exp >= 0 {
		f, _ := k.roundBig(neg, sig.Mul(sig, scale), 0, false, NearestEven)
		return f
	}
	shift := k.Precision() + 2 + scale.BitLen()
	q, r := sig.QuoRem(sig.Lsh(sig, uint(shift)), scale, new(big.Int))
	f, _ := k.roundBig(neg, q, -shift, r.Sign() != 0, NearestEven)
	return f
}
