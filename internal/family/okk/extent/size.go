package extent

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"optc/ir"
	"optc/num"
	"optc/num/linear"
)

// Size is a sum of atoms with factors and a number. Sizes of one [Sizes] that are equal by
// [Size.Equal] are equal for all parameters.
type Size struct {
	sum linear.Sum[*Atom] // terms by the rank of the atom
}

type term = linear.Term[*Atom]

// Kind is the operation by which an atom is computed.
type Kind uint8

// The kinds of atoms.
const (
	Value    Kind = iota // of the IR: a parameter, an index of a loop, or anything else
	Product              // of two sizes
	Quotient             // of two sizes, rounded down
	Rest                 // of a division
	Smallest             // of two sizes
	Largest              // of two sizes
	Choice               // of two sizes, by a condition
)

// Atom is a size that is no sum.
type Atom struct {
	Kind  Kind
	Value *ir.Value // of Value, and the condition of Choice
	Sizes [2]Size   // the operands of the other kinds
	rank  int       // atoms of lower rank may be part of atoms of higher rank
}

// Constant returns the number n as a size.
func Constant(n int64) Size { return Size{linear.Sum[*Atom]{Constant: n}} }

// only returns the size that is one atom.
func only(a *Atom) Size { return Size{linear.Of(a)} }

// Constant returns the number if the size does not depend on anything.
func (s Size) Constant() (n int64, ok bool) { return s.sum.Constant, s.sum.IsConstant() }

// Atom returns the atom that the size is, if it is one.
func (s Size) Atom() (a *Atom, ok bool) {
	if len(s.sum.Terms) != 1 || s.sum.Constant != 0 || s.sum.Terms[0].Factor != 1 {
		return nil, false
	}
	return s.sum.Terms[0].Value, true
}

// Is reports whether the size is the number n.
func (s Size) Is(n int64) bool { return s.sum.IsConstant() && s.sum.Constant == n }

// Equal reports whether two sizes are the same sum.
func (s Size) Equal(t Size) bool {
	return s.sum.Constant == t.sum.Constant && slices.Equal(s.sum.Terms, t.sum.Terms)
}

// Plus returns s + t.
func (s Size) Plus(t Size) Size { return s.plus(t, 1) }

// Minus returns s - t.
func (s Size) Minus(t Size) Size { return s.plus(t, -1) }

// Add returns s + n.
func (s Size) Add(n int64) Size { return s.Plus(Constant(n)) }

func (s Size) plus(t Size, factor int64) Size {
	sum := linear.Combine(1, s.sum, factor, t.sum)
	slices.SortFunc(sum.Terms, func(a, b term) int { return cmp.Compare(a.Value.rank, b.Value.rank) })
	return Size{sum}
}

// Times returns s · n.
func (s Size) Times(n int64) Size { return Size{s.sum.Times(n)} }

// split returns the term of the highest rank and the rest.
func (s Size) split() (t term, rest Size) {
	n := len(s.sum.Terms)
	return s.sum.Terms[n-1], Size{linear.Sum[*Atom]{Constant: s.sum.Constant, Terms: s.sum.Terms[:n-1]}}
}

// divisible returns s / n if that is a size without a quotient.
func (s Size) divisible(n int64) (Size, bool) {
	quotient, rest := s.sum.Divide(n)
	return Size{quotient}, rest.IsConstant() && rest.Constant == 0
}

// atom returns the size of an atom, the same for the same operands.
func (x *Sizes) atom(kind Kind, v *ir.Value, a, b Size) Size {
	key := fmt.Sprint(kind, x.id(v), a.key(), ";", b.key())
	t := x.atoms[key]
	if t == nil {
		t = &Atom{Kind: kind, Value: v, Sizes: [2]Size{a, b}, rank: len(x.atoms)}
		x.atoms[key] = t
	}
	return only(t)
}

func (s Size) key() string {
	var b strings.Builder
	fmt.Fprint(&b, s.sum.Constant)
	for _, t := range s.sum.Terms {
		fmt.Fprintf(&b, "+%d*%d", t.Factor, t.Value.rank)
	}
	return b.String()
}

// id numbers values in the order in which they are met.
func (x *Sizes) id(v *ir.Value) int {
	if v == nil {
		return -1
	}
	if n, known := x.ids[v]; known {
		return n
	}
	x.ids[v] = len(x.ids)
	return len(x.ids) - 1
}

// Product returns a · b.
func (x *Sizes) Product(a, b Size) Size {
	if n, ok := a.Constant(); ok {
		return b.Times(n)
	}
	if n, ok := b.Constant(); ok {
		return a.Times(n)
	}
	// Sums are multiplied out, so that equal products are the same atoms.
	_, one := a.Atom()
	_, other := b.Atom()
	if !one || !other {
		sum := b.Times(a.sum.Constant).Plus(a.Add(-a.sum.Constant).Times(b.sum.Constant))
		for _, s := range a.sum.Terms {
			for _, t := range b.sum.Terms {
				sum = sum.Plus(x.Product(only(s.Value), only(t.Value)).Times(s.Factor * t.Factor))
			}
		}
		return sum
	}
	s, t := a.sum.Terms[0].Value, b.sum.Terms[0].Value
	if s.rank > t.rank {
		s, t = t, s
	}
	return x.atom(Product, nil, only(s), only(t))
}

// Quotient returns a / b, rounded down.
func (x *Sizes) Quotient(a, b Size) Size {
	n, known := b.Constant()
	if !known || n < 1 {
		if !known && a.Equal(b) {
			return Constant(1)
		}
		return x.atom(Quotient, nil, a, b)
	}
	// Multiples of n are divided at once: (8·i + j) / 8 = i + j / 8.
	whole, rest := a.sum.Divide(n)
	if rest.IsConstant() {
		return Size{whole}
	}
	return Size{whole}.Plus(x.atom(Quotient, nil, Size{rest}, b))
}

// Rest returns a modulo b.
func (x *Sizes) Rest(a, b Size) Size {
	if n, known := b.Constant(); known && n > 0 {
		if m, ok := a.Constant(); ok {
			return Constant(num.Mod(m, n))
		}
		if _, ok := a.divisible(n); ok {
			return Size{}
		}
	}
	return x.atom(Rest, nil, a, b)
}

// Smallest returns the smaller one of a and b.
func (x *Sizes) Smallest(a, b Size) Size {
	if d, ok := a.Minus(b).Constant(); ok {
		if d <= 0 {
			return a
		}
		return b
	}
	return x.ordered(Smallest, a, b)
}

// Largest returns the larger one of a and b.
func (x *Sizes) Largest(a, b Size) Size {
	if d, ok := a.Minus(b).Constant(); ok {
		if d >= 0 {
			return a
		}
		return b
	}
	return x.ordered(Largest, a, b)
}

// ordered returns an atom whose operands may change their places.
func (x *Sizes) ordered(kind Kind, a, b Size) Size {
	if a.key() > b.key() {
		a, b = b, a
	}
	return x.atom(kind, nil, a, b)
}
