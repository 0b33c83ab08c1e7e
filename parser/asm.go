package parser

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"optc/ir"
	"optc/ir/affine"
	"optc/num"
)

// The parser itself is what authors of dialects see as ir.AsmParser and
// ir.OpParser.
var _ ir.OpParser = (*parser)(nil)

func (p *parser) Context() *ir.Context        { return p.ctx }
func (p *parser) Ok() bool                    { return !p.failed }
func (p *parser) Pos() int                    { return p.tok.lo }
func (p *parser) LocAt(pos int) ir.Location   { return ir.At(p.src, pos) }
func (p *parser) AtEnd() bool                 { return p.tok.kind == tokEOF }
func (p *parser) Type() ir.Type               { return p.parseType() }
func (p *parser) OptionalType() ir.Type       { return p.optionalType() }
func (p *parser) AffineMap() affine.Map       { return p.affineMap() }
func (p *parser) Attr(t ir.Type) ir.Attribute { return p.parseAttr(t) }

func (p *parser) IntegerSet() affine.IntegerSet               { return p.integerSet() }
func (p *parser) OptionalAttr(t ir.Type) ir.Attribute         { return p.optionalAttr(t) }
func (p *parser) Dims(dynamic, trailingX bool) []int64        { return p.dims(dynamic, trailingX) }
func (p *parser) ErrorAt(pos int, format string, args ...any) { p.customError(pos, format, args...) }

func (p *parser) Errorf(format string, args ...any) {
	if p.tok.kind == tokEOF {
		p.customError(p.tok.lo-1, format, args...)
		return
	}
	p.customError(p.tok.lo, format, args...)
}

func (p *parser) customError(pos int, format string, args ...any) *ir.Diagnostic {
	return p.errorAt(pos, p.custom(fmt.Sprintf(format, args...)))
}

// Punctuation.

// kindOf returns the token of a punctuation string.
func kindOf(punct string) kind {
	for k, s := range punctuation {
		if s == punct {
			return kind(k)
		}
	}
	return tokError
}

func (p *parser) Expect(punct string) {
	if !p.Accept(punct) {
		p.wrongToken("expected '" + punct + "'")
	}
}

func (p *parser) Accept(punct string) bool {
	if !p.Peek(punct) {
		return false
	}
	if punct == "::" {
		p.next()
	}
	p.next()
	return true
}

func (p *parser) Peek(punct string) bool {
	if punct == "::" {
		return p.tok.kind == tokColon && p.at(p.tok.hi) == ':'
	}
	return !p.failed && p.tok.kind == literalKind(punct)
}

// Words.

func (p *parser) Keyword(word string) {
	if !p.acceptWord(word) {
		p.Errorf("expected '%s'", word)
	}
}

func (p *parser) AcceptKeyword(word string) bool { return p.acceptWord(word) }
func (p *parser) PeekKeyword(word string) bool   { return p.peekWord(word) }

func (p *parser) AnyKeyword(what string) string {
	w, ok := p.OptionalKeyword()
	if !ok {
		if what == "" {
			what = "valid keyword"
		}
		p.Errorf("expected %s", what)
	}
	return w
}

func (p *parser) OptionalKeyword() (word string, ok bool) {
	if p.tok.kind != tokWord {
		return "", false
	}
	word = p.spelling()
	p.next()
	return word, true
}

func (p *parser) optionalKeywordOrString() (s string, ok bool) {
	if s, ok = p.OptionalKeyword(); ok {
		return s, true
	}
	return p.OptionalString()
}

func (p *parser) KeywordOrString() string {
	s, ok := p.optionalKeywordOrString()
	if !ok {
		p.Errorf("expected valid keyword or string")
	}
	return s
}

func (p *parser) OptionalKeywordOrString() (s string, ok bool) { return p.optionalKeywordOrString() }

func (p *parser) OneOf(what string, words ...string) int {
	pos := p.tok.lo
	w, ok := p.OptionalKeyword()
	for i := range words {
		if ok && words[i] == w {
			return i
		}
	}
	p.suggest(p.customError(pos, "expected %s to be one of: %s", what, strings.Join(words, ", ")), pos, w, words)
	return -1
}

// Literals.

func (p *parser) Integer() int64 {
	v, ok := p.OptionalInteger()
	if !ok {
		p.Errorf("expected integer value")
	}
	return v
}

func (p *parser) OptionalInteger() (v int64, ok bool) {
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

func (p *parser) Float() float64 {
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

func (p *parser) QuotedString() string {
	s, ok := p.OptionalString()
	if !ok {
		p.Errorf("expected string")
	}
	return s
}

func (p *parser) OptionalString() (s string, ok bool) {
	if p.tok.kind != tokString {
		return "", false
	}
	s = unquote(p.spelling())
	p.next()
	return s, true
}

func (p *parser) SymbolName() string {
	s, ok := p.OptionalSymbolName()
	if !ok {
		p.customError(p.tok.lo, "expected valid '@'-identifier for symbol name")
	}
	return s
}

func (p *parser) OptionalSymbolName() (name string, ok bool) {
	if p.tok.kind != tokAt {
		return "", false
	}
	name = symbolName(p.spelling())
	p.next()
	return name, true
}

// Types.

func (p *parser) Types() []ir.Type {
	from := len(p.typeLists)
	p.typeList(&p.typeLists)
	return p.typesFrom(from)
}

func (p *parser) ArrowTypes() []ir.Type {
	from := len(p.typeLists)
	if p.expect(tokArrow, "expected '->'") {
		p.functionResults(&p.typeLists)
	}
	return p.typesFrom(from)
}

func (p *parser) OptionalArrowTypes() []ir.Type {
	from := len(p.typeLists)
	if p.accept(tokArrow) {
		p.functionResults(&p.typeLists)
	}
	return p.typesFrom(from)
}

// typesFrom returns the types that were read since the list had that length; nil
// for none.
func (p *parser) typesFrom(from int) []ir.Type {
	if from == len(p.typeLists) {
		return nil
	}
	return p.typeLists[from:len(p.typeLists):len(p.typeLists)]
}

func (p *parser) FunctionType() *ir.FunctionType {
	pos := p.tok.lo
	t := p.parseType()
	ft, ok := t.(*ir.FunctionType)
	if !ok && !p.failed {
		p.customError(pos, "invalid kind of type specified: expected builtin.function, but found '%s'", t)
	}
	return ft
}

// Lists.

// delimiters returns the tokens of "()", "[]", "<>" or "{}".
func delimiters(s string) (open, end kind) { return single[s[0]], single[s[1]] }

func (p *parser) List(delims string, element func()) {
	if delims == "" {
		p.commaSeparated(element)
		return
	}
	open, end := delimiters(delims)
	p.list(open, end, "", element)
}

func (p *parser) OptionalList(delims string, element func()) bool {
	open, end := delimiters(delims)
	if p.tok.kind != open {
		return false
	}
	p.list(open, end, "", element)
	return true
}

// Sub-languages.

func (p *parser) Body() (text string, pos int) {
	if p.tok.kind != tokLess {
		p.wrongToken("expected '<'")
		return "", p.tok.lo
	}
	lo, end := p.tok.hi, p.skipBody()
	if p.failed {
		return "", lo
	}
	p.tok.hi = end
	p.next()
	return p.text[lo : end-1], lo
}

func (p *parser) Parens() (text string, pos int) { return p.enclosed('(', ')') }

func (p *parser) Braces() (text string, pos int) { return p.enclosed('{', '}') }

// enclosed consumes text between delimiters that nest, in which strings and comments
// may stand.
func (p *parser) enclosed(open, end byte) (text string, pos int) {
	if p.tok.kind != single[open] {
		p.wrongToken("expected '" + string(open) + "'")
		return "", p.tok.lo
	}
	lo, depth := p.tok.hi, 1
	for i := lo; i < len(p.text) && p.text[i] != 0; i++ {
		switch c := p.text[i]; {
		case c == open:
			depth++
		case c == end:
			if depth--; depth == 0 {
				p.tok.hi = i + 1
				p.next()
				return p.text[lo:i], lo
			}
		case c == '"':
			t := p.str(i)
			if t.kind == tokError {
				p.errorAt(t.lo, p.msg)
				return "", lo
			}
			i = t.hi - 1
		case c == '/' && p.at(i+1) == '/':
			i = p.skipComment(i) - 1
		}
	}
	p.error("unbalanced '%c' character", open)
	p.lost = true
	return "", lo
}

func (p *parser) Range() (lo, hi int64) {
	pos, at := p.tok.lo, p.tok.lo
	number := func() (n int64) {
		begin := at
		for at < len(p.text) && class[p.text[at]]&isDigit != 0 {
			at++
		}
		n, err := strconv.ParseInt(p.text[begin:at], 10, 64)
		if err != nil {
			p.customError(pos, "expected a range such as 0..8")
		}
		return n
	}
	lo = number()
	if !strings.HasPrefix(p.text[at:], "..") {
		p.customError(pos, "expected a range such as 0..8")
	}
	at += len("..")
	if p.failed {
		return 0, 0
	}
	if hi = number(); p.failed {
		return 0, 0
	}
	p.tok.hi = at
	p.next()
	return lo, hi
}

// SubParser returns a parser of a part of the source. Errors that it reports
// stop this parser as well.
func (p *parser) SubParser(from, to int) ir.AsmParser {
	sub := &parser{
		lexer:   lexer{text: p.text[:to], passed: p.lexer.passed},
		file:    p.file,
		parent:  p,
		depth:   p.depth,
		opName:  p.opName,
		types:   p.types,
		attrs:   p.attrs,
		dicts:   p.dicts,
		fields:  p.fields,
		failed:  p.failed,
		builder: p.builder,
		arena:   p.arena,
	}
	sub.start(from)
	return sub
}
