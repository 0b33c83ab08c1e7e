package vector

import (
	"optc/ir"
)

var broadcastPatterns = []*ir.Pattern{
	{Name: "BroadcastFolder", Root: BroadcastOp{}, Rewrite: broadcastOfBroadcast},
	{Name: "broadcast-of-units", Root: BroadcastOp{}, Rewrite: broadcastOfUnits},
}

// broadcastOfBroadcast broadcasts once.
func broadcastOfBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	broadcast := ir.Cast[BroadcastOp](op)
	inner := ir.DefiningOp[BroadcastOp](broadcast.Source())
	if !inner.Ok() {
		return false
	}
	rw.Replace(op, NewBroadcast(rw, broadcast.Vector().Type(), inner.Source()).Vector())
	return true
}

var shapeCastPatterns = []*ir.Pattern{
	{Name: "ShapeCastCreateMaskFolderTrailingOneDim", Root: ShapeCastOp{}, Rewrite: castOfMask},
	{Name: "ShapeCastBroadcastFolder", Root: ShapeCastOp{}, Rewrite: castOfBroadcast},
	{Name: "cast-of-elements", Root: ShapeCastOp{}, Rewrite: castOfElements},
}

// castOfMask drops trailing dimensions of extent 1 from a mask whose bounds there are 1.
//
//	%0 = vector.create_mask %c1, %n, %c1 : vector<1x[4]x1xi1>
//	%1 = vector.shape_cast %0 : … to vector<1x[4]xi1>  →  vector.create_mask %c1, %n : vector<1x[4]xi1>
func castOfMask(op *ir.Operation, rw *ir.Rewriter) bool {
	shapeCast := ir.Cast[ShapeCastOp](op)
	def, t := shapeCast.Source().DefiningOp(), vectorOf(shapeCast.Result())
	if !ir.Is[CreateMaskOp](def) && !ir.Is[ConstantMaskOp](def) {
		return false
	}
	src := vectorOf(shapeCast.Source())
	kept := len(src.Dims)
	for kept > 1 && src.Dims[kept-1] == 1 && !src.IsScalable(kept-1) {
		kept--
	}
	if kept == len(src.Dims) || t != ir.ScalableVector(src.Dims[:kept], scalableDims(src)[:kept], src.Elem) {
		return false
	}
	if createMask := ir.As[CreateMaskOp](def); createMask.Ok() {
		for _, v := range createMask.Operands()[kept:] {
			if n, ok := constantIndex(v); !ok || n != 1 {
				return false
			}
		}
		rw.Replace(op, NewCreateMask(rw, shapeCast.Result().Type(), createMask.Operands()[:kept]).Result())
		return true
	}
	rw.Replace(op, NewConstantMask(rw, shapeCast.Result().Type(), ir.Cast[ConstantMaskOp](def).MaskDimSizes()[:kept]).Result())
	return true
}

// castOfBroadcast casts or broadcasts the operand of a broadcast.
//
//	%0 = vector.broadcast %a : vector<3xf32> to vector<2x4x3xf32>
//	%1 = vector.shape_cast %0 : … to vector<8x3xf32>  →  vector.broadcast %a : vector<3xf32> to vector<8x3xf32>
//
// The cast must not change the trailing dimensions that the operand fills, which upstream
// does not check:
//
//	%0 = vector.broadcast %a : vector<2x1xf32> to vector<2x2x2xf32>
//	%1 = vector.shape_cast %0 : … to vector<2x4xf32>  // not a broadcast of %a
func castOfBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	shapeCast := ir.Cast[ShapeCastOp](op)
	def, t := ir.DefiningOp[BroadcastOp](shapeCast.Source()), vectorOf(shapeCast.Result())
	if !def.Ok() {
		return false
	}
	src := def.Source()
	from := vectorOf(src)
	switch {
	case from != nil && sameCount(from, t):
		rw.Replace(op, NewShapeCast(rw, shapeCast.Result().Type(), src).Result())
	case from == nil || Broadcastable(from, t) && keepsTrailing(vectorOf(shapeCast.Source()), t, from):
		rw.Replace(op, NewBroadcast(rw, shapeCast.Result().Type(), src).Vector())
	default:
		return false
	}
	return true
}

// keepsTrailing reports whether two vectors agree in the trailing dimensions that a broadcast of a
// vector of type src fills; the leading dimensions of extent 1 of src do not count.
func keepsTrailing(a, b, src *ir.VectorType) bool {
	n := len(src.Dims)
	for n > 0 && isUnit(src, len(src.Dims)-n) {
		n--
	}
	return innerType(a, len(a.Dims)-n) == innerType(b, len(b.Dims)-n)
}

var transposePatterns = []*ir.Pattern{
	{Name: "FoldTransposeCreateMask", Root: TransposeOp{}, Rewrite: transposeOfMask},
	{Name: "FoldTransposeShapeCast", Root: TransposeOp{}, Rewrite: transposeOfCast},
	{Name: "FoldTransposeFromElements", Root: TransposeOp{}, Rewrite: transposeOfElements},
	{Name: "TransposeFolder", Root: TransposeOp{}, Rewrite: transposeOfTranspose},
	{Name: "FoldTransposeSplat", Root: TransposeOp{}, Rewrite: transposeOfSplat},
	{Name: "FoldTransposeBroadcast", Root: TransposeOp{}, Rewrite: transposeOfBroadcast},
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
	transpose := ir.Cast[TransposeOp](op)
	def, perm := transpose.Vector().DefiningOp(), transpose.Permutation()
	switch def := def.Typed().(type) {
	case CreateMaskOp:
		rw.Replace(op, NewCreateMask(rw, transpose.Result().Type(), permuted(def.Operands(), perm)).Result())
	case ConstantMaskOp:
		rw.Replace(op, NewConstantMask(rw, transpose.Result().Type(), permuted(def.MaskDimSizes(), perm)).Result())
	default:
		return false
	}
	return true
}

// transposeOfCast merges a transpose that keeps the order of the elements into a cast.
func transposeOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	transpose := ir.Cast[TransposeOp](op)
	def := ir.DefiningOp[ShapeCastOp](transpose.Vector())
	if !def.Ok() || !keepsOrder(op) {
		return false
	}
	rw.Replace(op, NewShapeCast(rw, transpose.Result().Type(), def.Source()).Result())
	return true
}

// transposeOfElements builds the vector from its elements in another order.
func transposeOfElements(op *ir.Operation, rw *ir.Rewriter) bool {
	transpose := ir.Cast[TransposeOp](op)
	def := ir.DefiningOp[FromElementsOp](transpose.Vector())
	if !def.Ok() {
		return false
	}
	from, to, perm := vectorOf(def.Dest()).Dims, vectorOf(transpose.Result()).Dims, transpose.Permutation()
	elements := def.Elements()
	elems := make([]*ir.Value, len(elements))
	pos, inner := make([]int64, len(to)), make([]int64, len(from))
	for i := range elems {
		for d, p := range perm {
			inner[p] = pos[d]
		}
		elems[i] = elements[linear(from, inner)]
		increment(pos, to)
	}
	rw.Replace(op, NewFromElements(rw, transpose.Result().Type(), elems).Dest())
	return true
}

// transposeOfTranspose composes the permutations.
func transposeOfTranspose(op *ir.Operation, rw *ir.Rewriter) bool {
	transpose := ir.Cast[TransposeOp](op)
	def := ir.DefiningOp[TransposeOp](transpose.Vector())
	if !def.Ok() {
		return false
	}
	rw.Replace(op, NewTransposeAs(rw, transpose.Result().Type(), def.Vector(), permuted(def.Permutation(), transpose.Permutation())).Result())
	return true
}

// transposeOfSplat broadcasts the scalar that fills the vector.
func transposeOfSplat(op *ir.Operation, rw *ir.Rewriter) bool {
	transpose := ir.Cast[TransposeOp](op)
	s := splatSource(transpose.Vector())
	if s == nil {
		return false
	}
	rw.Replace(op, NewBroadcast(rw, transpose.Result().Type(), s).Vector())
	return true
}

// transposeOfBroadcast drops a transpose that does not change the order of the elements that were
// broadcast. The dimensions of the operand are divided into groups: each dimension with an extent
// other than 1, and each run of dimensions of extent 1, including added leading dimensions. A
// permutation inside the groups changes nothing.
//
//	%0 = vector.broadcast %a : vector<1x1xi32> to vector<1x8xi32>
//	%1 = vector.transpose %0, [1, 0] …  →  vector.broadcast %a : vector<1x1xi32> to vector<8x1xi32>
func transposeOfBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	transpose := ir.Cast[TransposeOp](op)
	def := ir.DefiningOp[BroadcastOp](transpose.Vector())
	if !def.Ok() {
		return false
	}
	if from := vectorOf(def.Source()); from != nil && !localToGroups(transpose.Permutation(), from) {
		return false
	}
	rw.Replace(op, NewBroadcast(rw, transpose.Result().Type(), def.Source()).Vector())
	return true
}

func localToGroups(perm []int64, from *ir.VectorType) bool {
	added := len(perm) - len(from.Dims)
	low := 0
	for d := range from.Dims {
		if isUnit(from, d) && (d == 0 || isUnit(from, d-1)) {
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
