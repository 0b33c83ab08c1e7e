package nests

import (
	"slices"

	fn "optc/dialect/func"
	"optc/ir"
)

// IsProgram reports whether an operation is a function that can become a program: it has a body, is
// not private, and has a tensor among its arguments or results.
func IsProgram(op *ir.Operation) bool {
	return IsFunction(op) && ir.SymbolVisibility(op) != ir.PrivateSymbol
}

// Programs lists the functions of a module that can become programs.
func Programs(module *ir.Operation) (list []*ir.Operation) {
	for op := range module.Body().Ops() {
		if IsProgram(op) {
			list = append(list, op)
		}
	}
	return list
}

// IsFunction reports whether an operation is a function of a program: it has a body, and a tensor
// among its arguments or results.
func IsFunction(op *ir.Operation) bool {
	if !ir.Is[fn.FuncOp](op) || fn.IsDeclaration(op) {
		return false
	}
	t := fn.TypeOf(op)
	return slices.ContainsFunc(append(slices.Clone(t.Inputs), t.Results...), ir.AnyTensor.Check)
}

// EraseFunctions erases the functions of programs from a module.
func EraseFunctions(rw *ir.Rewriter, module *ir.Operation) {
	for _, op := range slices.Collect(module.Body().Ops()) {
		if IsFunction(op) {
			rw.Erase(op)
		}
	}
}

// SourceDoc says which functions are programs.
const SourceDoc = "a function on tensors becomes a program"

// CheckStatic returns an error if a type is not a tensor of known shape with elements.
func CheckStatic(op *ir.Operation, t ir.Type) *ir.Diagnostic {
	tensor, ok := t.(*ir.TensorType)
	if !ok {
		return op.Errorf("expected a ranked tensor, but got '%s'", t).WithCode("tensors.shape")
	}
	n, static := ir.NumElements(tensor.Shape())
	switch {
	case !static:
		return op.Errorf("expected a tensor of known shape, but got '%s'", t).WithCode("tensors.shape").
			HintNote(op.Loc(), "a machine divides numbers of elements: write the extents into the types")
	case n == 0:
		return op.Errorf("expected a tensor with elements, but got '%s'", t).WithCode("tensors.shape")
	}
	return nil
}
