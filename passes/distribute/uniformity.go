package distribute

import (
	"cmp"

	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/poplar"
	"optc/ir"
	"optc/layout/threads"
	"optc/passes"
	"optc/passes/distribute/internal/uniform"
)

// UniformityOptions are the options of print-uniformity and check-threads.
type UniformityOptions struct {
	SubgroupSize  int64   `opt:"subgroup-size" help:"threads of a subgroup; 0 takes the workers of the target inside a poplar.compute and 64 elsewhere"`
	WorkgroupSize []int64 `opt:"workgroup-size" help:"threads of a workgroup in x, y and z; empty when unknown"`
}

// PrintUniformity is print-threads.
var PrintUniformity = &passes.Pass{
	Name:  "print-uniformity",
	Title: "Print which values differ between threads",
	Doc: `Finds among which threads every value is the same: in the grid, in a workgroup, in
a subgroup, or in groups of neighbouring threads. A remark reports each operation
with a result that is not the same in the grid, each region that not all threads of
a workgroup enter together, and each operation that a subgroup or workgroup executes
together although some of its threads need not arrive.

    %t = gpu.thread_id x                 // result #0 differs between threads
    %w = arith.divui %t, %c64 : index    // result #0 is the same in groups of 64 threads
    %c = arith.cmpi eq, %w, %c0 : index  // result #0 is the same in groups of 64 threads
    scf.if %c {                          // threads part here, all but groups of 64 threads
      gpu.barrier                        // needs all threads of its workgroup, …
    }

The analysis follows values through operations, loops, branches between blocks and
the private memory of a thread. A value that comes out of a branch at which threads
part differs, even if it is the same in each branch. Arguments of functions are taken
to be the same in the grid, and results of calls to differ.`,
	Options: UniformityOptions{},
	Anchor:  uniformityAnchors,
	Run: func(c *passes.Context) (bool, error) {
		return false, eachThreadCode(c, func(root *ir.Operation, t threads.Shape) {
			uniform.PrintUniformity(c, root, threads.FindDivergence(root, t, c.Ended))
		})
	},
}

// CheckUniformity is check-threads.
var CheckUniformity = &passes.Pass{
	Name:  "check-uniformity",
	Title: "Check that threads meet where they must",
	Doc: `Reports an error for every barrier, shuffle, ballot, reduction over threads or matrix
instruction that only some of the threads that execute it together may reach: the
outcome is undefined. The error names the operation at which threads part, and the
value from which it follows that they do. vectorext-distribute-nested-layout makes
the same check; print-uniformity shows what it knows.`,
	Options: UniformityOptions{},
	Anchor:  uniformityAnchors,
	Run: func(c *passes.Context) (bool, error) {
		return false, eachThreadCode(c, func(root *ir.Operation, t threads.Shape) { uniform.CheckMeetings(c, root, t) })
	},
}

var uniformityAnchors = []ir.OpKind{fn.FuncOp{}, gpu.FuncOp{}, poplar.VertexOp{}}

// eachThreadCode calls visit with c.Op, or with the code of each vertex in it, and the threads
// that run it.
func eachThreadCode(c *passes.Context, visit func(root *ir.Operation, t threads.Shape)) error {
	o := passes.OptionsOf[UniformityOptions](c)
	if o.SubgroupSize < 0 {
		return negativeSubgroup(c.Op, o.SubgroupSize)
	}
	if !ir.Is[poplar.VertexOp](c.Op) {
		t := threads.Shape{Subgroup: o.SubgroupSize, Workgroup: o.WorkgroupSize}
		if info := ireecodegen.TranslationOf(c.Op); info != nil {
			t.Subgroup = cmp.Or(t.Subgroup, info.SubgroupSize)
			if len(t.Workgroup) == 0 {
				t.Workgroup = info.WorkgroupSize
			}
		}
		t.Subgroup = cmp.Or(t.Subgroup, defaultSubgroup)
		visit(c.Op, t)
		return nil
	}
	for _, op := range passes.OpsIn(c.Op, poplar.ComputeOp{}) {
		target, missing := poplar.RequiredTarget(op, c.Op)
		if missing != nil {
			return missing
		}
		n := cmp.Or(o.SubgroupSize, int64(target.Workers))
		visit(op, threads.Shape{Subgroup: n, Workgroup: []int64{n}})
	}
	return nil
}
