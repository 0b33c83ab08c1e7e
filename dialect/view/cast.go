package view

import "optc/ir"

// CastKind is the kind of memref.cast, tensor.cast and similar operations: the result is
// the operand with another type.
type CastKind struct{ ir.OldKind }

func (CastKind) Source(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (CastKind) Dest(op *ir.Operation) *ir.Value   { return op.Result(0) }

// Build casts a value to a type.
func (k CastKind) Build(b ir.OpBuilder, to ir.Type, source *ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: []*ir.Value{source}, ResultTypes: []ir.Type{to}})
}

// Replace replaces an operation by a cast of a value to the type of its result. The cast
// is inserted at the insertion point.
func (k CastKind) Replace(rw *ir.Rewriter, op *ir.Operation, v *ir.Value) {
	rw.Replace(op, k.Build(rw, op.Result(0).Type(), v))
}

// DefineCast completes the declaration of a cast between compatible types.
func DefineCast(d *ir.OpDef, types *ir.TypeConstraint, compatible func(source, dest ir.Type) bool) *ir.OpDef {
	d.Operands = []ir.ValueDef{{Name: "source", Type: types}}
	d.Results = []ir.ValueDef{{Name: "dest", Type: types}}
	d.Traits |= ir.Pure
	d.Assembly = "$source attr-dict `:` type($source) `to` type($dest)"
	d.Verify = func(op *ir.Operation) *ir.Diagnostic {
		a, b := CastKind{}.Source(op).Type(), CastKind{}.Dest(op).Type()
		if compatible(a, b) {
			return nil
		}
		return op.Errorf("operand type '%s' and result type '%s' are cast incompatible", a, b)
	}
	return d
}

// FoldSameType folds a cast to the type of its operand.
func FoldSameType(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	if source := (CastKind{}).Source(op); source.Type() == (CastKind{}).Dest(op).Type() {
		return ir.FoldToValue(source)
	}
	return ir.FoldResult{}
}
