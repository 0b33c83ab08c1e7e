package ranges

import (
	"math"
	"math/bits"

	"optc/ir"
)

// Interval has the bounds of an integer, both included. Integers of one bit are 0 or 1, other
// integers are signed.
type Interval struct{ Lo, Hi int64 }

var (
	// Naturals is the interval of a count.
	Naturals = Interval{0, math.MaxInt64}
	// Bit is the interval of an integer of one bit.
	Bit = Interval{0, 1}
)

// Single returns the interval of one value.
func Single(v int64) Interval { return Interval{v, v} }

// Full returns the interval of all values of a type; ok is false for types without intervals,
// such as floats and integers of more than 64 bits.
func Full(t ir.Type) (r Interval, ok bool) {
	switch t := t.(type) {
	case *ir.IndexType:
		return Interval{math.MinInt64, math.MaxInt64}, true
	case *ir.IntegerType:
		switch {
		case t.Width == 1:
			return Bit, true
		case t.Width > 64:
			return r, false
		}
		return Interval{math.MinInt64 >> (64 - t.Width), math.MaxInt64 >> (64 - t.Width)}, true
	}
	return r, false
}

// IsSingle reports whether the interval has one value.
func (r Interval) IsSingle() bool { return r.Lo == r.Hi }

// Includes reports whether all values of s are values of r.
func (r Interval) Includes(s Interval) bool { return r.Lo <= s.Lo && s.Hi <= r.Hi }

// IsBelow reports whether all values are at least 0 and below n.
func (r Interval) IsBelow(n int64) bool { return r.Lo >= 0 && r.Hi < n }

// Union returns the least interval with the values of both.
func (r Interval) Union(s Interval) Interval { return Interval{min(r.Lo, s.Lo), max(r.Hi, s.Hi)} }

// Add returns the interval of sums; ok is false if a bound needs more than 64 bits.
func (r Interval) Add(s Interval) (sum Interval, ok bool) {
	lo, ok1 := addExact(r.Lo, s.Lo)
	hi, ok2 := addExact(r.Hi, s.Hi)
	return Interval{lo, hi}, ok1 && ok2
}

// Sub returns the interval of differences; ok is false if a bound needs more than 64 bits.
func (r Interval) Sub(s Interval) (difference Interval, ok bool) {
	lo, ok1 := subExact(r.Lo, s.Hi)
	hi, ok2 := subExact(r.Hi, s.Lo)
	return Interval{lo, hi}, ok1 && ok2
}

// Mul returns the interval of products; ok is false if a bound needs more than 64 bits.
func (r Interval) Mul(s Interval) (product Interval, ok bool) {
	product = Interval{math.MaxInt64, math.MinInt64}
	for _, x := range []int64{r.Lo, r.Hi} {
		for _, y := range []int64{s.Lo, s.Hi} {
			p, ok := mulExact(x, y)
			if !ok {
				return product, false
			}
			product = product.Union(Single(p))
		}
	}
	return product, true
}

// Div returns the interval of quotients of a natural number and a positive number; ok is false
// for other intervals.
func (r Interval) Div(s Interval) (quotient Interval, ok bool) {
	if r.Lo < 0 || s.Lo <= 0 {
		return Interval{}, false
	}
	return Interval{r.Lo / s.Hi, r.Hi / s.Lo}, true
}

// Rem returns the interval of remainders of a natural number and a positive number; ok is
// false for other intervals.
func (r Interval) Rem(s Interval) (rest Interval, ok bool) {
	switch {
	case r.Lo < 0 || s.Lo <= 0:
		return Interval{}, false
	case r.Hi < s.Lo:
		return r, true
	case s.IsSingle() && r.Lo/s.Lo == r.Hi/s.Lo:
		return Interval{r.Lo % s.Lo, r.Hi % s.Lo}, true
	}
	return Interval{0, min(r.Hi, s.Hi-1)}, true
}

func addExact(a, b int64) (int64, bool) {
	s := a + b
	return s, (s > a) == (b > 0)
}

func subExact(a, b int64) (int64, bool) {
	s := a - b
	return s, (s < a) == (b > 0)
}

func mulExact(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	return a * b, true
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}
