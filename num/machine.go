package num

import "strconv"

// Arithmetic on machine integers.

// FloorDiv rounds the quotient towards minus infinity; b is not 0.
func FloorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// CeilDiv rounds the quotient towards infinity; b is not 0.
func CeilDiv[T int64 | uint64](a, b T) T {
	q := a / b
	if a%b != 0 && (a < 0) == (b < 0) {
		q++
	}
	return q
}

// Mod returns the remainder from 0 to b-1; b is positive.
func Mod(a, b int64) int64 {
	if r := a % b; r < 0 {
		return r + b
	} else {
		return r
	}
}

// GCD returns the greatest common divisor of the magnitudes; GCD(a, 0) is |a|.
func GCD[T int64 | uint64](a, b T) T {
	for b != 0 {
		a, b = b, a%b
	}
	if a < 0 {
		return -a
	}
	return a
}

// JoinInts lists numbers as messages do: "4, -1, 8".
func JoinInts(vs []int64) string {
	var b []byte
	for i, v := range vs {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, v, 10)
	}
	return string(b)
}
