package parser

import (
	"strings"

	"optc/ir"
	"optc/ir/affine"
)

func (p *attrParser) affineMapAttr(ir.Type) ir.Attribute {
	return p.bySpelling(func() ir.Attribute {
		p.next()
		p.expect(tokLess, "expected '<' in affine map")
		m := p.AffineMap()
		p.expect(tokGreater, "expected '>' in affine map")
		if p.failed {
			return nil
		}
		return p.ctx.AffineMap(m)
	})
}

func (p *attrParser) affineSetAttr(ir.Type) ir.Attribute {
	return p.bySpelling(func() ir.Attribute {
		p.next()
		p.expect(tokLess, "expected '<' in integer set")
		s := p.IntegerSet()
		p.expect(tokGreater, "expected '>' in integer set")
		if p.failed {
			return nil
		}
		return p.ctx.IntegerSet(s)
	})
}

// bySpelling parses an attribute word<…>, or returns the attribute that was parsed from
// the same text before.
func (p *attrParser) bySpelling(parse func() ir.Attribute) ir.Attribute {
	lo := p.tok.lo
	hi := p.bodyEnd(p.tok.hi)
	if hi > 0 {
		if a := p.attrs.known[p.text[lo:hi]]; a != nil && p.fits(a) {
			p.tok.hi = hi
			p.next()
			return a
		}
	}
	a := parse()
	if a != nil && p.prevEnd == hi && p.attrs.seenBefore(p.text[lo:hi]) {
		p.attrs.set(strings.Clone(p.text[lo:hi]), a)
	}
	return a
}

// AffineMap parses (dims)[symbols] -> (exprs).
func (p *attrParser) AffineMap() affine.Map { return p.affineOfNames().affineMap() }

// IntegerSet parses (dims)[symbols] : (constraints).
func (p *attrParser) IntegerSet() affine.IntegerSet { return p.affineOfNames().integerSet() }

// affineOfNames returns a parser of expressions of declared names.
func (p *attrParser) affineOfNames() *affineParser {
	a := &p.affine
	a.p, a.names = &p.tokenStream, a.names[:0]
	return a
}
