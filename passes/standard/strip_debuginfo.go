package standard

import (
	"optc/ir"
	"optc/passes"
)

// StripDebugInfo replaces all locations by the unknown location.
//
//	%0 = "foo.op"() : () -> i32 loc("a.py":1:2)   →   %0 = "foo.op"() : () -> i32 loc(unknown)
var StripDebugInfo = &passes.Pass{
	Name:  "strip-debuginfo",
	Title: "Strip debug info from all operations",
	Doc:   "Replaces the locations of all operations and block arguments by `loc(unknown)`.",
	Run:   runStripDebugInfo,
}

func runStripDebugInfo(c *passes.Context) (bool, error) {
	changed := false
	strip := func(l ir.Location, set func(ir.Location)) {
		if l.IsKnown() {
			set(ir.Location{})
			changed = true
		}
	}
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		strip(op.Loc(), op.SetLoc)
		for r := range op.Regions() {
			for b := range r.Blocks() {
				for i, a := range b.Args() {
					strip(a.Location(), func(l ir.Location) { b.SetArgLoc(i, l) })
				}
			}
		}
		return ir.Advance
	})
	return changed, nil
}
