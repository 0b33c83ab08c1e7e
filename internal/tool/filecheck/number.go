package filecheck

import (
	"errors"
	"math/big"
	"strings"
)

// formatKind is the notation of a number.
type formatKind byte

const (
	noFormat formatKind = iota
	unsigned            // %u
	signed              // %d
	hexUpper            // %X
	hexLower            // %x
)

var formatNames = [...]string{"<none>", "%u", "%d", "%X", "%x"}

// format is the matching format of a numeric expression.
type format struct {
	kind      formatKind
	precision uint // least number of digits
	alternate bool // with 0x before the digits
}

var errOverflow = errors.New("unable to substitute variable or numeric expression: overflow error")

func (f format) prefix() string {
	if f.alternate {
		return "0x"
	}
	return ""
}

// wildcard returns the regular expression of all numbers in this format.
func (f format) wildcard() string {
	var first, digits, sign string
	switch f.kind {
	case unsigned:
		first, digits = "1-9", "0-9"
	case signed:
		first, digits, sign = "1-9", "0-9", "-?"
	case hexUpper:
		first, digits = "1-9A-F", "0-9A-F"
	case hexLower:
		first, digits = "1-9a-f", "0-9a-f"
	}
	if f.precision == 0 {
		return sign + f.prefix() + "[" + digits + "]+"
	}
	return f.prefix() + sign + "([" + first + "][" + digits + "]*)?[" + digits + "]{" + utoa(f.precision) + "}"
}

func utoa(n uint) string { return new(big.Int).SetUint64(uint64(n)).String() }

func (f format) radix() int {
	if f.kind == hexUpper || f.kind == hexLower {
		return 16
	}
	return 10
}

// render writes v in this format. Only a signed format has negative numbers.
func (f format) render(v *big.Int) (string, error) {
	if v.Sign() < 0 && f.kind != signed {
		return "", errOverflow
	}
	digits := new(big.Int).Abs(v).Text(f.radix())
	if f.kind == hexUpper {
		digits = strings.ToUpper(digits)
	}
	sign := ""
	if v.Sign() < 0 {
		sign = "-"
	}
	zeros := ""
	if missing := int(f.precision) - len(digits); missing > 0 {
		zeros = strings.Repeat("0", missing)
	}
	return sign + f.prefix() + zeros + digits, nil
}

// value converts text, which wildcard matched, to a number.
func (f format) value(text string) *big.Int {
	text, negative := strings.CutPrefix(text, "-")
	if f.alternate {
		text = strings.TrimPrefix(text, "0x")
	}
	v, ok := new(big.Int).SetString(text, f.radix())
	if !ok {
		return new(big.Int)
	}
	if negative {
		v.Neg(v)
	}
	return v
}

// number is a numeric variable. Expressions hold pointers to it.
type number struct {
	name  string
	form  format
	line  int // line of the directive that defines it first; 0 for none
	value *big.Int
	// The range that the value was read from, for messages; end is 0 for other values.
	start, end int
}

// expr is a numeric expression.
type expr interface {
	// eval returns the value, or the errors for all variables without value.
	eval() (*big.Int, []error)
	// implied returns the format that follows from the variables in it.
	implied(p *patternParser) (format, error)
	text() span
}

// span is a part of a source.
type span struct {
	src        *source
	start, end int
}

func (s span) String() string { return s.src.text[s.start:s.end] }
func (s span) loc() location  { return s.src.at(s.start) }

// undefinedError reports a variable that has no value.
type undefinedError struct{ at span }

func (e undefinedError) Error() string { return "undefined variable: " + e.at.String() }

type literal struct {
	at span
	v  *big.Int
}

func (l literal) eval() (*big.Int, []error)              { return l.v, nil }
func (l literal) implied(*patternParser) (format, error) { return format{}, nil }
func (l literal) text() span                             { return l.at }

type numberUse struct {
	at span
	n  *number
}

func (u numberUse) eval() (*big.Int, []error) {
	if u.n.value == nil {
		return nil, []error{undefinedError{u.at}}
	}
	return u.n.value, nil
}
func (u numberUse) implied(*patternParser) (format, error) { return u.n.form, nil }
func (u numberUse) text() span                             { return u.at }

// arithmetic computes a binary operation; it fails on a division by zero.
type arithmetic func(a, b *big.Int) (*big.Int, error)

var operators = map[byte]arithmetic{
	'+': functions["add"],
	'-': functions["sub"],
}

// functions are the calls that expressions may use; all take two arguments.
var functions = map[string]arithmetic{
	"add": func(a, b *big.Int) (*big.Int, error) { return new(big.Int).Add(a, b), nil },
	"sub": func(a, b *big.Int) (*big.Int, error) { return new(big.Int).Sub(a, b), nil },
	"mul": func(a, b *big.Int) (*big.Int, error) { return new(big.Int).Mul(a, b), nil },
	"div": func(a, b *big.Int) (*big.Int, error) {
		if b.Sign() == 0 {
			return nil, errOverflow
		}
		return new(big.Int).Quo(a, b), nil
	},
	"max": func(a, b *big.Int) (*big.Int, error) {
		if a.Cmp(b) < 0 {
			return b, nil
		}
		return a, nil
	},
	"min": func(a, b *big.Int) (*big.Int, error) {
		if a.Cmp(b) < 0 {
			return a, nil
		}
		return b, nil
	},
}

type binary struct {
	at          span
	op          arithmetic
	left, right expr
}

func (b binary) eval() (*big.Int, []error) {
	l, errs := b.left.eval()
	r, more := b.right.eval()
	if errs = append(errs, more...); len(errs) > 0 {
		return nil, errs
	}
	v, err := b.op(l, r)
	if err != nil {
		return nil, []error{err}
	}
	return v, nil
}

func (b binary) implied(p *patternParser) (format, error) {
	l, err := b.left.implied(p)
	r, err2 := b.right.implied(p)
	if err = errors.Join(err, err2); err != nil {
		return format{}, err
	}
	if l.kind != noFormat && r.kind != noFormat && l != r {
		return format{}, p.errorAt(b.at.start, "implicit format conflict between '%s' (%s) and '%s' (%s), need an explicit format specifier",
			b.left.text(), formatNames[l.kind], b.right.text(), formatNames[r.kind])
	}
	if l.kind != noFormat {
		return l, nil
	}
	return r, nil
}
func (b binary) text() span { return b.at }
