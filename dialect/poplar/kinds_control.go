package poplar

import "optc/ir"

type repeatKind struct{ bodyKind }

func (repeatKind) Count(op *ir.Operation) int64 { return intAttr(op, "count") }

// Build makes a step that repeats the steps of its body.
func (k repeatKind) Build(b ir.OpBuilder, count int64) *ir.Operation {
	return build(b, k.Kind(), nil, i64(b, "count", count))
}

// decisionKind is a step that depends on an element: an element of a view, or, once the
// graph is lowered, an element of a variable by name.
type decisionKind struct{ ir.OldKind }

// Predicate returns the view of a single element, or nil once the graph is lowered.
func (decisionKind) Predicate(op *ir.Operation) *ir.Value {
	if op.NumOperands() == 0 {
		return nil
	}
	return op.Operand(0)
}

func (decisionKind) Variable(op *ir.Operation) string { return strAttr(op, "variable") }
func (decisionKind) Element(op *ir.Operation) int64   { return intAttr(op, "element") }

func (k decisionKind) build(b ir.OpBuilder, variable string, element int64) *ir.Operation {
	return build(b, k.Kind(), nil, str(b, "variable", variable), i64(b, "element", element))
}

type repeatWhileKind struct{ decisionKind }

func (repeatWhileKind) Before(op *ir.Operation) *ir.Region { return op.Region(0) }
func (repeatWhileKind) Body(op *ir.Operation) *ir.Region   { return op.Region(1) }

// Build makes a loop that ends when an element of a variable is 0.
func (k repeatWhileKind) Build(b ir.OpBuilder, variable string, element int64) *ir.Operation {
	return k.build(b, variable, element)
}

type ifKind struct{ decisionKind }

func (ifKind) Then(op *ir.Operation) *ir.Region      { return op.Region(0) }
func (ifKind) Otherwise(op *ir.Operation) *ir.Region { return op.Region(1) }

// Build makes a choice by an element of a variable.
func (k ifKind) Build(b ir.OpBuilder, variable string, element int64) *ir.Operation {
	return k.build(b, variable, element)
}

type graphFunctionKind struct{ bodyKind }

// Build makes a function with an empty body.
func (k graphFunctionKind) Build(b ir.OpBuilder, name string) *ir.Operation {
	return build(b, k.Kind(), nil, str(b, "sym_name", name))
}

type callKind struct{ ir.OldKind }

func (callKind) Callee(op *ir.Operation) string { return symbolOf(op, "callee") }

// Build makes a step that runs a function of the graph.
func (k callKind) Build(b ir.OpBuilder, callee string) *ir.Operation {
	return build(b, k.Kind(), nil, symbol(b, "callee", callee))
}

// hostCopyKind is a copy between an array of the host and a view.
type hostCopyKind struct{ ir.OldKind }

func (hostCopyKind) Name(op *ir.Operation) string      { return strAttr(op, nameAttr) }
func (hostCopyKind) Tensor(op *ir.Operation) *ir.Value { return op.Operand(0) }

type hostMovesKind struct{ ir.OldKind }

func (hostMovesKind) Direction(op *ir.Operation) string { return strAttr(op, "direction") }
func (hostMovesKind) Name(op *ir.Operation) string      { return strAttr(op, nameAttr) }
func (hostMovesKind) Type(op *ir.Operation) *TensorType {
	return ir.Get[*ir.TypeAttr](op, "type").Value.(*TensorType)
}

// Directions of poplar.host_moves.
const (
	FromHost = "from"
	ToHost   = "to"
)

// Build makes a copy between an array of the host and allocations; its body holds a
// poplar.run for every piece.
func (k hostMovesKind) Build(b ir.OpBuilder, direction, name string, t *TensorType) *ir.Operation {
	return build(b, k.Kind(), nil, str(b, "direction", direction), str(b, nameAttr, name), ir.NamedAttr{Name: "type", Value: ir.TypeAttrOf(t)})
}
