package ranges_test

import (
	"context"
	"fmt"

	"optc/dialect/all"
	"optc/ir"
	"optc/ir/ranges"
	"optc/parser"
)

// die is the definition of an operation of another dialect, whose result has known bounds.
var die = &ir.OpDef{
	Kind:     "own.die",
	Results:  []ir.ValueDef{{Name: "result", Type: ir.IndexConstraint}},
	Assembly: "attr-dict",
	Implements: []ir.Implementation{ranges.Inference.By(ranges.OfResult(
		func(*ir.Operation, ranges.Values) ranges.Interval { return ranges.Interval{Lo: 1, Hi: 6} },
	))},
}

// The sum of two dice is 2 to 12, so that its remainder by 13 is the sum.
func Example() {
	dialect := &ir.Dialect{Name: "own", Define: func() ir.Definitions { return ir.Definitions{Ops: []*ir.OpDef{die}} }}
	c := ir.NewContext(append(all.Dialects(), dialect)...)
	m, err := parser.Parse(context.Background(), c, &ir.Source{Name: "in.mlir", Text: `
%0 = own.die
%1 = own.die
%2 = arith.addi %0, %1 : index
%c13 = arith.constant 13 : index
%3 = arith.remui %2, %c13 : index
%4 = arith.muli %3, %c13 : index
`}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	known := ranges.Analyze(m, nil)
	for op := range m.Body().Ops() {
		r := known.Of(op.Result(0))
		fmt.Printf("%-14s %d to %d\n", op.Name(), r.Lo, r.Hi)
	}
	// Output:
	// own.die        1 to 6
	// own.die        1 to 6
	// arith.addi     2 to 12
	// arith.constant 13 to 13
	// arith.remui    2 to 12
	// arith.muli     26 to 156
}
