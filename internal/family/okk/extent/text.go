package extent

import (
	"fmt"
	"strings"

	"optc/ir"
)

// Text specifies how sizes are written: as in C, with the names of values.
type Text struct {
	Name func(v *ir.Value) string
	// Named returns the text of an atom that is not a value, which may have a name; nil for
	// the text itself.
	Named             func(a *Atom, text func() string) string
	Smallest, Largest string // the functions of two numbers
	Cast              string // before every value
}

// Write returns the text of a size.
func (t Text) Write(s Size) string {
	text, _ := t.sum(s)
	return text
}

// sum returns the text of a size, and whether it is a sum that needs parentheses as a factor.
func (t Text) sum(s Size) (text string, compound bool) {
	if len(s.sum.Terms) == 0 {
		return fmt.Sprint(s.sum.Constant), s.sum.Constant < 0
	}
	var b strings.Builder
	add := func(negative bool, part string) {
		switch {
		case b.Len() == 0 && negative:
			b.WriteString("-" + part)
		case b.Len() == 0:
			b.WriteString(part)
		case negative:
			b.WriteString(" - " + part)
		default:
			b.WriteString(" + " + part)
		}
	}
	if s.sum.Constant > 0 && allNegative(s) {
		add(false, fmt.Sprint(s.sum.Constant))
	}
	for _, negative := range []bool{false, true} {
		for _, m := range s.sum.Terms {
			if (m.Factor < 0) != negative {
				continue
			}
			part := t.atom(m.Value)
			if f := max(m.Factor, -m.Factor); f != 1 {
				part = fmt.Sprint(f, " * ", parenthesized(m.Value, part))
			}
			add(negative, part)
		}
	}
	if s.sum.Constant != 0 && !(s.sum.Constant > 0 && allNegative(s)) {
		add(s.sum.Constant < 0, fmt.Sprint(max(s.sum.Constant, -s.sum.Constant)))
	}
	return b.String(), len(s.sum.Terms) > 1 || s.sum.Constant != 0 || s.sum.Terms[0].Factor < 0
}

func allNegative(s Size) bool {
	for _, m := range s.sum.Terms {
		if m.Factor > 0 {
			return false
		}
	}
	return true
}

// parenthesized encloses the text of a quotient that is multiplied: 8 * (n / 8).
func parenthesized(a *Atom, text string) string {
	if hasSpace(a, text) {
		return "(" + text + ")"
	}
	return text
}

// hasSpace reports whether the text of an atom is a quotient or a rest of a division, and no
// name.
func hasSpace(a *Atom, text string) bool {
	return (a.Kind == Quotient || a.Kind == Rest) && strings.Contains(text, " ")
}

// Factor returns the text of a size as a factor of a product.
func (t Text) Factor(s Size) string { return t.factor(s) }

func (t Text) factor(s Size) string {
	text, compound := t.sum(s)
	if compound || len(s.sum.Terms) == 1 && (s.sum.Terms[0].Factor != 1 || hasSpace(s.sum.Terms[0].Value, text)) {
		return "(" + text + ")"
	}
	return text
}

func (t Text) atom(a *Atom) string {
	if a.Kind == Value {
		return t.Cast + t.Name(a.Value)
	}
	if t.Named == nil {
		return t.composite(a)
	}
	return t.Named(a, func() string { return t.composite(a) })
}

func (t Text) composite(a *Atom) string {
	p, q := a.Sizes[0], a.Sizes[1]
	switch a.Kind {
	case Product:
		return t.factor(p) + " * " + t.factor(q)
	case Quotient:
		return t.factor(p) + " / " + t.factor(q)
	case Rest:
		return t.factor(p) + " % " + t.factor(q)
	case Smallest:
		return t.Smallest + "(" + t.Write(p) + ", " + t.Write(q) + ")"
	case Largest:
		return t.Largest + "(" + t.Write(p) + ", " + t.Write(q) + ")"
	case Choice:
		return "(" + t.Name(a.Value) + " ? " + t.Write(p) + " : " + t.Write(q) + ")"
	}
	return ""
}
