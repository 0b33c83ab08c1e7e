package parser

import (
	"math"
	"strconv"

	"optc/ir"
)

// tokenStream consumes tokens: words, literals, punctuation and lists.
type tokenStream struct {
	reporter
	depth int // depth of nested types, attributes, expressions and regions
}

// start makes the token at or after offset the next token.
func (p *tokenStream) start(offset int) {
	p.tok = token{tokWord, offset, offset}
	p.next()
}

// restart makes the parser continue at an offset after an error. It returns false when
// the next token is faulty too.
func (p *tokenStream) restart(offset int) bool {
	p.failed = false
	p.start(offset)
	return !p.failed
}

// next advances to the next token.
func (p *tokenStream) next() {
	if p.failed {
		return
	}
	p.prevEnd = p.tok.hi
	p.tok = p.lex(p.tok.hi)
	if p.tok.kind == tokError {
		p.report(p.tok.lo, p.msg)
	}
}

// spelling is the text of the next token.
func (p *tokenStream) spelling() string { return p.text[p.tok.lo:p.tok.hi] }

// accept consumes the next token if it has kind k.
func (p *tokenStream) accept(k tokenKind) bool {
	if p.tok.kind != k {
		return false
	}
	p.next()
	return true
}

// acceptPair consumes the next token if it is of the first kind, and then also the token
// after it, which makes the pair complete.
func (p *tokenStream) acceptPair(first, second tokenKind) bool {
	return p.accept(first) && p.accept(second)
}

// expect consumes a token of kind k or reports msg.
func (p *tokenStream) expect(k tokenKind, msg string) bool {
	if p.tok.kind == k {
		p.next()
		return true
	}
	p.wrongToken(msg)
	return false
}

// peekWord reports whether the next token is that word.
func (p *tokenStream) peekWord(w string) bool {
	switch {
	case p.tok.kind != tokWord:
		return false
	case p.spelling() == w:
		return true
	}
	p.tryHere()
	p.tried = append(p.tried, w)
	return false
}

// peekValue reports whether the next token is the name of a value.
func (p *tokenStream) peekValue() bool {
	if p.tok.kind == tokWord {
		p.tryHere()
		p.triedValue = true
	}
	return p.tok.kind == tokValue
}

// acceptWord consumes the given word if it comes next.
func (p *tokenStream) acceptWord(w string) bool {
	if !p.peekWord(w) {
		return false
	}
	p.next()
	return true
}

// list parses elements separated by commas until the closing token. context
// completes the messages about the delimiters.
func (p *tokenStream) list(open, end tokenKind, context string, element func()) {
	if p.tok.kind != open {
		p.wrongToken("expected '" + punctuation[open] + "'" + context)
		return
	}
	if p.next(); p.accept(end) {
		return
	}
	p.commaSeparated(element)
	if p.tok.kind != end {
		p.wrongToken("expected '" + punctuation[end] + "'" + context)
		return
	}
	p.next()
}

// listUntil parses elements separated by commas until the closing token, after
// the opening one was consumed.
func (p *tokenStream) listUntil(end tokenKind, allowEmpty bool, element func()) {
	if p.tok.kind == end {
		if !allowEmpty {
			p.wrongToken("expected list element")
			return
		}
		p.next()
		return
	}
	p.commaSeparated(element)
	if p.tok.kind != end {
		p.wrongToken("expected ',' or '" + punctuation[end] + "'")
		return
	}
	p.next()
}

func (p *tokenStream) commaSeparated(element func()) {
	for element(); p.accept(tokComma); {
		p.poll()
		element()
	}
}

// enter increases the nesting depth and reports when it is too large; every enter is
// followed by a leave.
func (p *tokenStream) enter() bool {
	p.depth++
	if p.depth > MaxDepth {
		p.error("nesting is deeper than the limit of %d", MaxDepth)
		return false
	}
	return true
}

func (p *tokenStream) leave() { p.depth-- }

// fits reports whether a node that was parsed elsewhere may be used at the current depth.
func (p *tokenStream) fits(n ir.Node) bool { return p.depth+ir.Depth(n) <= MaxDepth }

// valueUse parses %name or, if number is set, %name#2.
func (p *tokenStream) valueUse(number bool) (u ir.Unresolved) {
	if !p.peekValue() {
		p.wrongToken("expected SSA operand")
		return u
	}
	u.Name, u.Pos = p.text[p.tok.lo+1:p.tok.hi], p.tok.lo
	p.next()
	// After a space the # begins an attribute, which upstream never allows here.
	if p.tok.kind == tokHash && (p.tok.lo == p.prevEnd || charClass[p.text[p.tok.lo+1]]&isDigit != 0) {
		if !number {
			p.error("result number not allowed in argument list")
			return u
		}
		n, err := strconv.ParseUint(p.text[p.tok.lo+1:p.tok.hi], 10, 32)
		if err != nil || n > math.MaxInt32 {
			p.error("invalid SSA value result number")
			return u
		}
		u.Number = int(n)
		p.next()
	}
	return u
}

// inside parses a part of a symbol, beginning at an offset, with f, and continues after
// the symbol.
func (p *tokenStream) inside(offset int, f func()) {
	resume, prevEnd, opName := p.tok, p.prevEnd, p.opName
	p.opName = ""
	p.start(offset)
	f()
	p.opName = opName
	if !p.failed {
		p.tok, p.prevEnd = resume, prevEnd
	}
}

// wholeText parses the whole text with a function.
func (p *tokenStream) wholeText(parse func()) {
	p.start(0)
	parse()
	if p.tok.kind != tokEOF {
		p.errorAt(p.tok.lo, "found trailing characters: '"+p.text[p.tok.lo:]+"'")
	}
}
