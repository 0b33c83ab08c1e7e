package vector

import (
	"optc/dialect/ub"
	"optc/ir"
)

// TransposeLowering returns the pattern that turns vector.transpose into vector.extract
// and vector.insert of parts that stay contiguous, or into vector.shape_cast for a matrix
// with one row or column (pass lower-vector-transpose). Other transposes with scalable
// dimensions are kept.
func TransposeLowering() []*ir.Pattern {
	return []*ir.Pattern{{Name: "TransposeOpLowering", Root: TransposeOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		return lowerByBuilding(op, rw, func(l lowering) *ir.Value { return l.moveParts(op) })
	}}}
}

// moveParts moves the parts of a vector that a transposition keeps together.
//
//	%0 = vector.transpose %v, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
//	→ %a = vector.extract %v[0, 0] : vector<4xf32> from vector<2x3x4xf32>
//	  %r = vector.insert %a, %poison [0, 0] : vector<4xf32> into vector<3x2x4xf32>
//	  %b = vector.extract %v[0, 1], %s = vector.insert %b, %r [1, 0] …
func (l lowering) moveParts(op *ir.Operation) *ir.Value {
	transpose := ir.Cast[TransposeOp](op)
	from, t, perm := vectorOf(transpose.Vector()), vectorOf(transpose.Result()), transpose.Permutation()
	if len(perm) == 2 && (isUnit(t, 0) || isUnit(t, 1)) {
		return NewShapeCast(l, t, transpose.Vector()).Result()
	}
	if from.AnyScalable() {
		return nil
	}
	moved := 0
	for i, p := range perm {
		if p != int64(i) {
			moved = i + 1
		}
	}
	perm = perm[:moved]
	parts, ok := ir.NumElements(from.Dims[:len(perm)])
	if !ok || parts > maxTiles {
		return nil
	}
	result := ub.NewPoison(l, t).Result()
	at, to := make([]int64, len(perm)), make([]int64, len(perm))
	for range parts {
		for i, d := range perm {
			to[i] = at[d]
		}
		v := NewExtract(l, transpose.Vector(), at...).Result()
		result = NewInsert(l, v, result, to...).Result()
		for d := len(at) - 1; d >= 0; d-- {
			if at[d]++; at[d] < from.Dims[d] {
				break
			}
			at[d] = 0
		}
	}
	return result
}
