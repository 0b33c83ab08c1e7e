package distribute

import (
	"cmp"
	"fmt"
	"slices"

	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/poplar"
	"optc/ir"
	"optc/layout/threads"
	"optc/passes"
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
			printUniformity(c, root, threads.FindDivergence(root, t, c.Ended))
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
		return false, eachThreadCode(c, func(root *ir.Operation, t threads.Shape) { checkMeetings(c, root, t) })
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

func printUniformity(c *passes.Context, root *ir.Operation, known *threads.Divergence) {
	c.Walk(root, func(op *ir.Operation) ir.WalkResult {
		for i, r := range op.Results() {
			if s := known.Of(r); s != threads.Grid {
				c.Report(remark(op, "result #%d %s", i, describe(s)))
			}
		}
		if op.Def().Interfaces.Callable == nil {
			printControl(c, op, known)
		}
		if d := missesThreads(op, known); d != nil {
			d.Severity, d.Code = ir.Remark, ""
			c.Report(d)
		}
		return ir.Advance
	})
}

// printControl reports the arguments of op's regions, and whether threads part at op.
func printControl(c *passes.Context, op *ir.Operation, known *threads.Divergence) {
	for k, r := range allRegions(op) {
		for b := range r.Blocks() {
			for i, v := range b.Args() {
				if s := known.Of(v); s != threads.Grid {
					c.Report(remark(op, "argument #%d of a block in region #%d %s", i, k, describe(s)))
				}
			}
		}
		if s := known.Enters(r); s != threads.Grid && !r.Empty() {
			c.Report(remark(op, "region #%d is entered by %s", k, entering(s)))
		}
	}
}

func allRegions(op *ir.Operation) (list []*ir.Region) {
	for r := range op.Regions() {
		list = append(list, r)
	}
	return list
}

// remark returns a remark without the name of the operation.
func remark(op *ir.Operation, format string, args ...any) *ir.Diagnostic {
	return &ir.Diagnostic{Severity: ir.Remark, Loc: op.Loc(), Op: op, Msg: fmt.Sprintf(format, args...)}
}

// describe completes "the value …".
func describe(s threads.Scope) string {
	switch s {
	case threads.Thread:
		return "differs between threads"
	case threads.Workgroup:
		return "is the same in a workgroup"
	}
	return "is the same in " + s.String()
}

// entering completes "the region is entered by …".
func entering(s threads.Scope) string {
	switch s {
	case threads.Thread:
		return "each thread on its own"
	case threads.Workgroup:
		return "each workgroup on its own"
	}
	return s.String() + " on their own"
}

// checkMeetings reports an error for every operation in root that threads must execute together
// but may not reach together.
func checkMeetings(c *passes.Context, root *ir.Operation, t threads.Shape) {
	var ops []*ir.Operation
	c.Walk(root, func(op *ir.Operation) ir.WalkResult {
		if threads.Meeting.Has(op) && underControl(op, root) {
			ops = append(ops, op)
		}
		return ir.Advance
	})
	if len(ops) == 0 { // the usual case needs no analysis
		return
	}
	known := threads.FindDivergence(root, t, c.Ended)
	for _, op := range ops {
		if d := missesThreads(op, known); d != nil {
			c.Report(d)
		}
	}
}

// underControl reports whether an operation between op and root may decide by numbers that
// are not constants whether, or how often, op is executed.
func underControl(op, root *ir.Operation) bool {
	for op.Block().Region().HasOneBlock() {
		if op = op.Parent(); op == root {
			return false
		}
		if op.Def().Interfaces.RegionBranch == nil || slices.ContainsFunc(threads.Deciders(op), isNoConstant) {
			return true
		}
	}
	return true
}

func isNoConstant(v *ir.Value) bool { return ir.ConstantValue(v) == nil }

// missesThreads returns the error that op needs threads that may not arrive, or nil.
func missesThreads(op *ir.Operation, known *threads.Divergence) *ir.Diagnostic {
	meets, ok := threads.Meeting.Of(op)
	if !ok {
		return nil
	}
	who, ok := meets(op)
	if !ok {
		return nil
	}
	at, decide := known.Parting(op, who.Scope(known.Shape()))
	if at == nil {
		return nil
	}
	d := op.Errorf("needs all threads of its %s, but '%s' lets only some of them arrive", who, at.Name()).WithCode("divergent")
	return noteParting(d, known, at, decide, who)
}

// noteParting adds notes about the operation at which threads part, and about the reason.
func noteParting(d *ir.Diagnostic, known *threads.Divergence, at *ir.Operation, decide []*ir.Value, who threads.Participants) *ir.Diagnostic {
	d.Note(at.Loc(), "threads of a %s part here", who)
	if len(decide) > 0 {
		noteOrigin(d, known, decide[0], who)
	}
	return d
}

// noteOrigin adds a note about the reason why a value differs between threads.
func noteOrigin(d *ir.Diagnostic, known *threads.Divergence, v *ir.Value, who threads.Participants) {
	origin := known.Origin(v, who.Scope(known.Shape()))
	if def := origin.DefiningOp(); def != nil {
		d.Note(origin.Location(), "because '%s' differs between threads of a %s", def.Name(), who)
	} else {
		d.Note(origin.Location(), "because this argument differs between threads of a %s", who)
	}
}
