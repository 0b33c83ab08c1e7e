package parser

import (
	"errors"
	"iter"

	"optc/diag"
	"optc/grammar"
	"optc/ir"
)

// Grammar reads the text between < and > of a type or attribute of a dialect. It
// reports errors at their places in the source.
type Grammar[T any] struct {
	*grammar.Of[T]
	codes string
}

// NewGrammar makes a grammar for bodies. codes qualifies the codes of errors ("poplar.").
// A grammar without a lexer gets [Tokens].
//
//	type basis struct {
//		Sizes []int `parser:"'[' (@Integer (',' @Integer)*)? ']'"`
//	}
//	var basisGrammar = parser.NewGrammar("vec.", &grammar.Of[basis]{What: "basis", Code: "basis-parse", Start: "'['"})
func NewGrammar[T any](codes string, g *grammar.Of[T]) Grammar[T] {
	if g.Lexer == nil {
		g.Lexer = Tokens
	}
	return Grammar[T]{g, codes}
}

// ParseBody consumes a <…> body and returns where its text begins, to report errors
// there later. It returns nil after reporting an error.
func (g Grammar[T]) ParseBody(p ir.AsmParser) (t *T, pos int) {
	text, pos := p.Body()
	return g.ParseAt(p, text, pos), pos
}

// ParseAt reads text from offset pos of the source of p. It returns nil
// after reporting an error.
func (g Grammar[T]) ParseAt(p ir.AsmParser, text string, pos int) *T {
	if !p.Ok() {
		return nil
	}
	t, err := g.Parse(text)
	if err != nil {
		g.Report(p, pos, err)
	}
	return t
}

// Report reports an error in the text at offset pos: an error of the grammar at
// the place of the mistake, any other at pos.
func (g Grammar[T]) Report(p ir.AsmParser, pos int, err error) {
	var at *grammar.Error
	if errors.As(err, &at) {
		pos += at.Offset
	}
	e, ok := err.(*diag.Error)
	if !ok {
		p.ErrorAt(pos, "%v", err)
		return
	}
	if at != nil { // the place replaces the notes
		e = &diag.Error{Code: e.Code, Msg: e.Msg, Meant: e.Meant}
	}
	p.ErrorOf(pos, g.codes, e)
}

// Tokens is the lexer of MLIR for grammars. Its classes are Word, Integer, Float,
// String (as written, with quotes), Value (%x), Block (^x), Attribute (#x),
// Type (!x), Symbol (@x) and Punctuation.
var Tokens = &grammar.Lexer{
	Classes: []string{
		0: "Word", tokInt - tokWord: "Integer", tokFloat - tokWord: "Float", tokString - tokWord: "String",
		tokValue - tokWord: "Value", tokBlock - tokWord: "Block", tokHash - tokWord: "Attribute", tokBang - tokWord: "Type",
		tokAt - tokWord: "Symbol", tokArrow - tokWord: "Punctuation",
	},
	Tokens: func(text string) iter.Seq2[grammar.Token, error] {
		return func(yield func(grammar.Token, error) bool) {
			l := lexer{text: text}
			for t := l.lex(0); t.kind != tokEOF; t = l.lex(t.hi) {
				token := grammar.Token{Class: int(min(t.kind, tokArrow) - tokWord), Lo: t.lo, Hi: t.hi}
				if t.kind == tokError {
					yield(token, errors.New(l.msg))
					return
				}
				if !yield(token, nil) {
					return
				}
			}
		}
	},
}
