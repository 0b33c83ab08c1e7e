package codelet

import (
	"errors"
	"strings"

	"optc/diag"
	"optc/grammar"
	"optc/ir"
)

// The grammar of the parts of class declarations: expressions, which may also be types
// until names are looked up, template parameters, and heads of classes. These grammars
// ignore function bodies and the text between declarations.
//
//	Expr     = Unary (Operator Unary)* ("?" Expr ":" Expr)? .
//	Unary    = ("!" | "-" | "+" | "~") Unary | Primary .
//	Primary  = (Number | Text | Sizeof | Cast | "(" Inner ")" | Name+ Ref*) Call* .
//	Name     = "::"? Part ("::" Part)* .
//	Part     = Identifier ("<" (Expr ("," Expr)*)? ">")? .
//
// Inner is Expr without ">" as an operator, because ">" ends a list of template
// arguments.
type expr struct {
	First unary    `parser:"@@"`
	Rest  []binary `parser:"@@*"`
	Then  *expr    `parser:"('?' @@"`
	Else  *expr    `parser:"  ':' @@)?"`
}

type binary struct {
	Op string `parser:"@('||' | '&&' | '==' | '!=' | '<=' | '>=' | '<<' | '<' | '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^')"`
	X  unary  `parser:"@@"`
}

type inner struct {
	First unary         `parser:"@@"`
	Rest  []innerBinary `parser:"@@*"`
	Then  *inner        `parser:"('?' @@"`
	Else  *inner        `parser:"  ':' @@)?"`
}

type innerBinary struct {
	Op string `parser:"@('||' | '&&' | '==' | '!=' | '<=' | '>=' | '<<' | '>' '>' | '<' | '>' | '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^')"`
	X  unary  `parser:"@@"`
}

type unary struct {
	Op      string   `parser:"( @('!' | '-' | '+' | '~')"`
	X       *unary   `parser:"  @@ )"`
	Primary *primary `parser:"| @@"`
}

type primary struct {
	Number string     `parser:"(  @Number"`
	Text   string     `parser:" | @Text+"`
	Size   *sizeQuery `parser:" | @@"`
	Cast   *castExpr  `parser:" | @@"`
	Inner  *inner     `parser:" | '(' @@ ')'"`
	Names  []name     `parser:" | @@+ )"`
	Refs   []string   `parser:"( @('*' | '&' | '&&' | 'const')+ (?! Name | Number | Text | '(' | '!' | '-' | '+' | '~' | '::') )?"`
	Calls  []call     `parser:"@@*"`
}

// sizeQuery is sizeof(T) or alignof(T).
type sizeQuery struct {
	Op string `parser:"@('sizeof' | 'alignof')"`
	Of inner  `parser:"'(' @@ ')'"`
}

type castExpr struct {
	To expr  `parser:"('static_cast' | 'reinterpret_cast' | 'const_cast') '<' @@ '>'"`
	X  inner `parser:"'(' @@ ')'"`
}

type call struct {
	Args []inner `parser:"  '(' (@@ (',' @@)*)? ')'"`
	Init []inner `parser:"| '{' (@@ (',' @@)*)? '}'"`
}

type name struct {
	Global bool   `parser:"@'::'?"`
	Parts  []part `parser:"@@ ('::' @@)*"`
}

type part struct {
	Ident string        `parser:"@Name"`
	Args  *argumentList `parser:"@@?"`
}

// argumentList distinguishes "A<>" from "A".
type argumentList struct {
	Open string `parser:"@'<'"`
	Args []expr `parser:"(@@ '...'? (',' @@ '...'?)*)? '>'"`
}

type parameterList struct {
	Params []parameter `parser:"'<' (@@ (',' @@)*)? '>'"`
}

type parameter struct {
	Class *classParameter `parser:"  @@"`
	Value *valueParameter `parser:"| @@"`
}

type classParameter struct {
	Of      *parameterList `parser:"('template' @@)? ('class' | 'typename') (?! '::' | Name '::' | Name '<')"`
	Pack    bool           `parser:"@'...'?"`
	Name    string         `parser:"@Name?"`
	Default *expr          `parser:"('=' @@)?"`
}

type valueParameter struct {
	Type    []name   `parser:"@@+"`
	Refs    []string `parser:"( @('*' | '&')+"`
	Pointer string   `parser:"  @Name? )?"`
	Default *expr    `parser:"('=' @@)?"`
}

// classHead is the text before the body of a class, without the word class.
type classHead struct {
	Attrs []attribute `parser:"@@*"`
	Name  name        `parser:"@@ 'final'?"`
	Bases []base      `parser:"(':' @@ (',' @@)*)?"`
}

type attribute struct {
	Attrs []attributeItem `parser:"'[' '[' (@@ (',' @@)*)? ']' ']'"`
}

type attributeItem struct {
	Name name       `parser:"@@"`
	Args []literals `parser:"('(' @@ (',' @@)* ')')?"`
}

// literals holds neighbouring string literals, which form a single literal, or another
// argument.
type literals struct {
	Text []string `parser:"  @Text+"`
	Expr *inner   `parser:"| @@"`
}

type base struct {
	Type expr `parser:"('public' | 'protected' | 'private' | 'virtual')* @@"`
}

// declared is the name and the bounds of a declarator.
type declared struct {
	Name   string  `parser:"@Name"`
	Bounds []inner `parser:"('[' @@ ']')*"`
}

var lexer = grammar.Rules("Name", `[A-Za-z_][A-Za-z_0-9]*`, "Number", `\.?[0-9](?:[eEpP][+-]|[0-9A-Za-z'.])*`,
	"Text", `"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`, "Operator", `::|&&|\|\||==|!=|<=|>=|<<|\.\.\.`)

// words are the productions in messages.
var words = map[string]string{
	"Expr": "an expression", "Inner": "an expression", "Unary": "an expression", "Primary": "an expression",
	"Name": "a name", "Part": "a name", "Parameter": "a template parameter",
}

// backtracking is the number of tokens after which a template argument list may turn out to be a
// comparison.
const backtracking = 1 << 16

func language[T any](what, start string) *grammar.Of[T] {
	return &grammar.Of[T]{What: what, Code: "cpp-parse", Start: start, Words: words, Lexer: lexer, Lookahead: backtracking, Brackets: "()[]{}"}
}

var (
	expressions    = language[inner]("expression", "an expression")
	typeNames      = language[expr]("type", "a type")
	parameterLists = language[parameterList]("template parameters", "'<'")
	classHeads     = language[classHead]("class", "a name")
	declarators    = language[declared]("declaration", "a name")
)

// maxAngles bounds the nesting of template argument lists: in a text with an error, each '<' is
// tried both as a list and as a comparison.
const maxAngles = 12

// parse reads tokens with a grammar. The error is a diagnostic located at the token.
func parse[T any](g *grammar.Of[T], tokens []token) (*T, error) {
	depth := 0
	for i := range tokens {
		switch {
		case tokens[i].is("<"):
			depth++
		case tokens[i].is(">"):
			depth = max(0, depth-1)
		}
		if depth > maxAngles {
			return nil, ir.Errorf(tokens[i].loc(), "template arguments nest more than %d levels", maxAngles).WithCode(codes + "cpp-parse")
		}
	}
	var b strings.Builder
	starts := make([]int, len(tokens))
	for i := range tokens {
		b.WriteByte(' ')
		starts[i] = b.Len()
		if !tokens[i].is("typename") || g.What == parameterLists.What {
			b.WriteString(tokens[i].text)
		}
	}
	parsed, err := g.Parse(b.String())
	if err == nil {
		return parsed, nil
	}
	var at *grammar.Error
	errors.As(err, &at)
	loc := ir.Location{}
	for i := range tokens {
		if i == 0 || starts[i] <= at.Offset {
			loc = tokens[i].loc()
		}
	}
	return nil, ir.Errorf(loc, "%s in %s", at.Error(), g.What).WithCode(codes + diag.CodeOf(err))
}

const codes = "poplar."
