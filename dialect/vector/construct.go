package vector

import (
	"slices"

	"optc/ir"
	"optc/ir/affine"
)

// NewTranspose permutes the dimensions of v.
func NewTranspose(b ir.OpBuilder, v *ir.Value, perm []int64) TransposeOp {
	from := vectorOf(v)
	return NewTransposeAs(b, ir.ScalableVector(permuted(from.Dims, perm), permuted(scalableDims(from), perm), from.Elem), v, perm)
}

// NewTransposeAs is NewTranspose with a result of type t.
func NewTransposeAs(b ir.OpBuilder, t ir.Type, v *ir.Value, perm []int64) TransposeOp {
	return ir.Build[TransposeOp](b, &ir.OpState{
		Operands: []*ir.Value{v}, ResultTypes: []ir.Type{t}, Props: []ir.Attribute{b.Context().DenseI64Array(perm)},
	})
}

// NewExtractAt extracts the element or the vector at indices that are values.
func NewExtractAt(b ir.OpBuilder, source *ir.Value, indices ...*ir.Value) ExtractOp {
	position := slices.Repeat([]int64{ir.Dynamic}, len(indices))
	return ir.Build[ExtractOp](b, &ir.OpState{
		Operands: append([]*ir.Value{source}, indices...), Props: []ir.Attribute{b.Context().DenseI64Array(position)},
	})
}

// NewExtractMixed extracts the element or the vector at indices that are numbers or values.
func NewExtractMixed(b ir.OpBuilder, source *ir.Value, position []ir.Mixed) ExtractOp {
	static, values := ir.SplitMixed(position)
	return ir.Build[ExtractOp](b, &ir.OpState{
		Operands: append([]*ir.Value{source}, values...), Props: []ir.Attribute{b.Context().DenseI64Array(static)},
	})
}

// NewInsertMixed inserts an element or a vector at indices that are numbers or values.
func NewInsertMixed(b ir.OpBuilder, v, dest *ir.Value, position []ir.Mixed) InsertOp {
	static, values := ir.SplitMixed(position)
	return ir.Build[InsertOp](b, &ir.OpState{
		Operands: append([]*ir.Value{v, dest}, values...), Props: []ir.Attribute{b.Context().DenseI64Array(static)},
	})
}

// NewExtractStridedSlice extracts sizes elements starting at offsets; trailing dimensions stay
// whole.
func NewExtractStridedSlice(b ir.OpBuilder, source *ir.Value, offsets, sizes []int64) ExtractStridedSliceOp {
	c := b.Context()
	return ir.Build[ExtractStridedSliceOp](b, &ir.OpState{
		Operands: []*ir.Value{source}, ResultTypes: []ir.Type{sliceType(vectorOf(source), sizes)},
		Props: []ir.Attribute{c.I64Array(offsets), c.I64Array(sizes), c.I64Array(ones(len(offsets)))},
	})
}

// NewInsertStridedSlice inserts v into dest, starting at offsets.
func NewInsertStridedSlice(b ir.OpBuilder, v, dest *ir.Value, offsets []int64) InsertStridedSliceOp {
	c := b.Context()
	return ir.Build[InsertStridedSliceOp](b, &ir.OpState{
		Operands: []*ir.Value{v, dest}, ResultTypes: []ir.Type{dest.Type()},
		Props: []ir.Attribute{c.I64Array(offsets), c.I64Array(ones(len(vectorOf(v).Dims)))},
	})
}

// NewTransferWrite writes a vector; mask may be nil. The operation has a result if base
// is a tensor.
func NewTransferWrite(b ir.OpBuilder, v, base *ir.Value, indices []*ir.Value, mask *ir.Value, perm affine.Map, bounds []bool) TransferWriteOp {
	st := transferState(b, TransferWriteOp{}.Kind(), perm, bounds)
	st.ResultTypes = tensorTypes(base)
	sizedGroups(b, st, []*ir.Value{v}, []*ir.Value{base}, indices, []*ir.Value{mask})
	return ir.Build[TransferWriteOp](b, st)
}

// NewScatter scatters v to base[offsets] + indices where mask is on. The operation has a
// result if base is a tensor.
func NewScatter(b ir.OpBuilder, base *ir.Value, offsets []*ir.Value, indices, mask, v *ir.Value) ScatterOp {
	operands := append(append([]*ir.Value{base}, offsets...), indices, mask, v)
	return ir.Build[ScatterOp](b, &ir.OpState{Operands: operands, ResultTypes: tensorTypes(base)})
}

// NewReduction combines the elements of v, and also acc unless it is nil.
func NewReduction(b ir.OpBuilder, kind Kind, v, acc *ir.Value) ReductionOp {
	st := &ir.OpState{Def: ir.DefOf[ReductionOp](b.Context()), Operands: []*ir.Value{v, acc}, ResultTypes: []ir.Type{vectorOf(v).Elem}}
	if acc == nil {
		st.Operands = st.Operands[:1]
	}
	st.SetProp(kindName, kinds.Of(b.Context(), int(kind)))
	return ir.Build[ReductionOp](b, st)
}

// sizedGroups sets the operands of the groups and their sizes; nil means an optional
// operand that is absent.
func sizedGroups(b ir.OpBuilder, st *ir.OpState, groups ...[]*ir.Value) {
	sizes := make([]int, len(groups))
	for i, g := range groups {
		if len(g) == 1 && g[0] == nil {
			continue
		}
		st.Operands = append(st.Operands, g...)
		sizes[i] = len(g)
	}
	st.SetSegments(b.Context(), sizes...)
}

func ones(n int) []int64 { return slices.Repeat([]int64{1}, n) }

func transferState(b ir.OpBuilder, k ir.Kind, perm affine.Map, bounds []bool) *ir.OpState {
	c := b.Context()
	st := &ir.OpState{Def: c.MustOpDef(k)}
	st.SetProp(permutationMap, c.AffineMap(perm))
	st.SetProp(inBounds, c.BoolArray(bounds))
	return st
}

// tensorTypes returns the result types of a write: the type of the base if it is a
// tensor, and none otherwise.
func tensorTypes(base *ir.Value) []ir.Type {
	if t, ok := base.Type().(*ir.TensorType); ok {
		return []ir.Type{t}
	}
	return []ir.Type{}
}
