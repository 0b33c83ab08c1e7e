package vertex

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"optc/dialect/poplar/grammar"
)

// The grammar of memory constraints (Poplar and PopLibs User Guide, Specifying
// memory constraints). It accepts any comparison and any kind, so that these get
// errors of their own.
//
//	Constraint = Term Compare Term .
//	Term       = Ident "(" Star+ Ident ")" .

type constraintText struct {
	Left  termText `parser:"@@"`
	Op    string   `parser:"@Compare"`
	Right termText `parser:"@@"`
}

type termText struct {
	Kind  string   `parser:"@Ident '('"`
	Stars []string `parser:"@'*'+"`
	Field string   `parser:"@Ident ')'"`
}

var constraintParser = sync.OnceValue(func() *participle.Parser[constraintText] {
	return participle.MustBuild[constraintText](
		participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
			{Name: "Ident", Pattern: `[A-Za-z_][A-Za-z_0-9]*`},
			{Name: "Compare", Pattern: `[=!<>]=|[=<>]`},
			{Name: "space", Pattern: `[ \t\r\n]+`},
			{Name: "Other", Pattern: `.`},
		})),
		participle.Elide("space"))
})

var constraintLanguage = grammar.Language{Code: "constraint-parse", What: "constraint", Start: "elem or region"}

// parseConstraintText reads the text of a constraint. Error constraint-parse.
func parseConstraintText(text string) (*constraintText, error) {
	c, err := constraintParser().ParseString("", text)
	if err != nil {
		return nil, constraintLanguage.Explain(text, err)
	}
	return c, nil
}
