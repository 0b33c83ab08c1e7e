package poplar

import (
	"errors"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"optc/diag"
)

// The grammar of C++ names: qualified names with template arguments, as far as
// vertex classes and the types of their fields need it.
//
//	Type = Arg ("[" Integer "]")? .
//	Arg  = "-"? Integer | Name+ ("*" | "&")* .
//	Name = "::"? Part ("::" Part)* .
//	Part = Ident ("<" (Arg ("," Arg)*)? ">")? .
//
// Several names in a row are the words of one type: "unsigned long int",
// "const ns::T", "enum ns::E".

type cppType struct {
	Arg  cppArg  `parser:"@@"`
	Dims *string `parser:"('[' @Integer ']')?"`
}

type cppArg struct {
	Number string    `parser:"  @('-'? Integer)"`
	Names  []cppName `parser:"| @@+"`
	Refs   []string  `parser:"  @('*' | '&')*"`
}

type cppName struct {
	Global bool      `parser:"@'::'?"`
	Parts  []cppPart `parser:"@@ ('::' @@)*"`
}

type cppPart struct {
	Ident string       `parser:"@Ident"`
	Args  *cppArgGroup `parser:"@@?"`
}

// cppArgGroup tells "A<>" from "A".
type cppArgGroup struct {
	Open string   `parser:"@'<'"`
	Args []cppArg `parser:"(@@ (',' @@)*)? '>'"`
}

var cppLexer = sync.OnceValue(func() *lexer.StatefulDefinition {
	return lexer.MustSimple([]lexer.SimpleRule{
		{Name: "Ident", Pattern: `[A-Za-z_][A-Za-z_0-9]*`},
		{Name: "Integer", Pattern: `[0-9][0-9A-Za-z']*`},
		{Name: "Scope", Pattern: `::`},
		{Name: "space", Pattern: `[ \t\r\n]+`},
		{Name: "Other", Pattern: `.`},
	})
})

var (
	nameParser = sync.OnceValue(func() *participle.Parser[cppName] {
		return participle.MustBuild[cppName](participle.Lexer(cppLexer()), participle.Elide("space"))
	})
	typeParser = sync.OnceValue(func() *participle.Parser[cppType] {
		return participle.MustBuild[cppType](participle.Lexer(cppLexer()), participle.Elide("space"))
	})
)

// Limits of a C++ name, so that no input exhausts memory.
const (
	maxNameBytes = 1 << 16
	maxNameDepth = 64 // nested template argument lists
)

// parseCpp reads text with a grammar and turns its complaint into an error of
// the given code.
func parseCpp[G any](p *participle.Parser[G], code, what, text string) (*G, error) {
	if len(text) > maxNameBytes {
		return nil, diag.Errorf(code, "%s of %d bytes exceeds the limit of %d", what, len(text), maxNameBytes)
	}
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '<':
			depth++
		case '>':
			depth--
		}
		if depth > maxNameDepth {
			return nil, diag.Errorf(code, "%s nests more than %d template argument lists", what, maxNameDepth)
		}
	}
	parsed, err := p.ParseString("", text)
	if err != nil {
		return nil, grammarError(code, what, text, err)
	}
	return parsed, nil
}

// grammarError words a complaint of a participle parser as our messages are:
// what was expected, then what was found and where.
func grammarError(code, what, text string, err error) error {
	var unexpected *participle.UnexpectedTokenError
	if !errors.As(err, &unexpected) {
		var p participle.Error
		if errors.As(err, &p) {
			return diag.Errorf(code, "cannot read %s: %s", what, p.Message()).Note("in '%s'", text)
		}
		return diag.Errorf(code, "cannot read %s '%s'", what, text)
	}
	found := "'" + unexpected.Unexpected.Value + "'"
	if unexpected.Unexpected.EOF() {
		found = "the end"
	}
	want := expectedWords(unexpected.Message())
	if want == "" {
		return diag.Errorf(code, "unexpected %s in %s", found, what).Note("at byte %d of '%s'", unexpected.Unexpected.Pos.Offset, text)
	}
	return diag.Errorf(code, "expected %s in %s, found %s", want, what, found).
		Note("at byte %d of '%s'", unexpected.Unexpected.Pos.Offset, text)
}

// expectedWords takes what a parser expected out of its message
// `unexpected token "x" (expected y)`.
func expectedWords(msg string) string {
	_, want, ok := strings.Cut(msg, "(expected ")
	if !ok {
		return ""
	}
	want = strings.TrimSuffix(want, ")")
	// A production is described by its first token: `Part ("::" Part)*`.
	if first, _, ok := strings.Cut(want, " "); ok {
		want = first
	}
	for _, w := range []struct{ from, to string }{
		{"<ident>", "a name"}, {"CppPart", "a name"}, {"CppName", "a name"}, {"CppArg", "a template argument"},
		{"<integer>", "a number"}, {`"`, "'"},
	} {
		want = strings.ReplaceAll(want, w.from, w.to)
	}
	return want
}
