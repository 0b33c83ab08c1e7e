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
//	Arg  = "-"? Integer | Name+ ("*" | "&")* .
//	Name = "::"? Part ("::" Part)* .
//	Part = Ident ("<" (Arg ("," Arg)*)? ">")? .
//
// Several names in a row are the words of one type: "unsigned long int",
// "const ns::T", "enum ns::E".

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

var nameParser = sync.OnceValue(func() *participle.Parser[cppName] {
	return participle.MustBuild[cppName](participle.Lexer(cppLexer()), participle.Elide("space"))
})

// Limits of a C++ name, so that no input exhausts memory.
const (
	maxNameBytes = 1 << 16
	maxNameDepth = 64 // nested template argument lists
)

// language names a sub-language for the messages of its parser.
type language struct {
	code  string // of errors in the text
	what  string // what the text is
	start string // what it begins with
}

var nameLanguage = language{"name-parse", "vertex name", "a name"}

// parseCpp reads text with a grammar of C++ names.
func parseCpp[G any](p *participle.Parser[G], l language, text string) (*G, error) {
	if len(text) > maxNameBytes {
		return nil, diag.Errorf(l.code, "%s of %d bytes exceeds the limit of %d", l.what, len(text), maxNameBytes)
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
			return nil, diag.Errorf(l.code, "%s nests more than %d template argument lists", l.what, maxNameDepth)
		}
	}
	parsed, err := p.ParseString("", text)
	if err != nil {
		return nil, l.explain(text, err)
	}
	return parsed, nil
}

// explain words a complaint of a participle parser as our messages are: what
// was expected, then what was found and where.
func (l language) explain(text string, err error) error {
	var unexpected *participle.UnexpectedTokenError
	if !errors.As(err, &unexpected) {
		return diag.Errorf(l.code, "cannot read %s '%s'", l.what, text)
	}
	token := unexpected.Unexpected
	found := "'" + token.Value + "'"
	if token.EOF() {
		found = "the end"
	}
	want := expectedWords(unexpected.Message())
	if token.Pos.Offset == 0 {
		want = l.start
	}
	if want == "" {
		return diag.Errorf(l.code, "unexpected %s in %s", found, l.what).Note("at byte %d of '%s'", token.Pos.Offset, text)
	}
	return diag.Errorf(l.code, "expected %s in %s, found %s", want, l.what, found).
		Note("at byte %d of '%s'", token.Pos.Offset, text)
}

// expectedWords takes what a parser expected out of its message
// `unexpected token "x" (expected y)`, in words of our own.
func expectedWords(msg string) string {
	_, want, ok := strings.Cut(msg, "(expected ")
	if !ok {
		return ""
	}
	want = strings.TrimSuffix(want, ")")
	// A sequence is described by its first token: `"(" "*"+ <ident> ")"`.
	want, _, _ = strings.Cut(want, " ")
	want = strings.TrimSuffix(want, "+")
	switch want {
	case "<ident>", "CppPart", "CppName", "<name>":
		return "a name"
	case "<word>":
		return "a word"
	case "<layout>":
		return "a layout"
	case "<range>":
		return "'..'"
	case "TypeText":
		return "a type"
	case "OrText", "AndText", "NotText", "CompareText", "PrimaryText":
		return "a parameter or literal"
	case "CppArg":
		return "a template argument"
	case "<integer>", "<int>":
		return "a number"
	case "<compare>":
		return "a comparison"
	case "TermText":
		return "elem or region"
	}
	return strings.ReplaceAll(want, `"`, "'")
}

// Grammar is the grammar of one of the sub-languages of this package.
type Grammar struct {
	Name string // what the language describes
	EBNF string
}

// Grammars returns the grammars for the reference documentation.
func Grammars() []Grammar {
	return []Grammar{
		{nameLanguage.what, nameParser().String()},
		{typeLanguage.what, typeParser().String()},
		{constraintLanguage.what, constraintParser().String()},
		{irTypeLanguage.what, irTypeParser().String()},
		{tensorLanguage.what, tensorParser().String()},
		{mappingLanguage.what, mappingParser().String()},
		{targetLanguage.what, targetParser().String()},
		{predicateLanguage.what, predicateParser().String()},
	}
}
