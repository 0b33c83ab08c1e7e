package arith

import "optc/ir"

// NewAddUIExtended adds two integers of one type.
func NewAddUIExtended(b ir.OpBuilder, lhs, rhs *ir.Value) AddUIExtendedOp {
	return ir.Build[AddUIExtendedOp](b, &ir.OpState{Operands: []*ir.Value{lhs, rhs}, ResultTypes: []ir.Type{lhs.Type(), I1Like(lhs.Type())}})
}

// ConstantIndex makes a constant of type index.
func ConstantIndex(b ir.OpBuilder, v int64) *ir.Value {
	return ir.ValueOf(b, NewConstant(b, b.Context().IndexAttr(v)))
}

// ConstantInt makes a constant of an integer type or index, modulo the width.
func ConstantInt(b ir.OpBuilder, t ir.Type, v int64) *ir.Value {
	return ir.ValueOf(b, NewConstant(b, b.Context().Int(t, v)))
}

// ConstantBool makes a constant of type i1.
func ConstantBool(b ir.OpBuilder, v bool) *ir.Value {
	return ir.ValueOf(b, NewConstant(b, b.Context().Bool(v)))
}
