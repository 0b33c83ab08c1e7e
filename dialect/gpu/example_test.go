package gpu_test

import (
	"context"
	"fmt"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/ir"
	"optc/parser"
)

// A function finds the threads' positions by the typed attribute, without parsing text.
func Example() {
	c := ir.NewContext(fn.Dialect, arith.Dialect, gpu.Dialect)
	m, _ := parser.Parse(context.Background(), c, &ir.Source{Name: "kernel.mlir", Text: `
gpu.module @m {
  gpu.func @k(%x: i32) workgroup(%w : memref<64xi32, #gpu.address_space<workgroup>>) kernel {
    %i = gpu.thread_id x
    %sum = gpu.subgroup_reduce add %x cluster(size = 16, stride = 4) : (i32) -> i32
    gpu.return
  }
}`}, &ir.Diagnostics{})
	ir.Walk(m, func(op *ir.Operation) ir.WalkResult {
		switch o := op.Typed().(type) {
		case gpu.FuncOp:
			workgroup, private := gpu.Attributions(op)
			fmt.Println("kernel:", gpu.IsKernel(op), "buffers:", len(workgroup), len(private))
		case gpu.ThreadIDOp:
			fmt.Println("thread id of dimension", o.Dimension())
		case gpu.SubgroupReduceOp:
			kind, _ := gpu.ReductionOf(op)
			size, stride := o.ClusterSize(), o.ClusterStride()
			fmt.Println(kind, "over", size, "lanes with stride", stride)
		}
		return ir.Advance
	})
	// Output:
	// kernel: true buffers: 1 0
	// thread id of dimension x
	// add over 16 lanes with stride 4
}
