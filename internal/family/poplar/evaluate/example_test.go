package evaluate_test

import (
	"context"
	"fmt"

	"optc/dialect/poplar"
	"optc/internal/family/poplar/evaluate"
	"optc/ir"
	"optc/parser"
)

// A graph is evaluated on the tensor model to find the tiles of the elements of x.
func Example() {
	ctx := ir.NewContext(poplar.Dialect)
	var diags ir.Diagnostics
	module, _ := parser.Parse(context.Background(), ctx, &ir.Source{Name: "graph.mlir", Text: `
		poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 8>) {
		  %x = poplar.variable "x" : !poplar.tensor<100xf32>
		  poplar.map_linear %x min 32 grain 4 offset 2 descending
		}`}, &diags)
	fmt.Print(diags.String())
	e, err := evaluate.Graph(context.Background(), module.Body().Front())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range e.Graph.Variables() {
		m, err := e.Graph.TileMapping(v.Tensor())
		fmt.Println(v.Name(), m, err)
	}
	// Output: x {3:[64,100) 4:[32,64) 5:[0,32)} <nil>
}
