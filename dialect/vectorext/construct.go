package vectorext

import (
	"slices"

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
	for _, group := range [][]*ir.Value{{base}, {v}, offsets, indexVecs, ir.Present(mask)} {
		st.Operands = append(st.Operands, group...)
	}
	st.SetSegments(b.Context(), 1, 1, len(offsets), len(indexVecs), ir.Count(mask))
	return ir.Build[TransferScatterOp](b, st)
}

// WithInputs compares other elements, which have explicit indices, with the comparator and
// initial values of op.
func (op ArgCompareOp) WithInputs(b *ir.Builder, value, index *ir.Value) ArgCompareOp {
	n := b.Clone(op.Operation(), nil)
	n.SetOperandGroup(0, []*ir.Value{value})
	n.SetOperandGroup(1, []*ir.Value{index})
	n.SetOperandGroup(4, nil)
	return ir.Cast[ArgCompareOp](n)
}

// Slices holds the attributes of the per-dimension form of a gather: which dimensions of the memory
// have a vector of indices, the maps of these vectors, and, for each dimension of the result, the
// dimension of the memory along which it runs.
type Slices struct {
	Indexed     []bool
	Maps        []affine.Map
	Permutation affine.Map
}

// NewSlicedGather makes a gather in the per-dimension form, which is in bounds; mask may be nil.
func NewSlicedGather(b ir.OpBuilder, t *ir.VectorType, base *ir.Value, offsets, indexVecs []*ir.Value, padding, mask *ir.Value, s Slices) TransferGatherOp {
	c := b.Context()
	st := &ir.OpState{Def: ir.DefOf[TransferGatherOp](c), ResultTypes: []ir.Type{t}}
	st.SetProp(indexedAttr, c.BoolArray(s.Indexed))
	st.SetProp(indexedMaps, c.AffineMaps(s.Maps))
	st.SetProp(permutationMap, c.AffineMap(s.Permutation))
	st.SetProp(inBounds, c.BoolArray(slices.Repeat([]bool{true}, len(t.Dims))))
	st.Operands = slices.Concat([]*ir.Value{base}, offsets, indexVecs, []*ir.Value{padding}, ir.Present(mask))
	st.SetSegments(c, 1, len(offsets), len(indexVecs), 1, ir.Count(mask))
	return ir.Build[TransferGatherOp](b, st)
}
