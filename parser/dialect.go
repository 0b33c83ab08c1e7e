package parser

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"optc/diag"
	"optc/ir"
)

// symbol is a type or attribute of a dialect, or an alias, as written: !name,
// !dialect.name<…> or !dialect<…> (or with #).
type symbol struct {
	lo      int    // of the sigil
	dialect string // or the name of the alias
	pretty  bool   // written with a dot
	body    string // behind the dot, or between the angle brackets
	bodyPos int
	end     int  // of the whole symbol
	alias   bool // no dot and no angle brackets
}

// extended consumes a symbol without looking into its body.
func (p *parser) extended() (s symbol) {
	name := p.spelling()[1:]
	s.lo, s.end = p.tok.lo, p.tok.hi
	hasBody := p.at(p.tok.hi) == '<'
	s.dialect, s.body, s.pretty = strings.Cut(name, ".")
	s.alias = !hasBody && !s.pretty
	s.bodyPos = s.lo + 1 + len(s.dialect) + 1
	if s.alias || !hasBody {
		p.next()
		return s
	}
	p.next()
	end := p.skipBody()
	if p.failed {
		return s
	}
	s.end = end
	if s.pretty {
		s.body = p.text[s.bodyPos:end]
	} else {
		s.body = p.text[s.bodyPos : end-1]
	}
	p.tok.hi = end
	p.next()
	return s
}

// skipBody returns the end of the balanced <…> that begins with the next token.
func (p *parser) skipBody() (end int) {
	nested := make([]byte, 0, 16)
	begin := p.tok.lo
	pos := begin // of the last token that was looked at: '<' or a string
	unbalanced := func() {
		d := p.errorAt(pos, fmt.Sprintf("unbalanced '%c' character in pretty dialect name", nested[len(nested)-1]))
		if pos != begin {
			p.hint(d, begin, "what is not balanced begins here")
		}
	}
	for i := p.tok.lo; i < len(p.text); i++ {
		c := p.text[i]
		var open byte
		switch c {
		case '<', '[', '(', '{':
			nested = append(nested, c)
			continue
		case '-':
			if p.at(i+1) == '>' {
				i++
			}
			continue
		case '"':
			t := p.str(i)
			if t.kind == tokError {
				p.errorAt(t.lo, p.msg)
				return 0
			}
			pos, i = i, t.hi-1
			continue
		case '>':
			open = '<'
		case ']':
			open = '['
		case ')':
			open = '('
		case '}':
			open = '{'
		case 0:
			unbalanced()
			return 0
		default:
			continue
		}
		if nested[len(nested)-1] != open {
			unbalanced()
			return 0
		}
		if nested = nested[:len(nested)-1]; len(nested) == 0 {
			return i + 1
		}
	}
	unbalanced()
	return 0
}

// dialectBody parses the body of a symbol with f, then goes on behind it.
func (p *parser) dialectBody(s symbol, f func(mnemonic string)) {
	p.inside(s.bodyPos, func() {
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

// inside parses a part of a symbol, from an offset on, with f, then goes on behind
// the symbol.
func (p *parser) inside(offset int, f func()) {
	resume, prevEnd, opName, types := p.tok, p.prevEnd, p.opName, len(p.typeLists)
	p.opName = ""
	p.start(offset)
	f()
	p.opName, p.typeLists = opName, p.typeLists[:types]
	if !p.failed {
		p.tok, p.prevEnd = resume, prevEnd
	}
}

func (p *parser) extendedType() ir.Type {
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
	s := p.extended()
	if p.failed {
		return nil
	}
	if s.alias {
		a, ok := p.typeAliases[s.dialect]
		if !ok || a.pos > lo {
			undefinedAlias(p, lo, s.dialect, p.typeAliases)
			return nil
		}
		return aliased(p, lo, a.node)
	}
	var t ir.Type
	if d := p.declaring(s, isTypeOf); d != nil {
		p.dialectBody(s, func(mnemonic string) {
			def := d.Type(mnemonic)
			if def == nil {
				p.unknownMnemonic(s, mnemonic)
				return
			}
			t = def.Parse(p)
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
	if t != nil && s.end-s.lo <= maxSpelling && p.types.again(p.text[s.lo:s.end]) {
		p.types.set(strings.Clone(p.text[s.lo:s.end]), t)
	}
	return t
}

func isTypeOf(d *ir.Dialect, mnemonic string) bool { return d.Type(mnemonic) != nil }
func isAttrOf(d *ir.Dialect, mnemonic string) bool { return d.Attr(mnemonic) != nil }

// declaring returns the dialect of a symbol, or nil if no dialect of that name is
// registered or only a part of it, to which the symbol does not belong.
func (p *parser) declaring(s symbol, declares func(d *ir.Dialect, mnemonic string) bool) *ir.Dialect {
	d := p.ctx.Dialect(s.dialect)
	if d == nil || !d.Partial {
		return d
	}
	mnemonic := s.body
	if end := strings.IndexAny(mnemonic, "< "); end >= 0 {
		mnemonic = mnemonic[:end]
	}
	if !declares(d, mnemonic) {
		return nil
	}
	return d
}

// symbolEnd returns where the symbol at the next token ends, if that is easy to
// see, and 0 otherwise.
func (p *parser) symbolEnd() int {
	if p.at(p.tok.hi) == '<' {
		return p.bodyEnd(p.tok.hi)
	}
	return p.tok.hi
}

func (p *parser) extendedAttr(t ir.Type) ir.Attribute {
	lo := p.tok.lo
	if hi := p.symbolEnd(); hi > 0 {
		if a := p.attrs.known[p.text[lo:hi]]; a != nil && p.fits(a) && p.lex(hi).kind != tokColon {
			p.tok.hi = hi
			p.next()
			return p.checkType(a, t)
		}
	}
	s := p.extended()
	if p.failed {
		return nil
	}
	if s.alias {
		a, ok := p.attrAliases[s.dialect]
		if _, isLoc := a.node.(ir.LocationAttr); !ok || a.pos > lo && !isLoc {
			undefinedAlias(p, lo, s.dialect, p.attrAliases)
			return nil
		}
		return p.checkType(aliased(p, lo, a.node), t)
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
	if a != nil && !hasType && typed == nil && s.end-s.lo <= maxSpelling && p.attrs.again(p.text[s.lo:s.end]) {
		p.attrs.set(strings.Clone(p.text[s.lo:s.end]), a)
	}
	return p.checkType(a, t)
}

// checkType reports an attribute that has another type than the place asks for.
func (p *parser) checkType(a ir.Attribute, t ir.Type) ir.Attribute {
	typed, ok := a.(ir.TypedAttr)
	if t == nil || !ok || typed.Type() == t || typed.Type() == nil {
		return a
	}
	p.error("attribute type different than expected: expected '%s', but got '%s'", t, typed.Type())
	return nil
}

const brokenDefinition = "the definition has a mistake"

func undefinedAlias[N ir.Node](p *parser, pos int, name string, known map[string]alias[N]) {
	d := p.wrongToken("undefined symbol alias id '" + name + "'")
	if a, ok := known[name]; ok {
		p.note(d, a.pos, "defined here, after its use")
		return
	}
	if p.undefined++; p.undefined > p.cfg.maxErrors {
		return // the message is not shown
	}
	if at, ok := definitionOf(p.ctx, p.text, p.text[pos:pos+1]+name); ok {
		p.hint(d, at, brokenDefinition)
		return
	}
	if s := diag.Suggest(name, slices.Sorted(maps.Keys(known))); s != "" {
		p.hint(d, known[s].pos, "did you mean '"+p.text[pos:pos+1]+s+"'?")
		d.Fix(ir.At(p.src, pos), name, s)
	}
	p.hintAlias(d, pos, p.text[pos:pos+1]+name)
}

const unregisteredHelp = " created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used"

// pos is where messages about a symbol as a whole point.
func (s *symbol) pos() int {
	if s.pretty {
		return s.bodyPos
	}
	return s.lo
}

// isNamespace tells whether a dialect may have that name
// (Dialect::isValidNamespace).
func isNamespace(name string) bool {
	for i := range len(name) {
		if c := name[i]; c == '-' || c == '.' || i == 0 && (c == '$' || class[c]&isDigit != 0) {
			return false
		}
	}
	return name != ""
}

func (p *parser) badNamespace(s symbol) {
	p.errorAt(s.pos(), "invalid dialect namespace '\""+s.dialect+"\"'")
}

// noHook reports a symbol of a dialect that declares none of its kind.
func (p *parser) noHook(s symbol, what string) {
	p.errorAt(s.bodyPos, "dialect '"+s.dialect+"' provides no "+what+" parsing hook")
}

// unknownMnemonic reports a name that the dialect does not have.
func (p *parser) unknownMnemonic(s symbol, mnemonic string) {
	dialect := p.ctx.Dialect(s.dialect)
	what, known := "attribute", []string{}
	if p.text[s.lo] == '!' {
		what = "type"
		for _, t := range dialect.Definitions().Types {
			known = append(known, t.Mnemonic)
		}
	} else {
		for _, a := range dialect.Definitions().Attrs {
			known = append(known, a.Mnemonic)
		}
	}
	if len(known) == 0 {
		p.noHook(s, what)
		return
	}
	if what == "type" {
		what = " type" // upstream has two spaces here
	}
	d := p.errorAt(s.bodyPos, "unknown "+what+" `"+mnemonic+"` in dialect `"+s.dialect+"`")
	p.suggest(d, s.bodyPos, mnemonic, known)
}
