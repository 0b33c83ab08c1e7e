package memref

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

// Slice holds the offsets, sizes and strides of memref.subview (an offset for every
// dimension of the source) or memref.reinterpret_cast (a single offset), in elements.
type Slice = ir.MixedSlice

// DroppedBy returns the dimensions of the source that a memref.subview drops. Where several
// choices fit, the strides of the source decide, as upstream. If that choice does not give
// the result type, the strides of the view decide, and then the extents and strides of the
// result type.
func DroppedBy(op *ir.Operation) []bool {
	subView := ir.Cast[SubViewOp](op)
	full, result, sizes := fullSubViewType(op), typeOf(subView.Result()), subView.MixedSizes()
	if dropped := DroppedDims(typeOf(subView.Source()), result, sizes); isReduced(full, result, dropped) {
		return dropped
	}
	dropped := DroppedDims(full, result, sizes)
	if isReduced(full, result, dropped) {
		return dropped
	}
	if fitting := droppedByType(full, result, sizes); fitting != nil {
		return fitting
	}
	return dropped
}

// droppedByType returns the first choice of dropped dimensions that leaves the extents and
// strides of the result type, or nil.
//
//	memref.subview %m[0, 0, 0] [1, %n, 1] [1, 1, 1] : memref<?x?x?xf32, strided<[?, ?, ?]>> to memref<1x?xf32, strided<[?, ?]>>
//	→ dimension 2, because the type begins with extent 1
func droppedByType(full, result *ir.MemRefType, sizes []ir.Mixed) []bool {
	from, _, ok := full.StridesAndOffset()
	to, _, ok2 := result.StridesAndOffset()
	if !ok || !ok2 {
		return nil
	}
	dropped := make([]bool, len(full.Dims))
	var fits func(d, k int) bool
	fits = func(d, k int) bool {
		if d == len(full.Dims) {
			return k == len(result.Dims)
		}
		if k < len(result.Dims) && full.Dims[d] == result.Dims[k] && from[d] == to[k] && fits(d+1, k+1) {
			dropped[d] = false
			return true
		}
		dropped[d] = sizes[d].IsConst(1) && fits(d+1, k)
		return dropped[d]
	}
	if !fits(0, 0) {
		return nil
	}
	return dropped
}

// WithoutUnits views a memref without its dimensions of extent 1; it is source itself
// if it has none (rankReducingSubviewDroppingUnitDims upstream). The memref must be
// strided.
//
//	%m : memref<1x4x1xf32>
//	→ %v = memref.subview %m[0, 0, 0] [1, 4, 1] [1, 1, 1] : memref<1x4x1xf32> to memref<4xf32, strided<[1]>>
func WithoutUnits(rw *ir.Rewriter, source *ir.Value) *ir.Value {
	t := typeOf(source)
	from, offset, _ := t.StridesAndOffset()
	var dims, strides []int64
	for d, n := range t.Dims {
		if n != 1 {
			dims, strides = append(dims, n), append(strides, from[d])
		}
	}
	if len(dims) == len(t.Dims) {
		return source
	}
	var s Slice
	for d, n := range t.Dims {
		size := ir.Mixed{Const: n}
		if n == ir.Dynamic {
			at, b := arith.ConstantIndex(rw, int64(d)), rw.OrFold()
			size = ir.Mixed{Value: b.Value(NewDim(b, source, at))}
		}
		s.Offsets, s.Sizes, s.Strides = append(s.Offsets, ir.Mixed{}), append(s.Sizes, size), append(s.Strides, ir.Mixed{Const: 1})
	}
	view := ir.MemRef(dims, t.Elem, t.Context().StridedLayout(offset, strides), t.Space)
	if !t.HasIdentityLayout() && slices.Contains(strides, ir.Dynamic) {
		view = simplifiedLayout(view) // canonicalLayout, and upstream, may take the view for contiguous
	} else {
		view = canonicalLayout(view)
	}
	return NewSubView(rw, view, source, s.Offsets, s.Sizes, s.Strides).Result()
}
