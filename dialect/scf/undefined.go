package scf

import "optc/sim"

// undefined lists the inputs for which operations of scf have no defined result.
func undefined() []sim.Undefined {
	return []sim.Undefined{
		{Op: ForOp{}, When: "the step is not above 0", Stops: sim.Stop("step"), Arguments: []string{"-9223372036854775808 : index", "-1 : index"}, Result: "index",
			Example: "%z = arith.constant 0 : index\n  %r = scf.for %i = %a to %z step %b iter_args(%s = %z) -> index {\n    scf.yield %i : index\n  }",
			LLVM:    sim.LLVMBehaviour{Text: "a loop that wraps around or never ends"}},
		{Op: IfOp{}, When: "the condition is poison", Stops: sim.Stop("poison"), Arguments: []string{"0 : i32"}, Result: "i32",
			Example: "%p = ub.poison : i1\n  %r = scf.if %p -> i32 {\n    scf.yield %a : i32\n  } else {\n    %o = arith.constant 1 : i32\n    scf.yield %o : i32\n  }",
			LLVM:    sim.LLVMBehaviour{Text: "br on poison: undefined behaviour"}},
	}
}
