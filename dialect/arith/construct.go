package arith

import "optc/ir"

// NewAddUIExtended adds two integers of one type.
func NewAddUIExtended(b ir.OpBuilder, lhs, rhs *ir.Value) AddUIExtendedOp {
	return ir.Build[AddUIExtendedOp](b, &ir.OpState{Operands: []*ir.Value{lhs, rhs}, ResultTypes: []ir.Type{lhs.Type(), I1Like(lhs.Type())}})
}

// NewConstantIndex makes a constant of type index.
func NewConstantIndex(b ir.OpBuilder, v int64) ConstantOp {
	return NewConstant(b, b.Context().IndexAttr(v))
}

// NewConstantInt makes a constant of an integer type or index, modulo the width.
func NewConstantInt(b ir.OpBuilder, t ir.Type, v int64) ConstantOp {
	return NewConstant(b, b.Context().Int(t, v))
}

// NewConstantBool makes a constant of type i1.
func NewConstantBool(b ir.OpBuilder, v bool) ConstantOp { return NewConstant(b, b.Context().Bool(v)) }
