package bisect_test

import (
	"context"
	"fmt"
	"strings"

	"optc/dialect/all"
	"optc/internal/tool/bisect"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

// Example finds the rewrite that removes the subtraction.
func Example() {
	text := `
		func.func @f(%a: i32) -> i32 {
		  %0 = arith.muli %a, %a : i32
		  %1 = arith.subi %0, %0 : i32
		  return %1 : i32
		}`
	b := &bisect.Bisector{
		Registry: registry.Passes(),
		Load: func(context.Context) (*ir.Context, *ir.Operation, error) {
			c := ir.NewContext(all.Dialects()...)
			module, err := parser.Parse(context.Background(), c, &ir.Source{Name: "in.mlir", Text: text}, nil)
			return c, module, err
		},
		Pipeline: func() (*passes.Pipeline, error) {
			return registry.Passes().Parse("builtin.module(cse,symbol-dce,canonicalize)")
		},
		Module: bisect.Text(func(_ context.Context, text []byte) (string, error) {
			if strings.Contains(string(text), "subi") {
				return "", nil
			}
			return "there is no subtraction", nil
		}),
	}
	r, err := b.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	name, _, _ := strings.Cut(r.Pass, "{")
	fmt.Printf("%s, rewrite %d: %s at '%s'\n", name, r.Rewrite, r.Step.Name, r.Step.Op)
	// Output:
	// canonicalize, rewrite 1: fold at 'arith.subi'
}
