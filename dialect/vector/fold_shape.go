package vector

import (
	"optc/dialect/ub"
	"optc/ir"
	"optc/num"
)

func foldBroadcast(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	broadcast := ir.Cast[BroadcastOp](op)
	t := vectorOf(broadcast.Vector())
	if broadcast.Source().Type() == ir.Type(t) {
		return ir.FoldToValue(broadcast.Source())
	}
	if broadcastBeforeCast(op, t) {
		return ir.FoldInPlace()
	}
	switch a := operands[0].(type) {
	case *ir.IntegerAttr, *ir.FloatAttr:
		if raw, ok := ir.ConstantBytes(a, t.Elem); ok && a.(ir.TypedAttr).Type() == t.Elem {
			return ir.FoldToAttr(t.Context().Dense(t, raw))
		}
	case *ir.DenseAttr:
		if d := splat(a); d != nil {
			return ir.FoldToAttr(withType(d, t))
		}
	case *ub.PoisonAttr:
		return ir.FoldToAttr(a)
	}
	return ir.FoldResult{}
}

// broadcastBeforeCast broadcasts the operand of a cast that only adds or drops leading
// dimensions.
//
//	%0 = vector.shape_cast %a : vector<4xf32> to vector<1x4xf32>
//	%1 = vector.broadcast %0 : vector<1x4xf32> to vector<2x3x4xf32>
//	→ vector.broadcast %a : vector<4xf32> to vector<2x3x4xf32>
func broadcastBeforeCast(op *ir.Operation, t *ir.VectorType) bool {
	broadcast := ir.Cast[BroadcastOp](op)
	cast := ir.DefiningOp[ShapeCastOp](broadcast.Source())
	if !cast.Ok() {
		return false
	}
	from, to := vectorOf(cast.Source()), vectorOf(cast.Result())
	n := min(len(from.Dims), len(to.Dims))
	if !Broadcastable(from, t) || innerType(from, len(from.Dims)-n) != innerType(to, len(to.Dims)-n) {
		return false
	}
	broadcast.SourceMutable().Set(cast.Source())
	return true
}

func foldShapeCast(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	shapeCast := ir.Cast[ShapeCastOp](op)
	src, t := shapeCast.Source(), vectorOf(shapeCast.Result())
	if src.Type() == ir.Type(t) {
		return ir.FoldToValue(src)
	}
	switch def := src.DefiningOp(); {
	case ir.Is[ShapeCastOp](def):
		shapeCast.SourceMutable().Set(ir.Cast[ShapeCastOp](def).Source())
		return ir.FoldInPlace()
	case ir.Is[TransposeOp](def) && keepsOrder(def):
		shapeCast.SourceMutable().Set(ir.Cast[TransposeOp](def).Vector())
		return ir.FoldInPlace()
	case ir.Is[TransposeOp](def):
		return ir.FoldResult{}
	case ir.Is[BroadcastOp](def) && ir.Cast[BroadcastOp](def).Source().Type() == ir.Type(t):
		return ir.FoldToValue(ir.Cast[BroadcastOp](def).Source())
	}
	if d := elements(operands[0]); d != nil {
		return ir.FoldToAttr(withType(d, t))
	}
	if ub.IsPoison(operands[0]) {
		return ir.FoldToAttr(operands[0])
	}
	return ir.FoldResult{}
}

// keepsOrder reports whether a transpose moves only dimensions of extent 1, so that
// the elements in row-major order stay the same.
func keepsOrder(transpose *ir.Operation) bool {
	transposeTranspose := ir.Cast[TransposeOp](transpose)
	t := vectorOf(transposeTranspose.Vector())
	current := int64(0)
	for _, p := range transposeTranspose.Permutation() {
		if t.Dims[p] == 1 && !t.IsScalable(int(p)) {
			continue
		}
		if p < current {
			return false
		}
		current = p
	}
	return true
}

func foldTranspose(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	transpose := ir.Cast[TransposeOp](op)
	if d := splat(operands[0]); d != nil {
		return ir.FoldToAttr(withType(d, vectorOf(transpose.Result())))
	}
	if ub.IsPoison(operands[0]) {
		return ir.FoldToAttr(operands[0])
	}
	if transpose.Vector().Type() == transpose.Result().Type() && keepsOrder(op) {
		return ir.FoldToValue(transpose.Vector())
	}
	return ir.FoldResult{}
}

func foldBitcast(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	bitcast := ir.Cast[BitcastOp](op)
	src, t := bitcast.Source(), vectorOf(bitcast.Result())
	if src.Type() == ir.Type(t) {
		return ir.FoldToValue(src)
	}
	if inner := ir.DefiningOp[BitcastOp](src); inner.Ok() {
		if inner.Source().Type() == ir.Type(t) {
			return ir.FoldToValue(inner.Source())
		}
		bitcast.SourceMutable().Set(inner.Source())
		return ir.FoldInPlace()
	}
	d := splat(operands[0])
	if d == nil {
		return ir.FoldResult{}
	}
	return ir.FoldToAttr(widenSplat(d, vectorOf(src).Elem, t))
}

// widenSplat repeats the bits of a splat of integers in wider integers, and the bits of a
// splat of f16 in f32; it returns nil for other casts.
func widenSplat(d *ir.DenseAttr, from ir.Type, t *ir.VectorType) ir.Attribute {
	c := t.Context()
	_, fromInt := from.(*ir.IntegerType)
	_, toInt := t.Elem.(*ir.IntegerType)
	ints := fromInt && toInt
	if !ints && (from != ir.Type(c.F16()) || t.Elem != ir.Type(c.F32())) {
		return nil
	}
	n, m := int(BitWidth(from)), int(BitWidth(t.Elem))
	if m <= n || m%n != 0 {
		return nil
	}
	one := num.IntFromBytes(n, d.Raw).ZeroExtend(m)
	bits := one
	for i := n; i < m; i += n {
		shifted, _ := bits.Shl(num.IntFromUint64(m, uint64(n)))
		bits = shifted.Or(one)
	}
	return c.Dense(t, bits.AppendBytes(nil))
}
