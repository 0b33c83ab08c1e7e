package spell

import (
	"slices"
	"strconv"
	"strings"

	"optc/layout"
)

// Term is a number that depends on symbols: Factor times the product of Symbols, each of which is at least 1.
//
//	16n     a multiple of 16
//	4mn     four times the product of m and n
type Term struct {
	Factor  int64
	Symbols string // letters in ascending order; a letter occurs once for each factor
}

// number returns the term without symbols.
func number(n int64) Term { return Term{Factor: n} }

func (t Term) String() string {
	if t.Factor == 1 && t.Symbols != "" {
		return t.Symbols
	}
	return strconv.FormatInt(t.Factor, 10) + t.Symbols
}

// at returns the number for given values of the symbols.
func (t Term) at(value func(symbol rune) int64) int64 {
	n := t.Factor
	for _, s := range t.Symbols {
		n *= value(s)
	}
	return n
}

// times returns the product; ok is false if its factor reaches 2^62.
func (t Term) times(u Term) (product Term, ok bool) {
	n, ok := layout.Mul(t.Factor, u.Factor)
	if n == 0 {
		return Term{}, ok
	}
	symbols := []byte(t.Symbols + u.Symbols)
	slices.Sort(symbols)
	return Term{Factor: n, Symbols: string(symbols)}, ok
}

// over returns the quotient; ok is false if u does not divide t for all values of the symbols.
func (t Term) over(u Term) (quotient Term, ok bool) {
	if u.Factor == 0 || t.Factor%u.Factor != 0 {
		return Term{}, false
	}
	rest := t.Symbols
	for _, s := range u.Symbols {
		before, after, found := strings.Cut(rest, string(s))
		if !found {
			return Term{}, false
		}
		rest = before + after
	}
	return Term{Factor: t.Factor / u.Factor, Symbols: rest}, true
}

// overUp is over for numbers and terms that t is at most, with the quotient rounded up.
func (t Term) overUp(u Term) (quotient Term, ok bool) {
	switch {
	case t.Symbols+u.Symbols == "":
		return number((t.Factor + u.Factor - 1) / u.Factor), true
	case t.atMost(u):
		return number(1), true
	}
	return t.over(u)
}

// atMost reports whether t is at most u for all values of the symbols.
func (t Term) atMost(u Term) bool {
	_, ok := Term{Factor: 1, Symbols: u.Symbols}.over(Term{Factor: 1, Symbols: t.Symbols})
	return ok && t.Factor <= u.Factor
}
