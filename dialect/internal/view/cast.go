package view

import "optc/ir"

// cast is satisfied by the types of memref.cast, tensor.cast and similar operations: the
// result is the operand with another type.
type cast interface {
	ir.TypedOp
	Source() *ir.Value
	Dest() *ir.Value
}

// DefineCast completes the declaration of a cast between compatible types.
func DefineCast(d *ir.OpDef, types *ir.TypeConstraint, compatible func(source, dest ir.Type) bool) *ir.OpDef {
	d.Operands = []ir.ValueDef{{Name: "source", Type: types}}
	d.Results = []ir.ValueDef{{Name: "dest", Type: types}}
	d.Traits |= ir.Pure
	d.Assembly = "$source attr-dict `:` type($source) `to` type($dest)"
	d.Verify = func(op *ir.Operation) *ir.Diagnostic {
		cast := op.Typed().(cast)
		a, b := cast.Source().Type(), cast.Dest().Type()
		if compatible(a, b) {
			return nil
		}
		return op.Errorf("operand type '%s' and result type '%s' are cast incompatible", a, b)
	}
	return d
}

// FoldSameType folds a cast to the type of its operand.
func FoldSameType(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	if cast := op.Typed().(cast); cast.Source().Type() == cast.Dest().Type() {
		return ir.FoldToValue(cast.Source())
	}
	return ir.FoldResult{}
}
