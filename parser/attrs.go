package parser

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"optc/ir"
)

// beginsAttr tells whether an optional attribute may begin with the next token.
func (p *parser) beginsAttr() bool {
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
func (p *parser) optionalAttr(t ir.Type) ir.Attribute {
	if !p.beginsAttr() {
		return nil
	}
	return p.parseAttr(t)
}

// parseAttr parses any attribute; t, if not nil, is the type that an untyped
// literal gets. The result is nil after an error.
func (p *parser) parseAttr(t ir.Type) ir.Attribute {
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

func (p *parser) attribute(t ir.Type) ir.Attribute {
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

// arrayAttr parses [attribute, …].
func (p *parser) arrayAttr() ir.Attribute {
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

// wordAttr returns the parser of the attributes that begin with a word.
func wordAttr(w string) func(p *parser, t ir.Type) ir.Attribute {
	switch w {
	case "true", "false":
		return func(p *parser, _ ir.Type) ir.Attribute {
			p.next()
			return p.ctx.Bool(w == "true")
		}
	case "unit":
		return func(p *parser, _ ir.Type) ir.Attribute {
			p.next()
			return p.ctx.Unit()
		}
	case "affine_map":
		return (*parser).affineMapAttr
	case "affine_set":
		return (*parser).affineSetAttr
	case "dense":
		return (*parser).denseAttr
	case "dense_resource":
		return (*parser).resourceAttr
	case "array":
		return (*parser).denseArrayAttr
	case "sparse":
		return (*parser).sparseAttr
	case "strided":
		return (*parser).stridedAttr
	case "distinct":
		return (*parser).distinctAttr
	case "loc":
		return (*parser).locationAttr
	}
	return nil
}

func (p *parser) locationAttr(ir.Type) ir.Attribute {
	p.next()
	p.expect(tokLParen, "expected '(' in inline location")
	l := p.location()
	p.expect(tokRParen, "expected ')' in inline location")
	return l
}

func (p *parser) stringAttr(t ir.Type) ir.Attribute {
	v := unquote(p.spelling())
	p.next()
	if t == nil && p.accept(tokColon) {
		if t = p.parseType(); t == nil {
			return nil
		}
	}
	if t == p.ctx.None() {
		t = nil // how upstream says that strings have no type
	}
	return p.ctx.TypedStr(v, t)
}

// symbolRef parses @root::@nested. A single colon behind it belongs to what
// follows.
func (p *parser) symbolRef() ir.Attribute {
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
		p.next() // as upstream, which goes back only if something follows
	}
	return p.ctx.SymbolRef(root, nested...)
}

// symbolName is the name in an @name or @"name" token.
func symbolName(tok string) string {
	if tok[1] == '"' {
		return unquote(tok[1:])
	}
	return tok[1:]
}

// nameSet finds repeated names in a list that is short as a rule.
type nameSet map[string]bool

// add returns false when the name is that of one of the entries, all of which were
// added before.
func (s *nameSet) add(name string, entries []ir.NamedAttr) bool {
	if len(entries) < 16 {
		return !slices.ContainsFunc(entries, func(e ir.NamedAttr) bool { return e.Name == name })
	}
	if *s == nil {
		*s = make(nameSet, 64)
		for _, e := range entries {
			(*s)[e.Name] = true
		}
	}
	if (*s)[name] {
		return false
	}
	(*s)[name] = true
	return true
}

// namedAttr parses one entry of a dictionary behind others.
func (p *parser) namedAttr(seen *nameSet, entries []ir.NamedAttr) (name string, value ir.Attribute) {
	switch p.tok.kind {
	case tokString:
		name = unquote(p.spelling())
	case tokWord:
		name = p.spelling()
	default:
		p.wrongToken("expected attribute name")
		return
	}
	if name == "" {
		p.error("expected valid attribute name")
		return
	}
	if !seen.add(name, entries) {
		p.error("duplicate key '%s' in dictionary attribute", name)
		return
	}
	p.next()
	if !p.accept(tokEqual) {
		return name, p.ctx.Unit()
	}
	return name, p.parseAttr(nil)
}

// dictionary is a { … } that was parsed. The entries are in source order and must
// not be changed.
type dictionary struct {
	entries []ir.NamedAttr
	attr    *ir.DictAttr // made when it is needed
	depth   int          // of the values
}

func (p *parser) dictAttr() ir.Attribute {
	d := p.dictEntries()
	if p.failed {
		return nil
	}
	return p.dictOf(d)
}

func (p *parser) dictOf(d *dictionary) *ir.DictAttr {
	if d.attr == nil {
		d.attr = p.ctx.Dict(d.entries)
	}
	return d.attr
}

// dictEntries parses { name = value, … }, or takes it from the spellings that
// were parsed before. The result holds until another dictionary is parsed.
func (p *parser) dictEntries() *dictionary {
	lo := p.tok.lo
	hi := p.braceEnd(lo)
	if hi > 0 {
		if d := p.dicts.known[p.text[lo:hi]]; d != nil && p.depth+d.depth < MaxDepth {
			p.tok.hi = hi
			p.next()
			return d
		}
	}
	from := len(p.entries)
	var seen nameSet
	p.list(tokLBrace, tokRBrace, " in attribute dictionary", func() {
		name, value := p.namedAttr(&seen, p.entries[from:])
		p.entries = append(p.entries, ir.NamedAttr{Name: name, Value: value})
	})
	p.dict = dictionary{entries: p.entries[from:]}
	p.entries = p.entries[:from]
	if p.failed || p.prevEnd != hi || !p.dicts.again(p.text[lo:hi]) {
		return &p.dict
	}
	d := &dictionary{entries: slices.Clone(p.dict.entries)}
	for i, e := range d.entries {
		d.entries[i].Name = strings.Clone(e.Name)
		d.depth = max(d.depth, ir.Depth(e.Value))
	}
	p.dicts.set(strings.Clone(p.text[lo:hi]), d)
	return d
}

// braceEnd returns the end of the {…} that begins at offset i, or 0 when that is
// not easy to see.
func (p *parser) braceEnd(i int) int {
	if p.at(i) != '{' {
		return 0
	}
	limit := min(len(p.text), i+maxSpelling)
	depth := 0
	for ; i < limit; i++ {
		switch p.text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"':
			for i++; i < limit && p.text[i] != '"'; i++ {
				if p.text[i] == '\\' {
					i++
				}
			}
		case '/':
			return 0
		}
	}
	return 0
}

// stridedAttr parses strided<[strides], offset: n>.
func (p *parser) stridedAttr(ir.Type) ir.Attribute {
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

func (p *parser) strideOrOffset() int64 {
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

// distinctAttr parses distinct[id]<attribute>. Within one source, the same id
// is the same attribute.
func (p *parser) distinctAttr(t ir.Type) ir.Attribute {
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

func (f *file) distinctOf(id uint64, of ir.Attribute) *ir.DistinctAttr {
	f.mu.Lock()
	defer f.mu.Unlock()
	d := f.distinct[id]
	if d == nil {
		d = f.ctx.Distinct(of)
		if f.distinct == nil {
			f.distinct = map[uint64]*ir.DistinctAttr{}
		}
		f.distinct[id] = d
	}
	return d
}
