package view

import "optc/ir"

// DimKind is the kind of memref.dim and tensor.dim.
type DimKind struct{ ir.Kind }

func (DimKind) Source(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (DimKind) SourceMutable(op *ir.Operation) *ir.OpOperand { return op.OpOperand(0) }
func (DimKind) Index(op *ir.Operation) *ir.Value             { return op.Operand(1) }
func (DimKind) Result(op *ir.Operation) *ir.Value            { return op.Result(0) }

// ConstantIndex returns the number of the dimension if that is known.
func (k DimKind) ConstantIndex(op *ir.Operation) (i int64, ok bool) {
	return ir.Mixed{Value: k.Index(op)}.Constant()
}

// Build asks for an extent of a memref or tensor.
func (k DimKind) Build(b ir.OpBuilder, source, index *ir.Value) *ir.Value {
	return k.CreateValue(b, &ir.OpState{Operands: []*ir.Value{source, index}})
}

// ShapedDim is the interface of memref.dim and tensor.dim.
var ShapedDim = &ir.ShapedDim{ShapedValue: DimKind{}.Source, Dimension: DimKind{}.Index}

// SpeculatableDim says that memref.dim and tensor.dim may run where the program does
// not run them only if their number is known to be a dimension of their source.
func SpeculatableDim(op *ir.Operation) ir.Speculatability {
	i, known := DimKind{}.ConstantIndex(op)
	t, shaped := DimKind{}.Source(op).Type().(ir.ShapedType)
	if known && shaped && t.HasRank() && 0 <= i && i < int64(len(t.Shape())) {
		return ir.Speculatable
	}
	return ir.NotSpeculatable
}
