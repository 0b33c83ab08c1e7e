package distribute_test

import (
	"context"
	"fmt"

	"optc/dialect/all"
	fn "optc/dialect/func"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/passes/distribute"
	"optc/passes/standard"
)

// Each of four threads adds two of eight elements.
func Example() {
	c := ir.NewContext(all.Dialects()...)
	module, err := parser.Parse(context.Background(), c, &ir.Source{Text: `
#pairs = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
func.func @double(%m: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#pairs) : vector<8xf32>
  %2 = arith.addf %1, %1 : vector<8xf32>
  vector.transfer_write %2, %m[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}`}, nil)
	if err == nil {
		pass := passes.Use(distribute.Distribute, distribute.DistributeOptions{WorkgroupSize: []int64{4}})
		pipeline := passes.On(ir.ModuleOp{}, passes.On(fn.FuncOp{}, pass, passes.Use(standard.Canonicalize), passes.Use(standard.CSE)))
		err = passes.NewManager(c).Run(context.Background(), pipeline, module)
	}
	if err != nil {
		fmt.Println(err)
	}
	fmt.Print(module)
	// Output:
	// module {
	//   func.func @double(%arg0: memref<8xf32>) {
	//     %cst = arith.constant dense<0.000000e+00> : vector<1x1x2xf32>
	//     %cst_0 = arith.constant 0.000000e+00 : f32
	//     %c0 = arith.constant 0 : index
	//     %thread_id_x = gpu.thread_id  x upper_bound 4
	//     %0:2 = affine.delinearize_index %thread_id_x into (4) : index, index
	//     %1 = affine.linearize_index disjoint [%0#1, %c0] by (4, 2) : index
	//     %2 = vector.transfer_read %arg0[%1], %cst_0 {in_bounds = [true]} : memref<8xf32>, vector<2xf32>
	//     %3 = vector.insert_strided_slice %2, %cst {offsets = [0, 0, 0], strides = [1]} : vector<2xf32> into vector<1x1x2xf32>
	//     %4 = arith.addf %3, %3 : vector<1x1x2xf32>
	//     %5 = vector.extract %4[0, 0] : vector<2xf32> from vector<1x1x2xf32>
	//     vector.transfer_write %5, %arg0[%1] {in_bounds = [true]} : vector<2xf32>, memref<8xf32>
	//     return
	//   }
	// }
}
