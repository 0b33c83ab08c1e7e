package affine

import "math"

// add returns a + b; ok is false when the sum is outside 64 bits.
func add(a, b int64) (sum int64, ok bool) {
	sum = a + b
	return sum, (a^sum)&(b^sum) >= 0
}

// mul returns a * b; ok is false when the product is outside 64 bits.
func mul(a, b int64) (product int64, ok bool) {
	if product = a * b; b == 0 {
		return 0, true
	}
	return product, product/b == a && !(b == -1 && a == math.MinInt64)
}

func abs(a int64) int64 { return max(a, -a) }
