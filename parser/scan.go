package parser

import (
	"slices"

	"optc/ir"
)

// outline holds the offsets of alias definitions and isolated operations, which are found by a
// quick scan of the beginnings of the lines. It assumes indentation as printers write it: the body
// of an operation is indented further than the operation. It only saves work: text that it misses
// or misinterprets is parsed like any other text.
type outline struct {
	aliases []int // offsets of #name = and !name = at the top level
	items   []int // offsets of isolated operations at the top level or in the module
}

// minItemSource is the size in bytes from which it is faster to parse the functions of a
// source separately.
const minItemSource = 64 << 10

// deepColumn is larger than the column of any relevant line.
const deepColumn = 64

// outlineScanner finds the outline of a source.
type outlineScanner struct {
	lexer
	ctx *ir.Context
	out outline
	// column is the column of items: the least column of an isolated operation, except
	// for the first operation of the source if that is a module.
	column int
	// values is the least column of an operation with results. If that operation is among
	// the items, items may use each other's values.
	values  int
	started bool // the first top-level operation was seen
}

// scanItems finds the outline of a source, or of its beginning if the run ends meanwhile.
// It skips small sources, for which the outline saves no time.
func scanItems(ctx *ir.Context, l lexer, ended func() bool) outline {
	out := outlineOf(ctx, l, ended)
	if len(l.text) < minItemSource {
		out.items = nil
	}
	return out
}

func outlineOf(ctx *ir.Context, l lexer, ended func() bool) outline {
	s := outlineScanner{lexer: l, ctx: ctx, column: deepColumn, values: deepColumn}
	for i, lines := 0, 1; ; lines++ {
		if lines%pollEvery == 0 && ended() {
			break
		}
		s.line(i)
		end := s.find(i, '\n')
		if end < 0 {
			break
		}
		i = end + 1
	}
	if s.values <= s.column && len(s.out.items) > 0 {
		s.out.items = itemsByBraces(ctx, l, ended)
	}
	return s.out
}

// itemsByBraces finds the isolated operations of a source whose lines may begin anywhere, by
// counting open braces. This takes several times as long as the outline.
func itemsByBraces(ctx *ir.Context, l lexer, ended func() bool) []int {
	text := l.text
	s := outlineScanner{lexer: l, ctx: ctx, column: deepColumn, values: deepColumn}
	depth, begins := 0, true // depth and begin of a line
	for i, lines := 0, 1; i < len(text); i++ {
		c := text[i]
		if begins && c != ' ' && c != '\t' && c != '\n' {
			begins = false
			if depth <= s.column {
				s.token(i, depth)
			}
		}
		switch c {
		case '\n':
			begins = true
			if lines++; lines%pollEvery == 0 && ended() {
				return nil
			}
		case '{':
			depth++
		case '}':
			depth--
		case '"':
			i = max(i, s.str(i).hi-1)
		case '/':
			if s.at(i+1) == '/' {
				i = s.skipComment(i) - 1
			}
		}
	}
	if s.values <= s.column {
		return nil
	}
	return s.out.items
}

// line looks at the first token of the line at offset i.
func (s *outlineScanner) line(i int) {
	column := 0
	for ; s.at(i) == ' ' || s.at(i) == '\t'; i++ {
		if column++; column > s.column {
			return
		}
	}
	s.token(i, column)
}

// token looks at the first token of a line, at offset i.
func (s *outlineScanner) token(i, column int) {
	switch c := s.at(i); {
	case c == '#' || c == '!':
		if s.lex(s.lex(i).hi).kind == tokEqual {
			s.out.aliases = append(s.out.aliases, i)
		}
	case c == '%':
		s.values = min(s.values, column)
	case c == '"' || charClass[c]&isLetter != 0:
		s.op(i, column)
	}
}

// op examines a line that begins like an operation.
func (s *outlineScanner) op(i, column int) {
	def := opDefAt(&s.lexer, s.ctx, i)
	first := !s.started && column == 0
	s.started = true
	switch {
	case def == nil || def.Traits&ir.IsolatedFromAbove == 0:
	case first && def.Name() == ir.ModuleOp{}.Kind().String():
	case column <= s.column:
		if column < s.column {
			s.out.items, s.column = nil, column
		}
		s.out.items = append(s.withRoom(i), i)
	}
}

// opDefAt returns the definition of the operation whose name is at offset i, in custom or
// generic form, or nil.
func opDefAt(l *lexer, ctx *ir.Context, i int) *ir.OpDef {
	t := l.lex(i)
	name := l.text[t.lo:t.hi]
	if t.kind == tokString {
		if l.at(t.hi) != '(' {
			return nil
		}
		name = unquote(name)
	}
	if name == "module" {
		name = ir.ModuleOp{}.Kind().String()
	}
	return ctx.OpDef(name)
}

// withRoom returns the items with capacity for one more at i, and for as many in the rest of the
// source as there were up to i, because append alone would allocate four times as much.
func (s *outlineScanner) withRoom(i int) []int {
	items := s.out.items
	if n := len(items); n == cap(items) {
		items = slices.Grow(items, n/8+1+int(float64(n)*float64(len(s.text)-i)/float64(i+1)))
	}
	return items
}
