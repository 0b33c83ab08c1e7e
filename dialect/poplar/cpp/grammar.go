package cpp

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"optc/diag"
	"optc/dialect/poplar/grammar"
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

type Arg struct {
	Number string   `parser:"  @('-'? Integer)"`
	Names  []Name   `parser:"| @@+"`
	Refs   []string `parser:"  @('*' | '&')*"`
}

type Name struct {
	Global bool   `parser:"@'::'?"`
	Parts  []Part `parser:"@@ ('::' @@)*"`
}

type Part struct {
	Ident string    `parser:"@Ident"`
	Args  *ArgGroup `parser:"@@?"`
}

// ArgGroup tells "A<>" from "A".
type ArgGroup struct {
	Open string `parser:"@'<'"`
	Args []Arg  `parser:"(@@ (',' @@)*)? '>'"`
}

var Lexer = sync.OnceValue(func() *lexer.StatefulDefinition {
	return lexer.MustSimple([]lexer.SimpleRule{
		{Name: "Ident", Pattern: `[A-Za-z_][A-Za-z_0-9]*`},
		{Name: "Integer", Pattern: `[0-9][0-9A-Za-z']*`},
		{Name: "Scope", Pattern: `::`},
		{Name: "space", Pattern: `[ \t\r\n]+`},
		{Name: "Other", Pattern: `.`},
	})
})

var Parser = sync.OnceValue(func() *participle.Parser[Name] {
	return participle.MustBuild[Name](participle.Lexer(Lexer()), participle.Elide("space"))
})

// Limits of a C++ name, so that no input exhausts memory.
const (
	maxNameBytes = 1 << 16
	maxNameDepth = 64 // nested template argument lists
)

var Language = grammar.Language{Code: "name-parse", What: "vertex name", Start: "a name"}

// Parse reads text with a grammar of C++ names.
func Parse[G any](p *participle.Parser[G], l grammar.Language, text string) (*G, error) {
	if len(text) > maxNameBytes {
		return nil, diag.Errorf(l.Code, "%s of %d bytes exceeds the limit of %d", l.What, len(text), maxNameBytes)
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
			return nil, diag.Errorf(l.Code, "%s nests more than %d template argument lists", l.What, maxNameDepth)
		}
	}
	parsed, err := p.ParseString("", text)
	if err != nil {
		return nil, l.Explain(text, err)
	}
	return parsed, nil
}
