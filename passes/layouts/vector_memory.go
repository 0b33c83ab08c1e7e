package layouts

import (
	"optc/ir"
	"optc/layout/flow"
)

// giveResult gives the result of a masked or gathered read the layout of an operand.
func giveResult(p flow.Propagator, op *ir.Operation, _ *ir.OpOperand, l flow.Layout) {
	p.Give(op.Result(0), l)
}

// wantChoices demands the layouts of the operands that choose elements of a read.
func wantChoices(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
	flow.WantChoices(p, op, l)
}
