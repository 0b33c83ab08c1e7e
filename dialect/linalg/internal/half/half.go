// Package half has sums and products of numbers of type f16 that are held as f32.
package half

import (
	"math"

	"optc/num"
)

// AddTimes multiplies the elements of y by x and adds the products to the elements of z. It repeats
// Round's common case, because the compiler does not inline a call of Round.
func AddTimes(z, y []uint32, x float32) {
	const room = nearlyLargest - smallestNormal
	y = y[:len(z)]
	for i := range z {
		product := math.Float32bits(x * math.Float32frombits(y[i]))
		if product&0x7fffffff-smallestNormal < room {
			product = (product + 0xfff + product>>13&1) &^ 0x1fff
		} else {
			product = roundRare(product)
		}
		sum := math.Float32bits(math.Float32frombits(z[i]) + math.Float32frombits(product))
		if sum&0x7fffffff-smallestNormal < room {
			sum = (sum + 0xfff + sum>>13&1) &^ 0x1fff
		} else {
			sum = roundRare(sum)
		}
		z[i] = sum
	}
}

// Bounds on the bits of an f32 magnitude that rounds to a normal f16: from the smallest one to below
// the largest one.
const (
	smallestNormal = 0x38800000
	nearlyLargest  = 0x477fe000
)

// Round rounds an f32, given by its bits, to f16.
func Round(bits uint32) uint32 {
	if (bits&0x7fffffff)-smallestNormal < nearlyLargest-smallestNormal {
		return (bits + 0xfff + bits>>13&1) &^ 0x1fff
	}
	return roundRare(bits)
}

// roundRare is Round for zero, subnormal and large numbers, infinities and NaN.
func roundRare(bits uint32) uint32 {
	if bits&0x7fffffff == 0 {
		return bits
	}
	return math.Float32bits(float32(num.FloatFromFloat64(num.F16, float64(math.Float32frombits(bits))).Float64()))
}
