package parser

import (
	"errors"
	"io"
	"sync"

	"github.com/alecthomas/participle/v2"
	plex "github.com/alecthomas/participle/v2/lexer"

	"optc/ir"
)

// Grammar is a sub-language of a dialect, declared as a Go struct with participle
// tags and read with the tokens of this package. It is for what stands between
// < and > of a type or attribute; operations never go through a grammar, which is
// some twenty times slower than the parser itself.
//
// A grammar is a package-level value. Nothing is built before its first use.
//
//	type basis struct {
//		Sizes []int `parser:"'[' (@Int (',' @Int)*)? ']'"`
//	}
//	var basisGrammar = parser.NewGrammar[basis]("basis")
//
// The token classes are Word, Int, Float, String (as written, with quotes),
// Value (%x), Block (^x), Attr (#x), Type (!x), Symbol (@x) and Punct.
type Grammar[T any] struct {
	what  string
	build func() *participle.Parser[T]
}

// NewGrammar declares the grammar of T; what names it in messages.
func NewGrammar[T any](what string, options ...participle.Option) *Grammar[T] {
	return &Grammar[T]{what, sync.OnceValue(func() *participle.Parser[T] {
		return participle.MustBuild[T](append(options, participle.Lexer(definition{}))...)
	})}
}

// Parse consumes a <…> body. It returns nil after reporting an error at the place
// of the mistake.
func (g *Grammar[T]) Parse(p ir.AsmParser) *T {
	text, pos := p.Body()
	return g.ParseText(p, text, pos)
}

// ParseText reads text that stands at an offset of the source of p.
func (g *Grammar[T]) ParseText(p ir.AsmParser, text string, pos int) *T {
	if !p.Ok() {
		return nil
	}
	t, err := g.build().ParseString("", text)
	if err == nil {
		return t
	}
	msg, offset := err.Error(), 0
	var at participle.Error
	if errors.As(err, &at) {
		msg, offset = at.Message(), min(at.Position().Offset, len(text))
	}
	p.ErrorAt(pos+offset, "%s: %s", g.what, msg)
	return nil
}

// EBNF returns the grammar in the notation of the reference documents.
func (g *Grammar[T]) EBNF() string { return g.build().String() }

// definition makes the lexer of this package the lexer of a grammar.
type definition struct{}

// classOf returns the token class of a kind: all punctuation is one class. The
// numbers lie below that of the end, as participle asks for.
func classOf(k kind) plex.TokenType { return plex.EOF - 1 - plex.TokenType(min(k, tokArrow)) }

func (definition) Symbols() map[string]plex.TokenType {
	return map[string]plex.TokenType{
		"EOF":  plex.EOF,
		"Word": classOf(tokWord), "Int": classOf(tokInt), "Float": classOf(tokFloat), "String": classOf(tokString),
		"Value": classOf(tokValue), "Block": classOf(tokBlock), "Attr": classOf(tokHash), "Type": classOf(tokBang),
		"Symbol": classOf(tokAt), "Punct": classOf(tokArrow),
	}
}

func (d definition) Lex(filename string, r io.Reader) (plex.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexString(filename, string(text))
}

func (definition) LexString(_ string, text string) (plex.Lexer, error) {
	return &grammarLexer{lexer: lexer{text: text}}, nil
}

// maxGrammarDepth bounds the nesting of brackets in a sub-language, as participle
// descends without a bound.
const maxGrammarDepth = 64

type grammarLexer struct {
	lexer
	pos, depth int
}

func (l *grammarLexer) Next() (plex.Token, error) {
	t := l.lex(l.pos)
	at := plex.Position{Offset: t.lo, Line: 1, Column: t.lo + 1}
	switch t.kind {
	case tokError:
		return plex.Token{}, participle.Errorf(at, "%s", l.msg)
	case tokEOF:
		return plex.Token{Type: plex.EOF, Pos: at}, nil
	case tokLParen, tokLBrace, tokLSquare, tokLess:
		if l.depth++; l.depth > maxGrammarDepth {
			return plex.Token{}, participle.Errorf(at, "nesting is deeper than the limit of %d", maxGrammarDepth)
		}
	case tokRParen, tokRBrace, tokRSquare, tokGreater:
		l.depth--
	}
	l.pos = t.hi
	return plex.Token{Type: classOf(t.kind), Value: l.text[t.lo:t.hi], Pos: at}, nil
}
