package spell

import (
	"strconv"
	"strings"

	"optc/diag"
)

// Letters are the names that symbols may have in a text; o is the sign of composition.
const letters = "abcdefghijklmnpqrstuvwxyz"

// Lettered returns the layout whose dynamic numbers, A, B and so on, have lower-case letters that it does not use yet, so that
// EvalSymbolic reads its text. The error code is bad-digit if there are too few letters.
//
//	(m,16A):(16A,1)  =  (m,16a):(16a,1)
func (l *Symbolic) Lettered() (*Symbolic, error) {
	names := map[rune]rune{}
	used := l.Symbols()
	free := strings.Map(func(c rune) rune {
		if strings.ContainsRune(used, c) {
			return -1
		}
		return c
	}, letters)
	for _, c := range used {
		if isSymbol(c) {
			continue
		}
		if free == "" {
			return nil, diag.Errorf("bad-digit", "expected at most %d symbols, but got %d", len(letters), len(used))
		}
		names[c], free = rune(free[0]), free[1:]
	}
	return l.renamed(names), nil
}

// Dynamic returns the layout with the names that its symbols have after it was written by SpellDynamic and read again. The error
// code is bad-digit if numbers depend on each other, or on several symbols.
//
//	(m,16n):(p,1)  =  (A,16B):(C,1)
func (l *Symbolic) Dynamic() (*Symbolic, error) {
	names := map[rune]rune{}
	for _, strides := range []bool{false, true} {
		for _, mode := range l.modes {
			for _, g := range joined(mode) {
				t := g.size
				if strides {
					t = g.stride
				}
				if t.Symbols == "" {
					continue
				}
				c := rune(t.Symbols[0])
				switch {
				case len(t.Symbols) > 1:
					return nil, diag.Errorf("bad-digit", "%s is a product of symbols, and each ? is any number", t)
				case names[c] != 0:
					return nil, diag.Errorf("bad-digit", "%c occurs twice, and each ? is another number", c)
				case len(names) == 26:
					return nil, diag.Errorf("bad-digit", "expected at most 26 unknown numbers")
				}
				names[c] = 'A' + rune(len(names))
			}
		}
	}
	return l.renamed(names), nil
}

// renamed returns the layout with the symbols renamed as names specifies; other symbols keep their names.
func (l *Symbolic) renamed(names map[rune]rune) *Symbolic {
	rename := func(t Term) Term {
		out := number(t.Factor)
		for _, c := range t.Symbols {
			if name, ok := names[c]; ok {
				c = name
			}
			out, _ = out.times(Term{Factor: 1, Symbols: string(c)})
		}
		return out
	}
	out := &Symbolic{}
	for _, mode := range l.modes {
		var digits []digit
		for _, g := range mode {
			digits = append(digits, digit{rename(g.size), rename(g.stride)})
		}
		out.modes = append(out.modes, digits)
	}
	return out
}

// SpellDynamic writes the layout as the dialect cute does: a symbol is ?, and a multiple of 16 is ?{div=16}. For a layout of
// [Symbolic.Dynamic], the text has the same meaning.
func (l *Symbolic) SpellDynamic() string {
	return l.spell(func(t Term) string {
		switch {
		case t.Symbols == "":
			return t.String()
		case t.Factor == 1:
			return "?"
		}
		return "?{div=" + strconv.FormatInt(t.Factor, 10) + "}"
	})
}

// String writes the layout as CuTe does, with letters as symbols.
func (l *Symbolic) String() string { return l.spell(Term.String) }

// spell writes the layout with numbers as a function writes them.
func (l *Symbolic) spell(number func(Term) string) string {
	var shapes, strides []string
	nested := false // the last mode has several digits
	for _, mode := range l.modes {
		var sizes, steps []string
		for _, g := range joined(mode) {
			sizes, steps = append(sizes, number(g.size)), append(steps, number(g.stride))
		}
		shapes, strides = append(shapes, spellTuple(sizes)), append(strides, spellTuple(steps))
		nested = len(sizes) > 1
	}
	if nested && len(shapes) == 1 {
		return "(" + shapes[0] + "):(" + strides[0] + ")"
	}
	return spellTuple(shapes) + ":" + spellTuple(strides)
}
