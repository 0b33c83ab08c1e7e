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

// reducedSubViewType is the type of a subview of source that drops dimensions; nil
// if the source is not strided, or if the strides of sizes that became 1 would say
// that others are dropped.
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

// replaceSubView replaces a subview by a cast of one of another source or with
// other lists.
func replaceSubView(op *ir.Operation, rw *ir.Rewriter, source *ir.Value, m Slice) bool {
	t := reducedSubViewType(typeOf(source), DroppedBy(op), m)
	if t == nil {
		return false
	}
	rw.Before(op)
	replaceByCast(rw, op, NewSubView(rw.Builder, t, source, m))
	return true
}

// foldSubViewConstants makes numbers of operands that are constants.
//
//	memref.subview %m[%c1] [%n] [1]   →   memref.cast (memref.subview %m[1] [%n] [1])
func foldSubViewConstants(op *ir.Operation, rw *ir.Rewriter) bool {
	m := SliceOf(op)
	return m.FoldConstants(typeOf(op.Operand(0)).Dims) && replaceSubView(op, rw, op.Operand(0), m)
}

// foldSubViewOfCast takes the view of the more static memref before a cast.
func foldSubViewOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	for _, v := range op.Operands() {
		if ir.ConstantValue(v) != nil {
			return false // becomes a number first
		}
	}
	c := op.Operand(0).DefiningOp()
	return isStaticCast(c) && replaceSubView(op, rw, c.Operand(0), SliceOf(op))
}

// foldTrivialSubView replaces a subview of everything by a cast.
func foldTrivialSubView(op *ir.Operation, rw *ir.Rewriter) bool {
	source := typeOf(op.Operand(0))
	if len(source.Dims) != len(typeOf(op.Result(0)).Dims) || !allConst(slice.Offsets.Of(op), 0) || !allConst(slice.Strides.Of(op), 1) {
		return false
	}
	for i, m := range slice.Sizes.Of(op) {
		if n, ok := m.Constant(); !ok || n != source.Dims[i] {
			return false
		}
	}
	if op.Operand(0).Type() == op.Result(0).Type() {
		rw.Replace(op, op.Operand(0))
		return true
	}
	rw.Before(op)
	replaceByCast(rw, op, op.Operand(0))
	return true
}

var reinterpretCastPatterns = []*ir.Pattern{
	{Name: "fold-reinterpret-cast-of-metadata", Root: ReinterpretCast, Rewrite: foldReinterpretOfMetadata},
	{Name: "fold-reinterpret-cast-constants", Root: ReinterpretCast, Rewrite: foldReinterpretConstants},
}

// constified replaces entries by the numbers that a type knows, or that constants
// define.
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

// foldReinterpretConstants makes numbers of operands that are constants or that
// the result type knows.
func foldReinterpretConstants(op *ir.Operation, rw *ir.Rewriter) bool {
	m := constifiedSlice(SliceOf(op), typeOf(op.Result(0)))
	if view.CountDynamic(view.Statics(m.All())) == view.CountDynamic(view.Statics(SliceOf(op).All())) {
		return false
	}
	rw.Before(op)
	replaceByCast(rw, op, NewReinterpretCast(rw.Builder, nil, op.Operand(0), m))
	return true
}

// foldReinterpretOfMetadata: a cast of the base that extract_strided_metadata
// gives, with all that it says, is the memref itself; any other is a cast of it.
func foldReinterpretOfMetadata(op *ir.Operation, rw *ir.Rewriter) bool {
	e := op.Operand(0).DefiningOp()
	if !ExtractStridedMetadata.Is(e) {
		return false
	}
	source := e.Operand(0)
	have := constifiedSlice(MetadataOf(e), typeOf(source)).All()
	want := constifiedSlice(SliceOf(op), typeOf(op.Result(0))).All()
	switch {
	case !slices.EqualFunc(have, want, ir.SameMixed):
		rw.Modify(op, func() { op.SetOperand(0, source) })
	case source.Type() == op.Result(0).Type():
		rw.Replace(op, source)
	default:
		rw.Before(op)
		replaceByCast(rw, op, source)
	}
	return true
}

var viewPatterns = []*ir.Pattern{
	{Name: "fold-view-sizes", Root: View, Rewrite: foldViewSizes},
	{Name: "fold-view-of-cast", Root: View, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		c := op.Operand(0).DefiningOp()
		if !Cast.Is(c) {
			return false
		}
		operands := op.Operands()
		operands[0] = c.Operand(0)
		rw.Before(op)
		rw.Replace(op, rw.Value(View, operands, op.ResultTypes()))
		return true
	}},
}

// foldViewSizes makes extents static that are constants.
func foldViewSizes(op *ir.Operation, rw *ir.Rewriter) bool {
	t, sizes := typeOf(op.Result(0)), op.OperandGroup(2)
	shape, rest := view.FoldSizes(t.Dims, sizes)
	if len(rest) == len(sizes) {
		return false
	}
	rw.Before(op)
	v := rw.Value(View, slices.Concat(op.Operands()[:2], rest), []ir.Type{ir.MemRef(shape, t.Elem, t.Layout, t.Space)})
	replaceByCast(rw, op, v)
	return true
}
