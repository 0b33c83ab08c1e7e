package vector

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/dialect/tensor"
	"optc/dialect/ub"
	"optc/ir"
)

// GatherLowering returns the patterns that turn vector.gather into loads of single
// elements, each executed only if its mask bit is set, so that a lane that is off does
// not touch memory (pass lower-vector-gather).
func GatherLowering() []*ir.Pattern {
	pattern := func(name string, f func(op *ir.Operation, l lowering) *ir.Value) *ir.Pattern {
		return &ir.Pattern{Name: name, Root: GatherOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			if maskOf(op) != nil {
				return false // lower-vector-mask moves the mask into the gather first
			}
			return lowerByBuilding(op, rw, func(l lowering) *ir.Value { return f(op, l) })
		}}
	}
	return []*ir.Pattern{
		pattern("UnrollGather", unrollGather),
		pattern("RemoveStrideFromGatherSource", gatherFromWhole),
		pattern("Gather1DToConditionalLoads", gatherToLoads),
	}
}

// unrollGather unrolls the outermost dimension.
//
//	%0 = vector.gather %m[%i] [%v], %k, %p : memref<8xf32>, vector<2x3xindex>, … into vector<2x3xf32>
//	→ %v0 = vector.extract %v[0], %k0 = vector.extract %k[0], %p0 = vector.extract %p[0]
//	  %g0 = vector.gather %m[%i] [%v0], %k0, %p0 : memref<8xf32>, vector<3xindex>, … into vector<3xf32>
//	  %r0 = vector.insert %g0, %poison [0] … the same for 1
func unrollGather(op *ir.Operation, l lowering) *ir.Value {
	gather := ir.Cast[GatherOp](op)
	t := vectorOf(gather.Result())
	if len(t.Dims) < 2 || t.IsScalable(0) {
		return nil
	}
	result := ub.NewPoison(l, t).Result()
	for i := range t.Dims[0] {
		row := NewGather(l, gather.Base(), gather.Offsets(),
			l.at(gather.Indices(), i), l.at(gather.Mask(), i), l.at(gather.PassThru(), i), gather.Alignment()).Result()
		result = l.put(row, result, i)
	}
	return result
}

// gatherFromWhole gathers directly from the memref that contains the base as a column. The indices
// are multiplied by the stride of the column, after a conversion to index if products may not fit
// their type, and the offset of the column is added to the offset. (Upstream drops the offsets, and
// lets the product wrap around.)
//
//	%s = memref.subview %m[0, 1] [100, 1] [1, 1] : memref<100x3xf32> to memref<100xf32, strided<[3], offset: 1>>
//	%0 = vector.gather %s[%c0] [%v], %k, %p : memref<100xf32, strided<[3], offset: 1>>, …
//	→ %f = memref.collapse_shape %m [[0, 1]] : memref<100x3xf32> into memref<300xf32>
//	  %w = arith.muli %v, dense<3>
//	  %0 = vector.gather %f[%c1] [%w], %k, %p : memref<300xf32>, …
func gatherFromWhole(op *ir.Operation, l lowering) *ir.Value {
	gather := ir.Cast[GatherOp](op)
	column := ir.DefiningOp[memref.SubViewOp](gather.Base())
	if !column.Ok() {
		return nil
	}
	whole := column.Source()
	from := whole.Type().(*ir.MemRefType)
	strided, _ := gather.Base().Type().(*ir.MemRefType).Layout.(*ir.StridedLayoutAttr)
	if from.Layout != nil || len(from.Dims) != 2 || from.Dims[1] == ir.Dynamic ||
		strided == nil || len(strided.Strides) != 1 || strided.Strides[0] != from.Dims[1] || strided.Offset == ir.Dynamic {
		return nil
	}
	size := int64(ir.Dynamic)
	if from.Dims[0] != ir.Dynamic {
		n, ok := ir.NumElements(from.Dims)
		if !ok {
			return nil
		}
		size = n
	}
	c := l.Context()
	indices, offsets := gather.Indices(), gather.Offsets()
	width := vectorOf(indices)
	if b := BitWidth(width.Elem); b < 64 && (size == ir.Dynamic || size > 1<<(b-1)) { // the product might not fit
		width = ir.WithElement(width, c.Index()).(*ir.VectorType)
		indices = l.OrFold().Value(arith.NewIndexCast(l.OrFold(), width, indices))
	}
	factor := arith.Splat(width, c.Int(width.Elem, strided.Strides[0]))
	flat := memref.NewCollapseShape(l, ir.MemRef([]int64{size}, from.Elem, nil, from.Space), whole, [][]int64{{0, 1}}).Result()
	indices = arith.NewMulI(l, indices, arith.NewConstant(l, factor).Result()).Result()
	scaled := l.OrFold().Value(arith.NewMulI(l.OrFold(), offsets[0], arith.ConstantIndex(l, strided.Strides[0])))
	offsets[0] = l.OrFold().Value(arith.NewAddI(l.OrFold(), scaled, arith.ConstantIndex(l, strided.Offset)))
	return NewGather(l, flat, offsets, indices, gather.Mask(), gather.PassThru(), gather.Alignment()).Result()
}

// gatherToLoads loads the elements of a gather of rank 1 separately.
//
//	%0 = vector.gather %m[%i] [%v], %k, %p : memref<8xf32>, vector<2xindex>, … into vector<2xf32>
//	→ %k0 = vector.extract %k[0], %v0 = vector.extract %v[0], %j = arith.addi %i, %v0
//	  %r0 = scf.if %k0 -> (vector<2xf32>) {
//	    %l = vector.load %m[%j] : memref<8xf32>, vector<1xf32>
//	    %e = vector.extract %l[0]
//	    %s = vector.insert %e, %p [0]
//	    scf.yield %s
//	  } else {
//	    scf.yield %p
//	  }
//	  … the same for 1 with %r0 in place of %p
func gatherToLoads(op *ir.Operation, l lowering) *ir.Value {
	gather := ir.Cast[GatherOp](op)
	t, offsets := vectorOf(gather.Result()), gather.Offsets()
	if len(t.Dims) != 1 || t.IsScalable(0) {
		return nil
	}
	last := len(offsets) - 1
	if last < 0 {
		return nil
	}
	base := gather.Base()
	m, onMemRef := base.Type().(*ir.MemRefType)
	if onMemRef {
		// A load of a vector needs neighbours in its innermost dimension.
		if s, ok := m.Layout.(*ir.StridedLayoutAttr); ok && t.Dims[0] != 1 && s.Strides[last] != 1 {
			return nil
		}
	}
	c := l.Context()
	indices := gather.Indices()
	if vectorOf(indices).Elem != ir.Type(c.Index()) {
		indices = l.OrFold().Value(arith.NewIndexCast(l.OrFold(), ir.Vector(t.Dims, c.Index()), indices))
	}
	result := gather.PassThru()
	for i := range t.Dims[0] {
		condition, index := l.at(gather.Mask(), i), l.at(indices, i)
		at := slices.Clone(offsets)
		at[last] = l.OrFold().Value(arith.NewAddI(l.OrFold(), offsets[last], index))
		previous := result
		result = l.either(condition, t, func() *ir.Value {
			if !onMemRef {
				return l.put(tensor.NewExtract(l, base, at...).Result(), previous, i)
			}
			one := NewLoad(l, ir.Vector([]int64{1}, t.Elem), base, at, gather.Alignment()).Result()
			return l.put(l.at(one, 0), previous, i)
		}, previous)
	}
	return result
}

// either builds an scf.if that computes a value if a condition is true, and otherwise
// yields another value.
func (l lowering) either(condition *ir.Value, result ir.Type, then func() *ir.Value, otherwise *ir.Value) *ir.Value {
	op := scf.NewIf(l, condition, result).Operation()
	after := l.Save()
	for r, value := range []func() *ir.Value{then, func() *ir.Value { return otherwise }} {
		l.NewBlock(op.Region(r), nil, l.Loc)
		l.Op(scf.YieldOp{}, []*ir.Value{value()}, nil)
	}
	l.Restore(after)
	return op.Result(0)
}
