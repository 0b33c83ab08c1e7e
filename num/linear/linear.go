// Package linear has sums of unknown numbers, each times a factor, and a constant:
//
//	4·i + 2·n - 1        Constant -1, Terms {i, 4} {n, 2}
//
// Positions in memory, indices of vectors and sizes of tensors are such sums. Two sums with the
// same terms and constants are equal for all values; the difference of two sums can be a constant,
// so that the distance of two positions is known although the positions are not.
package linear

import (
	"slices"

	"optc/num"
)

// Sum is a constant plus terms. The unknowns of the terms are of a comparable type, such as values
// of the IR.
type Sum[U comparable] struct {
	Constant int64
	Terms    []Term[U] // terms of different unknowns, none with factor 0
}

// Term is an unknown times a factor.
type Term[U comparable] struct {
	Value  U
	Factor int64
}

// Of returns the sum of one unknown.
func Of[U comparable](value U) Sum[U] { return Sum[U]{Terms: []Term[U]{{value, 1}}} }

// IsConstant reports whether the sum has no terms.
func (s Sum[U]) IsConstant() bool { return len(s.Terms) == 0 }

// Combine returns x·s + y·t modulo 2^64. Terms of s come first, in their order.
func Combine[U comparable](x int64, s Sum[U], y int64, t Sum[U]) Sum[U] {
	sum := Sum[U]{Constant: x*s.Constant + y*t.Constant, Terms: make([]Term[U], 0, len(s.Terms)+len(t.Terms))}
	for _, term := range s.Terms {
		sum.Terms = append(sum.Terms, Term[U]{term.Value, x * term.Factor})
	}
	for _, term := range t.Terms {
		i := slices.IndexFunc(sum.Terms[:len(s.Terms)], func(o Term[U]) bool { return o.Value == term.Value })
		if i < 0 {
			i = len(sum.Terms)
			sum.Terms = append(sum.Terms, Term[U]{Value: term.Value})
		}
		sum.Terms[i].Factor += y * term.Factor
	}
	sum.Terms = slices.DeleteFunc(sum.Terms, func(t Term[U]) bool { return t.Factor == 0 })
	return sum
}

// Plus returns s + t modulo 2^64.
func (s Sum[U]) Plus(t Sum[U]) Sum[U] { return Combine(1, s, 1, t) }

// Minus returns s - t modulo 2^64.
func (s Sum[U]) Minus(t Sum[U]) Sum[U] { return Combine(1, s, -1, t) }

// Times returns s · n modulo 2^64.
func (s Sum[U]) Times(n int64) Sum[U] { return Combine(n, s, 0, Sum[U]{}) }

// Within reports whether the magnitude of the constant and of all factors is at most a
// limit of at least 0.
func (s Sum[U]) Within(limit int64) bool {
	in := func(n int64) bool { return -limit <= n && n <= limit }
	return in(s.Constant) && !slices.ContainsFunc(s.Terms, func(t Term[U]) bool { return !in(t.Factor) })
}

// PlusWithin returns s + t; ok is false if the sum is not within the limit. Both sums are within
// it, and it is below 2^62.
func (s Sum[U]) PlusWithin(t Sum[U], limit int64) (sum Sum[U], ok bool) {
	sum = s.Plus(t)
	return sum, sum.Within(limit)
}

// TimesWithin returns s · n; ok is false if the product is not within the limit, which is at
// least 1.
func (s Sum[U]) TimesWithin(n, limit int64) (product Sum[U], ok bool) {
	switch {
	case n == 0:
		return Sum[U]{}, true
	case n < -limit || n > limit:
		return Sum[U]{}, false
	}
	return s.Times(n), s.Within(limit / max(n, -n))
}

// Wrap returns the sum with the constant and the factors as signed integers of the given
// width, from 1 to 64 bits.
func (s Sum[U]) Wrap(width int) Sum[U] {
	shift := 64 - width
	wrapped := Sum[U]{Constant: s.Constant << shift >> shift}
	for _, t := range s.Terms {
		if f := t.Factor << shift >> shift; f != 0 {
			wrapped.Terms = append(wrapped.Terms, Term[U]{t.Value, f})
		}
	}
	return wrapped
}

// Divide splits s into n·quotient + rest, for n > 0: terms whose factors are multiples of n
// go to the quotient, and the constant of the rest is at least 0 and below n.
//
//	8·i + j + 21, divided by 8   →   i + 2 and j + 5
func (s Sum[U]) Divide(n int64) (quotient, rest Sum[U]) {
	quotient.Constant = num.FloorDiv(s.Constant, n)
	rest.Constant = s.Constant - n*quotient.Constant
	for _, t := range s.Terms {
		if t.Factor%n == 0 {
			quotient.Terms = append(quotient.Terms, Term[U]{t.Value, t.Factor / n})
		} else {
			rest.Terms = append(rest.Terms, t)
		}
	}
	return quotient, rest
}
