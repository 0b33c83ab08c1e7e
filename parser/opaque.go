package parser

import (
	"strings"

	"optc/ir"
)

// opaque returns the canonical spelling of a symbol of an unknown dialect: the form with a dot, if
// the body is an identifier, optionally followed by <…>.
func (p *typeParser) opaque(s dialectSymbol) *ir.Spelling {
	sp := ir.Spell(p.ctx).Str(p.text[s.lo : s.lo+1]).Str(s.dialect)
	i := 0
	for i < len(s.body) && (charClass[s.body[i]]&(isLetter|isDigit) != 0 || s.body[i] == '.' || s.body[i] == '_') {
		i++
	}
	rest := s.body[i:]
	if i > 0 && charClass[s.body[0]]&isLetter != 0 && (rest == "" || rest[0] == '<' && strings.HasSuffix(rest, ">")) {
		sp.Str(".").Str(s.body[:i])
		p.spellBody(sp, s, i, s.body[:i])
		return sp
	}
	sp.Str("<")
	p.spellBody(sp, s, 0, "")
	return sp.Str(">")
}

// opaqueType returns the type of a symbol of an unknown dialect.
func (p *typeParser) opaqueType(s dialectSymbol) ir.Type {
	spelling := p.opaque(s)
	name, shape, ok := strings.Cut(s.body, "<")
	if p.failed || !ok || !ir.ForeignShaped(s.dialect+"."+name) || strings.HasPrefix(shape, "*") {
		return p.ctx.Opaque(s.dialect, spelling)
	}
	var t ir.Type
	p.inBody(s.bodyPos+len(name)+1, func() {
		dims := p.dims(true, true)
		elem := p.parseType()
		if p.expect(tokGreater, "expected '>' in type"); !p.failed {
			t = p.ctx.OpaqueShaped(spelling, dims, elem)
		}
	})
	return t
}

// spellBody appends the body of a symbol, beginning at an offset. If upstream has the
// dialect, text in the body that is recognized as a type or attribute becomes a nested
// node: aliases, other symbols, and builtin types and attributes that may have an alias
// or a number. The rest of the text is copied. Upstream does not parse other bodies
// either.
func (p *typeParser) spellBody(sp *ir.Spelling, s dialectSymbol, from int, mnemonic string) {
	if from == len(s.body) || !ir.IsForeign(s.dialect) {
		sp.Str(s.body[from:])
		return
	}
	defer p.leave()
	if !p.enter() {
		return
	}
	b := opaqueBody{typeParser: p, out: sp, dialect: s.dialect, params: ir.StrippedParams(s.dialect + "." + mnemonic)}
	b.copied = s.bodyPos + from
	b.run(s.bodyPos + len(s.body))
}

// opaqueBody is a body that is being read.
type opaqueBody struct {
	*typeParser
	out     *ir.Spelling
	dialect string
	params  map[string]string // ir.StrippedParams
	copied  int               // offset after the text that has been appended
	open    int               // number of brackets around
	param   string            // the last name before an equal sign in the outer brackets
}

// run reads up to an offset.
func (b *opaqueBody) run(end int) {
	for i := b.copied; i < end && !b.failed; {
		c := b.text[i]
		kind := b.params[b.param]
		switch {
		case c == '"':
			i = b.str(i).hi
		case c == '-' && b.at(i+1) == '>':
			i += 2
		case c == '\n':
			i = b.lineBreak(i)
		case c == '<' && kind != "" && b.open > 0:
			i = b.stripped(i, kind)
		case (c == '#' || c == '!') && (charClass[b.at(i+1)]&isLetter != 0 || b.at(i+1) == '_'):
			i = b.nested(i, kind)
		case charClass[c]&(isLetter|isDigit) != 0 || c == '_':
			word := b.word(i)
			next := i + len(word)
			switch {
			case opensBuiltin(word, b.at(next)):
				next = b.nested(i, "")
			case b.open == 1 && strings.HasPrefix(b.text[next:], " = "):
				b.param = word
			}
			i = next
		default:
			switch c {
			case '<', '(', '[', '{':
				b.open++
			case '>', ')', ']', '}':
				b.open--
			}
			i++
		}
	}
	if !b.failed {
		b.out.Str(b.text[b.copied:end])
	}
}

// lineBreak appends the text that upstream prints for the white space around a line break
// at offset i, and returns where the white space ends: a space, but nothing inside of
// brackets or before a comma.
func (b *opaqueBody) lineBreak(i int) (end int) {
	const blanks = " \t\r\n"
	text := strings.TrimRight(b.text[b.copied:i], blanks)
	for end = i; strings.IndexByte(blanks, b.at(end)) >= 0; end++ {
	}
	b.out.Str(text)
	opened := text != "" && strings.IndexByte("<([{", text[len(text)-1]) >= 0
	if !opened && strings.IndexByte(">)]},", b.at(end)) < 0 {
		b.out.Str(" ")
	}
	b.copied = end
	return end
}

// word returns the word or number at an offset.
func (b *opaqueBody) word(i int) string {
	end := i
	for end < len(b.text) && (charClass[b.text[end]]&(isLetter|isDigit) != 0 || b.text[end] == '_') {
		end++
	}
	return b.text[i:end]
}

// opensBuiltin reports whether a word followed by the byte next begins a builtin type or
// attribute that may print as an alias or with another number.
func opensBuiltin(word string, next byte) bool {
	switch word {
	case "affine_map", "affine_set", "tuple":
		return next == '<'
	case "loc":
		return next == '('
	case "distinct":
		return next == '['
	}
	return false
}

// nested appends the type or attribute at offset i and returns the offset of its end. An attribute
// of the kind that the place requires loses its name.
func (b *opaqueBody) nested(i int, kind string) (end int) {
	var n ir.Node
	b.inBody(i, func() {
		if b.tok.kind == tokBang || b.spelling() == "tuple" {
			n = b.parseType()
		} else {
			n = b.attributes.Attr(nil)
		}
		end = b.prevEnd
	})
	if b.failed {
		return end
	}
	b.out.Str(b.text[b.copied:i])
	a, isAttr := n.(ir.Attribute)
	if isAttr && kind != "" && ir.Begins(a, "#"+b.dialect+"."+kind+"<") {
		b.out.Stripped(a)
	} else {
		b.out.Node(n)
	}
	b.copied = end
	return end
}

// stripped appends the attribute of the given kind whose <…> is written at offset i, and
// returns where it ends.
func (b *opaqueBody) stripped(i int, kind string) (end int) {
	var a ir.Attribute
	b.inBody(i, func() {
		if end = b.skipBody(); b.failed {
			return
		}
		s := dialectSymbol{lo: i, dialect: b.dialect, pretty: true, body: b.text[i:end], bodyPos: i, end: end}
		sp := ir.Spell(b.ctx).Str("#" + b.dialect + "." + kind)
		b.spellBody(sp, s, 0, kind)
		if !b.failed {
			a = b.ctx.OpaqueAttr(b.dialect, sp, nil)
		}
	})
	if b.failed {
		return end
	}
	b.out.Str(b.text[b.copied:i]).Stripped(a)
	b.copied = end
	return end
}
