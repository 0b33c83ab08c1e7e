package memref

import (
	"slices"

	"optc/dialect/internal/view"
	"optc/ir"
)

var subViewPatterns = []*ir.Pattern{
	{Name: "fold-subview-constants", Root: SubViewOp{}, Rewrite: foldSubViewConstants},
	{Name: "fold-subview-of-cast", Root: SubViewOp{}, Rewrite: foldSubViewOfCast},
	{Name: "fold-trivial-subview", Root: SubViewOp{}, Rewrite: foldTrivialSubView},
}

// reducedSubViewType is the type of a subview of source that drops dimensions. It is nil if the
// source is not strided, or if sizes that became 1 would change which dimensions the strides drop.
func reducedSubViewType(source *ir.MemRefType, dropped []bool, m Slice) *ir.MemRefType {
	if dropped == nil || !source.IsStrided() {
		return nil
	}
	full := SubViewType(source, view.Statics(m.Offsets), view.Statics(m.Sizes), view.Statics(m.Strides))
	if !slices.Contains(dropped, true) {
		return full
	}
	by, offset, _ := full.StridesAndOffset()
	t := ir.MemRef(view.Drop(full.Dims, dropped), full.Elem, full.Context().StridedLayout(offset, view.Drop(by, dropped)), full.Space)
	if !isReduced(full, t, DroppedDims(full, t, m.Sizes)) {
		return nil
	}
	return t
}

// replaceSubView replaces a subview by a cast of a subview with another source or other
// offsets, sizes and strides.
func replaceSubView(op *ir.Operation, rw *ir.Rewriter, source *ir.Value, m Slice) bool {
	t := reducedSubViewType(typeOf(source), DroppedBy(op), m)
	if t == nil {
		return false
	}
	rw.Before(op)
	ReplaceByCast(rw, op, NewSubView(rw, t, source, m.Offsets, m.Sizes, m.Strides).Result())
	return true
}

// foldSubViewConstants turns operands that are constants into numbers.
//
//	memref.subview %m[%c1] [%n] [1]   →   memref.cast (memref.subview %m[1] [%n] [1])
func foldSubViewConstants(op *ir.Operation, rw *ir.Rewriter) bool {
	subView := ir.Cast[SubViewOp](op)
	source, m := subView.Source(), subView.Lists()
	return m.FoldConstants(typeOf(source).Dims) && replaceSubView(op, rw, source, m)
}

// foldSubViewOfCast views the more static memref that is the source of a cast.
func foldSubViewOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	for _, v := range op.Operands() {
		if ir.ConstantValue(v) != nil {
			return false // another pattern replaces it by a constant first
		}
	}
	subView := ir.Cast[SubViewOp](op)
	c := subView.Source().DefiningOp()
	return isStaticCast(c) && replaceSubView(op, rw, ir.Cast[CastOp](c).Source(), subView.Lists())
}

// foldTrivialSubView replaces a subview of the whole source by a cast.
func foldTrivialSubView(op *ir.Operation, rw *ir.Rewriter) bool {
	subView := ir.Cast[SubViewOp](op)
	source, result := subView.Source(), subView.Result()
	dims := typeOf(source).Dims
	if len(dims) != len(typeOf(result).Dims) || !allConst(subView.MixedOffsets(), 0) || !allConst(subView.MixedStrides(), 1) {
		return false
	}
	for i, m := range subView.MixedSizes() {
		if n, ok := m.Constant(); !ok || n != dims[i] {
			return false
		}
	}
	if source.Type() == result.Type() {
		rw.Replace(op, source)
		return true
	}
	ReplaceByCast(rw, op, source)
	return true
}

var reinterpretCastPatterns = []*ir.Pattern{
	{Name: "fold-reinterpret-cast-of-metadata", Root: ReinterpretCastOp{}, Rewrite: foldReinterpretOfMetadata},
	{Name: "fold-reinterpret-cast-constants", Root: ReinterpretCastOp{}, Rewrite: foldReinterpretConstants},
}

// constified replaces entries by constants if a type specifies the constant or an operation defines
// it.
func constified(ms []ir.Mixed, known []int64) []ir.Mixed {
	for i, n := range known {
		if n != ir.Dynamic {
			ms[i] = ir.Mixed{Const: n}
		}
	}
	ir.FoldMixed(ms, ir.Dynamic+1)
	return ms
}

func constifiedSlice(m Slice, t *ir.MemRefType) Slice {
	strides, offset, _ := t.StridesAndOffset()
	return Slice{
		Offsets: constified(m.Offsets, []int64{offset}),
		Sizes:   constified(m.Sizes, t.Dims),
		Strides: constified(m.Strides, strides),
	}
}

// foldReinterpretConstants replaces operands by constants if they are constants or the result type
// specifies them.
func foldReinterpretConstants(op *ir.Operation, rw *ir.Rewriter) bool {
	reinterpretCast := ir.Cast[ReinterpretCastOp](op)
	have := reinterpretCast.Lists()
	dynamic := view.CountDynamic(view.Statics(have.All()))
	m := constifiedSlice(have, typeOf(reinterpretCast.Result()))
	if view.CountDynamic(view.Statics(m.All())) == dynamic {
		return false
	}
	ReplaceByCast(rw, op, NewReinterpretCast(rw, reinterpretedType(reinterpretCast.Source(), m), reinterpretCast.Source(), m.Offsets, m.Sizes, m.Strides).Result())
	return true
}

// foldReinterpretOfMetadata: a cast of the base that extract_strided_metadata returns
// becomes a cast of the memref, or, if it has that operation's offset, sizes and strides,
// the memref itself.
func foldReinterpretOfMetadata(op *ir.Operation, rw *ir.Rewriter) bool {
	reinterpretCast := ir.Cast[ReinterpretCastOp](op)
	e := ir.DefiningOp[ExtractStridedMetadataOp](reinterpretCast.Source())
	if !e.Ok() {
		return false
	}
	source, result := e.Source(), reinterpretCast.Result()
	have := constifiedSlice(e.Lists(), typeOf(source)).All()
	want := constifiedSlice(reinterpretCast.Lists(), typeOf(result)).All()
	switch {
	case !slices.EqualFunc(have, want, ir.SameMixed):
		rw.Modify(op, func() { reinterpretCast.SourceMutable().Set(source) })
	case source.Type() == result.Type():
		rw.Replace(op, source)
	default:
		ReplaceByCast(rw, op, source)
	}
	return true
}

var viewPatterns = []*ir.Pattern{
	{Name: "fold-view-sizes", Root: ViewOp{}, Rewrite: foldViewSizes},
	{Name: "fold-view-of-cast", Root: ViewOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		viewOp := ir.Cast[ViewOp](op)
		c := ir.DefiningOp[CastOp](viewOp.Source())
		if !c.Ok() {
			return false
		}
		rw.Replace(op, NewView(rw, viewOp.Result().Type(), c.Source(), viewOp.ByteShift(), viewOp.Sizes()).Result())
		return true
	}},
}

// foldViewSizes makes extents static whose operands are constants.
func foldViewSizes(op *ir.Operation, rw *ir.Rewriter) bool {
	viewOp := ir.Cast[ViewOp](op)
	t, sizes := typeOf(viewOp.Result()), viewOp.Sizes()
	shape, rest := view.FoldSizes(t.Dims, sizes)
	if len(rest) == len(sizes) {
		return false
	}
	static := ir.MemRef(shape, t.Elem, t.Layout, t.Space)
	ReplaceByCast(rw, op, NewView(rw, static, viewOp.Source(), viewOp.ByteShift(), rest).Result())
	return true
}
