package vector

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
	"optc/ir/affine"
)

// unroll lowers a contraction along an iterator: a shared parallel iterator if there is
// one, then a parallel iterator of only lhs or rhs, then the first reduced iterator.
func (l lowering) unroll(op *ir.Operation) *ir.Value {
	contract := ir.Cast[ContractOp](op)
	maps, iterators := contract.IndexingMaps(), contract.IteratorTypes()
	if batch := dimPairs(maps, iterators, Parallel); len(batch) > 0 {
		return l.unrollParallel(op, batch[0][0], batch[0][1])
	}
	reduced := dimPairs(maps, iterators, Reduced)
	if vectorOf(contract.Lhs()).AnyScalable() || vectorOf(contract.Rhs()).AnyScalable() {
		for i, t := range iterators {
			if t == Reduced && maps[0].IsFunctionOfDim(i) != maps[1].IsFunctionOfDim(i) {
				return nil
			}
		}
	}
	for side := range 2 {
		for d := range vectorOf(op.Operand(side)).Dims {
			if slices.ContainsFunc(reduced, func(p [2]int) bool { return p[side] == d }) {
				continue
			}
			if side == 0 {
				return l.unrollParallel(op, d, -1)
			}
			return l.unrollParallel(op, -1, d)
		}
	}
	return l.unrollReduced(op)
}

// slice selects an element along a dimension of an operand, or the whole operand for
// dimension -1.
type slice struct {
	of  *ir.Value
	dim int
}

// fixed reports whether the dimension and the dimensions outside it have known extents.
func (s slice) fixed() bool {
	for d := 0; d <= s.dim; d++ {
		if vectorOf(s.of).IsScalable(d) {
			return false
		}
	}
	return true
}

// load takes position i of the slice.
//
//	slice 1 along dimension 1 of %v : vector<2x3xf32>
//	→ %0 = vector.extract %v[0, 1], %1 = vector.insert %0, %zero [0] … the same for row 1
func (l lowering) load(s slice, i int64) *ir.Value {
	switch {
	case s.of == nil || s.dim < 0:
		return s.of
	case s.dim == 0:
		return l.at(s.of, i)
	}
	t := withoutDim(vectorOf(s.of), s.dim)
	result := arith.NewConstant(l, arith.Zero(t)).Result()
	for r := range t.Dims[0] {
		result = l.put(l.load(slice{l.at(s.of, r), s.dim - 1}, i), result, r)
	}
	return result
}

// store puts v at position i of the slice and returns the whole.
func (l lowering) store(v *ir.Value, s slice, i int64) *ir.Value {
	if s.dim == 0 {
		return l.put(v, s.of, i)
	}
	result := s.of
	for r := range vectorOf(s.of).Dims[0] {
		into := l.at(result, r)
		result = l.put(l.store(l.at(v, r), slice{into, s.dim - 1}, i), result, r)
	}
	return result
}

// withoutDim drops a dimension of a vector type.
func withoutDim(t *ir.VectorType, dim int) *ir.VectorType {
	return ir.ScalableVector(slices.Delete(slices.Clone(t.Dims), dim, dim+1), slices.Delete(slices.Clone(scalableDims(t)), dim, dim+1), t.Elem)
}

// contraction holds the attributes of a contraction, without its operands.
type contraction struct {
	maps      []affine.Map
	iterators []IteratorType
	kind      Kind
}

// withoutIterator returns the contraction without the given iterator.
func withoutIterator(op *ir.Operation, iterator int) contraction {
	contract := ir.Cast[ContractOp](op)
	c := contraction{slices.Clone(contract.IndexingMaps()), contract.IteratorTypes(), CombiningKind(op)}
	drop := make([]bool, len(c.iterators))
	drop[iterator] = true
	for i, m := range c.maps {
		if at, ok := m.ResultPosition(iterator); ok {
			m = m.DropResult(at)
		}
		c.maps[i] = affine.DropDims(m, drop)
	}
	c.iterators = slices.Delete(c.iterators, iterator, iterator+1)
	return c
}

// sumsAlone reports whether a contraction reduces an iterator that only one operand has.
// Iterators of extent 1 are not counted.
func sumsAlone(op *ir.Operation) bool {
	contract := ir.Cast[ContractOp](op)
	maps := contract.IndexingMaps()
	for i, v := range []*ir.Value{contract.Lhs(), contract.Rhs()} {
		for d, n := range vectorOf(v).Dims {
			iterator, _ := maps[i].DimPosition(d)
			_, inOther := maps[1-i].ResultPosition(iterator)
			_, inResult := maps[2].ResultPosition(iterator)
			if n != 1 && !inOther && !inResult {
				return true
			}
		}
	}
	return false
}

// unrollParallel unrolls the parallel iterator that runs along the given dimensions of
// lhs and rhs; -1 means an operand without that iterator. A reduced iterator of
// extent 1 that only one operand has is unrolled as a parallel iterator.
//
//	%0 = vector.contract … %a, %b, %c : vector<2x3xf32>, vector<3xf32> into vector<2xf32>
//	→ %a0 = vector.extract %a[0], %c0 = vector.extract %c[0]
//	  %r0 = vector.contract … %a0, %b, %c0 : vector<3xf32>, vector<3xf32> into f32
//	  %s0 = vector.insert %r0, %zero [0] … the same for 1
func (l lowering) unrollParallel(op *ir.Operation, lhsDim, rhsDim int) *ir.Value {
	contract := ir.Cast[ContractOp](op)
	maps := contract.IndexingMaps()
	lhs, rhs := slice{contract.Lhs(), lhsDim}, slice{contract.Rhs(), rhsDim}
	along, m := lhs, maps[0]
	if lhsDim < 0 {
		along, m = rhs, maps[1]
	}
	iterator, _ := m.DimPosition(along.dim)
	extent := vectorOf(along.of).Dims[along.dim]
	accDim, inResult := maps[2].ResultPosition(iterator)
	if !inResult {
		accDim = -1
	}
	acc, mask := slice{contract.Acc(), accDim}, slice{l.mask, iterator}
	if !inResult && extent != 1 || !lhs.fixed() || !rhs.fixed() || !acc.fixed() || l.mask != nil && !mask.fixed() {
		return nil
	}
	c := withoutIterator(op, iterator)
	if len(c.maps[2].Results) == 0 && sumsAlone(op) {
		return nil // the result is a scalar only if both operands have all iterators
	}
	if !inResult {
		return l.contractSlices(c, l.load(lhs, 0), l.load(rhs, 0), acc.of, l.load(mask, 0))
	}
	result := arith.NewConstant(l, arith.Zero(contract.Result().Type())).Result()
	for i := range extent {
		v := l.contractSlices(c, l.load(lhs, i), l.load(rhs, i), l.load(acc, i), l.load(mask, i))
		result = l.store(v, slice{result, accDim}, i)
	}
	return result
}

// contractSlices builds a contraction of slices, masked if there is a mask.
func (l lowering) contractSlices(c contraction, lhs, rhs, acc, mask *ir.Value) *ir.Value {
	return l.masked(mask, acc.Type(), func() *ir.Value {
		return NewContract(l, lhs, rhs, acc, c.maps, c.iterators, c.kind).Result()
	})
}

// unrollReduced unrolls the first iterator of a contraction that only reduces; the last
// iterator becomes a vector.reduction.
//
//	%0 = vector.contract … %a, %b, %c : vector<3xf32>, vector<3xf32> into f32
//	→ %p = arith.mulf %a, %b : vector<3xf32>
//	  %0 = vector.reduction <add>, %p, %c : vector<3xf32> into f32
func (l lowering) unrollReduced(op *ir.Operation) *ir.Value {
	contract := ir.Cast[ContractOp](op)
	maps := contract.IndexingMaps()
	ld, _ := maps[0].ResultPosition(0)
	rd, _ := maps[1].ResultPosition(0)
	acc := contract.Acc()
	lhs, rhs, mask := slice{contract.Lhs(), ld}, slice{contract.Rhs(), rd}, slice{l.mask, 0}
	t := vectorOf(lhs.of)
	if len(t.Dims) == 1 {
		product := Mul.combine(l, lhs.of, rhs.of)
		return l.masked(l.mask, acc.Type(), func() *ir.Value {
			return NewReduction(l, CombiningKind(op), product, acc).Dest()
		})
	}
	if !lhs.fixed() || !rhs.fixed() {
		return nil
	}
	c := withoutIterator(op, 0)
	for i := range t.Dims[ld] {
		acc = l.contractSlices(c, l.load(lhs, i), l.load(rhs, i), acc, l.load(mask, i))
	}
	return acc
}
