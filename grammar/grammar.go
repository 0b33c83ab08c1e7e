package grammar

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/alecthomas/participle/v2"
	plex "github.com/alecthomas/participle/v2/lexer"

	"optc/diag"
)

// Of is the grammar of a language whose texts are read into a T.
type Of[T any] struct {
	What  string // a text of the language, in messages: "mapping"
	Code  string // of errors
	Start string // what a text begins with: "a tile"
	// Words gives the names of productions in messages, by their Go types. A production
	// without a word is called Start.
	Words map[string]string
	Lexer *Lexer
	// Lookahead is the number of tokens that decide between alternatives, 1 if 0.
	Lookahead int
	// MaxBytes bounds the length of a text if it is not 0.
	MaxBytes int
	// Heads are the only words that may precede '<', unless it is empty: an error names
	// any other word and suggests a similar head.
	Heads []string
	// Brackets are the pairs of characters that nest, "()[]{}<>" if empty, and Levels is
	// the word for nesting levels in messages, "levels" if empty. They nest at most
	// MaxNesting deep.
	Brackets, Levels string

	once   sync.Once
	parser *participle.Parser[T]
}

// MaxNesting bounds the nesting of brackets, and of '!' in a row.
const MaxNesting = 64

// Position is the place of a production in the text. A field Pos of this type, in
// a struct of a grammar, is filled in.
type Position = plex.Position

// Error is the cause of the errors of [Of.Parse].
type Error struct {
	Offset int    // bytes before the place of the mistake, at most the length of the text
	Want   string // what was expected, in words, "" if nothing can follow
	Found  string // the token at the place, "" for the end of the text
	Reason string // why the text has no tokens or is too deep or too long; "" for an unexpected token
}

// Error names the expected and the found text, but not the language.
func (e *Error) Error() string { return e.message("") }

func (e *Error) message(in string) string {
	found := "the end"
	if e.Found != "" {
		found = "'" + e.Found + "'"
	}
	switch {
	case e.Reason != "":
		return e.Reason
	case e.Want == "":
		return "unexpected " + found + in
	}
	return "expected " + e.Want + in + ", found " + found
}

// Parse reads a text. The error is a [*diag.Error] with the code of the grammar,
// caused by an [*Error].
func (g *Of[T]) Parse(text string) (*T, error) {
	if g.MaxBytes > 0 && len(text) > g.MaxBytes {
		return nil, g.refuse(0, fmt.Sprintf("of %d bytes exceeds the limit of %d", len(text), g.MaxBytes))
	}
	t, err := g.build().ParseString("", text)
	if err == nil {
		return t, nil
	}
	var e *Error
	var unexpected *participle.UnexpectedTokenError
	var at participle.Error
	switch {
	case errors.As(err, &e):
		return nil, g.refuse(e.Offset, e.Reason)
	case errors.As(err, &unexpected):
		found := unexpected.Unexpected
		if found.Value == "<" && g.Heads != nil {
			if err := g.unknownHead(text[:found.Pos.Offset]); err != nil {
				return nil, err
			}
		}
		e = &Error{Offset: found.Pos.Offset, Want: g.want(found.Pos.Offset, unexpected.Message()), Found: found.Value}
		note := fmt.Sprintf("at byte %d of '%s'", e.Offset, text)
		return nil, &diag.Error{Code: g.Code, Msg: e.message(" in " + g.What), Notes: []string{note}, Cause: e}
	case errors.As(err, &at):
		return nil, g.refuse(at.Position().Offset, "cannot be read: "+at.Message())
	}
	return nil, g.refuse(0, "cannot be read: "+err.Error())
}

// unknownHead returns the error for a text that ends, before '<', with a word that is none
// of the heads; nil if it ends otherwise.
func (g *Of[T]) unknownHead(text string) error {
	text = strings.TrimRight(text, " \t\n")
	at := 1 + strings.LastIndexFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	word := text[at:]
	if word == "" || slices.Contains(g.Heads, word) {
		return nil
	}
	meant := diag.DidYouMean(word, g.Heads)
	msg := fmt.Sprintf("unknown %s '%s'%s", g.What, word, meant)
	return &diag.Error{Code: g.Code, Msg: msg, Meant: meant, Cause: &Error{Offset: at, Reason: msg}}
}

// EBNF returns the grammar in extended Backus-Naur form, for reference pages.
func (g *Of[T]) EBNF() string { return g.build().String() }

func (g *Of[T]) build() *participle.Parser[T] {
	g.once.Do(func() {
		lexer := definition{g.Lexer, cmp.Or(g.Brackets, "()[]{}<>"), cmp.Or(g.Levels, "levels")}
		g.parser = participle.MustBuild[T](participle.Lexer(lexer), participle.UseLookahead(max(1, g.Lookahead)))
	})
	return g.parser
}

// refuse returns the error for a text that cannot be cut into tokens.
func (g *Of[T]) refuse(offset int, reason string) error {
	return &diag.Error{Code: g.Code, Msg: g.What + " " + reason, Cause: &Error{Offset: offset, Reason: reason}}
}

// want extracts the expected text at an offset from a message `unexpected token "x"
// (expected y)`, in words. A sequence is described by its first token.
func (g *Of[T]) want(offset int, msg string) string {
	_, want, ok := strings.Cut(msg, "(expected ")
	switch {
	case offset == 0:
		return g.Start
	case !ok:
		return ""
	}
	want, _, _ = strings.Cut(strings.TrimLeft(strings.TrimSuffix(want, ")"), "("), " ")
	want = strings.TrimRight(want, "+*?)")
	switch {
	case strings.HasPrefix(want, `"`):
		return strings.ReplaceAll(want, `"`, "'")
	case !strings.HasPrefix(want, "<"):
		if word, ok := g.Words[want]; ok {
			return word
		}
		return g.Start
	}
	class := strings.Trim(want, "<>")
	if strings.IndexByte("aeiou", class[0]) >= 0 {
		return "an " + class
	}
	return "a " + class
}
