package view

import "optc/ir"

// DimKind is the kind of memref.dim and tensor.dim.
type DimKind struct{ ir.OldKind }

func (DimKind) Source(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (DimKind) Index(op *ir.Operation) *ir.Value  { return op.Operand(1) }

// ConstantIndex returns the number of the dimension if that is known.
func (k DimKind) ConstantIndex(op *ir.Operation) (i int64, ok bool) {
	return ir.Mixed{Value: k.Index(op)}.Constant()
}

// DefineDim completes the declaration of memref.dim and tensor.dim.
func DefineDim(d *ir.OpDef, sources *ir.TypeConstraint) *ir.OpDef {
	d.Summary = "an extent"
	d.Operands = []ir.ValueDef{{Name: "source", Type: sources}, {Name: "index", Type: ir.IndexConstraint}}
	d.Results = []ir.ValueDef{{Name: "result", Type: ir.IndexConstraint}}
	d.Traits = ir.NoMemoryEffect
	d.Assembly = "attr-dict $source `,` $index `:` type($source)"
	d.Speculatable = speculatableDim
	d.Interfaces = ir.Interfaces{ShapedDim: shapedDim}
	d.ResultNames = ir.NameResult("dim")
	return d
}

var shapedDim = &ir.ShapedDim{ShapedValue: DimKind{}.Source, Dimension: DimKind{}.Index}

// speculatableDim lets memref.dim and tensor.dim be executed speculatively only if the
// dimension number is known and less than the rank of the source.
func speculatableDim(op *ir.Operation) ir.Speculatability {
	i, known := DimKind{}.ConstantIndex(op)
	t, shaped := DimKind{}.Source(op).Type().(ir.ShapedType)
	if known && shaped && t.HasRank() && 0 <= i && i < int64(len(t.Shape())) {
		return ir.Speculatable
	}
	return ir.NotSpeculatable
}
