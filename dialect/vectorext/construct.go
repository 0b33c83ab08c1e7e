package vectorext

import (
	"optc/ir"
	"optc/ir/affine"
)

// NewToLayout converts v to a layout.
func NewToLayout(b ir.OpBuilder, v *ir.Value, l ir.Attribute) ToLayoutOp {
	return ir.Build[ToLayoutOp](b, &ir.OpState{Operands: []*ir.Value{v}, ResultTypes: []ir.Type{v.Type()}, Props: []ir.Attribute{l}})
}

// NewToLayoutLike converts v to a layout, with the other attributes of op.
func NewToLayoutLike(b ir.OpBuilder, op ToLayoutOp, v *ir.Value, l ir.Attribute) ToLayoutOp {
	laid := NewToLayout(b, v, l)
	laid.SetSharedMemoryConversion(op.SharedMemoryConversion())
	laid.SetMMAKind(op.MMAKind())
	laid.Operation().SetDiscardable(op.Operation().Discardable())
	return laid
}

// NewTransferScatter makes a scatter, with a result if base is a tensor; mask may be nil.
func NewTransferScatter(b ir.OpBuilder, base, v *ir.Value, offsets, indexVecs []*ir.Value, mask *ir.Value, maps []affine.Map) TransferScatterOp {
	st := &ir.OpState{Def: ir.DefOf[TransferScatterOp](b.Context()), ResultTypes: []ir.Type{}}
	if t, ok := base.Type().(*ir.TensorType); ok {
		st.ResultTypes = []ir.Type{t}
	}
	st.SetAttr(indexingMaps, b.Context().AffineMaps(maps))
	segments(b, st, []*ir.Value{base}, []*ir.Value{v}, offsets, indexVecs, some(mask))
	return ir.Build[TransferScatterOp](b, st)
}
