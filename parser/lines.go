package parser

import "strings"

// furthestLeft returns the offset of the token with the least column among the tokens
// that begin a line between two offsets and may begin an operation, the first if there
// are several, or -1 if there are none.
func (l *lexer) furthestLeft(from, to int) int {
	best, column := -1, deepColumn
	for i := l.find(from, '\n'); i >= 0 && i < to; i = l.find(i, '\n') {
		i++
		first := i
		for c := l.at(i); c == ' ' || c == '\t'; c = l.at(i) {
			i++
		}
		if c := l.at(i); i-first < column && (c == '%' || c == '"' || charClass[c]&isLetter != 0) {
			best, column = i, i-first
		}
	}
	return best
}

// endsLabel returns the end of the label of a block whose name ends at an offset; ok is
// false if the name is a successor.
func (l *lexer) endsLabel(at int) (end int, ok bool) {
	t := l.lex(at)
	for depth := 0; t.kind == tokLParen || depth > 0; t = l.lex(t.hi) {
		switch t.kind {
		case tokLParen:
			depth++
		case tokRParen:
			depth--
		case tokEOF, tokError:
			return 0, false
		}
	}
	return t.hi, t.kind == tokColon
}

func (l *lexer) firstOnLine(i int) bool {
	for i--; i >= 0; i-- {
		switch l.text[i] {
		case '\n':
			return true
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return true
}

// indentation is the number of bytes of white space that begin a line.
func (l *lexer) indentation(line int) int {
	return len(l.text) - line - len(strings.TrimLeft(l.text[line:], " \t"))
}

// isResultList reports whether a list of result names and = begins with t.
func (l *lexer) isResultList(t token) bool {
	for t.kind == tokValue {
		t = l.lex(t.hi)
		if t.kind == tokColon {
			t = l.lex(l.lex(t.hi).hi)
		}
		if t.kind != tokComma {
			return t.kind == tokEqual
		}
		t = l.lex(t.hi)
	}
	return false
}

// byteOrderMark is written by some editors before UTF-8.
const byteOrderMark = "\ufeff"

// behindError returns the offset at which the text continues after an error of the lexer: after a
// faulty string or character the rest of its line is skipped; after a '$', the parameter of a
// template, or a byte order mark, only this character is.
func (l *lexer) behindError(t token) (at int, ok bool) {
	rest := l.text[min(t.lo, len(l.text)):]
	for _, sign := range [...]string{"$", byteOrderMark} {
		if strings.HasPrefix(rest, sign) {
			return t.lo + len(sign), true
		}
	}
	nl := strings.IndexByte(rest, '\n')
	return t.lo + nl, nl >= 0
}

// bodyEnd returns the end of a <…> that begins at offset i, or 0 when there is none, when
// it is long, or when it contains strings or comments.
func (l *lexer) bodyEnd(i int) int {
	if l.at(i) != '<' {
		return 0
	}
	limit := min(len(l.text), i+maxSpelling)
	depth := 0
	for ; i < limit; i++ {
		switch l.text[i] {
		case '<':
			depth++
		case '>':
			if l.text[i-1] == '-' {
				continue
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '/':
			return 0
		}
	}
	return 0
}

// braceEnd returns the end of the {…} that begins at offset i, or 0 when that is not easy
// to find.
func (l *lexer) braceEnd(i int) int {
	if l.at(i) != '{' {
		return 0
	}
	limit := min(len(l.text), i+maxSpelling)
	depth := 0
	for ; i < limit; i++ {
		switch l.text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"':
			for i++; i < limit && l.text[i] != '"'; i++ {
				if l.text[i] == '\\' {
					i++
				}
			}
		case '/':
			return 0
		}
	}
	return 0
}

// beginsDictionary reports whether a brace opens a dictionary rather than a region.
func (l *lexer) beginsDictionary(brace, before token) bool {
	first := l.lex(brace.hi)
	return l.text[before.lo:before.hi] == "attributes" || first.kind == tokWord && l.lex(first.hi).kind == tokEqual
}

// lineWithoutBrace returns the end of the operation whose own brace is probably missing when a
// closing brace ends it. This is the last operation before the brace that is not indented further,
// if it has several lines and no brace. Otherwise the result is -1.
func (l *lexer) lineWithoutBrace(closing int) int {
	if !l.firstOnLine(closing) {
		return -1
	}
	begin := strings.LastIndexByte(l.text[:closing], '\n') + 1
	indent, inside := l.indentation(begin), false
	for begin > 0 {
		begin = strings.LastIndexByte(l.text[:begin-1], '\n') + 1
		first := l.lex(begin)
		switch here := l.indentation(begin); {
		case strings.IndexByte(l.text[begin:first.lo], '\n') >= 0, first.kind == tokBlock: // a comment, or inside
		case here > indent:
			inside = true
		case here < indent || !inside:
			return -1
		default:
			return l.endWithoutBrace(first)
		}
	}
	return -1
}

// endWithoutBrace returns the end of the last token before the end of the line on which
// all brackets of an operation are closed, or -1 if there is no such line, or if the
// token is a brace.
func (l *lexer) endWithoutBrace(first token) int {
	depth := 0
	for t := first; t.kind != tokEOF && t.kind != tokError; {
		switch t.kind {
		case tokLParen, tokLSquare, tokLess:
			depth++
		case tokRParen, tokRSquare, tokGreater:
			depth--
		}
		next := l.lex(t.hi)
		if depth == 0 && strings.IndexByte(l.text[t.hi:max(t.hi, next.lo)], '\n') >= 0 {
			if t.kind == tokLBrace || t.kind == tokRBrace && t == first {
				return -1
			}
			return t.hi
		}
		t = next
	}
	return -1
}

// unmatchedBrace returns the first closing brace after an offset without an opening brace
// after the offset, or -1.
func (l *lexer) unmatchedBrace(at int) int {
	for depth := 0; ; {
		t := l.lex(at)
		switch t.kind {
		case tokLBrace:
			depth++
		case tokRBrace:
			if depth == 0 {
				return t.lo
			}
			depth--
		case tokEOF:
			return -1
		}
		at = max(at+1, t.hi)
	}
}
