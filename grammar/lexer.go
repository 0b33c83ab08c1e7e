package grammar

import (
	"fmt"
	"io"
	"iter"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	plex "github.com/alecthomas/participle/v2/lexer"
)

// Lexer splits texts into tokens. Several grammars may share a lexer.
type Lexer struct {
	// Classes are the classes of tokens; grammars refer to them by name.
	Classes []string
	// Tokens yields the tokens of a text in order, or ends with the error that explains
	// why there is no token at Lo.
	Tokens func(text string) iter.Seq2[Token, error]
}

// Token is text[Lo:Hi], a token of class Classes[Class].
type Token struct{ Class, Lo, Hi int }

// Rules returns a lexer for classes that are described by regular expressions: a name, its
// expression, and so on. The first expression that matches decides. White space separates tokens;
// any other character is a token on its own.
func Rules(rules ...string) *Lexer {
	l := &Lexer{}
	for i := 0; i < len(rules); i += 2 {
		l.Classes = append(l.Classes, rules[i])
	}
	compiled := sync.OnceValue(func() (exprs []*regexp.Regexp) {
		for i := 1; i < len(rules); i += 2 {
			exprs = append(exprs, regexp.MustCompile(`\A(?:`+rules[i]+`)`))
		}
		return exprs
	})
	l.Tokens = func(text string) iter.Seq2[Token, error] {
		exprs := compiled()
		return func(yield func(Token, error) bool) {
			for lo := 0; ; {
				lo = len(text) - len(strings.TrimLeft(text[lo:], " \t\r\n"))
				if lo == len(text) {
					return
				}
				_, size := utf8.DecodeRuneInString(text[lo:])
				t := Token{len(exprs), lo, lo + size}
				for i, e := range exprs {
					if at := e.FindStringIndex(text[lo:]); at != nil {
						t.Class, t.Hi = i, lo+at[1]
						break
					}
				}
				if !yield(t, nil) {
					return
				}
				lo = t.Hi
			}
		}
	}
	return l
}

// definition is a Lexer in the form that participle needs; it counts nesting levels.
type definition struct {
	*Lexer
	brackets, levels string
}

// typeOf returns the type of the tokens of a class. Types are lower than the type of the
// end, as participle demands.
func typeOf(class int) plex.TokenType { return plex.EOF - 1 - plex.TokenType(class) }

// Symbols implements plex.Definition.
func (d definition) Symbols() map[string]plex.TokenType {
	symbols := map[string]plex.TokenType{"EOF": plex.EOF}
	for i, name := range d.Classes {
		symbols[name] = typeOf(i)
	}
	return symbols
}

// Lex implements plex.Definition.
func (d definition) Lex(name string, r io.Reader) (plex.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexString(name, string(text))
}

// LexString implements plex.StringDefinition.
func (d definition) LexString(_ string, text string) (plex.Lexer, error) {
	var out tokens
	depth, bangs := 0, 0
	for t, err := range d.Tokens(text) {
		if err != nil {
			return nil, &Error{Offset: t.Lo, Reason: "has a malformed token: " + err.Error()}
		}
		value := text[t.Lo:t.Hi]
		if value == "!" {
			bangs++
		} else {
			bangs = 0
			if i := strings.Index(d.brackets, value); i >= 0 && len(value) == 1 {
				depth += 1 - i%2*2 // opening brackets are at even positions
			}
		}
		if depth+bangs > MaxNesting {
			return nil, &Error{Offset: t.Lo, Reason: fmt.Sprintf("nests more than %d %s", MaxNesting, d.levels)}
		}
		out = append(out, plex.Token{Type: typeOf(t.Class), Value: value, Pos: plex.Position{Offset: t.Lo}})
	}
	out = append(out, plex.EOFToken(plex.Position{Offset: len(text)}))
	return &out, nil
}

// tokens are the remaining tokens of a text; the last token marks its end.
type tokens []plex.Token

// Next implements plex.Lexer.
func (t *tokens) Next() (plex.Token, error) {
	next := (*t)[0]
	if len(*t) > 1 {
		*t = (*t)[1:]
	}
	return next, nil
}
