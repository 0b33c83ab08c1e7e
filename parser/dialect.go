package parser

import (
	"strings"

	"optc/ir"
)

func (p *typeParser) extendedType() ir.Type {
	lo := p.tok.lo
	if hi := p.symbolEnd(); hi > 0 {
		if t := p.types.known[p.text[lo:hi]]; t != nil && p.fits(t) {
			p.tok.hi = hi
			p.next()
			return t
		}
	}
	defer p.leave()
	if !p.enter() {
		return nil
	}
	s := p.readSymbol()
	if p.failed {
		return nil
	}
	if s.alias {
		a, ok := p.typeAliases[s.dialect]
		if !ok || a.pos > lo {
			undefinedAlias(&p.symbolParser, lo, s.dialect, p.typeAliases)
			return nil
		}
		return fittingAlias(&p.tokenStream, lo, a.node)
	}
	var t ir.Type
	if d := p.declaring(s, isTypeOf); d != nil {
		p.dialectBody(s, func(mnemonic string) {
			def := d.Type(mnemonic)
			if def == nil {
				p.unknownMnemonic(s, mnemonic)
				return
			}
			t = def.Parse(p.attributes)
		})
	} else if ir.IsForeign(s.dialect) && !ir.ForeignTypes(s.dialect) {
		p.noHook(s, "type")
	} else if !isNamespace(s.dialect) {
		p.badNamespace(s)
	} else if !p.ctx.AllowUnregistered {
		d := p.errorAt(s.pos(), "`!\""+s.dialect+"\"<\""+s.body+"\">` type"+unregisteredHelp)
		p.suggestSymbol(d, &s, isTypeOf)
	} else {
		t = p.opaqueType(s)
	}
	if p.failed {
		return nil
	}
	if t != nil && s.end-s.lo <= maxSpelling && p.types.seenBefore(p.text[s.lo:s.end]) {
		p.types.set(strings.Clone(p.text[s.lo:s.end]), t)
	}
	return t
}

// dialectBody parses the body of a symbol with f, and continues after the body.
func (p *typeParser) dialectBody(s dialectSymbol, f func(mnemonic string)) {
	p.inBody(s.bodyPos, func() {
		word := p.spelling()
		pos := p.tok.lo
		if p.tok.kind != tokWord {
			p.errorAt(pos, "expected valid keyword")
		} else {
			// A mnemonic may hold dots, which are part of the word.
			p.next()
			f(word)
		}
	})
}

// inBody parses a part of a symbol, beginning at an offset, with f, and continues after
// the symbol.
func (p *typeParser) inBody(offset int, f func()) {
	types := len(p.typeLists)
	p.inside(offset, f)
	p.typeLists = p.typeLists[:types]
}
