package cf

import (
	"slices"

	"optc/ir"
	"optc/num"
)

func casesOf(op *ir.Operation) []Case {
	cases := make([]Case, op.NumSuccessors()-1)
	args := caseOperands(op)
	for i, v := range values(op) {
		cases[i] = Case{v, Target{op.Successor(i + 1), args[i]}}
	}
	return cases
}

// replaceSwitch replaces a switch by a switch with another default and other cases.
func replaceSwitch(rw *ir.Rewriter, op *ir.Operation, other Target, cases []Case) bool {
	NewSwitch(rw, ir.Cast[SwitchOp](op).Flag(), other, cases)
	rw.Erase(op)
	return true
}

func defaultOf(op *ir.Operation) Target {
	switchOp := ir.Cast[SwitchOp](op)
	return Target{switchOp.DefaultDestination(), switchOp.DefaultOperands()}
}

// onlyDefault replaces a switch without cases by a branch.
//
//	cf.switch %f : i32, [default: ^bb1]    →   cf.br ^bb1
func onlyDefault(op *ir.Operation, rw *ir.Rewriter) bool {
	if op.NumSuccessors() > 1 {
		return false
	}
	d := defaultOf(op)
	return branchInstead(rw, op, d)
}

// dropCasesLikeDefault drops cases that branch like the default.
//
//	cf.switch %f : i32, [default: ^bb1, 42: ^bb1, 43: ^bb2]    →   cf.switch %f : i32, [default: ^bb1, 43: ^bb2]
func dropCasesLikeDefault(op *ir.Operation, rw *ir.Rewriter) bool {
	d, cases := defaultOf(op), casesOf(op)
	kept := slices.DeleteFunc(cases, func(c Case) bool { return c.Block == d.Block && slices.Equal(c.Args, d.Args) })
	if len(kept) == op.NumSuccessors()-1 {
		return false
	}
	return replaceSwitch(rw, op, d, kept)
}

// branchFor replaces a switch by the branch for a given value.
func branchFor(rw *ir.Rewriter, op *ir.Operation, flag num.Int) bool {
	taken := defaultOf(op)
	for _, c := range casesOf(op) {
		if c.Value.Equal(flag) {
			taken = c.Target
			break
		}
	}
	return branchInstead(rw, op, taken)
}

// constantSwitch takes the case of a constant flag.
//
//	cf.switch %c42 : i32, [default: ^bb1, 42: ^bb2]    →   cf.br ^bb2
func constantSwitch(op *ir.Operation, rw *ir.Rewriter) bool {
	flag, ok := ir.ConstantInt(ir.Cast[SwitchOp](op).Flag())
	return ok && branchFor(rw, op, flag)
}

// passThroughSwitch skips blocks that only branch.
//
//	  cf.switch %f : i32, [default: ^bb1, 42: ^bb2]    →   cf.switch %f : i32, [default: ^bb1, 42: ^bb3]
//	^bb2:
//	  cf.br ^bb3
func passThroughSwitch(op *ir.Operation, rw *ir.Rewriter) bool {
	some := false
	d, cases := defaultOf(op), casesOf(op)
	skip := func(c *Target) {
		if next, args, ok := collapse(c.Block, c.Args); ok {
			c.Block, c.Args, some = next, args, true
		}
	}
	for i := range cases {
		skip(&cases[i].Target)
	}
	skip(&d)
	return some && replaceSwitch(rw, op, d, cases)
}

// switchBefore returns the terminator of the only predecessor if it is a switch on the
// same flag, or nil.
func switchBefore(op *ir.Operation) *ir.Operation {
	pred := op.Block().SinglePredecessor()
	if pred == nil {
		return nil
	}
	before := ir.As[SwitchOp](pred.Back())
	if !before.Ok() || before.Flag() != ir.Cast[SwitchOp](op).Flag() {
		return nil
	}
	return before.Operation()
}

// switchFromCase uses that the flag has the value of the case that branches to this
// block.
//
//	  cf.switch %f : i32, [default: ^bb1, 42: ^bb2]    →   cf.switch %f : i32, [default: ^bb1, 42: ^bb2]
//	^bb2:                                                ^bb2:
//	  cf.switch %f : i32, [default: ^bb3, 42: ^bb4]        cf.br ^bb4
func switchFromCase(op *ir.Operation, rw *ir.Rewriter) bool {
	before := switchBefore(op)
	if before == nil || ir.Cast[SwitchOp](before).DefaultDestination() == op.Block() {
		return false
	}
	for _, c := range casesOf(before) {
		if c.Block == op.Block() {
			return branchFor(rw, op, c.Value)
		}
	}
	return false
}

// switchFromDefault handles a switch in the default destination of a switch on the same flag: the
// flag has none of the first switch's case values there.
//
//	  cf.switch %f : i32, [default: ^bb1, 42: ^bb2]              →   cf.switch %f : i32, [default: ^bb1, 42: ^bb2]
//	^bb1:                                                          ^bb1:
//	  cf.switch %f : i32, [default: ^bb3, 42: ^bb4, 43: ^bb5]        cf.switch %f : i32, [default: ^bb3, 43: ^bb5]
func switchFromDefault(op *ir.Operation, rw *ir.Rewriter) bool {
	before := switchBefore(op)
	if before == nil || ir.Cast[SwitchOp](before).DefaultDestination() != op.Block() {
		return false
	}
	impossible := func(c Case) bool {
		return slices.ContainsFunc(casesOf(before), func(b Case) bool {
			return b.Block != op.Block() && b.Value.Equal(c.Value)
		})
	}
	kept := slices.DeleteFunc(casesOf(op), impossible)
	if len(kept) == op.NumSuccessors()-1 {
		return false
	}
	return replaceSwitch(rw, op, defaultOf(op), kept)
}
