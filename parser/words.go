package parser

import "strings"

// kindOf returns the token of a punctuation string.
func kindOf(punct string) tokenKind {
	for k, s := range punctuation {
		if s == punct {
			return tokenKind(k)
		}
	}
	return tokError
}

func literalKind(s string) tokenKind {
	switch {
	case len(s) == 1:
		return singleToken[s[0]]
	case s == "->":
		return tokArrow
	}
	return kindOf(s)
}

// delimiters returns the tokens of "()", "[]", "<>" or "{}".
func delimiters(s string) (open, end tokenKind) { return singleToken[s[0]], singleToken[s[1]] }

func (p *tokenStream) Expect(punct string) {
	if !p.Accept(punct) {
		p.wrongToken("expected '" + punct + "'")
	}
}

func (p *tokenStream) Accept(punct string) bool {
	if !p.Peek(punct) {
		return false
	}
	if punct == "::" {
		p.next()
	}
	p.next()
	return true
}

func (p *tokenStream) Peek(punct string) bool {
	switch punct {
	case "%":
		return !p.failed && p.tok.kind == tokValue
	case "::":
		return p.tok.kind == tokColon && p.at(p.tok.hi) == ':'
	}
	return !p.failed && p.tok.kind == literalKind(punct)
}

func (p *tokenStream) Keyword(word string) {
	if !p.acceptWord(word) {
		p.Errorf("expected '%s'", word)
	}
}

func (p *tokenStream) AcceptKeyword(word string) bool { return p.acceptWord(word) }

func (p *tokenStream) PeekKeyword(word string) bool { return p.peekWord(word) }

func (p *tokenStream) AnyKeyword(what string) string {
	w, ok := p.OptionalKeyword()
	if !ok {
		if what == "" {
			what = "valid keyword"
		}
		p.Errorf("expected %s", what)
	}
	return w
}

func (p *tokenStream) OptionalKeyword() (word string, ok bool) {
	if p.tok.kind != tokWord {
		return "", false
	}
	word = p.spelling()
	p.next()
	return word, true
}

func (p *tokenStream) KeywordOrString() string {
	s, ok := p.OptionalKeywordOrString()
	if !ok {
		p.Errorf("expected valid keyword or string")
	}
	return s
}

func (p *tokenStream) OptionalKeywordOrString() (s string, ok bool) {
	if s, ok = p.OptionalKeyword(); ok {
		return s, true
	}
	return p.OptionalString()
}

func (p *tokenStream) OneOf(what string, words ...string) int {
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

func (p *tokenStream) QuotedString() string {
	s, ok := p.OptionalString()
	if !ok {
		p.Errorf("expected string")
	}
	return s
}

func (p *tokenStream) OptionalString() (s string, ok bool) {
	if p.tok.kind != tokString {
		return "", false
	}
	s = unquote(p.spelling())
	p.next()
	return s, true
}

func (p *tokenStream) SymbolName() string {
	s, ok := p.OptionalSymbolName()
	if !ok {
		p.customError(p.tok.lo, "expected valid '@'-identifier for symbol name")
	}
	return s
}

func (p *tokenStream) OptionalSymbolName() (name string, ok bool) {
	if p.tok.kind != tokAt {
		return "", false
	}
	name = symbolName(p.spelling())
	p.next()
	return name, true
}

// symbolName is the name in an @name or @"name" token.
func symbolName(tok string) string {
	if tok[1] == '"' {
		return unquote(tok[1:])
	}
	return tok[1:]
}

func (p *tokenStream) List(delims string, element func()) {
	if delims == "" {
		p.commaSeparated(element)
		return
	}
	open, end := delimiters(delims)
	p.list(open, end, "", element)
}

func (p *tokenStream) OptionalList(delims string, element func()) bool {
	open, end := delimiters(delims)
	if p.tok.kind != open {
		return false
	}
	p.list(open, end, "", element)
	return true
}

func (p *tokenStream) ListIn(delims, where string, element func()) {
	open, end := delimiters(delims)
	p.list(open, end, where, element)
}
