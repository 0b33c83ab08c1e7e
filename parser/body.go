package parser

import (
	"fmt"
	"strconv"
	"strings"
)

func (p *tokenStream) Body() (text string, pos int) {
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

// skipBody returns the end of the balanced <…> that begins with the next token.
func (p *tokenStream) skipBody() (end int) {
	nested := make([]byte, 0, 16)
	begin := p.tok.lo
	ended := false
	pos := begin // position of the last token examined: '<' or a string
	unbalanced := func() {
		d := p.errorAt(pos, fmt.Sprintf("unbalanced '%c' character in pretty dialect name", nested[len(nested)-1]))
		switch {
		case pos != begin:
			p.hint(d, begin, "the unbalanced text begins here")
		case ended:
			p.hint(d, pos, fmt.Sprintf("no '>' closes this '%c'", p.text[pos]))
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
			ended = c == '}' && len(nested) == 1 // the end of the block around the text
			unbalanced()
			return 0
		}
		if nested = nested[:len(nested)-1]; len(nested) == 0 {
			return i + 1
		}
	}
	ended = true
	unbalanced()
	return 0
}

func (p *tokenStream) Parens() (text string, pos int) { return p.enclosed('(', ')') }

func (p *tokenStream) Braces() (text string, pos int) { return p.enclosed('{', '}') }

// enclosed consumes text between nesting delimiters, which may contain strings and
// comments.
func (p *tokenStream) enclosed(open, end byte) (text string, pos int) {
	if p.tok.kind != singleToken[open] {
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

func (p *tokenStream) Range() (lo, hi int64) {
	pos, at := p.tok.lo, p.tok.lo
	number := func() (n int64) {
		begin := at
		for at < len(p.text) && charClass[p.text[at]]&isDigit != 0 {
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
