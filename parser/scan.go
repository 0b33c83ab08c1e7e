package parser

import (
	"strings"

	"optc/ir"
)

// outline is what a quick look over the brackets of a source finds: where alias
// definitions and large isolated operations begin. It only ever saves work. A
// place that it misses, or takes for something else, is parsed like any other
// text.
type outline struct {
	aliases []int // offsets of #name = and !name = at the top level
	items   []int // offsets of isolated operations at the top level or in the module
}

// minItemSource is the size in bytes from which on it pays to parse the
// functions of a source apart.
const minItemSource = 64 << 10

// scanner finds the outline of a source.
type scanner struct {
	lexer
	ctx   *ir.Context
	out   outline
	depth int // of ( [ {
	// body is the depth of the body of the first top-level operation if that is
	// a module, and 0 otherwise.
	body int
	// values tells that an operation among the items has results, so that names
	// may cross from one item to another.
	values  bool
	started bool // the first top-level operation was seen
	// next holds the next place of each of the marks of skipBraces; those before
	// the place that is looked at are out of date.
	next [4]int
}

// stops marks the bytes that the scanner looks at.
var stops = [256]bool{
	'\n': true, '"': true, '/': true,
	'(': true, ')': true, '[': true, ']': true, '{': true, '}': true,
}

// scan finds the outline of a source.
func scan(ctx *ir.Context, text string) outline {
	s := scanner{lexer: lexer{text: text}, ctx: ctx, next: [4]int{-1, -1, -1, -1}}
	s.line(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		if !stops[c] {
			continue
		}
		switch c {
		case '\n':
			if s.depth == 0 || s.depth == s.body {
				s.line(i + 1)
			}
		case '"':
			t := s.str(i)
			if t.kind == tokError {
				return s.finish()
			}
			i = t.hi - 1
		case '/':
			if s.at(i+1) == '/' {
				i = s.skipComment(i) - 1
			}
		case '{':
			if s.started && s.depth >= s.body {
				i = s.skipBraces(i)
				continue
			}
			s.depth++
		case '(', '[':
			s.depth++
		default:
			s.depth = max(0, s.depth-1)
		}
	}
	return s.finish()
}

// skipBraces returns where the braces close that open at offset i, or the end of
// the text. Inside an item nothing but braces, strings and comments matters, so
// that most of the text is only searched for four characters.
func (s *scanner) skipBraces(i int) int {
	const marks = `{}"/`
	depth := 0
	for {
		k := 0
		for j := range s.next {
			if s.next[j] < i {
				s.next[j] = s.indexByte(i, marks[j])
			}
			if s.next[j] < s.next[k] {
				k = j
			}
		}
		at := s.next[k]
		if at == len(s.text) {
			return at
		}
		i = at + 1
		switch marks[k] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return at
			}
		case '"':
			t := s.str(at)
			if t.kind == tokError {
				return len(s.text)
			}
			i = t.hi
		case '/':
			if s.at(i) == '/' {
				i = s.skipComment(at)
			}
		}
	}
}

// indexByte returns the offset of c at or after offset i, or the end of the text.
func (s *scanner) indexByte(i int, c byte) int {
	if n := strings.IndexByte(s.text[i:], c); n >= 0 {
		return i + n
	}
	return len(s.text)
}

func (s *scanner) finish() outline {
	if s.values || len(s.text) < minItemSource {
		s.out.items = nil
	}
	return s.out
}

// line looks at the first token of a line at a depth where items stand.
func (s *scanner) line(i int) {
	for i < len(s.text) && (s.text[i] == ' ' || s.text[i] == '\t') {
		i++
	}
	switch c := s.at(i); {
	case c == '#' || c == '!':
		if s.depth == 0 && s.lex(s.lex(i).hi).kind == tokEqual {
			s.out.aliases = append(s.out.aliases, i)
		}
	case c == '%':
		s.values = true
	case c == '"' || class[c]&isLetter != 0:
		s.op(i)
	}
}

// op looks at a line that begins like an operation.
func (s *scanner) op(i int) {
	t := s.lex(i)
	name := s.text[t.lo:t.hi]
	generic := t.kind == tokString
	if generic {
		if s.at(t.hi) != '(' {
			return
		}
		name = unquote(name)
	}
	if name == "module" {
		name = "builtin.module"
	}
	def := s.ctx.OpDef(name)
	first := !s.started && s.depth == 0
	s.started = true
	switch {
	case def == nil:
	case first && name == "builtin.module":
		s.moduleBody(t.hi, generic)
	case def.Traits&ir.IsolatedFromAbove != 0:
		s.out.items = append(s.out.items, i)
	}
}

// moduleBody finds out how deep the body of the module is whose name ends at i.
func (s *scanner) moduleBody(i int, generic bool) {
	if generic {
		s.body = 2
		return
	}
	if brace := strings.IndexByte(s.text[i:], '{'); brace >= 0 {
		s.body = 1
	}
}
