package vectors_test

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

// Rows are read one after another, so the gather is a read of contiguous elements.
func Example() {
	c := ir.NewContext(all.Dialects()...)
	module := diag.Must(parser.Parse(context.Background(), c, &ir.Source{Text: `
		func.func @rows(%m: memref<64xf32>, %o: index, %p: f32) -> vector<8xf32> {
		  %v = vector.step : vector<8xindex>
		  %0 = iree_vector_ext.transfer_gather %m[%o] [%v : vector<8xindex>], %p {indexing_maps =
		    [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<8xf32>
		  return %0 : vector<8xf32>
		}`}, nil))
	pipeline := diag.Must(registry.Passes().Parse("builtin.module(func.func(vectorext-simplify-transfer-gather))"))
	diag.Must(module, passes.NewManager(c).Run(context.Background(), pipeline, module))
	fmt.Print(module)
	// Output:
	// module {
	//   func.func @rows(%arg0: memref<64xf32>, %arg1: index, %arg2: f32) -> vector<8xf32> {
	//     %0 = vector.transfer_read %arg0[%arg1], %arg2 {in_bounds = [true]} : memref<64xf32>, vector<8xf32>
	//     return %0 : vector<8xf32>
	//   }
	// }
}
