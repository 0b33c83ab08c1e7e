package memref

import (
	"slices"

	"optc/dialect/view"
	"optc/ir"
)

var subViewPatterns = []*ir.Pattern{
	{Name: "fold-subview-constants", Root: SubView, Rewrite: foldSubViewConstants},
	{Name: "fold-subview-of-cast", Root: SubView, Rewrite: foldSubViewOfCast},
	{Name: "fold-trivial-subview", Root: SubView, Rewrite: foldTrivialSubView},
}

// reducedSubViewType is the type of a subview of source that drops dimensions. It is nil
// if the source is not strided, or if sizes have become 1 in such a way that the strides
// would select other dimensions to drop.
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
	Cast.Replace(rw, op, SubView.Build(rw, t, source, m))
	return true
}

// foldSubViewConstants turns operands that are constants into numbers.
//
//	memref.subview %m[%c1] [%n] [1]   →   memref.cast (memref.subview %m[1] [%n] [1])
func foldSubViewConstants(op *ir.Operation, rw *ir.Rewriter) bool {
	source, m := SubView.Source(op), SubView.Lists(op)
	return m.FoldConstants(typeOf(source).Dims) && replaceSubView(op, rw, source, m)
}

// foldSubViewOfCast views the more static memref that is the source of a cast.
func foldSubViewOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	for _, v := range op.Operands() {
		if ir.ConstantValue(v) != nil {
			return false // becomes a number first
		}
	}
	c := SubView.Source(op).DefiningOp()
	return isStaticCast(c) && replaceSubView(op, rw, Cast.Source(c), SubView.Lists(op))
}

// foldTrivialSubView replaces a subview of everything by a cast.
func foldTrivialSubView(op *ir.Operation, rw *ir.Rewriter) bool {
	source, result := SubView.Source(op), SubView.Result(op)
	dims := typeOf(source).Dims
	if len(dims) != len(typeOf(result).Dims) || !allConst(SubView.Offsets.Of(op), 0) || !allConst(SubView.Strides.Of(op), 1) {
		return false
	}
	for i, m := range SubView.Sizes.Of(op) {
		if n, ok := m.Constant(); !ok || n != dims[i] {
			return false
		}
	}
	if source.Type() == result.Type() {
		rw.Replace(op, source)
		return true
	}
	Cast.Replace(rw, op, source)
	return true
}

var reinterpretCastPatterns = []*ir.Pattern{
	{Name: "fold-reinterpret-cast-of-metadata", Root: ReinterpretCast, Rewrite: foldReinterpretOfMetadata},
	{Name: "fold-reinterpret-cast-constants", Root: ReinterpretCast, Rewrite: foldReinterpretConstants},
}

// constified replaces entries by numbers where a type specifies the number or a constant
// defines it.
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

// foldReinterpretConstants turns operands into numbers where they are constants or where
// the result type specifies the number.
func foldReinterpretConstants(op *ir.Operation, rw *ir.Rewriter) bool {
	have := ReinterpretCast.Lists(op)
	dynamic := view.CountDynamic(view.Statics(have.All()))
	m := constifiedSlice(have, typeOf(ReinterpretCast.Result(op)))
	if view.CountDynamic(view.Statics(m.All())) == dynamic {
		return false
	}
	Cast.Replace(rw, op, ReinterpretCast.Build(rw, nil, ReinterpretCast.Source(op), m))
	return true
}

// foldReinterpretOfMetadata: a cast of the base that extract_strided_metadata returns
// becomes a cast of the memref, or, if it has that operation's offset, sizes and strides,
// the memref itself.
func foldReinterpretOfMetadata(op *ir.Operation, rw *ir.Rewriter) bool {
	e := ExtractStridedMetadata.DefiningOp(ReinterpretCast.Source(op))
	if e == nil {
		return false
	}
	source, result := ExtractStridedMetadata.Source(e), ReinterpretCast.Result(op)
	have := constifiedSlice(ExtractStridedMetadata.Lists(e), typeOf(source)).All()
	want := constifiedSlice(ReinterpretCast.Lists(op), typeOf(result)).All()
	switch {
	case !slices.EqualFunc(have, want, ir.SameMixed):
		rw.Modify(op, func() { ReinterpretCast.SourceMutable(op).Set(source) })
	case source.Type() == result.Type():
		rw.Replace(op, source)
	default:
		Cast.Replace(rw, op, source)
	}
	return true
}

var viewPatterns = []*ir.Pattern{
	{Name: "fold-view-sizes", Root: View, Rewrite: foldViewSizes},
	{Name: "fold-view-of-cast", Root: View, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		c := Cast.DefiningOp(View.Source(op))
		if c == nil {
			return false
		}
		rw.Replace(op, View.Build(rw, View.Result(op).Type(), Cast.Source(c), View.ByteShift(op), View.Sizes(op)))
		return true
	}},
}

// foldViewSizes makes extents static whose operands are constants.
func foldViewSizes(op *ir.Operation, rw *ir.Rewriter) bool {
	t, sizes := typeOf(View.Result(op)), View.Sizes(op)
	shape, rest := view.FoldSizes(t.Dims, sizes)
	if len(rest) == len(sizes) {
		return false
	}
	static := ir.MemRef(shape, t.Elem, t.Layout, t.Space)
	Cast.Replace(rw, op, View.Build(rw, static, View.Source(op), View.ByteShift(op), rest))
	return true
}
