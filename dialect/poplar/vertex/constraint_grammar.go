package vertex

import "optc/grammar"

// The grammar of memory constraints (Poplar and PopLibs User Guide, Specifying memory constraints).
// It accepts any comparison and any kind, so that wrong ones are reported with specific errors.
//
//	Constraint = Term Comparison Term .
//	Term       = Name "(" "*"+ Name ")" .

type constraintText struct {
	Left  termText `parser:"@@"`
	Op    string   `parser:"@Comparison"`
	Right termText `parser:"@@"`
}

type termText struct {
	Kind  string   `parser:"@Name '('"`
	Stars []string `parser:"@'*'+"`
	Field string   `parser:"@Name ')'"`
}

var constraintGrammar = grammar.Of[constraintText]{
	What: "constraint", Code: "constraint-parse", Start: "elem or region",
	Lexer: grammar.Rules("Name", `[A-Za-z_][A-Za-z_0-9]*`, "Comparison", `[=!<>]=|[=<>]`),
}
