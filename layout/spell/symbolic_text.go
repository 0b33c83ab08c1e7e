package spell

import (
	"slices"
	"strings"
	"unicode"

	"optc/diag"
)

// IsSymbolic reports whether a text in CuTe's spelling has symbols, and is for [EvalSymbolic].
func IsSymbolic(text string) bool {
	text = printed(text)
	for _, name := range swizzleNames {
		text = strings.ReplaceAll(text, name, "")
	}
	for text != "" {
		word := text[:len(text)-len(strings.TrimLeftFunc(text, isWord))]
		if word == "" {
			if text[0] == '?' {
				return true
			}
			text = text[1:]
			continue
		}
		text = text[len(word):]
		isFunction := (strings.HasPrefix(text, "(") || strings.HasPrefix(text, "<")) && slices.ContainsFunc(cuteFunctions, func(f cuteFunction) bool { return f.name == word })
		if !isFunction && strings.ContainsFunc(word, isSymbol) {
			return true
		}
	}
	return false
}

// isWord reports whether a letter may be part of the name of a function.
func isWord(c rune) bool { return c == '_' || c >= 'a' && c <= 'z' }

// isSymbol reports whether a letter is a symbol; o is the sign of composition.
func isSymbol(c rune) bool { return c >= 'a' && c <= 'z' && c != 'o' }

// EvalSymbolic evaluates a layout or a function of layouts, as [EvalCuTe] does, whose extents and strides may have symbols:
// a letter is a number of at least 1, 16n a multiple of 16, and mn a product. The dynamic numbers of the dialect cute, ? and
// ?{div=16}, are symbols with the names A, B, and so on. Errors: bad-digit, too-large.
func EvalSymbolic(text string) (*Symbolic, error) {
	p := symbolicParser{cuteParser: cuteParser{text: withoutSpaces(strings.ReplaceAll(printed(text), "i64 ", ""))}}
	l, err := p.layout()
	if err == nil && p.at < len(p.text) {
		err = p.expected("the end")
	}
	return l, err
}

// symbolicParser reads symbolic layouts.
type symbolicParser struct {
	cuteParser
	unknown int // symbols of question marks
}

// layout reads a layout, or a composition A o B: B, followed by A.
func (p *symbolicParser) layout() (*Symbolic, error) {
	if slices.ContainsFunc(swizzleNames, func(name string) bool { return strings.HasPrefix(p.text[p.at:], name) }) {
		return nil, p.expected("no swizzle beside symbols")
	}
	outer, err := p.simpleLayout()
	if err != nil || !p.take("o") {
		return outer, err
	}
	p.take("0o")
	inner, err := p.layout()
	if err != nil {
		return nil, err
	}
	return outer.compose(inner)
}

func (p *symbolicParser) simpleLayout() (*Symbolic, error) {
	for _, f := range cuteFunctions {
		if !p.take(f.name + "(") {
			continue
		}
		if f.symbolic == nil {
			return nil, diag.Errorf("bad-digit", "%s takes no layouts with symbols", f.name)
		}
		a, err := p.layout()
		if err != nil {
			return nil, err
		}
		b, err := readSecond(&p.cuteParser, f, p.layout)
		if err != nil {
			return nil, err
		}
		l, err := f.symbolic(a, b)
		if err != nil {
			return nil, err
		}
		return l.spread()
	}
	shape, stride, _, err := readStrided(&p.cuteParser, p.term, number(1), func(a, b Term) Term {
		product, _ := a.times(b) // the size of the layout is checked
		return product
	})
	if err != nil {
		return nil, err
	}
	sizes, strides, err := modesOf(shape, stride)
	if err != nil {
		return nil, err
	}
	l := &Symbolic{modes: make([][]digit, len(sizes))}
	for i, size := range sizes {
		err := eachDigit(size, strides[i], func(size Term, stride tuple[Term]) error {
			if stride.parts != nil || size.Factor < 1 {
				return diag.Errorf("bad-digit", "expected a size of at least 1 and one stride, but got %s", size)
			}
			l.modes[i] = append(l.modes[i], digit{size, stride.leaf})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	_, err = l.elements()
	return l, err
}

// term reads a number with symbols, or a question mark with a divisor.
func (p *symbolicParser) term() (Term, error) {
	t := number(1)
	if p.take("?") {
		if p.unknown == 26 {
			return t, diag.Errorf("bad-digit", "expected at most 26 unknown numbers")
		}
		t.Symbols = string(rune('A' + p.unknown))
		p.unknown++
		if !p.take("{") || p.take("i64}") {
			return t, nil
		}
		if !p.take("div=") {
			return t, p.expected("'div='")
		}
		n, err := p.number()
		switch {
		case err != nil:
			return t, err
		case n < 1:
			return t, diag.Errorf("bad-digit", "expected a divisor of at least 1, but got %d", n)
		case !p.take("}"):
			return t, p.expected("'}'")
		}
		t.Factor = n
		return t, nil
	}
	rest := p.text[p.at:]
	if strings.HasPrefix(rest, "-") {
		return t, p.expected("a number of at least 0 beside symbols")
	}
	if end := strings.IndexFunc(rest, func(c rune) bool { return !unicode.IsDigit(c) }); end != 0 {
		n, err := p.number()
		if err != nil {
			return t, err
		}
		t = number(n)
	} else if rest == "" || !isSymbol(rune(rest[0])) {
		return t, p.expected("a number, or a symbol, which is a lower-case letter")
	}
	for p.at < len(p.text) && isSymbol(rune(p.text[p.at])) {
		t, _ = t.times(Term{Factor: 1, Symbols: p.text[p.at : p.at+1]})
		p.at++
	}
	return t, nil
}
