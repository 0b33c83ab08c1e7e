package fn

import "optc/ir"

// This file holds the accessors and builders of the operations; see ir.Kind.

// The operations.
var (
	Call         = callKind{"func.call"}
	CallIndirect = callIndirectKind{"func.call_indirect"}
	Constant     = constantKind{"func.constant"}
	Func         = funcKind{"func.func"}
	Return       = returnKind{"func.return"}
)

// Names of the attributes of calls and constants.
const (
	callee   = "callee"
	noInline = "no_inline"
	symbol   = "value"
)

type callKind struct{ ir.OldKind }

func (callKind) Callee(op *ir.Operation) *ir.SymbolRefAttr {
	return ir.Get[*ir.SymbolRefAttr](op, callee)
}
func (callKind) Operands(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }

// Build calls a function whose results have the given types.
func (k callKind) Build(b ir.OpBuilder, function *ir.SymbolRefAttr, results []ir.Type, args ...*ir.Value) *ir.Operation {
	st := &ir.OpState{Def: b.Context().MustOpDef(k), Operands: args, ResultTypes: results}
	st.SetProp(callee, function)
	return k.Create(b, st)
}

type callIndirectKind struct{ ir.OldKind }

func (callIndirectKind) Callee(op *ir.Operation) *ir.Value           { return op.Operand(0) }
func (callIndirectKind) CalleeOperands(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }

type constantKind struct{ ir.OldKind }

func (constantKind) Value(op *ir.Operation) *ir.SymbolRefAttr {
	return ir.Get[*ir.SymbolRefAttr](op, symbol)
}
func (constantKind) Result(op *ir.Operation) *ir.Value { return op.Result(0) }

type funcKind struct{ ir.OldKind }

func (funcKind) Body(op *ir.Operation) *ir.Region { return op.Region(0) }

type returnKind struct{ ir.OldKind }

func (returnKind) Operands(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }
