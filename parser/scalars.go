package parser

import (
	"fmt"
	"optc/ir"
	"optc/num"
)

// typeSuffix parses an optional : type after a literal, unless t is given.
func (p *constantParser) typeSuffix(t, dflt ir.Type) ir.Type {
	switch {
	case t != nil:
		return t
	case p.accept(tokColon):
		return p.parseType()
	}
	return dflt
}

// numberAttr parses an attribute that begins with an integer literal.
func (p *constantParser) numberAttr(t ir.Type, negative bool) ir.Attribute {
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
func (p *constantParser) floatAttr(t ir.Type, negative bool) ir.Attribute {
	tok := p.tok
	p.next()
	t = p.typeSuffix(t, p.ctx.F64())
	if p.failed {
		return nil
	}
	ft, ok := t.(*ir.FloatType)
	if !ok {
		d := p.errorAt(tok.lo, "floating point value not valid for specified type")
		p.hint(d, tok.lo, fmt.Sprintf("'%s' is a number with a fraction, but has the type '%s': write a whole number, or a type of floats such as f32", p.text[tok.lo:tok.hi], t))
		return nil
	}
	v, ok := p.floatLiteral(tok, negative, ft.Kind)
	if !ok {
		return nil
	}
	return p.ctx.FloatOf(ft, v)
}
