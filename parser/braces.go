package parser

import (
	"cmp"
	"slices"
	"strings"
)

// braces holds the regions of a source, and the values in them, as far as braces and names alone
// show them. It is derived from faulty text, to explain errors, and assumes the usual layout of
// operations.
type braces struct {
	list   []braceScope // scopes in the order of their beginnings; the first is the whole text
	values []namedValue

	unclosed int // the scope that has no closing brace, or 0
	early    int // the closing brace that was probably not intended for this scope; -1 if it is missing at the end
	extra    int // the surplus closing brace, or -1
	extraOf  int // the scope that the surplus brace closes, or 0
	before   int // the end of the token before the surplus brace
}

// braceScope is the text between two braces.
type braceScope struct {
	lo, hi int // positions of the braces; hi is the end of the text if there is no closing brace
	parent int // index of the scope around, -1 for none
	indent int // indentation of the line with the opening brace
}

// namedValue is the place where a value that can be used in a scope is named.
type namedValue struct {
	name  string
	pos   int
	scope int
}

// readBraces reads the source once.
func (l *lexer) readBraces() *braces {
	o := &braces{list: []braceScope{{lo: 0, hi: len(l.text), parent: -1, indent: -1}}, early: -1, extra: -1}
	at, parens, opened, closed := 0, 0, 0, 0
	var pending []int // values of the region that begins next
	var before token
	successor := false // the parentheses hold operands for a block
	line, indent := -1, 0
	for t := l.lex(0); t.kind != tokEOF; before, t = t, l.lex(t.hi) {
		// Tokens end on the line on which they begin.
		if nl := strings.LastIndexByte(l.text[before.hi:t.lo], '\n'); nl >= 0 || line < 0 {
			line = before.hi + nl + 1
			indent = l.indentation(line)
		}
		switch t.kind {
		case tokError:
			end, ok := l.behindError(t)
			if !ok {
				return o
			}
			t = token{tokWord, t.lo, end}
		case tokLParen:
			parens++
			successor = before.kind == tokBlock && !l.firstOnLine(before.lo)
		case tokRParen:
			parens = max(0, parens-1)
		case tokLBrace:
			opened++
			o.list = append(o.list, braceScope{lo: t.lo, hi: len(l.text), parent: at, indent: indent})
			at = len(o.list) - 1
			if parens == 0 && !l.beginsDictionary(t, before) {
				for _, v := range pending {
					o.values[v].scope = at
				}
				pending = nil
			}
		case tokRBrace:
			closed++
			if at > 0 && o.unclosed == 0 && l.firstOnLine(t.lo) && indent < o.list[at].indent {
				o.unclosed, o.early = at, t.lo
			}
			if o.extra < 0 && indent > o.list[at].indent {
				o.extra, o.extraOf, o.before = t.lo, at, before.hi
			}
			if at > 0 {
				o.list[at].hi = t.lo
				at = o.list[at].parent
			}
			parens = 0
		case tokValue:
			first := l.firstOnLine(t.lo)
			switch {
			case parens > 0 && !successor && l.lex(t.hi).kind == tokColon, l.isResultList(t) && !first && before.kind != tokComma:
				pending = append(pending, len(o.values))
				o.values = append(o.values, namedValue{l.text[t.lo:t.hi], t.lo, at})
			case l.isResultList(t):
				o.values = append(o.values, namedValue{l.text[t.lo:t.hi], t.lo, at})
			}
		}
	}
	if opened <= closed {
		o.unclosed = 0
	} else if o.unclosed == 0 {
		o.unclosed = at
	}
	if opened >= closed {
		o.extra = -1
	}
	return o
}

// scopeOf returns the innermost scope that holds an offset.
func (o *braces) scopeOf(pos int) int {
	i, _ := slices.BinarySearchFunc(o.list, pos, func(s braceScope, pos int) int { return cmp.Compare(s.lo, pos) })
	for i = max(0, i-1); o.list[i].hi < pos; {
		i = o.list[i].parent
	}
	return i
}

// within reports whether the scope inner is outer or is inside of it.
func (o *braces) within(inner, outer int) bool {
	for ; inner >= 0; inner = o.list[inner].parent {
		if inner == outer {
			return true
		}
	}
	return false
}
