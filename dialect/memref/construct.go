package memref

import (
	"slices"

	"optc/dialect/internal/view"
	"optc/ir"
)

// NewDmaStart begins a transfer. Source, target and tag are each a memref followed by the
// indices of an element; stride is empty, or holds the stride and the number of elements
// per stride.
func NewDmaStart(b ir.OpBuilder, source, target []*ir.Value, elements *ir.Value, tag, stride []*ir.Value) DmaStartOp {
	return ir.Build[DmaStartOp](b, &ir.OpState{Operands: slices.Concat(source, target, []*ir.Value{elements}, tag, stride)})
}

// NewDmaWait waits for the transfers of a tag, which is a memref followed by the indices
// of an element.
func NewDmaWait(b ir.OpBuilder, tag []*ir.Value, elements *ir.Value) DmaWaitOp {
	return ir.Build[DmaWaitOp](b, &ir.OpState{Operands: slices.Concat(tag, []*ir.Value{elements})})
}

// ReplaceByCast replaces an operation by a cast of a value to the type of its result. The
// cast is inserted at the insertion point.
func ReplaceByCast(rw *ir.Rewriter, op *ir.Operation, v *ir.Value) {
	rw.Replace(op, NewCast(rw, op.Result(0).Type(), v).Dest())
}

// ConstantIndex returns the number of the dimension if that is known.
func (op DimOp) ConstantIndex() (i int64, ok bool) { return ir.Mixed{Value: op.Index()}.Constant() }

// Lists returns the offsets, sizes and strides.
func (op SubViewOp) Lists() ir.MixedSlice {
	return ir.MixedSlice{Offsets: op.MixedOffsets(), Sizes: op.MixedSizes(), Strides: op.MixedStrides()}
}

// Lists returns the offsets, sizes and strides.
func (op ReinterpretCastOp) Lists() ir.MixedSlice {
	return ir.MixedSlice{Offsets: op.MixedOffsets(), Sizes: op.MixedSizes(), Strides: op.MixedStrides()}
}

// Lists returns the results after the base.
func (op ExtractStridedMetadataOp) Lists() Slice {
	values := func(vs ...*ir.Value) []ir.Mixed {
		ms := []ir.Mixed{}
		for _, v := range vs {
			ms = append(ms, ir.Mixed{Value: v, Const: ir.Dynamic})
		}
		return ms
	}
	return Slice{Offsets: values(op.Offset()), Sizes: values(op.Sizes()...), Strides: values(op.Strides()...)}
}

// reinterpretedType returns the type of the memory of source with the offset, sizes and
// strides of m.
func reinterpretedType(source *ir.Value, m Slice) *ir.MemRefType {
	from := source.Type().(ir.ShapedType)
	layout := from.Context().StridedLayout(view.Statics(m.Offsets)[0], view.Statics(m.Strides))
	return ir.MemRef(view.Statics(m.Sizes), from.ElementType(), layout, ir.MemorySpace(from))
}
