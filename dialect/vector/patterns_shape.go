package vector

import (
	"optc/ir"
)

var broadcastPatterns = []*ir.Pattern{
	{Name: "BroadcastFolder", Root: Broadcast, Rewrite: broadcastOfBroadcast},
	{Name: "broadcast-of-units", Root: Broadcast, Rewrite: broadcastOfUnits},
}

// broadcastOfBroadcast broadcasts once.
func broadcastOfBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := Broadcast.DefiningOp(Broadcast.Source(op))
	if inner == nil {
		return false
	}
	rw.Replace(op, Broadcast.Build(rw, Broadcast.Vector(op).Type(), Broadcast.Source(inner)))
	return true
}

var shapeCastPatterns = []*ir.Pattern{
	{Name: "ShapeCastCreateMaskFolderTrailingOneDim", Root: ShapeCast, Rewrite: castOfMask},
	{Name: "ShapeCastBroadcastFolder", Root: ShapeCast, Rewrite: castOfBroadcast},
	{Name: "cast-of-elements", Root: ShapeCast, Rewrite: castOfElements},
}

// castOfMask drops trailing dimensions of extent 1 from a mask whose bounds there are 1.
//
//	%0 = vector.create_mask %c1, %n, %c1 : vector<1x[4]x1xi1>
//	%1 = vector.shape_cast %0 : … to vector<1x[4]xi1>  →  vector.create_mask %c1, %n : vector<1x[4]xi1>
func castOfMask(op *ir.Operation, rw *ir.Rewriter) bool {
	def, t := ShapeCast.Source(op).DefiningOp(), vectorOf(ShapeCast.Result(op))
	if !CreateMask.Is(def) && !ConstantMask.Is(def) {
		return false
	}
	src := vectorOf(ShapeCast.Source(op))
	kept := len(src.Dims)
	for kept > 1 && src.Dims[kept-1] == 1 && !src.IsScalable(kept-1) {
		kept--
	}
	if kept == len(src.Dims) || t != ir.ScalableVector(src.Dims[:kept], scalableDims(src)[:kept], src.Elem) {
		return false
	}
	if CreateMask.Is(def) {
		for _, v := range CreateMask.Operands(def)[kept:] {
			if n, ok := constantIndex(v); !ok || n != 1 {
				return false
			}
		}
		rw.Replace(op, CreateMask.Build(rw, ShapeCast.Result(op).Type(), CreateMask.Operands(def)[:kept]))
		return true
	}
	rw.Replace(op, ConstantMask.Build(rw, ShapeCast.Result(op).Type(), ConstantMask.MaskDimSizes(def)[:kept]))
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
	def, t := Broadcast.DefiningOp(ShapeCast.Source(op)), vectorOf(ShapeCast.Result(op))
	if def == nil {
		return false
	}
	src := Broadcast.Source(def)
	from := vectorOf(src)
	switch {
	case from != nil && sameCount(from, t):
		rw.Replace(op, ShapeCast.Build(rw, ShapeCast.Result(op).Type(), src))
	case from == nil || Broadcastable(from, t) && keepsTrailing(vectorOf(ShapeCast.Source(op)), t, from):
		rw.Replace(op, Broadcast.Build(rw, ShapeCast.Result(op).Type(), src))
	default:
		return false
	}
	return true
}

// keepsTrailing reports whether two vectors agree in the trailing dimensions that a
// vector of type src fills when it is broadcast to them; the leading dimensions of extent
// 1 of src are not counted.
func keepsTrailing(a, b, src *ir.VectorType) bool {
	n := len(src.Dims)
	for n > 0 && isUnit(src, len(src.Dims)-n) {
		n--
	}
	return innerType(a, len(a.Dims)-n) == innerType(b, len(b.Dims)-n)
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
	def, perm := Transpose.Vector(op).DefiningOp(), Transpose.Permutation(op)
	switch {
	case CreateMask.Is(def):
		rw.Replace(op, CreateMask.Build(rw, Transpose.Result(op).Type(), permuted(CreateMask.Operands(def), perm)))
	case ConstantMask.Is(def):
		rw.Replace(op, ConstantMask.Build(rw, Transpose.Result(op).Type(), permuted(ConstantMask.MaskDimSizes(def), perm)))
	default:
		return false
	}
	return true
}

// transposeOfCast merges a transpose that keeps the order of the elements into a cast.
func transposeOfCast(op *ir.Operation, rw *ir.Rewriter) bool {
	def := ShapeCast.DefiningOp(Transpose.Vector(op))
	if def == nil || !keepsOrder(op) {
		return false
	}
	rw.Replace(op, ShapeCast.Build(rw, Transpose.Result(op).Type(), ShapeCast.Source(def)))
	return true
}

// transposeOfElements builds the vector from its elements in another order.
func transposeOfElements(op *ir.Operation, rw *ir.Rewriter) bool {
	def := FromElements.DefiningOp(Transpose.Vector(op))
	if def == nil {
		return false
	}
	from, to, perm := vectorOf(FromElements.Dest(def)).Dims, vectorOf(Transpose.Result(op)).Dims, Transpose.Permutation(op)
	elements := FromElements.Elements(def)
	elems := make([]*ir.Value, len(elements))
	pos, inner := make([]int64, len(to)), make([]int64, len(from))
	for i := range elems {
		for d, p := range perm {
			inner[p] = pos[d]
		}
		elems[i] = elements[linear(from, inner)]
		increment(pos, to)
	}
	rw.Replace(op, FromElements.Build(rw, Transpose.Result(op).Type(), elems))
	return true
}

// transposeOfTranspose composes the permutations.
func transposeOfTranspose(op *ir.Operation, rw *ir.Rewriter) bool {
	def := Transpose.DefiningOp(Transpose.Vector(op))
	if def == nil {
		return false
	}
	rw.Replace(op, Transpose.BuildAs(rw, Transpose.Result(op).Type(), Transpose.Vector(def), permuted(Transpose.Permutation(def), Transpose.Permutation(op))))
	return true
}

// transposeOfSplat broadcasts the scalar that fills the vector.
func transposeOfSplat(op *ir.Operation, rw *ir.Rewriter) bool {
	s := splatSource(Transpose.Vector(op))
	if s == nil {
		return false
	}
	rw.Replace(op, Broadcast.Build(rw, Transpose.Result(op).Type(), s))
	return true
}

// transposeOfBroadcast drops a transpose that does not change the order of the elements
// that were broadcast. The dimensions of the operand are divided into groups: each
// dimension with an extent other than 1, and each run of dimensions of extent 1, where
// added leading dimensions count too. A permutation inside the groups changes nothing.
//
//	%0 = vector.broadcast %a : vector<1x1xi32> to vector<1x8xi32>
//	%1 = vector.transpose %0, [1, 0] …  →  vector.broadcast %a : vector<1x1xi32> to vector<8x1xi32>
func transposeOfBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	def := Broadcast.DefiningOp(Transpose.Vector(op))
	if def == nil {
		return false
	}
	if from := vectorOf(Broadcast.Source(def)); from != nil && !localToGroups(Transpose.Permutation(op), from) {
		return false
	}
	rw.Replace(op, Broadcast.Build(rw, Transpose.Result(op).Type(), Broadcast.Source(def)))
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
