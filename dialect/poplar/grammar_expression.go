package poplar

import (
	"strings"

	"optc/grammar"
	"optc/ir"
	"optc/parser"
)

// The grammar of expressions over template parameters, with the operators of C++.
//
//	Choice  = Or ("?" Choice ":" Choice)? .
//	Or      = And ("||" And)* .
//	And     = Not ("&&" Not)* .
//	Not     = "!" Not | Compare .
//	Compare = Sum (("==" | "!=" | "<=" | "<") Sum)? .
//	Sum     = Product (("+" | "-") Product)* .
//	Product = Primary (("*" | "/" | "%") Primary)* .
//	Primary = "(" Choice ")" | "sizeof" "(" Choice ")" | "-" Primary | Number | "$"? Name .
//
// A name is a parameter, true, false, a scalar type, a layout, an enumerator ns::E::NAME
// or a class ns::C. In the types of fields, parameters begin with $, a Sum needs no
// parentheses, and '<' is not allowed.

type choiceText struct {
	If   orText      `parser:"@@"`
	Then *choiceText `parser:"('?' @@"`
	Else *choiceText `parser:" ':' @@)?"`
}

type orText struct {
	Terms []andText `parser:"@@ ('||' @@)*"`
}

type andText struct {
	Terms []notText `parser:"@@ ('&&' @@)*"`
}

type notText struct {
	Not     *notText     `parser:"  '!' @@"`
	Compare *compareText `parser:"| @@"`
}

type compareText struct {
	Left  sumText  `parser:"@@"`
	Op    string   `parser:"( @('==' | '!=' | '<=' | '<')"`
	Right *sumText `parser:"  @@ )?"`
}

type sumText struct {
	First productText `parser:"@@"`
	Rest  []addedText `parser:"@@*"`
}

type addedText struct {
	Op   string      `parser:"@('+' | '-')"`
	Term productText `parser:"@@"`
}

type productText struct {
	First primaryText  `parser:"@@"`
	Rest  []factorText `parser:"@@*"`
}

type factorText struct {
	Op   string      `parser:"@('*' | '/' | '%')"`
	Term primaryText `parser:"@@"`
}

type primaryText struct {
	Choice *choiceText  `parser:"  '(' @@ ')'"`
	Sizeof *choiceText  `parser:"| 'sizeof' '(' @@ ')'"`
	Minus  *primaryText `parser:"| '-' @@"`
	Int    string       `parser:"| @Number"`
	Param  string       `parser:"| @Parameter"`
	Name   string       `parser:"| @Name"`
}

// expressionTokens are the tokens of expressions and of the types of fields.
var expressionTokens = grammar.Rules("Prefix", `!poplar\.`, "Name", `(?:::)?[A-Za-z_][A-Za-z_0-9]*(?:::[A-Za-z_][A-Za-z_0-9]*)*`,
	"Parameter", `\$[A-Za-z_][A-Za-z_0-9]*`, "Number", `[0-9]+`, "Operator", `==|!=|<=|&&|\|\||[<>!()?:+*/%,-]`)

// '<' compares and is no bracket.
var predicateGrammar = parser.NewGrammar(Codes, &grammar.Of[choiceText]{
	What: "predicate", Code: "predicate-parse", Start: "a parameter or literal", Brackets: "()", Lookahead: 2, Lexer: expressionTokens,
})

// parsePredicateText consumes ( predicate ) and returns the text between the
// parentheses, or "" after an error.
func parsePredicateText(p ir.OpParser) string {
	text, pos := p.Parens()
	if predicateGrammar.ParseAt(p, text, pos) == nil {
		return ""
	}
	return strings.Join(strings.Fields(text), " ")
}

// The spellings of expressions.

func (t *choiceText) String() string {
	if t.Then == nil {
		return t.If.String()
	}
	return t.If.String() + " ? " + t.Then.String() + " : " + t.Else.String()
}

func (t *orText) String() string { return joinTerms(t.Terms, " || ", (*andText).String) }

func (t *andText) String() string { return joinTerms(t.Terms, " && ", (*notText).String) }

func joinTerms[T any](terms []T, by string, spelling func(*T) string) string {
	words := make([]string, len(terms))
	for i := range terms {
		words[i] = spelling(&terms[i])
	}
	return strings.Join(words, by)
}

func (t *notText) String() string {
	if t.Not != nil {
		return "!" + t.Not.String()
	}
	return t.Compare.String()
}

func (t *compareText) String() string {
	if t.Right == nil {
		return t.Left.String()
	}
	return t.Left.String() + " " + t.Op + " " + t.Right.String()
}

func (t *sumText) String() string {
	s := t.First.String()
	for i := range t.Rest {
		s += " " + t.Rest[i].Op + " " + t.Rest[i].Term.String()
	}
	return s
}

func (t *productText) String() string {
	s := t.First.String()
	for i := range t.Rest {
		s += " " + t.Rest[i].Op + " " + t.Rest[i].Term.String()
	}
	return s
}

func (t *primaryText) String() string {
	switch {
	case t.Choice != nil:
		return "(" + t.Choice.String() + ")"
	case t.Sizeof != nil:
		return "sizeof(" + t.Sizeof.String() + ")"
	case t.Minus != nil:
		return "-" + t.Minus.String()
	}
	return t.Int + t.Param + t.Name
}
