package fn

import (
	"slices"

	"optc/ir"
)

// EraseArgument removes argument i of a function from its type, the attributes of its
// arguments and its body, where it must be unused. Calls are not adjusted.
func EraseArgument(op *ir.Operation, i int) {
	t := TypeOf(op)
	setType(op, t.Context().Function(withoutElement(t.Inputs, i), t.Results))
	eraseDict(op, argAttrs, i)
	if !IsDeclaration(op) {
		op.Body().EraseArg(i)
	}
}

// EraseResult removes result i of a function from its type and the attributes of its
// results. Returns and calls are not adjusted.
func EraseResult(op *ir.Operation, i int) {
	t := TypeOf(op)
	setType(op, t.Context().Function(t.Inputs, withoutElement(t.Results, i)))
	eraseDict(op, resAttrs, i)
}

func setType(op *ir.Operation, t *ir.FunctionType) { op.SetAttr(functionType, ir.TypeAttrOf(t)) }

// eraseDict removes dictionary i of the attributes of arguments or results.
func eraseDict(op *ir.Operation, name string, i int) {
	if dicts := ir.Get[*ir.ArrayAttr](op, name); dicts != nil {
		op.SetAttr(name, dicts.Context().Array(withoutElement(dicts.Elems, i)))
	}
}

// withoutElement returns a list without element i.
func withoutElement[T any](list []T, i int) []T { return slices.Delete(slices.Clone(list), i, i+1) }
