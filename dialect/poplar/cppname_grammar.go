package poplar

import (
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
