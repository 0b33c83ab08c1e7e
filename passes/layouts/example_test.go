package layouts_test

import (
	"context"
	"fmt"

	"optc/diag"
	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

// shown prints the messages of diagnostics.
type shown struct{}

func (shown) Report(d *ir.Diagnostic) { fmt.Println(d.Msg) }

// The layout of a sum follows from the anchor behind it.
func Example() {
	c := ir.NewContext(all.Dialects()...)
	module := diag.Must(parser.Parse(context.Background(), c, &ir.Source{Text: `
		#four = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1],
		  thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
		func.func @sum(%a: vector<8xf32>) -> vector<8xf32> {
		  %t = arith.addf %a, %a : vector<8xf32>
		  %l = iree_vector_ext.to_layout %t to layout(#four) : vector<8xf32>
		  return %l : vector<8xf32>
		}`}, nil))
	pipeline := diag.Must(registry.Passes().Parse("builtin.module(func.func(vectorext-print-layouts))"))
	manager := passes.NewManager(c)
	manager.Sink = shown{}
	diag.Must(module, manager.Run(context.Background(), pipeline, module))
	// Output:
	// layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
}
