package cf

import "optc/sim"

// undefined lists the inputs for which operations of cf have no defined result.
func undefined() []sim.Undefined {
	return []sim.Undefined{
		{Op: AssertOp{}, When: "the condition is false", Stops: sim.Stop("assert"), Arguments: []string{"false : i1"}, Result: "i32",
			Example: "cf.assert %a, \"no\"\n  %r = arith.constant 0 : i32", LLVM: sim.LLVMBehaviour{Text: "call of abort", Traps: true}},
		{Op: CondBranchOp{}, When: "the condition is poison", Stops: sim.Stop("poison"), Arguments: []string{"0 : i32"}, Result: "i32",
			Example: "%p = ub.poison : i1\n  cf.cond_br %p, ^bb1(%a : i32), ^bb1(%a : i32)\n^bb1(%r: i32):", LLVM: sim.LLVMBehaviour{Text: "br on poison: undefined behaviour"}},
	}
}
