package parser_test

import (
	"fmt"

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
	module, ok := parser.Parse(ctx, src, &diags)
	fmt.Println(ok, module.Name())
	fmt.Print(diags.String())
	// Output:
	// false builtin.module
	// in.mlir:3:16: error: use of undeclared SSA value name
	// "io.print"(%x, %y) : (f32, f32) -> ()
	//                ^
}

func ExampleParseType() {
	ctx := ir.NewContext()
	var diags ir.Diagnostics
	t, _ := parser.ParseType(ctx, "tensor< 4 x?xf32>", &diags)
	fmt.Println(t)
	// Output: tensor<4x?xf32>
}

func ExampleNewGrammar() {
	type basis struct {
		Sizes []int `parser:"'[' (@Int (',' @Int)*)? ']'"`
	}
	grammar := parser.NewGrammar[basis]("basis")
	fmt.Println(grammar.EBNF())
	// Output: Basis = "[" (<int> ("," <int>)*)? "]" .
}
