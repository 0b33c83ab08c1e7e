package memref

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/view"
	"optc/ir"
)

// Slice are the offsets, sizes and strides of memref.subview (one of each for every
// dimension of the source) or memref.reinterpret_cast (one offset), in elements.
type Slice = view.Mixed

// SliceOf returns the lists of a memref.subview or memref.reinterpret_cast.
func SliceOf(op *ir.Operation) Slice { return slice.Of(op) }

// DroppedBy tells which dimensions of the source a memref.subview drops. Where
// there is a choice, the strides of the source decide, as upstream, unless only
// those of the view fit.
func DroppedBy(op *ir.Operation) []bool {
	full, result, sizes := fullSubViewType(op), typeOf(op.Result(0)), slice.Sizes.Of(op)
	if dropped := DroppedDims(typeOf(op.Operand(0)), result, sizes); isReduced(full, result, dropped) {
		return dropped
	}
	return DroppedDims(full, result, sizes)
}

// newSlice builds memref.subview or memref.reinterpret_cast.
func newSlice(b *ir.Builder, name ir.OpKind, t ir.Type, source *ir.Value, m Slice) *ir.Value {
	return slice.Build(b, name, []ir.Type{t}, []*ir.Value{source}, m).Result(0)
}

// NewSubView builds memref.subview.
func NewSubView(b *ir.Builder, t ir.Type, source *ir.Value, m Slice) *ir.Value {
	return newSlice(b, SubView, t, source, m)
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
			at := arith.Constant.Index(rw, int64(d))
			size = ir.Mixed{Value: Dim.CreateValue(rw.OrFold(), &ir.OpState{Operands: []*ir.Value{source, at}})}
		}
		s.Offsets, s.Sizes, s.Strides = append(s.Offsets, ir.Mixed{}), append(s.Sizes, size), append(s.Strides, ir.Mixed{Const: 1})
	}
	view := ir.MemRef(dims, t.Elem, t.Context().StridedLayout(offset, strides), t.Space)
	if !t.HasIdentityLayout() && slices.Contains(strides, ir.Dynamic) {
		view = simplifiedLayout(view) // canonicalLayout, and upstream, may take it for contiguous
	} else {
		view = canonicalLayout(view)
	}
	return NewSubView(rw.Builder, view, source, s)
}

// NewReinterpretCast builds memref.reinterpret_cast of the memory of source; where
// t is nil the type follows from the lists.
func NewReinterpretCast(b *ir.Builder, t ir.Type, source *ir.Value, m Slice) *ir.Value {
	if t == nil {
		from := source.Type().(ir.ShapedType)
		layout := b.Context().StridedLayout(view.Statics(m.Offsets)[0], view.Statics(m.Strides))
		t = ir.MemRef(view.Statics(m.Sizes), from.ElementType(), layout, spaceOf(from))
	}
	return newSlice(b, ReinterpretCast, t, source, m)
}

// MetadataOf returns the results of a memref.extract_strided_metadata behind the
// base as lists.
func MetadataOf(op *ir.Operation) Slice {
	values := func(group int) []ir.Mixed {
		ms := []ir.Mixed{}
		for _, v := range op.ResultGroup(group) {
			ms = append(ms, ir.Mixed{Value: v, Const: ir.Dynamic})
		}
		return ms
	}
	return Slice{Offsets: values(1), Sizes: values(2), Strides: values(3)}
}

// Reassociation returns the groups of a memref.expand_shape or memref.collapse_shape:
// for every dimension of the collapsed shape the dimensions of the expanded shape.
func Reassociation(op *ir.Operation) [][]int64 { return view.Reassociation(op) }

// OutputShape returns the extents of the result of a memref.expand_shape.
func OutputShape(op *ir.Operation) []ir.Mixed { return view.OutputShape(op) }
