package threads_test

import (
	"context"
	"fmt"
	"strings"

	"optc/dialect/all"
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/vector"
	"optc/ir"
	"optc/layout/flow"
	"optc/layout/threads"
	"optc/parser"
	"optc/passes"
	"optc/passes/distribute"
)

// ramp is the definition of an operation of another dialect: a vector of consecutive numbers that
// begins with a start value.
var ramp = &ir.OpDef{
	Kind:     "own.ramp",
	Operands: []ir.ValueDef{{Name: "start", Type: ir.IndexConstraint}},
	Results:  []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
	Traits:   ir.Pure,
	Assembly: "$start attr-dict `:` type($result)",
	Implements: []ir.Implementation{
		flow.Propagation.By(&flow.Rule{Free: true}),
		threads.Distribution.By(&threads.Rule{Distribute: distributeRamp}),
	},
}

// distributeRamp adds the start to the coordinates of the thread's elements.
func distributeRamp(d threads.Distributor, op *ir.Operation) {
	at, ok := d.Coordinates(op.Result(0), 0)
	if !ok {
		return
	}
	rw := d.Rewriter()
	start := vector.NewBroadcast(rw, at.Type(), d.Part(op.Operand(0))).Vector()
	d.Replace(arith.NewAddI(rw, at, start).Result())
}

// Each of four threads holds two elements of the vector: thread 1 holds the elements 2 and 3. The
// rule finds the numbers of its elements, %8, and adds the start.
func Example() {
	dialect := &ir.Dialect{Name: "own", Define: func() ir.Definitions { return ir.Definitions{Ops: []*ir.OpDef{ramp}} }}
	c := ir.NewContext(append(all.Dialects(), dialect)...)
	m, err := parser.Parse(context.Background(), c, &ir.Source{Name: "in.mlir", Text: `
#pairs = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
func.func @f(%start: index, %to: memref<8xindex>) {
  %c0 = arith.constant 0 : index
  %0 = own.ramp %start : vector<8xindex>
  %1 = iree_vector_ext.to_layout %0 to layout(#pairs) : vector<8xindex>
  vector.transfer_write %1, %to[%c0] {in_bounds = [true]} : vector<8xindex>, memref<8xindex>
  return
}`}, nil)
	if err == nil {
		pass := passes.Use(distribute.Distribute, distribute.DistributeOptions{WorkgroupSize: []int64{4}})
		err = passes.NewManager(c).Run(context.Background(), passes.On(ir.ModuleOp{}, passes.On(fn.FuncOp{}, pass)), m)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(m.String()) {
		if strings.Contains(line, "vector<1x1x2xindex>") { // the part of a thread
			fmt.Print(strings.TrimSpace(line), "\n")
		}
	}
	// Output:
	// %8 = vector.shape_cast %7 : vector<2xindex> to vector<1x1x2xindex>
	// %9 = vector.broadcast %arg0 : index to vector<1x1x2xindex>
	// %10 = arith.addi %8, %9 : vector<1x1x2xindex>
	// %16 = vector.extract %10[0, 0] : vector<2xindex> from vector<1x1x2xindex>
}
