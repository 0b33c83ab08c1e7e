package vector

import (
	"slices"

	"optc/ir"
)

var broadcastPatterns = []*ir.Pattern{
	{Name: "BroadcastFolder", Root: Broadcast, Rewrite: broadcastOfBroadcast},
}

// broadcastOfBroadcast broadcasts once.
func broadcastOfBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := definedBy(op.Operand(0), Broadcast)
	if inner == nil {
		return false
	}
	rw.ReplaceOp(op, Broadcast, []*ir.Value{inner.Operand(0)}, op.ResultTypes())
	return true
}

var shapeCastPatterns = []*ir.Pattern{
	{Name: "ShapeCastCreateMaskFolderTrailingOneDim", Root: ShapeCast, Rewrite: castOfMask},
	{Name: "ShapeCastBroadcastFolder", Root: ShapeCast, Rewrite: castOfBroadcast},
}

// castOfMask drops trailing dimensions of extent 1 from a mask that is on there.
//
//	%0 = vector.create_mask %c1, %n, %c1 : vector<1x[4]x1xi1>
//	%1 = vector.shape_cast %0 : … to vector<1x[4]xi1>  →  vector.create_mask %c1, %n : vector<1x[4]xi1>
func castOfMask(op *ir.Operation, rw *ir.Rewriter) bool {
	def, t := op.Operand(0).DefiningOp(), vectorOf(op.Result(0))
	if !CreateMask.Is(def) && !ConstantMask.Is(def) {
		return false
	}
	src := vectorOf(op.Operand(0))
	kept := len(src.Dims)
	for kept > 1 && src.Dims[kept-1] == 1 && !src.IsScalable(kept-1) {
		kept--
	}
	if kept == len(src.Dims) || t != ir.ScalableVector(src.Dims[:kept], scalableDims(src)[:kept], src.Elem) {
		return false
	}
	if CreateMask.Is(def) {
		for _, v := range def.Operands()[kept:] {
			if n, ok := constantIndex(v); !ok || n != 1 {
				return false
			}
		}
		rw.ReplaceOp(op, CreateMask, def.Operands()[:kept], op.ResultTypes())
		return true
	}
	sizes := int64s(def, maskDimSizes)
	if slices.ContainsFunc(sizes[kept:], func(n int64) bool { return n != 1 }) {
		return false
	}
	rw.ReplaceOp(op, ConstantMask, nil, op.ResultTypes(), dense(rw.Context(), maskDimSizes, sizes[:kept]))
	return true
}

// castOfBroadcast casts or broadcasts what was broadcast.
//
//	%0 = vector.broadcast %a : vector<3xf32> to vector<2x4x3xf32>
//	%1 = vector.shape_cast %0 : … to vector<8x3xf32>  →  vector.broadcast %a : vector<3xf32> to vector<8x3xf32>
//
// The cast must not change the trailing dimensions that the operand fills, which
// upstream does not look at:
//
//	%0 = vector.broadcast %a : vector<2x1xf32> to vector<2x2x2xf32>
//	%1 = vector.shape_cast %0 : … to vector<2x4xf32>  // not a broadcast of %a
func castOfBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	def, t := definedBy(op.Operand(0), Broadcast), vectorOf(op.Result(0))
	if def == nil {
		return false
	}
	src := def.Operand(0)
	from := vectorOf(src)
	switch {
	case from != nil && numElements(from) == numElements(t):
		rw.ReplaceOp(op, ShapeCast, []*ir.Value{src}, op.ResultTypes())
	case from == nil || Broadcastable(from, t) && keepsTrailing(vectorOf(op.Operand(0)), t, from):
		rw.ReplaceOp(op, Broadcast, []*ir.Value{src}, op.ResultTypes())
	default:
		return false
	}
	return true
}

// keepsTrailing tells whether two vectors agree in the trailing dimensions that
// one of type src fills when it is broadcast to them; its leading dimensions of
// extent 1 do not count.
func keepsTrailing(a, b, src *ir.VectorType) bool {
	n := len(src.Dims)
	for n > 0 && src.Dims[len(src.Dims)-n] == 1 {
		n--
	}
	return slices.Equal(a.Dims[len(a.Dims)-n:], b.Dims[len(b.Dims)-n:])
}

var transposePatterns = []*ir.Pattern{
	{Name: "FoldTransposeCreateMask", Root: Transpose, Rewrite: transposeOfMask},
	{Name: "FoldTransposeShapeCast", Root: Transpose, Rewrite: transposeOfCast},
	{Name: "FoldTransposeFromElements", Root: Transpose, Rewrite: transposeOfElements},
	{Name: "TransposeFolder", Root: Transpose, Rewrite: transposeOfTranspose},
	{Name: "FoldTransposeSplat", Root: Transpose, Rewrite: transposeOfSplat},
	{Name: "FoldTransposeBroadcast", Root: Transpose, Rewrite: transposeOfBroadcast},
}

// permuted returns vs in the order of a permutation: element i is vs[perm[i]].
func permuted[T any](vs []T, perm []int64) []T {
	out := make([]T, len(perm))
	for i, p := range perm {
		out[i] = vs[p]
	}
	return out
}

// transposeOfMask permutes the sizes of a mask.
func transposeOfMask(op *ir.Operation, rw *ir.Rewriter) bool {
	def, perm := op.Operand(0).DefiningOp(), Transpose.Permutation(op)
	switch {
	case CreateMask.Is(def):
		sizes := def.Operands()
		if len(perm) > 0 {
			sizes = permuted(sizes, perm)
		}
		rw.ReplaceOp(op, CreateMask, sizes, op.ResultTypes())
	case ConstantMask.Is(def):
		sizes := int64s(def, maskDimSizes)
		if len(perm) > 0 {
			sizes = permuted(sizes, perm)
		}
		rw.ReplaceOp(op, ConstantMask, nil, op.ResultTypes(), dense(rw.Context(), maskDimSizes, sizes))
	default:
		return false
	}
	return true
}

// transposeOfCast merges a transpose that keeps the order of the elements into a cast.
func transposeOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	def := definedBy(op.Operand(0), ShapeCast)
	if def == nil || !keepsOrder(op) {
		return false
	}
	rw.ReplaceOp(op, ShapeCast, []*ir.Value{def.Operand(0)}, op.ResultTypes())
	return true
}

// transposeOfElements makes the vector of its elements in another order.
func transposeOfElements(op *ir.Operation, rw *ir.Rewriter) bool {
	def := definedBy(op.Operand(0), FromElements)
	if def == nil {
		return false
	}
	from, to, perm := vectorOf(def.Result(0)).Dims, vectorOf(op.Result(0)).Dims, Transpose.Permutation(op)
	elems := make([]*ir.Value, def.NumOperands())
	pos, inner := make([]int64, len(to)), make([]int64, len(from))
	for i := range elems {
		for d, p := range perm {
			inner[p] = pos[d]
		}
		elems[i] = def.Operand(int(linear(from, inner)))
		increment(pos, to)
	}
	rw.ReplaceOp(op, FromElements, elems, op.ResultTypes())
	return true
}

// transposeOfTranspose composes the permutations.
func transposeOfTranspose(op *ir.Operation, rw *ir.Rewriter) bool {
	def := definedBy(op.Operand(0), Transpose)
	if def == nil {
		return false
	}
	rw.ReplaceOp(op, Transpose, []*ir.Value{def.Operand(0)}, op.ResultTypes(),
		dense(rw.Context(), permutationAttr, permuted(Transpose.Permutation(def), Transpose.Permutation(op))))
	return true
}

// transposeOfSplat broadcasts the scalar that fills the vector.
func transposeOfSplat(op *ir.Operation, rw *ir.Rewriter) bool {
	s := splatSource(op.Operand(0))
	if s == nil {
		return false
	}
	rw.ReplaceOp(op, Broadcast, []*ir.Value{s}, op.ResultTypes())
	return true
}

// transposeOfBroadcast drops a transpose that does not change the order of the
// elements that were broadcast. The dimensions of the operand fall into groups:
// each one with an extent other than 1, and runs of dimensions of extent 1, added
// leading ones included. A permutation inside the groups changes nothing.
//
//	%0 = vector.broadcast %a : vector<1x1xi32> to vector<1x8xi32>
//	%1 = vector.transpose %0, [1, 0] …  →  vector.broadcast %a : vector<1x1xi32> to vector<8x1xi32>
func transposeOfBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	def := definedBy(op.Operand(0), Broadcast)
	if def == nil {
		return false
	}
	if from := vectorOf(def.Operand(0)); from != nil && !localToGroups(Transpose.Permutation(op), from.Dims) {
		return false
	}
	rw.ReplaceOp(op, Broadcast, []*ir.Value{def.Operand(0)}, op.ResultTypes())
	return true
}

func localToGroups(perm, dims []int64) bool {
	added := len(perm) - len(dims)
	low := 0
	for d, n := range dims {
		if n == 1 && (d == 0 || dims[d-1] == 1) {
			continue
		}
		high := d + added
		for _, p := range perm[low:high] {
			if p < int64(low) || p >= int64(high) {
				return false
			}
		}
		low = high
	}
	return true
}
