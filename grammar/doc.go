// Package grammar reads small languages that are declared as Go structs: bodies of
// types and attributes, C++ names, pipelines.
//
// It exists so that a grammar is one declaration, that every input is bounded, and
// that all of them complain in the same words: what was expected, what was found, and
// where. A grammar is a package-level value, built when it is first used:
//
//	// Pair = Number "," Number .
//	type pair struct {
//		X int `parser:"@Number ','"`
//		Y int `parser:"@Number"`
//	}
//
//	var pairs = grammar.Of[pair]{
//		What: "pair", Code: "pair-parse", Start: "a number",
//		Lexer: grammar.Rules("Number", `[0-9]+`),
//	}
//
//	p, err := pairs.Parse("3, 4")
//
// The tags use the notation of participle
// (https://pkg.go.dev/github.com/alecthomas/participle/v2). A parser of this kind is some
// twenty times slower than a hand-written one; operations are not read with it.
package grammar
