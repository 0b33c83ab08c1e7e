package vector

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
	"optc/ir/affine"
)

// ContractStrategy selects the operations to which vector.contract is lowered.
type ContractStrategy uint8

const (
	// ContractDot multiplies rows with columns and reduces each product by vector.reduction.
	ContractDot ContractStrategy = iota
	// ContractOuterProduct adds up a vector.outerproduct per reduced element.
	ContractOuterProduct
	// ContractParallelArith multiplies whole vectors when the reduced extents are 1.
	ContractParallelArith
)

// ContractLowering returns the patterns that lower vector.contract and vector.outerproduct (pass
// lower-vector-contract). Contractions that no strategy covers are unrolled along their iterators,
// one after the other. Contractions whose kind is not add, or whose operands are narrower than the
// result, are lowered by ContractOuterProduct only.
//
// Upstream is not followed where it is wrong: it unrolls scalable dimensions as if they
// had their base size, treats a scalable [1] as the extent 1, and multiplies vectors of
// index with arith.mulf.
func ContractLowering(s ContractStrategy) []*ir.Pattern {
	return []*ir.Pattern{
		{Name: "OuterProductOpLowering", Root: OuterProductOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			return lowerByBuilding(op, rw, func(l lowering) *ir.Value { return l.outerProduct(op) })
		}},
		{Name: "ContractionOpLowering", Root: ContractOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			return lowerByBuilding(op, rw, func(l lowering) *ir.Value { return l.contract(op, s) })
		}},
	}
}

func (l lowering) contract(op *ir.Operation, s ContractStrategy) *ir.Value {
	var v *ir.Value
	if s == ContractOuterProduct {
		v = l.sumOfOuterProducts(op)
	}
	contract := ir.Cast[ContractOp](op)
	if v != nil || CombiningKind(op) != Add || vectorOf(contract.Lhs()).Elem != ir.ElementOrSelf(contract.Result().Type()) {
		return v
	}
	switch {
	case s == ContractDot && l.mask == nil:
		v = l.dotProducts(op)
	case s == ContractParallelArith && l.mask == nil:
		v = l.elementwise(op)
	}
	if v == nil {
		v = l.unroll(op)
	}
	return v
}

// multiplyAdd multiplies two values and combines the product with acc, which may be nil;
// where the mask, if any, is off the result is acc.
//
//	→ %0 = vector.fma %a, %b, %acc : vector<4xf32>
//	→ %0 = arith.muli %a, %b : vector<4xi32>, %1 = arith.addi %0, %acc : vector<4xi32>
func (l lowering) multiplyAdd(k Kind, a, b, acc, mask *ir.Value) *ir.Value {
	if acc != nil && k == Add && vectorOf(acc) != nil && ir.AnyFloat.Check(vectorOf(acc).Elem) {
		fma := NewFMA(l, a, b, acc).Result()
		if mask == nil {
			return fma
		}
		return arith.NewSelect(l, mask, fma, acc).Result()
	}
	product := Mul.combine(l, a, b)
	if acc == nil {
		return product
	}
	return combine(l.root, l.Rewriter, k, product, acc, 0, mask)
}

// outerProduct lowers an outer product row by row.
//
//	%0 = vector.outerproduct %x, %y, %c : vector<2xf32>, vector<3xf32>
//	→ %x0 = vector.extract %x[0], %b0 = vector.broadcast %x0 : f32 to vector<3xf32>, %c0 = vector.extract %c[0]
//	  %r0 = vector.fma %b0, %y, %c0, %s0 = vector.insert %r0, %zero [0] … the same for 1
func (l lowering) outerProduct(op *ir.Operation) *ir.Value {
	outerProduct := ir.Cast[OuterProductOp](op)
	lhs, rhs, acc := outerProduct.Lhs(), outerProduct.Rhs(), outerProduct.Acc()
	k, t := CombiningKind(op), vectorOf(outerProduct.Result())
	if vectorOf(rhs) == nil {
		b := NewBroadcast(l, lhs.Type(), rhs).Vector()
		return l.multiplyAdd(k, lhs, b, acc, l.mask)
	}
	if t.IsScalable(0) {
		return nil
	}
	result := arith.NewConstant(l, arith.Zero(t)).Result()
	for i := range t.Dims[0] {
		x := l.at(lhs, i)
		a := NewBroadcast(l, rhs.Type(), x).Vector()
		row, mask := l.at(acc, i), l.at(l.mask, i)
		result = l.put(l.multiplyAdd(k, a, rhs, row, mask), result, i)
	}
	return result
}

// matrixProduct is a contraction that is a product of two matrices, or of a matrix
// and a vector, in any layout.
type matrixProduct struct {
	rows, columns            *ir.Value // the operand along the first dimension of the result, and the other
	reducedRow, reducedCol   int       // the reduced dimension of rows and of columns
	reducedFirst, transposed bool      // reducedFirst: the reduced iterator is the outermost; transposed: rows is rhs in a product of matrices
}

// matrixProductOf recognizes a product with the iterators (m, n, k), (m, k) or (k, m).
func matrixProductOf(op *ir.Operation) (p matrixProduct, ok bool) {
	var k int
	contract := ir.Cast[ContractOp](op)
	iterators := contract.IteratorTypes()
	switch {
	case slices.Equal(iterators, []IteratorType{Parallel, Parallel, Reduced}):
		k = 2
	case slices.Equal(iterators, []IteratorType{Parallel, Reduced}):
		k = 1
	case slices.Equal(iterators, []IteratorType{Reduced, Parallel}):
		p.reducedFirst = true
	default:
		return p, false
	}
	maps := contract.IndexingMaps()
	kl, _ := maps[0].ResultPosition(k)
	kr, _ := maps[1].ResultPosition(k)
	p.rows, p.reducedRow, p.columns, p.reducedCol = contract.Lhs(), kl, contract.Rhs(), kr
	var swap bool
	if k == 2 {
		// Both operands have iterator k; rhs lacks the other iterators of lhs.
		if len(maps[0].Results) != 2 || len(maps[1].Results) != 2 || len(maps[2].Results) != 2 || !maps[0].IsFunctionOfDim(0) {
			return p, false
		}
		first, _ := maps[2].DimPosition(0)
		p.transposed = first == 1
		swap = p.transposed
	} else {
		if len(maps[0].Results)+len(maps[1].Results) != 3 || len(maps[2].Results) != 1 {
			return p, false
		}
		swap = len(maps[0].Results) == 1
	}
	if swap {
		p.rows, p.reducedRow, p.columns, p.reducedCol = p.columns, p.reducedCol, p.rows, p.reducedRow
	}
	return p, true
}

// placed transposes a matrix whose reduced dimension is not at the requested place.
func (l lowering) placed(v *ir.Value, reduced, wanted int) *ir.Value {
	if len(vectorOf(v).Dims) == 2 && reduced != wanted {
		return l.transpose(v, []int64{1, 0})
	}
	return v
}

// sumOfOuterProducts lowers a product of matrices, or of a matrix and a vector, to an
// outer product per reduced element.
//
//	%0 = vector.contract … %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
//	→ %t = vector.transpose %a, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
//	  %a0 = vector.extract %t[0], %b0 = vector.extract %b[0]
//	  %c0 = vector.outerproduct %a0, %b0, %c : vector<2xf32>, vector<4xf32> … the same for 1 and 2
//
// The mask of a product with transposed result is transposed too. (Upstream uses the mask
// of the result, which is wrong, or invalid if the extents differ.)
func (l lowering) sumOfOuterProducts(op *ir.Operation) *ir.Value {
	p, ok := matrixProductOf(op)
	if !ok {
		return nil
	}
	rows, columns, acc := vectorOf(p.rows), vectorOf(p.columns), ir.Cast[ContractOp](op).Acc()
	elem := vectorOf(acc).Elem
	scaled := len(columns.Dims) == 2 && rows.IsScalable(1-p.reducedRow) && !columns.IsScalable(1-p.reducedCol)
	if rows.IsScalable(p.reducedRow) || scaled || !widens(rows.Elem, elem) {
		return nil
	}
	lhs, rhs, mask := l.placed(p.rows, p.reducedRow, 0), l.placed(p.columns, p.reducedCol, 0), l.mask
	switch {
	case p.transposed:
		mask = l.transpose(mask, []int64{2, 1, 0})
	case len(columns.Dims) == 2:
		mask = l.transpose(mask, []int64{2, 0, 1})
	case !p.reducedFirst:
		mask = l.transpose(mask, []int64{1, 0})
	}
	for i := range rows.Dims[p.reducedRow] {
		a, b := l.at(lhs, i), l.at(rhs, i)
		a, b = l.widen(a, elem), l.widen(b, elem)
		sum := acc
		acc = l.masked(l.at(mask, i), sum.Type(), func() *ir.Value {
			return NewOuterProduct(l, CombiningKind(op), a, b, sum).Result()
		})
	}
	return acc
}

// widens reports whether elements have type to, or get it by arith.extf or arith.extsi.
func widens(from, to ir.Type) bool {
	if from == to {
		return true
	}
	return (ir.AnyFloat.Check(from) && ir.AnyFloat.Check(to) || ir.AnyInteger.Check(from) && ir.AnyInteger.Check(to)) && BitWidth(from) < BitWidth(to)
}

// widen extends v to elements of type elem.
func (l lowering) widen(v *ir.Value, elem ir.Type) *ir.Value {
	if ir.ElementOrSelf(v.Type()) == elem {
		return v
	}
	result := ir.WithElement(v.Type(), elem)
	if ir.AnyFloat.Check(elem) {
		return arith.NewExtF(l, result, v).Out()
	}
	return arith.NewExtSI(l, result, v).Out()
}

// dotProducts lowers a product of matrices, or of a matrix and a vector, to the dot
// product of each row with each column.
//
//	%0 = vector.contract … %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
//	→ %t = vector.transpose %b, [1, 0] : vector<3x4xf32> to vector<4x3xf32>
//	  %a0 = vector.extract %a[0], %t0 = vector.extract %t[0], %p = arith.mulf %a0, %t0
//	  %s = vector.reduction <add>, %p, %r = vector.insert %s, %zero [0, 0] … the same for the others
//	  %0 = arith.addf %r, %c : vector<2x4xf32>
func (l lowering) dotProducts(op *ir.Operation) *ir.Value {
	p, ok := matrixProductOf(op)
	if !ok || p.reducedFirst {
		return nil
	}
	contract := ir.Cast[ContractOp](op)
	t := vectorOf(contract.Result())
	if t.AnyScalable() {
		return nil
	}
	lhs, rhs := l.placed(p.rows, p.reducedRow, 1), l.placed(p.columns, p.reducedCol, 1)
	result := arith.NewConstant(l, arith.Zero(t)).Result()
	columns := []*ir.Value{rhs}
	if len(t.Dims) == 2 {
		columns = make([]*ir.Value, t.Dims[1])
	}
	for r := range t.Dims[0] {
		row := l.at(lhs, r)
		for c := range columns {
			at := []int64{r, int64(c)}[:len(t.Dims)]
			if columns[c] == nil {
				columns[c] = l.at(rhs, int64(c))
			}
			product := Mul.combine(l, row, columns[c])
			sum := NewReduction(l, Add, product, nil).Dest()
			result = NewInsert(l, sum, result, at...).Result()
		}
	}
	return Add.combine(l, result, contract.Acc())
}

// elementwise lowers a contraction whose reduced extents are all 1.
//
//	%0 = vector.contract … %a, %b, %c : vector<2x1xf32>, vector<1x4xf32> into vector<2x4xf32>
//	→ %a4 = vector.broadcast %a, %at = vector.transpose %a4, %a0 = vector.extract %at[0] : vector<2x4xf32> …
//	  %0 = vector.fma %a0, %b0, %c : vector<2x4xf32>
func (l lowering) elementwise(op *ir.Operation) *ir.Value {
	contract := ir.Cast[ContractOp](op)
	maps, iterators := contract.IndexingMaps(), contract.IteratorTypes()
	var operands [2]*ir.Value
	var plans [2]spread
	for i := range plans {
		var ok bool
		if plans[i], ok = spreadOf(vectorOf(op.Operand(i)), maps[i], maps[2], iterators, vectorOf(contract.Result())); !ok {
			return nil
		}
	}
	for i, s := range plans {
		operands[i] = l.OrFold().Value(NewBroadcast(l.OrFold(), s.wide, op.Operand(i)))
	}
	for i, s := range plans {
		operands[i] = l.transpose(operands[i], s.order)
	}
	for i, s := range plans {
		operands[i] = NewExtract(l, operands[i], make([]int64, s.reduced)...).Result()
	}
	return l.multiplyAdd(Add, operands[0], operands[1], contract.Acc(), nil)
}

// spread describes how an operand of a contraction is brought to the shape of the result.
type spread struct {
	wide    *ir.VectorType // the operand's type with the missing dimensions of the result added at the front
	order   []int64        // permutation that places the reduced dimensions first, and then the dimensions of the result in order
	reduced int            // the number of reduced dimensions
}

// spreadOf plans the spread of an operand; ok is false when a reduced extent is not 1.
func spreadOf(t *ir.VectorType, m, acc affine.Map, iterators []IteratorType, result *ir.VectorType) (s spread, ok bool) {
	var dims []int64
	var scalable []bool
	added := int64(0)
	for i := range acc.Results {
		d, _ := acc.DimPosition(i)
		if _, has := m.ResultPosition(d); !has {
			dims, scalable = append(dims, result.Dims[i]), append(scalable, result.IsScalable(i))
			added++
		}
	}
	for i := range m.Results {
		if d, _ := m.DimPosition(i); iterators[d] != Reduced {
			continue
		}
		if t.Dims[i] != 1 || t.IsScalable(i) {
			return s, false
		}
		s.order = append(s.order, added+int64(i))
	}
	s.reduced = len(s.order)
	s.wide = ir.ScalableVector(slices.Concat(dims, t.Dims), slices.Concat(scalable, scalableDims(t)), t.Elem)
	next := int64(0)
	for i := range acc.Results {
		d, _ := acc.DimPosition(i)
		if at, has := m.ResultPosition(d); has {
			s.order = append(s.order, added+int64(at))
		} else {
			s.order = append(s.order, next)
			next++
		}
	}
	return s, len(s.order) == int(added)+len(t.Dims)
}
