package ub

import "optc/sim"

// undefined lists the operations of ub, which have no defined result for any input.
func undefined() []sim.Undefined {
	return []sim.Undefined{
		{Op: PoisonOp{}, When: "always", Result: "i32", Example: "%r = ub.poison : i32", LLVM: sim.LLVMBehaviour{Text: "poison", Folds: true}},
		{Op: UnreachableOp{}, When: "it is reached", Stops: sim.Stop("unreachable"), Arguments: []string{"false : i1"}, Result: "i32",
			Example: "cf.cond_br %a, ^bb1, ^bb2\n^bb2:\n  ub.unreachable\n^bb1:\n  %r = arith.constant 0 : i32", LLVM: sim.LLVMBehaviour{Text: "unreachable: undefined behaviour", RunsOn: true}},
	}
}
