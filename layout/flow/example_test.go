package flow_test

import (
	"context"
	"fmt"

	"optc/dialect/all"
	"optc/ir"
	"optc/layout/flow"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

// turn is the definition of an operation of another dialect: a matrix with rows and
// columns exchanged.
var turn = &ir.OpDef{
	Kind:     ir.Kind("own.turn"),
	Operands: []ir.ValueDef{{Name: "source", Type: ir.AnyVector}},
	Results:  []ir.ValueDef{{Name: "result", Type: ir.AnyVector}},
	Traits:   ir.Pure,
	Assembly: "$source attr-dict `:` type($source) `to` type($result)",
	Implements: []ir.Implementation{flow.Propagation.By(&flow.Rule{
		Forwards: func(p flow.Propagator, op *ir.Operation, _ *ir.OpOperand, l flow.Layout) {
			p.Give(op.Result(0), l.Permute([]int64{1, 0}))
		},
		Backwards: func(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
			p.Want(op.OpOperand(0), l.Permute([]int64{1, 0}))
		},
	})},
}

// The rows of %x are spread over 4 threads. By the rule of the operation, the columns of
// the transposed matrix are spread over them.
func Example() {
	dialect := &ir.Dialect{Name: "own", Define: func() ir.Definitions { return ir.Definitions{Ops: []*ir.OpDef{turn}} }}
	c := ir.NewContext(append(all.Dialects(), dialect)...)
	m, err := parser.Parse(context.Background(), c, &ir.Source{Text: `
func.func @f(%x: vector<4x8xf32>) -> vector<8x4xf32> {
  %0 = iree_vector_ext.to_layout %x to layout(#iree_map.pack_layout<(4, 8) : (1, 0)>) : vector<4x8xf32>
  %1 = own.turn %0 : vector<4x8xf32> to vector<8x4xf32>
  return %1 : vector<8x4xf32>
}`}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var ds ir.Diagnostics
	manager := passes.NewManager(c)
	manager.Sink = &ds
	pipeline, err := registry.Passes().Parse("builtin.module(vectorext-print-layouts)")
	if err == nil {
		err = manager.Run(context.Background(), pipeline, m)
	}
	for _, d := range ds.List() {
		fmt.Println(d.Op.Name(), d.Msg)
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output: own.turn layout of result #0 is #iree_map.pack_layout<(8, 4) : (0, 1)>
}
