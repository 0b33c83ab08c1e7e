// Package grammar reads small languages that are declared as Go structs: bodies of
// types and attributes, C++ names, pipelines.
//
// It exists so that a grammar is a single declaration, that every input is bounded, and
// that all grammars report errors with the same words: the expected text, the found text,
// and the place. A grammar is a package-level value, built on first use:
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
// (https://pkg.go.dev/github.com/alecthomas/participle/v2). A parser of this kind is
// about twenty times slower than a hand-written parser; operations are not parsed with
// it.
package grammar
