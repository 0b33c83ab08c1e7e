package tensor

import (
	"slices"

	"optc/dialect/internal/view"
	"optc/ir"
)

// reducedType is the type of a slice with the given sizes. It lacks as many of the first extents of
// 1 as the rank requires (inferCanonicalRankReducedResultType upstream).
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
	{Name: "fold-extract-slice-constants", Root: ExtractSliceOp{}, Rewrite: foldExtractConstants},
	{Name: "fold-extract-slice-of-cast", Root: ExtractSliceOp{}, Rewrite: extractOfCast},
}

// foldExtractConstants turns operands that are constants into numbers.
//
//	tensor.extract_slice %t[%c1] [%n] [1]   →   tensor.extract_slice %t[1] [%n] [1]
func foldExtractConstants(op *ir.Operation, rw *ir.Rewriter) bool {
	extractSlice := ir.Cast[ExtractSliceOp](op)
	source, result, m := extractSlice.Source(), extractSlice.Result(), extractSlice.Lists()
	if !m.FoldConstants(typeOf(source).Dims) {
		return false
	}
	t := reducedType(len(typeOf(result).Dims), typeOf(source), m.Sizes)
	v := NewExtractSlice(rw, t, source, m.Offsets, m.Sizes, m.Strides).Result()
	if v.Type() != result.Type() {
		v = NewCast(rw, result.Type(), v).Dest()
	}
	rw.Replace(op, v)
	return true
}

// anyConstant reports whether an operand is a constant, which another pattern replaces by an
// attribute first.
func anyConstant(op *ir.Operation) bool {
	return slices.ContainsFunc(op.OperandList(), func(v *ir.Value) bool {
		_, ok := ir.ConstantValue(v).(*ir.IntegerAttr)
		return ok
	})
}

// extractOfCast takes the slice from the more static source of a cast.
func extractOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	extractSlice := ir.Cast[ExtractSliceOp](op)
	c := extractSlice.Source().DefiningOp()
	if anyConstant(op) || !IsStaticCast(c) {
		return false
	}
	m := extractSlice.Lists()
	cast := ir.Cast[CastOp](c)
	if !m.InBounds(typeOf(cast.Source()).Dims) {
		return false
	}
	rw.Replace(op, NewExtractSlice(rw, extractSlice.Result().Type(), cast.Source(), m.Offsets, m.Sizes, m.Strides).Result())
	return true
}

// insertSlicePatterns holds the patterns of tensor.insert_slice and
// tensor.parallel_insert_slice.
func insertSlicePatterns(kind ir.OpKind) []*ir.Pattern {
	return []*ir.Pattern{
		{Name: "fold-insert-slice-constants", Root: kind, Rewrite: foldInsertConstants},
		{Name: "fold-insert-slice-of-cast", Root: kind, Rewrite: insertOfCast},
		{Name: "cast-insert-slice-source", Root: kind, Rewrite: castInsertSource},
	}
}

// insertLike builds an insertion of the same kind as op, sequential or parallel, with
// other operands and lists.
func insertLike(rw *ir.Rewriter, op *ir.Operation, source, dest *ir.Value, m ir.MixedSlice) *ir.Operation {
	rw.Before(op)
	if ir.Is[ParallelInsertSliceOp](op) {
		return NewParallelInsertSlice(rw, source, dest, m.Offsets, m.Sizes, m.Strides).Operation()
	}
	return NewInsertSlice(rw, source, dest, m.Offsets, m.Sizes, m.Strides).Operation()
}

// castSource casts the source of an insertion; if the insertion is in the terminator of a
// parallel loop, the cast is inserted before the terminator.
func castSource(rw *ir.Rewriter, op *ir.Operation, t *ir.TensorType) *ir.Value {
	source := op.Typed().(SliceInsertion).Source()
	if source.Type() == ir.Type(t) {
		return source
	}
	if ir.Is[ParallelInsertSliceOp](op) {
		rw.Before(op.Parent())
	} else {
		rw.Before(op)
	}
	return NewCast(rw, t, source).Dest()
}

// foldInsertConstants turns operands that are constants into numbers.
func foldInsertConstants(op *ir.Operation, rw *ir.Rewriter) bool {
	insertSlice := op.Typed().(SliceInsertion)
	dest, m := insertSlice.Dest(), insertSlice.Lists()
	if !m.FoldConstants(typeOf(dest).Dims) {
		return false
	}
	rank := len(typeOf(insertSlice.Source()).Dims)
	v := castSource(rw, op, reducedType(rank, typeOf(dest), m.Sizes))
	rw.Replace(op, insertLike(rw, op, v, dest, m).ResultList()...)
	return true
}

// insertOfCast uses the more static sources of casts as source and destination of an
// insertion.
//
//	%s = tensor.cast %x : tensor<8xf32> to tensor<?xf32>
//	tensor.insert_slice %s into %d[%i] [%n] [1]   →   tensor.insert_slice %x into %d[%i] [8] [1]
func insertOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	insertSlice := op.Typed().(SliceInsertion)
	source, dest := beforeCast(insertSlice.Source()), beforeCast(insertSlice.Dest())
	if anyConstant(op) || source == insertSlice.Source() && dest == insertSlice.Dest() {
		return false
	}
	m, from, into := insertSlice.Lists(), typeOf(source), typeOf(dest)
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
	n := ir.As[InsertSliceOp](insertLike(rw, op, source, dest, m))
	if !n.Ok() {
		rw.Replace(op)
		return true
	}
	v := n.Result()
	if t := op.Result(0).Type(); v.Type() != t {
		v = NewCast(rw, t, v).Dest()
	}
	rw.Replace(op, v)
	return true
}

// beforeCast returns the source of a static cast, or v itself.
func beforeCast(v *ir.Value) *ir.Value {
	if c := v.DefiningOp(); IsStaticCast(c) {
		return ir.Cast[CastOp](c).Source()
	}
	return v
}

// castInsertSource casts the source to the extents that the sizes specify.
//
//	tensor.insert_slice %s into %d[%i] [8] [1] : tensor<?xf32> into …
//	  →  %0 = tensor.cast %s : tensor<?xf32> to tensor<8xf32>; tensor.insert_slice %0 into …
func castInsertSource(op *ir.Operation, rw *ir.Rewriter) bool {
	insertSlice := op.Typed().(SliceInsertion)
	t, dest, m := typeOf(insertSlice.Source()), insertSlice.Dest(), insertSlice.Lists()
	if len(t.Dims) != len(typeOf(dest).Dims) {
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
	rw.Replace(op, insertLike(rw, op, v, dest, m).ResultList()...)
	return true
}
