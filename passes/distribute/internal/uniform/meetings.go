package uniform

import (
	"slices"

	"optc/ir"
	"optc/layout/threads"
	"optc/passes"
)

// CheckMeetings reports an error for every operation in root that threads must execute together
// but may not reach together.
func CheckMeetings(c *passes.Context, root *ir.Operation, t threads.Shape) {
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

// noteParting adds notes about the operation at which threads diverge, and about the reason.
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
