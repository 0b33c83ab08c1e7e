package sums

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout"
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/exchange"
	"optc/passes/distribute/internal/reductions"
)

// digit is a digit of the coordinate along a dimension of a vector. Its level is one of
// layout.NestedSubgroup, NestedThread, NestedBatch, NestedOuter and NestedElement.
type digit struct{ level, dim int }

// isHeld reports whether the elements that differ in the digit are in the same thread.
func (g digit) isHeld() bool {
	return g.level == layout.NestedBatch || g.level == layout.NestedOuter || g.level == layout.NestedElement
}

// sizesAt returns the size of the digit of each dimension at a level of a layout.
func sizesAt(l *vectorext.NestedLayout, level int) []int64 {
	switch level {
	case layout.NestedSubgroup:
		return l.SubgroupTile
	case layout.NestedBatch:
		return l.BatchTile
	case layout.NestedOuter:
		return l.OuterTile
	case layout.NestedThread:
		return l.ThreadTile
	}
	return l.ElementTile
}

var (
	// inCoordinate has the levels in the order of the digits of a coordinate.
	inCoordinate = []int{layout.NestedSubgroup, layout.NestedBatch, layout.NestedOuter, layout.NestedThread, layout.NestedElement}
	// inVector lists the levels in the order in which an orderedSum groups its dimensions.
	inVector = []int{layout.NestedSubgroup, layout.NestedThread, layout.NestedBatch, layout.NestedOuter, layout.NestedElement}
)

// orderedSum is a sum in progress: a vector with a dimension of extent 1, followed by a dimension
// for each digit that is not summed yet. A step of the code of threads, such as the exchange
// between lanes, is a sum over some digits.
//
//	12x16 with subgroup [2, 1], batch [3, 1], outer [1, 2], thread [2, 4] and element [1, 2]
//	→ 1 x 2x1 (subgroups) x 2x4 (threads) x 3x1 (batches) x 1x2 (outers) x 1x2 (elements)
type orderedSum struct {
	*core.Nested
	kind   vector.Kind
	rank   int // rank of the vector that is summed
	value  *ir.Value
	digits []digit // digits of the dimensions of value after the first
}

// splitDigits starts a sum of a vector in a layout.
func splitDigits(d *core.Nested, kind vector.Kind, v *ir.Value, l *vectorext.NestedLayout) *orderedSum {
	s := &orderedSum{Nested: d, kind: kind, rank: l.Rank()}
	shape, perm := []int64{1}, []int64{0}
	var coordinates []digit // coordinates in the order of the shape
	for dim := range l.Rank() {
		for _, level := range inCoordinate {
			coordinates = append(coordinates, digit{level, dim})
			shape = append(shape, sizesAt(l, level)[dim])
		}
	}
	for _, level := range inVector {
		for dim := range l.Rank() {
			g := digit{level, dim}
			s.digits = append(s.digits, g)
			perm = append(perm, int64(1+slices.Index(coordinates, g)))
		}
	}
	s.value = vector.NewTranspose(d.RW, d.ShapeCast(v, shape), perm).Result()
	return s
}

// sumOver sums over the digits that isSummed accepts.
func (s *orderedSum) sumOver(isSummed func(g digit) bool) {
	t := s.value.Type().(*ir.VectorType)
	shape := []int64{1}
	var dims []int64
	var rest []digit
	for i, g := range s.digits {
		if isSummed(g) {
			dims = append(dims, int64(1+i))
		} else {
			rest, shape = append(rest, g), append(shape, t.Dims[1+i])
		}
	}
	if dims == nil {
		return
	}
	identity := s.Constant(s.kind.Identity(ir.Vector(shape, t.Elem)))
	s.value = vector.NewMultiReduction(s.RW, s.kind, s.value, identity, dims).Dest()
	s.digits = rest
}

// sumPairs sums over the digits that isSummed accepts as the lanes of a cluster do: neighbours,
// then the sums of neighbours, and so on. A number of positions that is no power of two is
// filled up with the identity.
//
//	1 x 2 x 4, sums over the 4  →  1 x 2 x 2 x 2, sums over the last 2  →  1 x 2 x 1 x 2, …
func (s *orderedSum) sumPairs(isSummed func(g digit) bool) {
	t := s.value.Type().(*ir.VectorType)
	perm, last := []int64{0}, []int64{}
	shape, n := []int64{1}, int64(1)
	var rest []digit
	for i, g := range s.digits {
		if isSummed(g) {
			last, n = append(last, int64(1+i)), n*t.Dims[1+i]
		} else {
			perm, rest, shape = append(perm, int64(1+i)), append(rest, g), append(shape, t.Dims[1+i])
		}
	}
	v := s.ShapeCast(vector.NewTranspose(s.RW, s.value, append(perm, last...)).Result(), append(slices.Clone(shape), n))
	if full := exchange.PowerOf2(n); full > n {
		dest := s.Constant(s.kind.Identity(ir.Vector(append(slices.Clone(shape), full), t.Elem)))
		v, n = vector.NewInsertStridedSlice(s.RW, v, dest, make([]int64, len(shape)+1)).Result(), full
	}
	for ; n > 1; n /= 2 {
		half := append(slices.Clone(shape), n/2)
		identity := s.Constant(s.kind.Identity(ir.Vector(half, t.Elem)))
		v = vector.NewMultiReduction(s.RW, s.kind, s.ShapeCast(v, append(slices.Clone(half), 2)), identity, []int64{int64(len(half))}).Dest()
	}
	s.value, s.digits = s.ShapeCast(v, shape), rest
}

// result returns the sum with an accumulator, whose dimensions are the dimensions that
// still have digits.
func (s *orderedSum) result(acc *ir.Value) *ir.Value {
	perm := []int64{0}
	for dim := range s.rank {
		for _, level := range inCoordinate {
			if i := slices.Index(s.digits, digit{level, dim}); i >= 0 {
				perm = append(perm, int64(1+i))
			}
		}
	}
	v := vector.NewTranspose(s.RW, s.value, perm).Result()
	if t, isVector := acc.Type().(*ir.VectorType); isVector {
		return s.kind.Combine(s.RW, s.ShapeCast(v, t.Dims), acc)
	}
	return s.kind.Combine(s.RW, vector.NewExtract(s.RW, s.ShapeCast(v, []int64{1}), 0).Result(), acc)
}

// sumInOrder combines dims of v, which has a layout, and acc in the order of
// MultiReduction: the elements of each thread, lanes, subgroups, and last acc.
func sumInOrder(d *core.Nested, op *ir.Operation, v, acc *ir.Value, l *vectorext.NestedLayout, dims []int64) *ir.Value {
	cross, _ := exchange.CrossingOf(d, op, l, ir.ElementOrSelf(v.Type()), dims)
	isReduced := func(g digit) bool { return slices.Contains(dims, int64(g.dim)) }
	s := splitDigits(d, vector.CombiningKind(op), v, l)
	s.sumOver(func(g digit) bool { return isReduced(g) && g.isHeld() })
	for _, dim := range cross.Lanes {
		s.sumPairs(func(g digit) bool { return g == digit{layout.NestedThread, dim} })
	}
	if len(cross.Memory) > 0 {
		// Lanes may share the partial sums in workgroup memory, dimension by dimension.
		read := exchange.MeetingOf(d, l, dims, cross).Read
		if slices.ContainsFunc(dims, func(dim int64) bool { return read.ThreadTile[dim] > 1 }) {
			for _, dim := range dims {
				s.sumPairs(func(g digit) bool { return g.dim == int(dim) })
			}
		}
	}
	s.sumOver(isReduced)
	return s.result(acc)
}

// sumProducts multiplies the operands of a contraction and sums the products in order. The
// iterators, which have a layout, may be more than the iterators of the contraction.
func sumProducts(d *core.Nested, op vector.ContractOp, lhs, rhs *ir.Value, maps []affine.Map, iterators []vector.IteratorType, l *vectorext.NestedLayout) *ir.Value {
	var dims []int64
	for i, t := range iterators {
		if t == vector.Reduced {
			dims = append(dims, int64(i))
		}
	}
	shape, elem := l.UndistributedShape(), ir.ElementOrSelf(op.Acc().Type())
	product := vector.Mul.Combine(d.RW, alongIterators(d, lhs, maps[0], shape, elem), alongIterators(d, rhs, maps[1], shape, elem))
	return sumInOrder(d, op.Operation(), product, op.Acc(), l, dims)
}

// alongIterators repeats an operand of a contraction along the iterators that it does not
// have, and extends its elements to a type.
func alongIterators(d *core.Nested, v *ir.Value, m affine.Map, shape []int64, elem ir.Type) *ir.Value {
	dims := core.IteratorsOf(m)
	perm, unit := make([]int64, len(dims)), slices.Repeat([]int64{1}, len(shape))
	for i, dim := range slices.Sorted(slices.Values(dims)) {
		perm[i], unit[dim] = int64(slices.Index(dims, dim)), shape[dim]
	}
	v = d.ShapeCast(vector.NewTranspose(d.RW, v, perm).Result(), unit)
	if from := ir.ElementOrSelf(v.Type()); from != elem {
		t := ir.Vector(unit, elem)
		if ir.AnyFloat.Check(elem) {
			v = arith.NewExtF(d.RW, t, v).Out()
		} else {
			v = arith.NewExtSI(d.RW, t, v).Out()
		}
	}
	return vector.NewBroadcast(d.RW, ir.Vector(shape, elem), v).Vector()
}

// orderDepth permutes the depth of a contraction into the order in which an intrinsic adds its
// products, if the orders differ.
//
//	VMFMA_F32_16x16x32_F16: a depth of 64 is 2 x [4, 2, 4], and becomes 2 x [2, 4, 4]
func orderDepth(d *core.Nested, op *ir.Operation, mma *ireegpu.MMA) {
	digits, ok := mma.DepthDigits()
	if !ok {
		return
	}
	contract := ir.Cast[vector.ContractOp](op)
	maps := contract.IndexingMaps()
	depth, ok := reductions.DepthOf(maps)
	if !ok || contract.Lhs().Type().(*ir.VectorType).Dims[slices.Index(core.IteratorsOf(maps[0]), depth)]%mma.K != 0 {
		return
	}
	permuted := func(v *ir.Value, m affine.Map) *ir.Value {
		dim, shape := slices.Index(core.IteratorsOf(m), depth), v.Type().(*ir.VectorType).Dims
		split := slices.Concat(shape[:dim], []int64{shape[dim] / mma.K}, digits[:], shape[dim+1:])
		perm := make([]int64, len(split))
		for i := range perm {
			perm[i] = int64(i)
		}
		perm[dim+1], perm[dim+2] = perm[dim+2], perm[dim+1]
		return d.ShapeCast(vector.NewTranspose(d.RW, d.ShapeCast(v, split), perm).Result(), shape)
	}
	lhs, rhs := permuted(contract.Lhs(), maps[0]), permuted(contract.Rhs(), maps[1])
	d.RW.Replace(op, vector.NewContract(d.RW, lhs, rhs, contract.Acc(), maps, contract.IteratorTypes(), vector.CombiningKind(op)).Result())
}
