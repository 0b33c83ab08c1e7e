package memref

import (
	"slices"

	"optc/dialect/internal/view"
	"optc/ir"
)

var subViewPatterns = []*ir.Pattern{
	{Name: "fold-subview-constants", Root: SubView, Rewrite: foldSubViewConstants},
	{Name: "fold-subview-of-cast", Root: SubView, Rewrite: foldSubViewOfCast},
	{Name: "fold-trivial-subview", Root: SubView, Rewrite: foldTrivialSubView},
}

// newSlice builds memref.subview or memref.reinterpret_cast.
func newSlice(b *ir.Builder, name string, t ir.Type, source *ir.Value, offsets, sizes, strides []ir.Mixed) *ir.Value {
	c := b.Context()
	st := &ir.OpState{Def: c.MustOpDef(name), Operands: []*ir.Value{source}, ResultTypes: []ir.Type{t}}
	counts := []int{1}
	for i, ms := range [][]ir.Mixed{offsets, sizes, strides} {
		static, values := ir.SplitMixed(ms)
		st.SetProp([]view.List{slice.Offsets, slice.Sizes, slice.Strides}[i].Attr, c.DenseI64Array(static))
		st.Operands = append(st.Operands, values...)
		counts = append(counts, len(values))
	}
	st.SetSegments(c, counts...)
	return b.Create(st).Result(0)
}

func statics(ms []ir.Mixed) []int64 {
	static, _ := ir.SplitMixed(ms)
	return static
}

// reducedSubViewType is the type of a subview of source that drops dimensions; nil
// if the source is not strided.
func reducedSubViewType(source *ir.MemRefType, dropped []bool, offsets, sizes, strides []ir.Mixed) *ir.MemRefType {
	if dropped == nil || !source.IsStrided() {
		return nil
	}
	full := SubViewType(source, statics(offsets), statics(sizes), statics(strides))
	if !slices.Contains(dropped, true) {
		return full
	}
	by, offset, _ := full.StridesAndOffset()
	return ir.MemRef(view.Drop(full.Dims, dropped), full.Elem, full.Context().StridedLayout(offset, view.Drop(by, dropped)), full.Space)
}

// foldSubViewConstants makes numbers of operands that are constants.
//
//	memref.subview %m[%c1] [%n] [1]   →   memref.cast (memref.subview %m[1] [%n] [1])
func foldSubViewConstants(op *ir.Operation, rw *ir.Rewriter) bool {
	offsets, sizes, strides := slice.Offsets.Of(op), slice.Sizes.Of(op), slice.Strides.Of(op)
	if !ir.FoldMixed(offsets, 0) && !ir.FoldMixed(sizes, 0) && !ir.FoldMixed(strides, ir.Dynamic+1) {
		return false
	}
	t := reducedSubViewType(typeOf(op.Operand(0)), droppedBy(op), offsets, sizes, strides)
	if t == nil {
		return false
	}
	rw.Before(op)
	replaceByCast(rw, op, newSlice(rw.Builder, SubView, t, op.Operand(0), offsets, sizes, strides))
	return true
}

// foldSubViewOfCast takes the view of the more static memref before a cast.
func foldSubViewOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	for _, v := range op.Operands() {
		if ir.ConstantValue(v) != nil {
			return false // becomes a number first
		}
	}
	c := op.Operand(0).DefiningOp()
	if !isStaticCast(c) {
		return false
	}
	offsets, sizes, strides := slice.Offsets.Of(op), slice.Sizes.Of(op), slice.Strides.Of(op)
	t := reducedSubViewType(typeOf(c.Operand(0)), droppedBy(op), offsets, sizes, strides)
	if t == nil {
		return false
	}
	rw.Before(op)
	replaceByCast(rw, op, newSlice(rw.Builder, SubView, t, c.Operand(0), offsets, sizes, strides))
	return true
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
	{Name: "fold-reinterpret-cast-constants", Root: ReinterpretCast, Rewrite: foldReinterpretConstants},
	{Name: "fold-reinterpret-cast-of-metadata", Root: ReinterpretCast, Rewrite: foldReinterpretOfMetadata},
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

// metadata are the offset, sizes and strides of a memref.
type metadata struct{ offset, sizes, strides []ir.Mixed }

func constifiedMetadata(m metadata, t *ir.MemRefType) metadata {
	strides, offset, _ := t.StridesAndOffset()
	return metadata{constified(m.offset, []int64{offset}), constified(m.sizes, t.Dims), constified(m.strides, strides)}
}

func (m metadata) all() []ir.Mixed { return slices.Concat(m.offset, m.sizes, m.strides) }

func sliceMetadata(op *ir.Operation) metadata {
	return metadata{slice.Offsets.Of(op), slice.Sizes.Of(op), slice.Strides.Of(op)}
}

// foldReinterpretConstants makes numbers of operands that are constants or that
// the result type knows.
func foldReinterpretConstants(op *ir.Operation, rw *ir.Rewriter) bool {
	before := sliceMetadata(op)
	old := view.CountDynamic(statics(before.all()))
	m := constifiedMetadata(before, typeOf(op.Result(0)))
	if view.CountDynamic(statics(m.all())) == old {
		return false
	}
	t := typeOf(op.Result(0))
	layout := rw.Context().StridedLayout(statics(m.offset)[0], statics(m.strides))
	rw.Before(op)
	v := newSlice(rw.Builder, ReinterpretCast, ir.MemRef(statics(m.sizes), t.Elem, layout, t.Space), op.Operand(0), m.offset, m.sizes, m.strides)
	replaceByCast(rw, op, v)
	return true
}

// foldReinterpretOfMetadata: a cast of the base that extract_strided_metadata
// gives, with all that it says, is the memref itself; any other is a cast of it.
func foldReinterpretOfMetadata(op *ir.Operation, rw *ir.Rewriter) bool {
	e := op.Operand(0).DefiningOp()
	if !e.Is(ExtractStridedMetadata) {
		return false
	}
	source := e.Operand(0)
	values := func(lo, n int) []ir.Mixed {
		ms := make([]ir.Mixed, n)
		for i := range ms {
			ms[i].Value = e.Result(lo + i)
		}
		return ms
	}
	rank := len(typeOf(source).Dims)
	have := constifiedMetadata(metadata{values(1, 1), values(2, rank), values(2+rank, rank)}, typeOf(source))
	want := constifiedMetadata(sliceMetadata(op), typeOf(op.Result(0)))
	switch {
	case !slices.Equal(have.all(), want.all()) || len(have.sizes) != len(want.sizes):
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
		if !c.Is(Cast) {
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
	shape, rest := foldSizes(t.Dims, sizes)
	if len(rest) == len(sizes) {
		return false
	}
	rw.Before(op)
	v := rw.Value(View, slices.Concat(op.Operands()[:2], rest), []ir.Type{ir.MemRef(shape, t.Elem, t.Layout, t.Space)})
	replaceByCast(rw, op, v)
	return true
}
