package parser

import (
	"strconv"

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

// signedness is how the literals of an integer type or index are read.
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

// literalText is the text of a number with its sign, which may stand apart.
func (p *parser) literalText(tok token, negative bool) string {
	if !negative {
		return p.text[tok.lo:tok.hi]
	}
	if tok.lo > 0 && p.text[tok.lo-1] == '-' {
		return p.text[tok.lo-1 : tok.hi]
	}
	return "-" + p.text[tok.lo:tok.hi]
}

// parseInt reads an integer literal into width bits.
func (p *parser) parseInt(tok token, negative bool, width int, s num.Signedness) (v num.Int, ok bool) {
	v, err := num.ParseInt(p.literalText(tok, negative), width, s)
	return v, err == nil
}

// typeSuffix parses an optional : type behind a literal; t is used if not nil.
func (p *parser) typeSuffix(t, dflt ir.Type) ir.Type {
	switch {
	case t != nil:
		return t
	case p.accept(tokColon):
		return p.parseType()
	}
	return dflt
}

// numberAttr parses an attribute that begins with an integer literal.
func (p *parser) numberAttr(t ir.Type, negative bool) ir.Attribute {
	tok := p.tok
	p.next()
	t = p.typeSuffix(t, p.ctx.I64())
	if p.failed {
		return nil
	}
	switch ty := t.(type) {
	case *ir.FloatType:
		if v, ok := p.floatLiteral(tok, negative, ty.Kind); ok {
			return p.ctx.FloatOf(ty, v)
		}
		return nil
	case *ir.IntegerType, *ir.IndexType:
		if negative && signedness(t) == num.Unsigned {
			p.errorAt(tok.lo, "negative integer literal not valid for unsigned integer type")
			return nil
		}
		v, ok := p.parseInt(tok, negative, ir.IntWidth(t), signedness(t))
		if !ok {
			p.errorAt(tok.lo, "integer constant out of range for attribute")
			return nil
		}
		return p.ctx.IntOf(t, v)
	}
	p.errorAt(tok.lo, "integer literal not valid for specified type")
	return nil
}

// floatAttr parses an attribute that begins with a float literal.
func (p *parser) floatAttr(t ir.Type, negative bool) ir.Attribute {
	tok := p.tok
	p.next()
	t = p.typeSuffix(t, p.ctx.F64())
	if p.failed {
		return nil
	}
	ft, ok := t.(*ir.FloatType)
	if !ok {
		p.error("floating point value not valid for specified type")
		return nil
	}
	v, ok := p.floatLiteral(tok, negative, ft.Kind)
	if !ok {
		return nil
	}
	return p.ctx.FloatOf(ft, v)
}

// floatLiteral reads a float literal, or the bits of one in hexadecimal.
func (p *parser) floatLiteral(tok token, negative bool, k *num.FloatKind) (v num.Float, ok bool) {
	if p.failed {
		return v, false
	}
	v, msg := p.float(tok, negative, k)
	if msg != "" {
		p.floatError(tok, msg)
	}
	return v, msg == ""
}

const decimalFloat = "unexpected decimal integer literal for a floating point value"

// float is floatLiteral without a report: msg says what is wrong.
func (p *parser) float(tok token, negative bool, k *num.FloatKind) (v num.Float, msg string) {
	word := p.text[tok.lo:tok.hi]
	switch {
	case tok.kind == tokFloat:
		v, err := num.ParseFloat(k, p.literalText(tok, negative))
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

func (p *parser) floatError(tok token, msg string) {
	d := p.errorAt(tok.lo, msg)
	if msg == decimalFloat {
		p.note(d, tok.lo, "add a trailing dot to make the literal a float")
		word := p.text[tok.lo:tok.hi]
		d.Fix(ir.At(p.src, tok.lo), word, word+".")
	}
}
