package cpp

import "optc/grammar"

// The grammar of C++ names: qualified names with template arguments, as far as
// vertex classes and the types of their fields need it.
//
//	Arg  = "-"? Integer | Name+ ("*" | "&")* .
//	Name = "::"? Part ("::" Part)* .
//	Part = Identifier ("<" (Arg ("," Arg)*)? ">")? .
//
// Several names in a row are the words of a single type: "unsigned long int", "const
// ns::T", "enum ns::E".

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
	Ident string    `parser:"@Name"`
	Args  *ArgGroup `parser:"@@?"`
}

// ArgGroup distinguishes "A<>" from "A".
type ArgGroup struct {
	Open string `parser:"@'<'"`
	Args []Arg  `parser:"(@@ (',' @@)*)? '>'"`
}

// Tokens is the lexer of C++ names.
var Tokens = grammar.Rules("Name", `[A-Za-z_][A-Za-z_0-9]*`, "Integer", `[0-9][0-9A-Za-z']*`, "Scope", `::`)

// names is the grammar of vertex names.
var names = grammar.Of[Name]{
	What: "vertex name", Code: "name-parse", Start: "a name", Words: Words, Lexer: Tokens,
	MaxBytes: MaxBytes, Levels: "template argument lists",
}

// Words are the descriptions of the productions of the grammar in messages.
var Words = map[string]string{"Arg": "a template argument", "Name": "a name", "Part": "a name"}

// MaxBytes bounds the length of a C++ name.
const MaxBytes = 1 << 16
