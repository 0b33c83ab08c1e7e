package okk

import "optc/num"

// huge is the limit of saturating arithmetic. Sizes that reach it are refused, because no
// memory is that large.
const huge = 1 << 62

// mul returns a·b for non-negative factors, at most huge.
func mul(a, b int64) int64 {
	if a != 0 && b > huge/a {
		return huge
	}
	return a * b
}

// add returns a+b for numbers in [0, huge], at most huge.
func add(a, b int64) int64 { return min(a+b, huge) }

// roundUp returns the lowest multiple of b that is not below a, at most huge.
func roundUp(a, b int64) int64 { return mul(num.CeilDiv(a, b), b) }
