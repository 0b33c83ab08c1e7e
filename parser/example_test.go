package parser_test

import (
	"context"
	"fmt"

	"optc/grammar"
	"optc/ir"
	"optc/parser"
)

func ExampleParse() {
	ctx := ir.NewContext()
	ctx.AllowUnregistered = true
	src := &ir.Source{Name: "in.mlir", Text: `
%x = "math.pi"() : () -> f32
"io.print"(%x, %y) : (f32, f32) -> ()
`}
	var diags ir.Diagnostics
	module, err := parser.Parse(context.Background(), ctx, src, &diags)
	fmt.Println(module.Name())
	fmt.Println(err)
	fmt.Print(diags.String())
	// Output:
	// builtin.module
	// in.mlir:3:16: error: use of undeclared SSA value name
	// in.mlir:3:16: error: use of undeclared SSA value name
	// "io.print"(%x, %y) : (f32, f32) -> ()
	//                ^
}

func ExampleParseType() {
	ctx := ir.NewContext()
	t, err := parser.ParseType(ctx, "tensor< 4 x?xf32>", nil)
	fmt.Println(t, err)
	// Output: tensor<4x?xf32> <nil>
}

func ExampleNewGrammar() {
	type basis struct {
		Sizes []int `parser:"'[' (@Integer (',' @Integer)*)? ']'"`
	}
	bases := parser.NewGrammar("vec.", &grammar.Of[basis]{What: "basis", Code: "basis-parse", Start: "'['"})
	b, err := bases.Parse("[4, 8]")
	fmt.Println(b.Sizes, err)
	fmt.Println(bases.EBNF())
	// Output:
	// [4 8] <nil>
	// Basis = "[" (<integer> ("," <integer>)*)? "]" .
}
