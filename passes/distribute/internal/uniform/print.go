package uniform

import (
	"fmt"

	"optc/ir"
	"optc/layout/threads"
	"optc/passes"
)

// PrintUniformity reports, in remarks, which values in root differ between threads, where threads diverge, and which operations only
// some of them may reach.
func PrintUniformity(c *passes.Context, root *ir.Operation, known *threads.Divergence) {
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
