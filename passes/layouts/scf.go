package layouts

import (
	"optc/dialect/iree/revision"
	"optc/dialect/scf"
	"optc/ir"
	"optc/layout/flow"
)

// The fits of operations with regions, except for scf.for, are rules that the revisions
// of IREE do not have: IREE examines these regions but not the values that lead into or
// out of them.

// forForwards gives the loop-carried values the layout of their initial or yielded value.
func forForwards(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	i := u.Index()
	if u.Owner() == op {
		var carried bool
		if i, carried = ir.Cast[scf.ForOp](op).InitOf(u); !carried {
			return
		}
	}
	p.Give(op.Body().Arg(1+i), l)
	p.Give(op.Result(i), l)
}

// forBackwards demands the layout of an argument of the body from the values that lead to
// the argument.
func forBackwards(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
	if i := v.Index() - 1; v.DefiningOp() == nil && i >= 0 {
		p.Want(op.Body().Back().OpOperand(i), l)
		p.Want(ir.Cast[scf.ForOp](op).InitArgMutable(i), l)
	}
}

// forFit makes the initial, carried and yielded values fit the results.
func forFit(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
	if i := v.Index(); v.DefiningOp() == op {
		p.Give(op.Body().Arg(1+i), l)
		p.Want(op.Body().Terminator().OpOperand(i), l)
		p.Want(ir.Cast[scf.ForOp](op).InitArgMutable(i), l)
	}
}

// forSources returns the initial and the yielded value of a loop-carried value.
func forSources(op *ir.Operation, v *ir.Value) []*ir.Value {
	i := v.Index()
	if v.DefiningOp() == nil {
		if i--; i < 0 {
			return nil
		}
	}
	return []*ir.Value{ir.Cast[scf.ForOp](op).InitArgs()[i], ir.Cast[scf.YieldOp](op.Body().Terminator()).Results()[i]}
}

// whileForwards gives the arguments of the two regions and the results the layouts of the
// values that they receive.
func whileForwards(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	while := ir.Cast[scf.WhileOp](op)
	if !ir.Is[scf.ConditionOp](u.Owner()) {
		p.Give(while.Before().Front().Arg(u.Index()), l)
		return
	}
	if i, ok := ir.Cast[scf.ConditionOp](u.Owner()).ArgOf(u); ok {
		p.Give(while.After().Front().Arg(i), l)
		p.Give(op.Result(i), l)
	}
}

// whileFit makes the values that a loop carries from its condition to its body fit the
// results, and the initial and yielded values fit the arguments.
func whileFit(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
	if revision.Of(p.Context()) != revision.Release {
		return
	}
	while := ir.Cast[scf.WhileOp](op)
	before, after, i := while.Before().Front(), while.After().Front(), v.Index()
	switch {
	case v.DefiningOp() == op:
		p.Give(after.Arg(i), l)
		p.Want(ir.Cast[scf.ConditionOp](before.Terminator()).ArgMutable(i), l)
	case v.OwnerBlock() == before:
		p.Want(after.Terminator().OpOperand(i), l)
		p.Want(op.OpOperand(i), l)
	}
}

func ifForwards(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	if u.Owner() != op {
		p.Give(op.Result(u.Index()), l)
	}
}

// ifFit makes the values that the regions yield fit the results.
func ifFit(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
	if revision.Of(p.Context()) == revision.Release {
		for r := range op.Regions() {
			p.Want(r.Front().Back().OpOperand(v.Index()), l)
		}
	}
}
