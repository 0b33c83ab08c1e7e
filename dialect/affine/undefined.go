package affine

import "optc/sim"

// undefined lists the inputs for which operations of affine have no defined result.
func undefined() []sim.Undefined {
	return []sim.Undefined{
		{Op: ApplyOp{}, When: "a number is divided by one below 1", Stops: sim.Stop("division"), Arguments: []string{"7 : index", "0 : index"}, Result: "index",
			Example: "%r = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%a)[%b]", LLVM: sim.LLVMBehaviour{Text: "sdiv: undefined behaviour", Folds: true, Traps: true}},
		{Op: DelinearizeIndexOp{}, When: "a number of the basis is below 1", Stops: sim.Stop("basis"), Arguments: []string{"7 : index", "0 : index"}, Result: "index",
			Example: "%q, %r = affine.delinearize_index %a into (4, %b) : index, index", LLVM: sim.LLVMBehaviour{Text: "sdiv: undefined behaviour", Folds: true, Traps: true}},
		{Op: LinearizeIndexOp{}, When: "disjoint is set and an index is not below its basis", Arguments: []string{"1 : index", "4 : index"}, Result: "index",
			Example: "%r = affine.linearize_index disjoint [%a, %b] by (4, 4) : index", LLVM: sim.LLVMBehaviour{Text: "add nsw: the sum of the indices"}},
	}
}
