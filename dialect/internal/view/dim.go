package view

import "optc/ir"

// dim is satisfied by the types of memref.dim and tensor.dim.
type dim interface {
	ir.TypedOp
	Source() *ir.Value
	Index() *ir.Value
	ConstantIndex() (i int64, ok bool)
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

var shapedDim = &ir.ShapedDim{
	ShapedValue: func(op *ir.Operation) *ir.Value { return op.Typed().(dim).Source() },
	Dimension:   func(op *ir.Operation) *ir.Value { return op.Typed().(dim).Index() },
}

// speculatableDim lets memref.dim and tensor.dim be executed speculatively only if the
// dimension number is known and less than the rank of the source.
func speculatableDim(op *ir.Operation) ir.Speculatability {
	dim := op.Typed().(dim)
	i, known := dim.ConstantIndex()
	t, shaped := dim.Source().Type().(ir.ShapedType)
	if known && shaped && t.HasRank() && 0 <= i && i < int64(len(t.Shape())) {
		return ir.Speculatable
	}
	return ir.NotSpeculatable
}
