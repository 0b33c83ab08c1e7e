package parser

import (
	"math"
	"strconv"
	"strings"

	"optc/ir"
	"optc/num"
)

// floatKind returns the float format of that name, or nil.
func floatKind(name string) *num.FloatKind {
	if c := name[0]; c != 'f' && c != 'b' && c != 't' {
		return nil
	}
	return num.FloatKindByName(name)
}

// signedness specifies how the literals of an integer type or index are read.
func signedness(t ir.Type) num.Signedness {
	it, ok := t.(*ir.IntegerType)
	switch {
	case !ok:
		return num.Signed // index
	case it.Signedness == ir.Signed:
		return num.Signed
	case it.Signedness == ir.Unsigned:
		return num.Unsigned
	}
	return num.Signless
}

// parseUint reads an integer token; leading zeros mean nothing.
func parseUint(word string, bits int) (uint64, error) {
	if len(word) > 1 && word[1] == 'x' {
		return strconv.ParseUint(word[2:], 16, bits)
	}
	return strconv.ParseUint(word, 10, bits)
}

// literalText is the text of a number including its sign, which may be separated from it.
func (l *lexer) literalText(tok token, negative bool) string {
	if !negative {
		return l.text[tok.lo:tok.hi]
	}
	if tok.lo > 0 && l.text[tok.lo-1] == '-' {
		return l.text[tok.lo-1 : tok.hi]
	}
	return "-" + l.text[tok.lo:tok.hi]
}

// parseInt reads an integer literal into width bits.
func (l *lexer) parseInt(tok token, negative bool, width int, s num.Signedness) (v num.Int, ok bool) {
	v, err := num.ParseInt(l.literalText(tok, negative), width, s)
	return v, err == nil
}

// float is floatLiteral without a report: msg is the error.
func (l *lexer) float(tok token, negative bool, k *num.FloatKind) (v num.Float, msg string) {
	word := l.text[tok.lo:tok.hi]
	switch {
	case tok.kind == tokFloat:
		v, err := num.ParseFloat(k, l.literalText(tok, negative))
		if err != nil {
			return v, "floating point value too large"
		}
		return v, ""
	case tok.kind != tokInt:
		return v, "expected floating point literal"
	case len(word) < 2 || word[1] != 'x':
		return v, decimalFloat
	case negative:
		return v, "hexadecimal float literal should not have a leading minus"
	}
	bits, err := num.ParseInt(word, k.Bits, num.Signless)
	if err != nil {
		return v, "hexadecimal float constant out of range for type"
	}
	return num.FloatFromBytes(k, bits.AppendBytes(nil)), ""
}

const decimalFloat = "unexpected decimal integer literal for a floating point value"

// floatLiteral reads a float literal, or the bits of a float in hexadecimal.
func (p *tokenStream) floatLiteral(tok token, negative bool, k *num.FloatKind) (v num.Float, ok bool) {
	if p.failed {
		return v, false
	}
	v, msg := p.float(tok, negative, k)
	if msg != "" {
		p.floatError(tok, msg)
	}
	return v, msg == ""
}

func (p *tokenStream) floatError(tok token, msg string) {
	d := p.errorAt(tok.lo, msg)
	if msg == decimalFloat {
		p.note(d, tok.lo, "add a trailing dot to make the literal a float")
		word := p.text[tok.lo:tok.hi]
		d.Fix(ir.At(p.src, tok.lo), word, word+".")
	}
}

func (p *tokenStream) Integer() int64 {
	v, ok := p.OptionalInteger()
	if !ok {
		p.Errorf("expected integer value")
	}
	return v
}

func (p *tokenStream) OptionalInteger() (v int64, ok bool) {
	switch {
	case p.acceptWord("true"):
		return 1, true
	case p.acceptWord("false"):
		return 0, true
	case p.tok.kind != tokInt && p.tok.kind != tokMinus:
		return 0, false
	}
	negative := p.accept(tokMinus)
	tok := p.tok
	if !p.expect(tokInt, "expected integer value") {
		return 0, true
	}
	u, err := parseUint(p.text[tok.lo:tok.hi], 64)
	limit := uint64(math.MaxInt64)
	if negative {
		limit++
	}
	if err != nil || u > limit {
		p.customError(tok.lo, "integer value too large")
		return 0, true
	}
	if negative {
		return -int64(u), true
	}
	return int64(u), true
}

func (p *tokenStream) Float() float64 {
	negative := p.accept(tokMinus)
	tok := p.tok
	if tok.kind == tokInt && !strings.HasPrefix(p.spelling(), "0x") {
		v, _ := strconv.ParseFloat(p.spelling(), 64)
		p.next()
		if negative {
			return -v
		}
		return v
	}
	v, ok := p.floatLiteral(tok, negative, num.F64)
	if !ok {
		return 0
	}
	p.next()
	return v.Float64()
}
