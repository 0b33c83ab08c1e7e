package affine

import "math"

// add returns a + b; ok is false when that is outside 64 bits.
func add(a, b int64) (sum int64, ok bool) {
	sum = a + b
	return sum, (a^sum)&(b^sum) >= 0
}

// mul returns a * b; ok is false when that is outside 64 bits.
func mul(a, b int64) (product int64, ok bool) {
	product = a * b
	if a == 0 || b == 0 {
		return 0, true
	}
	return product, product/b == a && !(a == -1 && b == math.MinInt64) && !(b == -1 && a == math.MinInt64)
}

// floorDiv rounds the quotient towards minus infinity; b is not 0.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// ceilDiv rounds the quotient towards infinity; b is not 0.
func ceilDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) == (b < 0) {
		q++
	}
	return q
}

// mod returns the remainder from 0 to b-1; b is positive.
func mod(a, b int64) int64 {
	if r := a % b; r < 0 {
		return r + b
	} else {
		return r
	}
}

func abs(a int64) int64 {
	if a < 0 {
		return -a
	}
	return a
}

// gcd returns the greatest common divisor of the magnitudes; gcd(a, 0) is |a|.
func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return abs(a)
}
