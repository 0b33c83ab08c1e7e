package threads_test

import (
	"context"
	"fmt"

	"optc/dialect/all"
	"optc/ir"
	"optc/layout/threads"
	"optc/parser"
)

// vote is the definition of an operation of another dialect, whose result is the same in a
// subgroup.
var vote = &ir.OpDef{
	Kind:     "own.vote",
	Operands: []ir.ValueDef{{Name: "mine", Type: ir.IndexConstraint}},
	Results:  []ir.ValueDef{{Name: "all", Type: ir.IndexConstraint}},
	Traits:   ir.Pure,
	Assembly: "$mine attr-dict",
	Implements: []ir.Implementation{
		threads.MeetingOf(threads.OfSubgroup),
		threads.Uniformity.By(&threads.UniformityRule{Results: func(op *ir.Operation, known threads.Scopes) {
			known.Set(op.Result(0), known.Shape().InSubgroup())
		}}),
	},
}

// Threads differ, subgroups of 32 agree on a vote, and neighbours have the same quotient.
func ExampleFindDivergence() {
	dialect := &ir.Dialect{Name: "own", Define: func() ir.Definitions { return ir.Definitions{Ops: []*ir.OpDef{vote}} }}
	c := ir.NewContext(append(all.Dialects(), dialect)...)
	m, err := parser.Parse(context.Background(), c, &ir.Source{Name: "in.mlir", Text: `
%t = gpu.thread_id x
%v = own.vote %t
%c8 = arith.constant 8 : index
%q = arith.divui %t, %c8 : index
%s = arith.addi %q, %v : index
%b = gpu.block_id x
`}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	known := threads.FindDivergence(m, threads.Shape{Subgroup: 32, Workgroup: []int64{128}}, nil)
	for op := range m.Body().Ops() {
		fmt.Printf("%-14s the same in %s\n", op.Name(), known.Of(op.Result(0)))
	}
	// Output:
	// gpu.thread_id  the same in no other thread
	// own.vote       the same in groups of 32 threads
	// arith.constant the same in the grid
	// arith.divui    the same in groups of 8 threads
	// arith.addi     the same in groups of 8 threads
	// gpu.block_id   the same in the workgroup
}
