package sim_test

import (
	"context"
	"fmt"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/sim"
)

// A function is called with a scalar and returns a vector.
func Example() {
	c := all.Context()
	var ds ir.Diagnostics
	module, err := parser.Parse(context.Background(), c, &ir.Source{Name: "in.mlir", Text: `
		func.func @multiples(%n: index) -> vector<4xindex> {
		  %s = vector.step : vector<4xindex>
		  %b = vector.broadcast %n : index to vector<4xindex>
		  %r = arith.muli %s, %b : vector<4xindex>
		  return %r : vector<4xindex>
		}`}, &ds)
	if err != nil || ir.Verify(module, &ds) != nil {
		fmt.Print(ds.String())
		return
	}
	results, err := sim.New(module, nil).Call(context.Background(), "multiples", sim.Int(5))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(sim.Format(ir.Vector([]int64{4}, c.Index()), results[0]))
	// Output: [0, 5, 10, 15]
}
