package spelling

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"optc/layout/spell"
)

// errSymbols is the reason why a layout with symbols has no places.
var errSymbols = errors.New("its symbols have no values")

// Symbolic returns the layout with symbols that a text is, in CuTe's spelling; ok is false if it is none.
func Symbolic(text string) (inner string, ok bool) {
	switch s := Of(text); {
	case s == nil || !slices.Contains(cuteSpellings, s):
		return "", false
	case s.symbolic != nil && strings.HasPrefix(text, "!"):
		rest, found := strings.CutPrefix(text, s.prefix+`"`)
		if inner, ok = strings.CutSuffix(rest, `">`); !found || !ok {
			return "", false
		}
	case strings.HasPrefix(text, "!"):
		return "", false
	default:
		inner = text
	}
	return inner, spell.IsSymbolic(inner)
}

// WriteSymbolic writes a layout with symbols in the spelling. The text is read again and compared: it describes the same layout
// except for the names of its symbols.
func (s *Spelling) WriteSymbolic(text string) (string, error) {
	l, err := spell.EvalSymbolic(text)
	if err != nil {
		return "", err
	}
	refuse := func(err error) error { return fmt.Errorf("%s cannot express this layout: %w", s.Name, err) }
	if s.symbolic == nil {
		return "", refuse(errSymbols)
	}
	named, out, err := s.symbolic(l)
	if err != nil {
		return "", refuse(err)
	}
	inner, _ := Symbolic(out)
	again, err := spell.EvalSymbolic(inner)
	switch {
	case err != nil:
		return "", refuse(err)
	case again.String() != named.String():
		return "", refuse(fmt.Errorf("%s, the closest, is %s, not %s", out, again, named))
	}
	return out, nil
}

// writeLetters writes symbols as letters.
func writeLetters(l *spell.Symbolic) (named *spell.Symbolic, text string, err error) {
	if named, err = l.Lettered(); err != nil {
		return nil, "", err
	}
	return named, named.String(), nil
}

// writeDynamic writes symbols as the question marks of the dialect cute.
func writeDynamic(l *spell.Symbolic) (named *spell.Symbolic, text string, err error) {
	if named, err = l.Dynamic(); err != nil {
		return nil, "", err
	}
	return named, fmt.Sprintf("!cute.layout<%q>", named.SpellDynamic()), nil
}
