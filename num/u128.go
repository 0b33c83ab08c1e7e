package num

import (
	"math/big"
	"math/bits"
)

// u128 is an unsigned number of 128 bits: the significands of all kinds.
type u128 struct{ hi, lo uint64 }

func onesU128(n uint) u128 {
	return u128{^uint64(0), ^uint64(0)}.shr(128 - n)
}

func (a u128) isZero() bool { return a.hi|a.lo == 0 }

func (a u128) len() int {
	if a.hi != 0 {
		return 64 + bits.Len64(a.hi)
	}
	return bits.Len64(a.lo)
}

func (a u128) shl(n uint) u128 {
	if n >= 64 {
		return u128{a.lo << (n - 64), 0}
	}
	return u128{a.hi<<n | a.lo>>(64-n), a.lo << n}
}

func (a u128) shr(n uint) u128 {
	if n >= 64 {
		return u128{0, a.hi >> (n - 64)}
	}
	return u128{a.hi >> n, a.lo>>n | a.hi<<(64-n)}
}

func (a u128) and(b u128) u128 { return u128{a.hi & b.hi, a.lo & b.lo} }

func (a u128) or(b u128) u128 { return u128{a.hi | b.hi, a.lo | b.lo} }

func (a u128) bit(i uint) bool { return a.shr(i).lo&1 == 1 }

func (a u128) inc() u128 {
	lo, carry := bits.Add64(a.lo, 1, 0)
	return u128{a.hi + carry, lo}
}

func (a u128) cmp(b u128) int {
	switch {
	case a == b:
		return 0
	case a.hi < b.hi || a.hi == b.hi && a.lo < b.lo:
		return -1
	}
	return 1
}

func (a u128) big() *big.Int {
	z := new(big.Int).SetUint64(a.hi)
	return z.Or(z.Lsh(z, 64), new(big.Int).SetUint64(a.lo))
}

// topU128 returns the highest 128 bits of v > 0, the number of bits below them, and
// whether any of those bits is set.
func topU128(v *big.Int) (top u128, below int, sticky bool) {
	if below = v.BitLen() - 128; below > 0 {
		sticky = int(v.TrailingZeroBits()) < below
		v = new(big.Int).Rsh(v, uint(below))
	} else {
		below = 0
	}
	lo := new(big.Int).And(v, new(big.Int).SetUint64(^uint64(0)))
	return u128{new(big.Int).Rsh(v, 64).Uint64(), lo.Uint64()}, below, sticky
}
