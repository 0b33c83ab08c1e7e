package arith

import "optc/ir"

// Binary is satisfied by the types of the operations that compute a value from two
// operands.
type Binary interface {
	ir.TypedOp
	Lhs() *ir.Value
	Rhs() *ir.Value
	Result() *ir.Value
}

// operands is satisfied by the types of the operations of two operands, also those with
// several results.
type operands interface {
	Lhs() *ir.Value
	Rhs() *ir.Value
}

// lhs returns the left operand of an operation of two operands.
func lhs(op *ir.Operation) *ir.Value { return op.Typed().(operands).Lhs() }

// rhs returns the right operand of an operation of two operands.
func rhs(op *ir.Operation) *ir.Value { return op.Typed().(operands).Rhs() }

// combine builds an operation of the kind of k; props are its attributes.
func combine(b ir.OpBuilder, k ir.TypedOp, lhs, rhs *ir.Value, props ...ir.Attribute) *ir.Value {
	return k.Kind().CreateValue(b, &ir.OpState{Operands: []*ir.Value{lhs, rhs}, Props: props})
}

// Conversion is satisfied by the types of the operations that convert a value to a type.
type Conversion interface {
	ir.TypedOp
	In() *ir.Value
	Out() *ir.Value
}

// input returns the operand that a conversion converts.
func input(op *ir.Operation) *ir.Value { return op.Typed().(Conversion).In() }

// convert builds a conversion of the kind of k.
func convert(b ir.OpBuilder, k Conversion, to ir.Type, in *ir.Value) *ir.Value {
	return k.Kind().CreateValue(b, &ir.OpState{Operands: []*ir.Value{in}, ResultTypes: []ir.Type{to}})
}

// Comparison is satisfied by the types of arith.cmpi and arith.cmpf.
type Comparison interface {
	Binary
	// Winner returns the word of the reduction that keeps the value for which the relation holds to all others: "maxsi" for sgt.
	// It is empty for relations that hold for equal values or for NaN.
	Winner() string
	// Relation returns the word of the relation.
	Relation() string
}

// Winner implements Comparison.
func (op CmpIOp) Winner() string {
	return map[CmpIPredicate]string{SGT: "maxsi", SLT: "minsi", UGT: "maxui", ULT: "minui"}[op.Predicate()]
}

// Relation implements Comparison.
func (op CmpIOp) Relation() string { return op.Predicate().String() }

// Relation implements Comparison.
func (op CmpFOp) Relation() string { return op.Predicate().String() }

// Winner implements Comparison.
func (op CmpFOp) Winner() string {
	return map[CmpFPredicate]string{OGT: "maxnumf", OLT: "minnumf"}[op.Predicate()]
}
