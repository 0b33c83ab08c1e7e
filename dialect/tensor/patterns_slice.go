package tensor

import (
	"slices"

	"optc/dialect/view"
	"optc/ir"
)

// NewExtractSlice builds tensor.extract_slice.
func NewExtractSlice(b *ir.Builder, t *ir.TensorType, source *ir.Value, m view.Mixed) *ir.Value {
	return extractLists.Build(b, ExtractSlice, []ir.Type{t}, []*ir.Value{source}, m).Result(0)
}

// reducedType is the type of a slice of those sizes without as many of its first
// extents of 1 as there are too many for the rank (inferCanonicalRankReducedResultType
// upstream).
func reducedType(rank int, source *ir.TensorType, sizes []ir.Mixed) *ir.TensorType {
	shape := []int64{}
	drop := len(sizes) - rank
	for _, n := range view.Statics(sizes) {
		if n == 1 && drop > 0 {
			drop--
			continue
		}
		shape = append(shape, n)
	}
	return ir.Tensor(shape, source.Elem, source.Encoding)
}

var extractSlicePatterns = []*ir.Pattern{
	{Name: "fold-extract-slice-constants", Root: ExtractSlice, Rewrite: foldExtractConstants},
	{Name: "fold-extract-slice-of-cast", Root: ExtractSlice, Rewrite: extractOfCast},
}

// foldExtractConstants makes numbers of operands that are constants.
//
//	tensor.extract_slice %t[%c1] [%n] [1]   →   tensor.extract_slice %t[1] [%n] [1]
func foldExtractConstants(op *ir.Operation, rw *ir.Rewriter) bool {
	m, source := extractLists.Of(op), typeOf(op.Operand(0))
	if !m.FoldConstants(source.Dims) {
		return false
	}
	t := reducedType(len(typeOf(op.Result(0)).Dims), source, m.Sizes)
	rw.Before(op)
	v := NewExtractSlice(rw.Builder, t, op.Operand(0), m)
	if v.Type() != op.Result(0).Type() {
		v = NewCast(rw.Builder, op.Result(0).Type(), v)
	}
	rw.Replace(op, v)
	return true
}

// anyConstant tells whether an operand is a constant, which other patterns make a
// number first.
func anyConstant(op *ir.Operation) bool {
	return slices.ContainsFunc(op.Operands(), func(v *ir.Value) bool {
		_, ok := ir.ConstantValue(v).(*ir.IntegerAttr)
		return ok
	})
}

// extractOfCast takes the slice of the more static tensor before a cast.
func extractOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	c := op.Operand(0).DefiningOp()
	if anyConstant(op) || !IsStaticCast(c) {
		return false
	}
	m := extractLists.Of(op)
	if !m.InBounds(typeOf(c.Operand(0)).Dims) {
		return false
	}
	rw.Before(op)
	rw.Replace(op, NewExtractSlice(rw.Builder, typeOf(op.Result(0)), c.Operand(0), m))
	return true
}

// insertSlicePatterns are those of tensor.insert_slice and
// tensor.parallel_insert_slice.
func insertSlicePatterns(name ir.OpKind) []*ir.Pattern {
	return []*ir.Pattern{
		{Name: "fold-insert-slice-constants", Root: name, Rewrite: foldInsertConstants},
		{Name: "fold-insert-slice-of-cast", Root: name, Rewrite: insertOfCast},
		{Name: "cast-insert-slice-source", Root: name, Rewrite: castInsertSource},
	}
}

// newInsertSlice builds an insertion like op with other operands and lists.
func newInsertSlice(rw *ir.Rewriter, op *ir.Operation, source, dest *ir.Value, m view.Mixed) *ir.Operation {
	var results []ir.Type
	if op.NumResults() > 0 {
		results = []ir.Type{dest.Type()}
	}
	rw.Before(op)
	return insertLists.Build(rw.Builder, op.Def().Kind, results, []*ir.Value{source, dest}, m)
}

// castSource casts the source of an insertion, in front of the terminator of the
// parallel loop if it stands in one.
func castSource(rw *ir.Rewriter, op *ir.Operation, t *ir.TensorType) *ir.Value {
	if op.Operand(0).Type() == ir.Type(t) {
		return op.Operand(0)
	}
	if ParallelInsertSlice.Is(op) {
		rw.Before(op.Parent())
	} else {
		rw.Before(op)
	}
	return NewCast(rw.Builder, t, op.Operand(0))
}

// foldInsertConstants makes numbers of operands that are constants.
func foldInsertConstants(op *ir.Operation, rw *ir.Rewriter) bool {
	m, source, dest := insertLists.Of(op), typeOf(op.Operand(0)), typeOf(op.Operand(1))
	if !m.FoldConstants(dest.Dims) {
		return false
	}
	v := castSource(rw, op, reducedType(len(source.Dims), dest, m.Sizes))
	rw.Replace(op, newInsertSlice(rw, op, v, op.Operand(1), m).Results()...)
	return true
}

// insertOfCast inserts the more static tensor before a cast, or into the one.
//
//	%s = tensor.cast %x : tensor<8xf32> to tensor<?xf32>
//	tensor.insert_slice %s into %d[%i] [%n] [1]   →   tensor.insert_slice %x into %d[%i] [8] [1]
func insertOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	source, dest := beforeCast(op.Operand(0)), beforeCast(op.Operand(1))
	if anyConstant(op) || source == op.Operand(0) && dest == op.Operand(1) {
		return false
	}
	m, from, into := insertLists.Of(op), typeOf(source), typeOf(dest)
	dropped, ok := view.DroppedDims(view.Statics(m.Sizes), from.Dims, true)
	if !ok {
		return false
	}
	next := 0
	for i := range m.Sizes {
		if dropped[i] || from.Dims[next] == ir.Dynamic {
			continue
		}
		m.Sizes[i] = ir.Mixed{Const: from.Dims[next]}
		next++
	}
	full := ir.Tensor(view.Statics(m.Sizes), into.Elem, into.Encoding)
	if view.RankReduced(full, from) != view.Matches || !m.InBounds(into.Dims) {
		return false
	}
	n := newInsertSlice(rw, op, source, dest, m)
	if n.NumResults() == 0 {
		rw.Replace(op)
		return true
	}
	v := n.Result(0)
	if v.Type() != op.Result(0).Type() {
		v = NewCast(rw.Builder, op.Result(0).Type(), v)
	}
	rw.Replace(op, v)
	return true
}

// beforeCast returns the source of a static cast, or v itself.
func beforeCast(v *ir.Value) *ir.Value {
	if c := v.DefiningOp(); IsStaticCast(c) {
		return c.Operand(0)
	}
	return v
}

// castInsertSource casts the source to the extents that the sizes say.
//
//	tensor.insert_slice %s into %d[%i] [8] [1] : tensor<?xf32> into …
//	  →  %0 = tensor.cast %s : tensor<?xf32> to tensor<8xf32>; tensor.insert_slice %0 into …
func castInsertSource(op *ir.Operation, rw *ir.Rewriter) bool {
	t, m := typeOf(op.Operand(0)), insertLists.Of(op)
	if len(t.Dims) != len(typeOf(op.Operand(1)).Dims) {
		return false
	}
	shape := slices.Clone(t.Dims)
	for i, size := range m.Sizes {
		if n, ok := size.Constant(); ok {
			if n < 0 {
				return false
			}
			shape[i] = n
		}
	}
	known := ir.Tensor(shape, t.Elem, t.Encoding)
	if known == t || !PreservesStaticInformation(t, known) || !CastCompatible(t, known) {
		return false
	}
	v := castSource(rw, op, known)
	rw.Replace(op, newInsertSlice(rw, op, v, op.Operand(1), m).Results()...)
	return true
}
