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
		return &ir.Pattern{Name: name, Root: Gather, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			if maskOf(op) != nil {
				return false // lower-vector-mask moves the mask into the gather first
			}
			return lower(op, rw, func(l lowering) *ir.Value { return f(op, l) })
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
	t := vectorOf(Gather.Result(op))
	if len(t.Dims) < 2 || t.IsScalable(0) {
		return nil
	}
	result := ub.Poison.CreateValue(l, &ir.OpState{ResultTypes: []ir.Type{t}})
	for i := range t.Dims[0] {
		row := Gather.Build(l, Gather.Base(op), Gather.Offsets(op),
			l.at(Gather.Indices(op), i), l.at(Gather.Mask(op), i), l.at(Gather.PassThru(op), i), Gather.Alignment(op))
		result = l.put(row, result, i)
	}
	return result
}

// gatherFromWhole gathers from the memref of which the base is a column. The indices are
// multiplied by the stride of the column, after a conversion to index where the numbers
// of elements may not fit their type, and the offset of the column is added to the
// offset. (Upstream drops the offsets, and lets the product wrap around.)
//
//	%s = memref.subview %m[0, 1] [100, 1] [1, 1] : memref<100x3xf32> to memref<100xf32, strided<[3], offset: 1>>
//	%0 = vector.gather %s[%c0] [%v], %k, %p : memref<100xf32, strided<[3], offset: 1>>, …
//	→ %f = memref.collapse_shape %m [[0, 1]] : memref<100x3xf32> into memref<300xf32>
//	  %w = arith.muli %v, dense<3>
//	  %0 = vector.gather %f[%c1] [%w], %k, %p : memref<300xf32>, …
func gatherFromWhole(op *ir.Operation, l lowering) *ir.Value {
	column := memref.SubView.DefiningOp(Gather.Base(op))
	if column == nil {
		return nil
	}
	whole := memref.SubView.Source(column)
	from := whole.Type().(*ir.MemRefType)
	strided, _ := Gather.Base(op).Type().(*ir.MemRefType).Layout.(*ir.StridedLayoutAttr)
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
	indices, offsets := Gather.Indices(op), Gather.Offsets(op)
	width := vectorOf(indices)
	if b := BitWidth(width.Elem); b < 64 && (size == ir.Dynamic || size > 1<<(b-1)) { // the product might not fit
		width = ir.WithElement(width, c.Index()).(*ir.VectorType)
		indices = arith.IndexCast.Build(l.OrFold(), width, indices)
	}
	factor := arith.Splat(width, c.Int(width.Elem, strided.Strides[0]))
	flat := memref.CollapseShape.Build(l, ir.MemRef([]int64{size}, from.Elem, nil, from.Space), whole, [][]int64{{0, 1}})
	indices = arith.MulI.Build(l, indices, arith.Constant.Build(l, factor))
	scaled := arith.MulI.Build(l.OrFold(), offsets[0], arith.Constant.Index(l, strided.Strides[0]))
	offsets[0] = arith.AddI.Build(l.OrFold(), scaled, arith.Constant.Index(l, strided.Offset))
	return Gather.Build(l, flat, offsets, indices, Gather.Mask(op), Gather.PassThru(op), Gather.Alignment(op))
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
	t, offsets := vectorOf(Gather.Result(op)), Gather.Offsets(op)
	if len(t.Dims) != 1 || t.IsScalable(0) {
		return nil
	}
	last := len(offsets) - 1
	if last < 0 {
		return nil
	}
	base := Gather.Base(op)
	m, onMemRef := base.Type().(*ir.MemRefType)
	if onMemRef {
		// A load of a vector needs neighbours in its innermost dimension.
		if s, ok := m.Layout.(*ir.StridedLayoutAttr); ok && t.Dims[0] != 1 && s.Strides[last] != 1 {
			return nil
		}
	}
	c := l.Context()
	indices := Gather.Indices(op)
	if vectorOf(indices).Elem != ir.Type(c.Index()) {
		indices = arith.IndexCast.Build(l.OrFold(), ir.Vector(t.Dims, c.Index()), indices)
	}
	result := Gather.PassThru(op)
	for i := range t.Dims[0] {
		condition, index := l.at(Gather.Mask(op), i), l.at(indices, i)
		at := slices.Clone(offsets)
		at[last] = arith.AddI.Build(l.OrFold(), offsets[last], index)
		previous := result
		result = l.either(condition, t, func() *ir.Value {
			if !onMemRef {
				return l.put(tensor.Extract.Build(l, base, at...), previous, i)
			}
			one := Load.Build(l, ir.Vector([]int64{1}, t.Elem), base, at, Gather.Alignment(op))
			return l.put(l.at(one, 0), previous, i)
		}, previous)
	}
	return result
}

// either builds an scf.if that computes a value if a condition is true, and otherwise
// yields another value.
func (l lowering) either(condition *ir.Value, result ir.Type, then func() *ir.Value, otherwise *ir.Value) *ir.Value {
	op := scf.If.Create(l, &ir.OpState{Operands: []*ir.Value{condition}, ResultTypes: []ir.Type{result}})
	after := l.Save()
	for r, value := range []func() *ir.Value{then, func() *ir.Value { return otherwise }} {
		l.NewBlock(op.Region(r), nil, l.Loc)
		l.Op(scf.Yield, []*ir.Value{value()}, nil)
	}
	l.Restore(after)
	return op.Result(0)
}
