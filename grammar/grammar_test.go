package grammar_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"optc/diag"
	"optc/grammar"
)

// pair is the language of the examples.
type pair struct {
	X int `parser:"@Number ','"`
	Y int `parser:"@Number"`
}

var pairs = grammar.Of[pair]{What: "pair", Code: "pair-parse", Start: "a number", Lexer: grammar.Rules("Number", `[0-9]+`)}

func ExampleOf() {
	p, err := pairs.Parse("3, 4")
	fmt.Println(*p, err)
	_, err = pairs.Parse("3; 4")
	fmt.Println(err)
	fmt.Println(pairs.EBNF())
	// Output:
	// {3 4} <nil>
	// expected ',' in pair, found ';' [pair-parse]; at byte 1 of '3; 4'
	// Pair = <number> "," <number> .
}

// term is a language with nesting, alternatives and places.
type term struct {
	Pos  grammar.Position
	Not  *term   `parser:"  '!' @@"`
	Args []*term `parser:"| '(' @@ (',' @@)* ')'"`
	Name string  `parser:"| @Identifier"`
	Less string  `parser:"  ('<' @Identifier)?"`
}

func terms(brackets string) *grammar.Of[term] {
	return &grammar.Of[term]{What: "term", Code: "term-parse", Start: "a term", MaxBytes: 500, Brackets: brackets,
		Lexer: grammar.Rules("Identifier", `[a-z]+`)}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	nested := func(n int) string { return strings.Repeat("(", n) + "a" + strings.Repeat(")", n) }
	for _, c := range []struct {
		text   string
		offset int
		err    string
	}{
		{"(a, !b\n,c<d)", 0, ""},
		{"", 0, "expected a term in term, found the end [term-parse]; at byte 0 of ''"},
		{"(", 1, "expected a term in term, found the end [term-parse]; at byte 1 of '('"},
		{"a<é", 2, "expected an identifier in term, found 'é' [term-parse]; at byte 2 of 'a<é'"},
		{"a\xff", 1, "unexpected '\xff' in term [term-parse]; at byte 1 of 'a\xff'"},
		{"(a b", 3, "expected ')' in term, found 'b' [term-parse]; at byte 3 of '(a b'"},
		{nested(grammar.MaxNesting), 0, ""},
		{nested(grammar.MaxNesting + 1), grammar.MaxNesting, "term nests more than 64 levels [term-parse]"},
		{strings.Repeat("! ", grammar.MaxNesting+1), 2 * grammar.MaxNesting, "term nests more than 64 levels [term-parse]"},
		{"(" + strings.Repeat("a<b,", 100) + "c)", 0, ""}, // < is no bracket here
		{strings.Repeat(" ", 501), 0, "term of 501 bytes exceeds the limit of 500 [term-parse]"},
	} {
		got, err := terms("()").Parse(c.text)
		if c.err == "" {
			if err != nil || got == nil {
				t.Errorf("%.40q: error %v", c.text, err)
			}
			continue
		}
		var at *grammar.Error
		if err == nil || err.Error() != c.err || diag.CodeOf(err) != "term-parse" || !errors.As(err, &at) || at.Offset != c.offset {
			t.Errorf("%.40q:\n got %v at %+v\nwant %s at %d", c.text, err, at, c.err, c.offset)
		}
	}
	if _, err := terms("").Parse("(" + strings.Repeat("a<b,", 100) + "c)"); err == nil {
		t.Error("'<' that is a bracket nests without a limit")
	}
}

func TestPosition(t *testing.T) {
	t.Parallel()
	got, err := terms("()").Parse(" ( a,\n!b)")
	if err != nil {
		t.Fatal(err)
	}
	if got.Pos.Offset != 1 || got.Args[0].Pos.Offset != 3 || got.Args[1].Not.Pos.Offset != 7 {
		t.Errorf("places are %d, %d, %d", got.Pos.Offset, got.Args[0].Pos.Offset, got.Args[1].Not.Pos.Offset)
	}
}
