package parser

import (
	"fmt"
	"math"
	"strings"

	"optc/ir"
)

// attrParser parses attributes. It implements ir.AsmParser for dialects.
type attrParser struct {
	locationParser
	attrs   memo[string, ir.Attribute] // attributes by exact spelling
	dicts   memo[string, *dictionary]
	dict    dictionary     // the dictionary that was parsed last
	entries []ir.NamedAttr // entries of the dictionaries being parsed
	arrays  []ir.Attribute // elements of the arrays being parsed
	affine  affineParser   // parser of maps and sets
}

var _ ir.AsmParser = (*attrParser)(nil)

// beginsAttr reports whether an optional attribute may begin with the next token.
func (p *attrParser) beginsAttr() bool {
	switch p.tok.kind {
	case tokAt, tokFloat, tokInt, tokHash, tokLBrace, tokLSquare, tokMinus, tokString:
		return true
	case tokWord:
		switch p.spelling() {
		case "affine_map", "affine_set", "array", "dense", "dense_resource", "distinct",
			"false", "loc", "sparse", "strided", "true", "unit":
			return true
		}
	}
	return p.beginsType()
}

// optionalAttr returns nil when no attribute comes next.
func (p *attrParser) optionalAttr(t ir.Type) ir.Attribute {
	if !p.beginsAttr() {
		return nil
	}
	return p.parseAttr(t)
}

// parseAttr parses any attribute; t, if not nil, is the type of an untyped literal. The
// result is nil after an error.
func (p *attrParser) parseAttr(t ir.Type) ir.Attribute {
	defer p.leave()
	if !p.enter() {
		return nil
	}
	a := p.attribute(t)
	if p.failed {
		return nil
	}
	return a
}

func (p *attrParser) attribute(t ir.Type) ir.Attribute {
	switch p.tok.kind {
	case tokInt:
		return p.numberAttr(t, false)
	case tokFloat:
		return p.floatAttr(t, false)
	case tokMinus:
		p.next()
		switch p.tok.kind {
		case tokInt:
			return p.numberAttr(t, true)
		case tokFloat:
			return p.floatAttr(t, true)
		}
		p.wrongToken("expected constant integer or floating point value")
		return nil
	case tokString:
		return p.stringAttr(t)
	case tokAt:
		return p.symbolRef()
	case tokHash:
		return p.extendedAttr(t)
	case tokLSquare:
		return p.arrayAttr()
	case tokLBrace:
		return p.dictAttr()
	case tokWord:
		if parse := wordAttr(p.spelling()); parse != nil {
			return parse(p, t)
		}
	}
	if p.beginsType() {
		ty := p.parseType()
		if p.failed {
			return nil
		}
		return ir.TypeAttrOf(ty)
	}
	p.wrongToken("expected attribute value")
	return nil
}

// wordAttr returns the parser of the attributes that begin with a word.
func wordAttr(w string) func(p *attrParser, t ir.Type) ir.Attribute {
	switch w {
	case "true", "false":
		return func(p *attrParser, _ ir.Type) ir.Attribute {
			p.next()
			return p.ctx.Bool(w == "true")
		}
	case "unit":
		return func(p *attrParser, _ ir.Type) ir.Attribute {
			p.next()
			return p.ctx.Unit()
		}
	case "affine_map":
		return (*attrParser).affineMapAttr
	case "affine_set":
		return (*attrParser).affineSetAttr
	case "dense":
		return (*attrParser).denseAttr
	case "dense_resource":
		return (*attrParser).resourceAttr
	case "array":
		return (*attrParser).denseArrayAttr
	case "sparse":
		return (*attrParser).sparseAttr
	case "strided":
		return (*attrParser).stridedAttr
	case "distinct":
		return (*attrParser).distinctAttr
	case "loc":
		return (*attrParser).locationAttr
	}
	return nil
}

// arrayAttr parses [attribute, …].
func (p *attrParser) arrayAttr() ir.Attribute {
	from := len(p.arrays)
	p.next()
	p.listUntil(tokRSquare, true, func() {
		a := p.parseAttr(nil)
		p.arrays = append(p.arrays, a)
	})
	elems := p.arrays[from:]
	p.arrays = p.arrays[:from]
	if p.failed {
		return nil
	}
	return p.ctx.Array(elems)
}

func (p *attrParser) locationAttr(ir.Type) ir.Attribute {
	p.next()
	p.expect(tokLParen, "expected '(' in inline location")
	l := p.location()
	p.expect(tokRParen, "expected ')' in inline location")
	return l
}

func (p *attrParser) stringAttr(t ir.Type) ir.Attribute {
	v := unquote(p.spelling())
	p.next()
	if t == nil && p.accept(tokColon) {
		if t = p.parseType(); t == nil {
			return nil
		}
	}
	if t == p.ctx.None() {
		t = nil // upstream's type of strings without a type
	}
	return p.ctx.TypedStr(v, t)
}

// symbolRef parses @root::@nested. A single colon after it does not belong to it.
func (p *attrParser) symbolRef() ir.Attribute {
	root := symbolName(p.spelling())
	p.next()
	var nested []string
	for p.tok.kind == tokColon && p.at(p.tok.hi) == ':' {
		p.tok.hi++
		p.next()
		if p.tok.kind != tokAt {
			p.errorAt(p.tok.lo, "expected nested symbol reference identifier")
			return nil
		}
		nested = append(nested, symbolName(p.spelling()))
		p.next()
	}
	if p.tok.kind == tokColon && p.lex(p.tok.hi).kind == tokEOF {
		p.next() // as upstream, which goes back only if a token follows
	}
	return p.ctx.SymbolRef(root, nested...)
}

func (p *attrParser) extendedAttr(t ir.Type) ir.Attribute {
	lo := p.tok.lo
	if hi := p.symbolEnd(); hi > 0 {
		if a := p.attrs.known[p.text[lo:hi]]; a != nil && p.fits(a) && p.lex(hi).kind != tokColon {
			p.tok.hi = hi
			p.next()
			return p.checkType(a, t)
		}
	}
	s := p.readSymbol()
	if p.failed {
		return nil
	}
	if s.alias {
		a, ok := p.attrAliases[s.dialect]
		if _, isLoc := a.node.(ir.LocationAttr); !ok || a.pos > lo && !isLoc {
			undefinedAlias(&p.symbolParser, lo, s.dialect, p.attrAliases)
			return nil
		}
		return p.checkType(fittingAlias(&p.tokenStream, lo, a.node), t)
	}
	typed := t
	hasType := p.accept(tokColon)
	if hasType {
		typed = p.parseType()
	}
	if p.failed {
		return nil
	}
	var a ir.Attribute
	if d := p.declaring(s, isAttrOf); d != nil {
		p.dialectBody(s, func(mnemonic string) {
			def := d.Attr(mnemonic)
			if def == nil {
				p.unknownMnemonic(s, mnemonic)
				return
			}
			if def.ParseTyped != nil {
				a = def.ParseTyped(p, typed)
				return
			}
			a = def.Parse(p)
		})
	} else if ir.IsForeign(s.dialect) && !ir.ForeignAttrs(s.dialect) {
		p.noHook(s, "attribute")
	} else if !isNamespace(s.dialect) {
		p.badNamespace(s)
	} else if !p.ctx.AllowUnregistered {
		if typed == nil {
			typed = p.ctx.None()
		}
		d := p.errorAt(s.pos(), fmt.Sprintf("#\"%s\"<\"%s\"> : '%s' attribute%s", s.dialect, s.body, typed, unregisteredHelp))
		p.suggestSymbol(d, &s, isAttrOf)
	} else {
		a = p.ctx.OpaqueAttr(s.dialect, p.opaque(s), typed)
	}
	if p.failed {
		return nil
	}
	if a != nil && !hasType && typed == nil && s.end-s.lo <= maxSpelling && p.attrs.seenBefore(p.text[s.lo:s.end]) {
		p.attrs.set(strings.Clone(p.text[s.lo:s.end]), a)
	}
	return p.checkType(a, t)
}

// checkType reports an attribute whose type differs from the type that the place
// requires.
func (p *attrParser) checkType(a ir.Attribute, t ir.Type) ir.Attribute {
	typed, ok := a.(ir.TypedAttr)
	if t == nil || !ok || typed.Type() == t || typed.Type() == nil {
		return a
	}
	p.error("attribute type different than expected: expected '%s', but got '%s'", t, typed.Type())
	return nil
}

// stridedAttr parses strided<[strides], offset: n>.
func (p *attrParser) stridedAttr(ir.Type) ir.Attribute {
	p.next()
	p.expect(tokLess, "expected '<' after 'strided'")
	p.expect(tokLSquare, "expected '['")
	var strides []int64
	if p.tok.kind != tokRSquare {
		p.commaSeparated(func() { strides = append(strides, p.strideOrOffset()) })
	}
	p.expect(tokRSquare, "expected ']'")
	var offset int64
	if !p.accept(tokGreater) {
		p.expect(tokComma, "expected ','")
		if !p.acceptWord("offset") {
			p.wrongToken("expected 'offset' after comma")
		}
		p.expect(tokColon, "expected ':' after 'offset'")
		offset = p.strideOrOffset()
		p.expect(tokGreater, "expected '>'")
	}
	if p.failed {
		return nil
	}
	return p.ctx.StridedLayout(offset, strides)
}

func (p *attrParser) strideOrOffset() int64 {
	if p.accept(tokQuestion) {
		return ir.Dynamic
	}
	pos := p.tok.lo
	negative := p.accept(tokMinus)
	if p.tok.kind == tokInt {
		if v, err := parseUint(p.spelling(), 64); err == nil && v <= math.MaxInt64 {
			p.next()
			if negative {
				return -int64(v)
			}
			return int64(v)
		}
	}
	p.errorAt(pos, "expected a 64-bit signed integer or '?'")
	return 0
}

// distinctAttr parses distinct[id]<attribute>. Within a source, equal ids are the same
// attribute.
func (p *attrParser) distinctAttr(t ir.Type) ir.Attribute {
	start := p.tok.lo
	p.next()
	p.expect(tokLSquare, "expected '[' after 'distinct'")
	id := p.spelling()
	p.expect(tokInt, "expected distinct ID")
	n, err := parseUint(id, 64)
	if err != nil {
		p.error("expected an unsigned 64-bit integer")
	}
	p.expect(tokRSquare, "expected ']' to close distinct ID")
	p.expect(tokLess, "expected '<' after distinct ID")
	var of ir.Attribute = p.ctx.Unit()
	if !p.accept(tokGreater) {
		of = p.parseAttr(t)
		p.expect(tokGreater, "expected '>' to close distinct attribute")
	}
	if p.failed {
		return nil
	}
	d := p.distinctOf(n, of)
	if d.Of != of {
		if p.unordered {
			p.conflict.Store(true)
		}
		p.errorAt(start, fmt.Sprintf("referenced attribute does not match previous definition: %s", d.Of))
		return nil
	}
	return d
}

func (p *attrParser) distinctOf(id uint64, of ir.Attribute) *ir.DistinctAttr {
	p.mu.Lock()
	defer p.mu.Unlock()
	d := p.distinct[id]
	if d == nil {
		d = p.ctx.Distinct(of)
		if p.distinct == nil {
			p.distinct = map[uint64]*ir.DistinctAttr{}
		}
		p.distinct[id] = d
	}
	return d
}

func (p *attrParser) Attr(t ir.Type) ir.Attribute { return p.parseAttr(t) }

func (p *attrParser) OptionalAttr(t ir.Type) ir.Attribute { return p.optionalAttr(t) }

// SubParser returns a parser of a part of the source. Errors that it reports
// stop this parser as well.
func (p *attrParser) SubParser(from, to int) ir.AsmParser {
	sub := &attrParser{}
	sub.begin(p.source, p.definitions, sub)
	sub.text = p.text[:to]
	sub.parent, sub.failed = &p.reporter, p.failed
	sub.depth, sub.opName = p.depth, p.opName
	sub.types, sub.attrs, sub.dicts = p.types, p.attrs, p.dicts
	sub.start(from)
	return sub
}
