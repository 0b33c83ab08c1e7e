package extent

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"optc/ir"
)

// Size is a sum of atoms with factors and a number. Sizes of one [Sizes] that are equal by
// [Size.Equal] are equal for all parameters.
type Size struct {
	Number int64
	terms  []term // by atom
}

type term struct {
	atom   *Atom
	factor int64
}

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
func Constant(n int64) Size { return Size{Number: n} }

// Constant returns the number if the size does not depend on anything.
func (s Size) Constant() (n int64, ok bool) { return s.Number, len(s.terms) == 0 }

// Atom returns the atom that the size is, if it is one.
func (s Size) Atom() (a *Atom, ok bool) {
	if len(s.terms) != 1 || s.Number != 0 || s.terms[0].factor != 1 {
		return nil, false
	}
	return s.terms[0].atom, true
}

// Is reports whether the size is the number n.
func (s Size) Is(n int64) bool { return len(s.terms) == 0 && s.Number == n }

// Equal reports whether two sizes are the same sum.
func (s Size) Equal(t Size) bool { return s.Number == t.Number && slices.Equal(s.terms, t.terms) }

// Plus returns s + t.
func (s Size) Plus(t Size) Size { return s.plus(t, 1) }

// Minus returns s - t.
func (s Size) Minus(t Size) Size { return s.plus(t, -1) }

// Add returns s + n.
func (s Size) Add(n int64) Size { return Size{s.Number + n, s.terms} }

func (s Size) plus(t Size, factor int64) Size {
	sum := Size{Number: s.Number + factor*t.Number}
	a, b := s.terms, t.terms
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].atom.rank < b[0].atom.rank:
			sum.terms, a = append(sum.terms, a[0]), a[1:]
		case len(a) == 0 || b[0].atom.rank < a[0].atom.rank:
			sum.terms, b = append(sum.terms, term{b[0].atom, factor * b[0].factor}), b[1:]
		default:
			if f := a[0].factor + factor*b[0].factor; f != 0 {
				sum.terms = append(sum.terms, term{a[0].atom, f})
			}
			a, b = a[1:], b[1:]
		}
	}
	return sum
}

// Times returns s · n.
func (s Size) Times(n int64) Size {
	if n == 0 {
		return Size{}
	}
	product := Size{Number: n * s.Number}
	for _, t := range s.terms {
		product.terms = append(product.terms, term{t.atom, n * t.factor})
	}
	return product
}

// split returns the term of the highest rank and the rest.
func (s Size) split() (t term, rest Size) {
	n := len(s.terms)
	return s.terms[n-1], Size{s.Number, s.terms[:n-1]}
}

// Terms calls f for every atom with its factor.
func (s Size) Terms(f func(a *Atom, factor int64)) {
	for _, t := range s.terms {
		f(t.atom, t.factor)
	}
}

// divisible returns s / n if that is a size without a quotient.
func (s Size) divisible(n int64) (Size, bool) {
	out := Size{Number: s.Number / n}
	if s.Number%n != 0 {
		return out, false
	}
	for _, t := range s.terms {
		if t.factor%n != 0 {
			return out, false
		}
		out.terms = append(out.terms, term{t.atom, t.factor / n})
	}
	return out, true
}

// atom returns the size of an atom, the same for the same operands.
func (x *Sizes) atom(kind Kind, v *ir.Value, a, b Size) Size {
	key := fmt.Sprint(kind, x.id(v), a.key(), ";", b.key())
	t := x.atoms[key]
	if t == nil {
		t = &Atom{Kind: kind, Value: v, Sizes: [2]Size{a, b}, rank: len(x.atoms)}
		x.atoms[key] = t
	}
	return Size{terms: []term{{t, 1}}}
}

func (s Size) key() string {
	var b strings.Builder
	fmt.Fprint(&b, s.Number)
	for _, t := range s.terms {
		fmt.Fprintf(&b, "+%d*%d", t.factor, t.atom.rank)
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
	if len(a.terms) > 1 || a.Number != 0 || len(b.terms) > 1 || b.Number != 0 {
		sum := b.Times(a.Number).Plus(Size{terms: a.terms}.Times(b.Number))
		for _, s := range a.terms {
			for _, t := range b.terms {
				one := x.Product(Size{terms: []term{{s.atom, 1}}}, Size{terms: []term{{t.atom, 1}}})
				sum = sum.Plus(one.Times(s.factor * t.factor))
			}
		}
		return sum
	}
	s, t := a.terms[0], b.terms[0]
	if cmp.Compare(s.atom.rank, t.atom.rank) > 0 {
		s, t = t, s
	}
	return x.atom(Product, nil, Size{terms: []term{{s.atom, 1}}}, Size{terms: []term{{t.atom, 1}}}).Times(s.factor * t.factor)
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
	whole, rest := Size{Number: floorDiv(a.Number, n)}, Size{Number: a.Number - n*floorDiv(a.Number, n)}
	for _, t := range a.terms {
		if t.factor%n == 0 {
			whole.terms = append(whole.terms, term{t.atom, t.factor / n})
		} else {
			rest.terms = append(rest.terms, t)
		}
	}
	if len(rest.terms) == 0 {
		return whole
	}
	return whole.Plus(x.atom(Quotient, nil, rest, b))
}

func floorDiv(a, n int64) int64 {
	if a < 0 {
		return -((-a + n - 1) / n)
	}
	return a / n
}

// Rest returns a modulo b.
func (x *Sizes) Rest(a, b Size) Size {
	if n, known := b.Constant(); known && n > 0 {
		if m, ok := a.Constant(); ok {
			return Constant(m - n*floorDiv(m, n))
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
