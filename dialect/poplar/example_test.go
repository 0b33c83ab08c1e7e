package poplar_test

import (
	"context"
	"fmt"

	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/ir"
	"optc/parser"
)

// The state of a vertex is laid out for a target.
func Example() {
	ctx := ir.NewContext(poplar.Dialect)
	module, err := parser.Parse(context.Background(), ctx, &ir.Source{Text: `
		poplar.vertex @"demo::Scale" worker external {
		  poplar.field @n : ui16
		  poplar.field @x : !poplar.inout<vec<f16, ONE_PTR>>
		}`}, nil)
	if err != nil {
		panic(err)
	}
	chip, err := target.Lookup("ipu2")
	if err != nil {
		panic(err)
	}
	state, d := poplar.StateOf(module.Body().Front(), &chip)
	for _, f := range state.Fields {
		fmt.Println(f.Name, f.Offset, f.Size)
	}
	fmt.Println(state.Size, d == nil)
	// Output:
	// n 0 2
	// x 4 4
	// 8 true
}
