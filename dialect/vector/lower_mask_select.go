package vector

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

// MaskSelection returns the patterns that replace vector.mask around reductions and
// contractions by selections of the identity, which does not change the result. Together
// with MaskLowering they replace every vector.mask around the operations that they cover.
func MaskSelection() []*ir.Pattern {
	return []*ir.Pattern{
		{Name: "select-around-multi-reduction", Root: MaskOp{}, Rewrite: reductionWithMask},
		{Name: "select-around-contract", Root: MaskOp{}, Rewrite: contractWithMask},
	}
}

// reductionWithMask replaces the elements that the mask turns off by the identity.
//
//	%0 = vector.mask %k { vector.multi_reduction <add>, %v, %a [1] : vector<4x8xf32> to vector<4xf32> } : …
//	→ %s = arith.select %k, %v, %zeros
//	  %0 = vector.multi_reduction <add>, %s, %a [1]
func reductionWithMask(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := ir.As[MultiReductionOp](maskedOp(op))
	if !inner.Ok() {
		return false
	}
	kind, v := CombiningKind(inner.Operation()), inner.Source()
	identity := kind.Identity(v.Type())
	if identity == nil {
		return false
	}
	v = arith.NewSelect(rw, ir.Cast[MaskOp](op).Mask(), v, arith.NewConstant(rw, identity).Result()).Result()
	rw.Replace(op, NewMultiReduction(rw, kind, v, inner.Acc(), inner.ReductionDims()).Dest())
	return true
}

// contractWithMask masks a contraction by a prefix mask from vector.create_mask or
// vector.constant_mask. Terms that are off along the reduced iterators become identity *
// 1, and elements of the result that are off keep the accumulator. Multiplying by zero
// would not mask a product, because a factor may be infinite.
//
//	%k = vector.create_mask %m, %n, %r : vector<4x8x16xi1>
//	%0 = vector.mask %k { vector.contract … %a, %b, %c : vector<4x16xf32>, vector<16x8xf32> into vector<4x8xf32> } : …
//	→ %l = arith.select (vector.create_mask %c4, %r : vector<4x16xi1>), %a, %zeros
//	  %s = arith.select (vector.create_mask %r, %c8 : vector<16x8xi1>), %b, %ones
//	  %d = vector.contract … %l, %s, %c
//	  %0 = arith.select (vector.create_mask %m, %n : vector<4x8xi1>), %d, %c
//
// Short integers are widened first if their identity differs from the accumulator's.
func contractWithMask(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := ir.As[ContractOp](maskedOp(op))
	if !inner.Ok() {
		return false
	}
	kind, maps := CombiningKind(inner.Operation()), inner.IndexingMaps()
	lhs, rhs, acc := inner.Lhs(), inner.Rhs(), inner.Acc()
	bounds, prefix := maskBounds(rw, ir.Cast[MaskOp](op).Mask())
	if kind.Identity(lhs.Type()) == nil || !prefix {
		return false
	}
	reduced := make([]bool, len(bounds))
	for i, t := range inner.IteratorTypes() {
		reduced[i] = t == Reduced
	}
	dims := func(operand int) []int {
		ds := make([]int, len(maps[operand].Results))
		for i, e := range maps[operand].Results {
			ds[i], _ = e.IsDim()
		}
		return ds
	}
	for i := range reduced {
		if reduced[i] && !(slices.Contains(dims(0), i) && slices.Contains(dims(1), i)) {
			return false
		}
	}
	if kind != Add && kind != Mul && !ir.AnyFloat.Check(vectorOf(lhs).Elem) {
		l, elem := lowering{Rewriter: rw}, ir.ElementOrSelf(acc.Type())
		lhs, rhs = l.widen(lhs, elem), l.widen(rhs, elem)
	}
	masked := func(v *ir.Value, operand int, of bool, off *ir.Value) *ir.Value {
		sizes := make([]*ir.Value, len(dims(operand)))
		for i, d := range dims(operand) {
			sizes[i] = bounds[d]
			if reduced[d] != of {
				sizes[i] = arith.ConstantIndex(rw.Builder, vectorOf(v).Dims[i])
			}
		}
		mask := NewCreateMask(rw, ir.Vector(vectorOf(v).Dims, rw.Context().I1()), sizes).Result()
		return arith.NewSelect(rw, mask, v, off).Result()
	}
	result := NewContract(rw,
		masked(lhs, 0, true, arith.NewConstant(rw, kind.Identity(lhs.Type())).Result()),
		masked(rhs, 1, true, arith.NewConstant(rw, Mul.Identity(rhs.Type())).Result()), acc, maps, inner.IteratorTypes(), kind).Result()
	for _, a := range inner.Operation().AllAttrs() {
		result.DefiningOp().SetAttr(a.Name, a.Value)
	}
	if _, isVector := acc.Type().(*ir.VectorType); isVector {
		result = masked(result, 2, false, acc)
	}
	rw.Replace(op, result)
	return true
}

// maskBounds returns, per dimension, the number of elements of a prefix mask that are on;
// ok is false for other masks.
func maskBounds(rw *ir.Rewriter, mask *ir.Value) (bounds []*ir.Value, ok bool) {
	if def := ir.DefiningOp[CreateMaskOp](mask); def.Ok() {
		return def.Operands(), true
	}
	def := ir.DefiningOp[ConstantMaskOp](mask)
	if !def.Ok() {
		return nil, false
	}
	for _, n := range def.MaskDimSizes() {
		bounds = append(bounds, arith.ConstantIndex(rw.Builder, n))
	}
	return bounds, true
}
