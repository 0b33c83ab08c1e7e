package bufferize

import (
	"optc/dialect/memref"
	"optc/dialect/tensor"
	"optc/ir"
)

func sliceRules() map[ir.Kind]*rule {
	return map[ir.Kind]*rule{
		tensor.ExtractSliceOp{}.Kind(): {reads: never, aliases: withinResult, typeOf: slicedType, replace: replaceExtractSlice},
		tensor.InsertSliceOp{}.Kind():  {reads: readsAroundSlice, writes: isInit, aliases: tiedResult, replace: replaceInsertSlice},
		tensor.ParallelInsertSliceOp{}.Kind(): {
			writes:  func(_ *state, u *ir.OpOperand) bool { return u.Index() == 1 },
			resolve: func(*copier, *ir.Operation) problem { return nil }, // scf.forall copies its outputs
			replace: replaceParallelInsertSlice,
		},
	}
}

// readsAroundSlice: the destination is not read if the slice is all of it.
func readsAroundSlice(_ *state, u *ir.OpOperand) bool {
	op := ir.Cast[tensor.InsertSliceOp](u.Owner())
	if u.Index() == 0 {
		return true
	}
	for i, n := range op.Dest().Type().(*ir.TensorType).Dims {
		if !isNumber(op.MixedOffsets()[i], 0) || !isNumber(op.MixedStrides()[i], 1) || n == ir.Dynamic || !isNumber(op.MixedSizes()[i], n) {
			return true
		}
	}
	return false
}

func isNumber(m ir.Mixed, n int64) bool {
	v, known := m.Constant()
	return known && v == n
}

// viewType returns the type of a slice's view of a buffer.
func viewType(buffer *ir.MemRefType, shape []int64, offsets, sizes, strides []ir.Mixed) *ir.MemRefType {
	full := memref.SubViewType(buffer, statics(offsets), statics(sizes), statics(strides))
	if len(full.Dims) == len(shape) {
		return full
	}
	fullStrides, offset, _ := full.StridesAndOffset()
	var kept []int64
	for i, dropped := range droppedDims(full.Dims, shape) {
		if !dropped {
			kept = append(kept, fullStrides[i])
		}
	}
	return ir.MemRef(shape, full.Elem, full.Context().StridedLayout(offset, kept), full.Space)
}

func statics(ms []ir.Mixed) []int64 {
	static, _ := ir.SplitMixed(ms)
	return static
}

// view builds a slice's view of a buffer.
func (b *bufferizer) view(buffer *ir.Value, shape []int64, offsets, sizes, strides []ir.Mixed) *ir.Value {
	t := viewType(buffer.Type().(*ir.MemRefType), shape, offsets, sizes, strides)
	return memref.NewSubView(b, t, buffer, offsets, sizes, strides).Result()
}

func notStrided(op *ir.Operation, t ir.Type) problem {
	return op.Errorf("cannot view a part of a buffer of type '%s', which has no strides", t)
}

func slicedType(b *bufferizer, v *ir.Value, stack []*ir.Value) (ir.Type, problem) {
	op := ir.Cast[tensor.ExtractSliceOp](v.DefiningOp())
	from, d := b.typeOf(op.Source(), stack)
	if d != nil {
		return nil, d
	}
	m := from.(*ir.MemRefType)
	if !m.IsStrided() {
		return nil, notStrided(v.DefiningOp(), m)
	}
	return viewType(m, v.Type().(*ir.TensorType).Dims, op.MixedOffsets(), op.MixedSizes(), op.MixedStrides()), nil
}

func replaceExtractSlice(b *bufferizer, op *ir.Operation) problem {
	slice := ir.Cast[tensor.ExtractSliceOp](op)
	x, d := b.buffer(slice.Source())
	if d != nil {
		return d
	}
	if !x.Type().(*ir.MemRefType).IsStrided() {
		return notStrided(op, x.Type())
	}
	b.replaceByBuffers(op, b.view(x, op.Result(0).Type().(*ir.TensorType).Dims, slice.MixedOffsets(), slice.MixedSizes(), slice.MixedStrides()))
	return nil
}

func replaceInsertSlice(b *bufferizer, op *ir.Operation) problem {
	slice := ir.Cast[tensor.InsertSliceOp](op)
	dest, d := b.buffer(slice.Dest())
	if d != nil {
		return d
	}
	m := dest.Type().(*ir.MemRefType)
	if !m.IsStrided() {
		return notStrided(op, m)
	}
	view := b.view(dest, slice.Source().Type().(*ir.TensorType).Dims, slice.MixedOffsets(), slice.MixedSizes(), slice.MixedStrides())
	source, d := b.buffer(slice.Source())
	if d != nil {
		return d
	}
	memref.NewCopy(b, source, view)
	b.replaceByBuffers(op, dest)
	return nil
}

func replaceParallelInsertSlice(b *bufferizer, op *ir.Operation) problem {
	slice := ir.Cast[tensor.ParallelInsertSliceOp](op)
	b.Before(op.Parent())
	dest, d := b.buffer(slice.Dest())
	if d != nil {
		return d
	}
	source, d := b.buffer(slice.Source())
	if d != nil {
		return d
	}
	m := dest.Type().(*ir.MemRefType)
	if !m.IsStrided() {
		return notStrided(op, m)
	}
	view := b.view(dest, slice.Source().Type().(*ir.TensorType).Dims, slice.MixedOffsets(), slice.MixedSizes(), slice.MixedStrides())
	memref.NewCopy(b, source, view)
	for _, u := range usesOf(source) {
		if ir.Is[memref.DeallocOp](u.Owner()) {
			if u.Owner().Block() == op.Parent().Block() {
				u.Owner().MoveBefore(u.Owner().Block().Back())
			}
			break
		}
	}
	b.Erase(op)
	return nil
}
