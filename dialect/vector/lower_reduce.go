package vector

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

// ReductionStrategy selects the operations to which vector.multi_reduction is lowered.
type ReductionStrategy uint8

const (
	// InnerParallel reduces the outer dimension by operations of arith on whole vectors.
	InnerParallel ReductionStrategy = iota
	// InnerReduction reduces the inner dimension by vector.reduction.
	InnerReduction
)

// MultiReductionLowering returns the patterns that lower vector.multi_reduction (pass
// lower-vector-multi-reduction). Integer results do not change; a reduction of floats
// adds its summands in another order, as upstream defines.
func MultiReductionLowering(s ReductionStrategy) []*ir.Pattern {
	pattern := func(name string, f func(op *ir.Operation, s ReductionStrategy, l lowering) *ir.Value) *ir.Pattern {
		return &ir.Pattern{Name: name, Root: MultiReductionOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			return lowerByBuilding(op, rw, func(l lowering) *ir.Value { return f(op, s, l) })
		}}
	}
	ps := []*ir.Pattern{
		pattern("InnerOuterDimReductionConversion", reduceContiguous),
		pattern("ReduceMultiDimReductionRank", reduceFlat),
		pattern("OneDimMultiReductionToTwoDim", reduceLine),
	}
	if s == InnerReduction {
		return append(ps, pattern("TwoDimMultiReductionToReduction", reduceRows))
	}
	return append(ps, pattern("TwoDimMultiReductionToElementWise", reduceColumns))
}

// splitDims returns the dimensions that a reduction keeps and those it reduces.
func splitDims(op *ir.Operation) (kept, reduced []int64) {
	for d, r := range reducedDims(op) {
		if r {
			reduced = append(reduced, int64(d))
		} else {
			kept = append(kept, int64(d))
		}
	}
	return kept, reduced
}

// order returns the dimensions in the order of the strategy.
func (s ReductionStrategy) order(kept, reduced []int64) []int64 {
	if s == InnerReduction {
		return slices.Concat(kept, reduced)
	}
	return slices.Concat(reduced, kept)
}

// reduce builds a multi_reduction with the kind of op.
func (l lowering) reduce(op *ir.Operation, source, acc, mask *ir.Value, dims []int64) *ir.Value {
	return l.masked(mask, acc.Type(), func() *ir.Value {
		return NewMultiReduction(l, CombiningKind(op), source, acc, dims).Dest()
	})
}

// reduceContiguous transposes the source until the reduced dimensions are the outermost
// or innermost dimensions.
//
//	%0 = vector.multi_reduction <add>, %x, %a [1] : vector<2x3xf32> to vector<2xf32>
//	→ %t = vector.transpose %x, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
//	  %0 = vector.multi_reduction <add>, %t, %a [0] : vector<3x2xf32> to vector<2xf32>
func reduceContiguous(op *ir.Operation, s ReductionStrategy, l lowering) *ir.Value {
	kept, reduced := splitDims(op)
	order := s.order(kept, reduced)
	if len(kept) == 0 || slices.IsSorted(order) {
		return nil
	}
	mask := l.transpose(l.mask, order)
	multiReduction := ir.Cast[MultiReductionOp](op)
	source := l.transpose(multiReduction.Source(), order)
	first := 0
	if s == InnerReduction {
		first = len(kept)
	}
	dims := make([]int64, len(reduced))
	for i := range dims {
		dims[i] = int64(first + i)
	}
	return l.reduce(op, source, multiReduction.Acc(), mask, dims)
}

// flatten returns the product of some extents; the product is scalable if an extent is.
func flatten(t *ir.VectorType, dims []int64) (n int64, scalable bool) {
	n = 1
	for _, d := range dims {
		n *= t.Dims[d]
		scalable = scalable || t.IsScalable(int(d))
	}
	return n, scalable
}

// reduceFlat merges the kept dimensions into one, and the reduced dimensions into one, if they are
// already in order. At most one of the merged dimensions may be scalable, because no type expresses
// the square of the scale.
//
//	%0 = vector.multi_reduction <add>, %x, %a [0, 1] : vector<2x3x4xf32> to vector<4xf32>
//	→ %x2 = vector.shape_cast %x : vector<2x3x4xf32> to vector<6x4xf32>
//	  %0 = vector.multi_reduction <add>, %x2, %a [0] : vector<6x4xf32> to vector<4xf32>
func reduceFlat(op *ir.Operation, s ReductionStrategy, l lowering) *ir.Value {
	multiReduction := ir.Cast[MultiReductionOp](op)
	t := vectorOf(multiReduction.Source())
	kept, reduced := splitDims(op)
	if len(t.Dims) < 2 || numScalable(t) > 1 || len(reduced) == 0 || len(t.Dims) == 2 && len(kept) == 1 || !slices.IsSorted(s.order(kept, reduced)) {
		return nil
	}
	keptSize, keptScalable := flatten(t, kept)
	reducedSize, reducedScalable := flatten(t, reduced)
	dims, scalable := []int64{reducedSize}, []bool{reducedScalable}
	at := int64(0)
	switch {
	case len(kept) > 0 && s == InnerReduction:
		dims, scalable, at = []int64{keptSize, reducedSize}, []bool{keptScalable, reducedScalable}, 1
	case len(kept) > 0:
		dims, scalable = []int64{reducedSize, keptSize}, []bool{reducedScalable, keptScalable}
	}
	mask := l.reshape(l.mask, dims, scalable)
	source := l.reshape(multiReduction.Source(), dims, scalable)
	acc := multiReduction.Acc()
	if len(kept) == 0 {
		return l.reduce(op, source, acc, mask, []int64{at})
	}
	acc = l.reshape(acc, []int64{keptSize}, []bool{keptScalable})
	flat := l.reduce(op, source, acc, mask, []int64{at})
	l.Loc = l.root.Loc()
	result := vectorOf(multiReduction.Dest())
	return l.reshape(flat, result.Dims, result.Scalable)
}

// reduceLine adds a kept dimension to a reduction of rank 1.
//
//	%0 = vector.multi_reduction <add>, %x, %a [0] : vector<4xf32> to f32
//	→ %x2 = vector.shape_cast %x : vector<4xf32> to vector<1x4xf32>
//	  %a1 = vector.broadcast %a : f32 to vector<1xf32>
//	  %r = vector.multi_reduction <add>, %x2, %a1 [1] : vector<1x4xf32> to vector<1xf32>
//	  %0 = vector.extract %r[0] : f32 from vector<1xf32>
func reduceLine(op *ir.Operation, _ ReductionStrategy, l lowering) *ir.Value {
	multiReduction := ir.Cast[MultiReductionOp](op)
	t := vectorOf(multiReduction.Source())
	if len(t.Dims) != 1 || vectorOf(multiReduction.Dest()) != nil {
		return nil
	}
	dims, scalable := []int64{1, t.Dims[0]}, []bool{false, t.IsScalable(0)}
	source := l.reshape(multiReduction.Source(), dims, scalable)
	acc := NewBroadcast(l, ir.Vector([]int64{1}, t.Elem), multiReduction.Acc()).Vector()
	mask := l.mask
	if mask != nil {
		mask = NewBroadcast(l, ir.ScalableVector(dims, scalable, l.Context().I1()), mask).Vector()
	}
	result := l.reduce(op, source, acc, mask, []int64{1})
	l.Loc = l.root.Loc()
	return l.at(result, 0)
}

// reduceColumns reduces the outer dimension of two with operations on whole rows.
//
//	%0 = vector.multi_reduction <add>, %x, %a [0] : vector<2x3xf32> to vector<3xf32>
//	→ %x0 = vector.extract %x[0], %s0 = arith.addf %x0, %a
//	  %x1 = vector.extract %x[1], %0 = arith.addf %x1, %s0
func reduceColumns(op *ir.Operation, _ ReductionStrategy, l lowering) *ir.Value {
	multiReduction := ir.Cast[MultiReductionOp](op)
	t := vectorOf(multiReduction.Source())
	if r := reducedDims(op); len(r) != 2 || !r[0] || r[1] || t.IsScalable(0) || BitWidth(t.Elem) == 0 {
		return nil
	}
	acc := multiReduction.Acc()
	for i := range t.Dims[0] {
		v := l.at(multiReduction.Source(), i)
		mask := l.at(l.mask, i)
		acc = combine(l.root, l.Rewriter, CombiningKind(op), v, acc, 0, mask)
	}
	return acc
}

// reduceRows reduces the inner dimension of two, row by row.
//
//	%0 = vector.multi_reduction <add>, %x, %a [1] : vector<2x3xf32> to vector<2xf32>
//	→ %x0 = vector.extract %x[0], %a0 = vector.extract %a[0], %s0 = vector.reduction <add>, %x0, %a0
//	  %r0 = vector.insert %s0, %zero [0] … the same for 1
func reduceRows(op *ir.Operation, _ ReductionStrategy, l lowering) *ir.Value {
	multiReduction := ir.Cast[MultiReductionOp](op)
	t := vectorOf(multiReduction.Source())
	if r := reducedDims(op); len(r) != 2 || r[0] || !r[1] || t.IsScalable(0) {
		return nil
	}
	result := arith.NewConstant(l, arith.Zero(multiReduction.Dest().Type())).Result()
	for i := range t.Dims[0] {
		v, acc, mask := l.at(multiReduction.Source(), i), l.at(multiReduction.Acc(), i), l.at(l.mask, i)
		sum := l.masked(mask, t.Elem, func() *ir.Value {
			return NewReduction(l, CombiningKind(op), v, acc).Dest()
		})
		result = l.put(sum, result, i)
	}
	return result
}
