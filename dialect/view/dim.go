package view

import "optc/ir"

// SpeculatableDim says that memref.dim and tensor.dim may run where the program does
// not run them only if their number (operand 1) is known to be a dimension of their
// source (operand 0).
func SpeculatableDim(op *ir.Operation) ir.Speculatability {
	i, known := ir.Mixed{Value: op.Operand(1)}.Constant()
	t, shaped := op.Operand(0).Type().(ir.ShapedType)
	if known && shaped && t.HasRank() && 0 <= i && i < int64(len(t.Shape())) {
		return ir.Speculatable
	}
	return ir.NotSpeculatable
}
