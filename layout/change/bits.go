package change

import (
	"math/bits"
	"slices"
)

// bitSpace is the set of all exclusive ors of some numbers, its basis. The highest bit of each basis number is set in no other
// basis number; they are in the order of these bits, the highest first.
type bitSpace []uint64

// bitSpan returns the space of all exclusive ors of numbers of the lists.
func bitSpan(lists ...[]uint64) (s bitSpace) {
	for _, list := range lists {
		for _, x := range list {
			s = s.with(x)
		}
	}
	return s
}

// rest removes the highest bits of the basis from a number: the result is 0 if the number is in the space.
func (s bitSpace) rest(x uint64) uint64 {
	for _, y := range s {
		x = min(x, x^y)
	}
	return x
}

// has reports whether x is in the space.
func (s bitSpace) has(x uint64) bool { return s.rest(x) == 0 }

// with returns the smallest space that also contains x.
func (s bitSpace) with(x uint64) bitSpace {
	if x = s.rest(x); x == 0 {
		return s
	}
	i := 0
	for i < len(s) && s[i] > x {
		i++
	}
	return slices.Insert(slices.Clone(s), i, x)
}

// meet returns the intersection of two spaces.
func (s bitSpace) meet(t bitSpace) (both bitSpace) {
	// A number of t whose rest in s has a number of t with the same rest differs from it by a number of s.
	type pair struct{ rest, of uint64 }
	var pairs []pair
	for _, x := range t {
		p := pair{s.rest(x), x}
		for _, q := range pairs {
			if p.rest^q.rest < p.rest {
				p.rest, p.of = p.rest^q.rest, p.of^q.of
			}
		}
		if p.rest == 0 {
			both = both.with(p.of)
			continue
		}
		pairs = append(pairs, p)
		slices.SortFunc(pairs, func(a, b pair) int { return bits.Len64(b.rest) - bits.Len64(a.rest) })
	}
	return both
}

// beyond lists numbers of the space that, with t, have all numbers of both spaces.
func (s bitSpace) beyond(t bitSpace) (list []uint64) {
	for _, x := range s {
		if next := t.with(x); len(next) > len(t) {
			t, list = next, append(list, x)
		}
	}
	return list
}

// outside returns a number of the space that is in neither a nor b; ok is false if one of them contains the whole space. Such a
// number exists, because a space is not the union of two smaller ones: if each of two numbers is in only one of them, their
// exclusive or is in neither.
func (s bitSpace) outside(a, b bitSpace) (x uint64, ok bool) {
	i := slices.IndexFunc(s, func(x uint64) bool { return !a.has(x) })
	j := slices.IndexFunc(s, func(x uint64) bool { return !b.has(x) })
	switch {
	case i < 0 || j < 0:
		return 0, false
	case !b.has(s[i]):
		return s[i], true
	case !a.has(s[j]):
		return s[j], true
	}
	return s[i] ^ s[j], true
}
