package vector

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

// GatherLowering returns the patterns that turn vector.gather into loads of
// single elements, each under the condition of its mask bit, so that no lane that
// is off touches memory (pass lower-vector-gather).
func GatherLowering() []*ir.Pattern {
	pattern := func(name string, f func(op *ir.Operation, l lowering) *ir.Value) *ir.Pattern {
		return &ir.Pattern{Name: name, Root: Gather, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			if maskOf(op) != nil {
				return false // lower-vector-mask gives it the mask first
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

// gatherOperands are the operands of a gather: base, offsets, and the last three.
type gatherOperands struct {
	base                   *ir.Value
	offsets                []*ir.Value
	indices, mask, through *ir.Value
}

func operandsOfGather(op *ir.Operation) gatherOperands {
	vs := op.Operands()
	n := len(vs)
	return gatherOperands{vs[0], slices.Clone(vs[1 : n-3]), vs[n-3], vs[n-2], vs[n-1]}
}

// gather builds a gather of another type with the alignment of op.
func (l lowering) gather(op *ir.Operation, g gatherOperands, result ir.Type) *ir.Value {
	operands := slices.Concat([]*ir.Value{g.base}, g.offsets, []*ir.Value{g.indices, g.mask, g.through})
	return l.Value(Gather, operands, []ir.Type{result}, alignmentOf(op)...)
}

func alignmentOf(op *ir.Operation) []ir.NamedAttr {
	if a := op.Attr("alignment"); a != nil {
		return []ir.NamedAttr{named("alignment", a)}
	}
	return nil
}

// unrollGather unrolls the outermost dimension.
//
//	%0 = vector.gather %m[%i] [%v], %k, %p : memref<8xf32>, vector<2x3xindex>, … into vector<2x3xf32>
//	→ %v0 = vector.extract %v[0], %k0 = vector.extract %k[0], %p0 = vector.extract %p[0]
//	  %g0 = vector.gather %m[%i] [%v0], %k0, %p0 : memref<8xf32>, vector<3xindex>, … into vector<3xf32>
//	  %r0 = vector.insert %g0, %poison [0] … the same for 1
func unrollGather(op *ir.Operation, l lowering) *ir.Value {
	t := vectorOf(op.Result(0))
	if len(t.Dims) < 2 || t.IsScalable(0) {
		return nil
	}
	row := ir.ScalableVector(t.Dims[1:], scalableDims(t)[1:], t.Elem)
	result := l.Value(ir.Kind("ub.poison"), nil, []ir.Type{t})
	for i := range t.Dims[0] {
		g := operandsOfGather(op)
		g.indices, g.mask, g.through = l.at(g.indices, i), l.at(g.mask, i), l.at(g.through, i)
		result = l.put(l.gather(op, g, row), result, i)
	}
	return result
}

// gatherFromWhole gathers from the memref that a column was taken from: the
// stride of the column goes to the indices, its offset to the offset. (Upstream
// forgets the offsets.)
//
//	%s = memref.subview %m[0, 1] [100, 1] [1, 1] : memref<100x3xf32> to memref<100xf32, strided<[3], offset: 1>>
//	%0 = vector.gather %s[%c0] [%v], %k, %p : memref<100xf32, strided<[3], offset: 1>>, …
//	→ %f = memref.collapse_shape %m [[0, 1]] : memref<100x3xf32> into memref<300xf32>
//	  %w = arith.muli %v, dense<3>
//	  %0 = vector.gather %f[%c1] [%w], %k, %p : memref<300xf32>, …
func gatherFromWhole(op *ir.Operation, l lowering) *ir.Value {
	g := operandsOfGather(op)
	view := definedBy(g.base, ir.Kind("memref.subview"))
	if view == nil {
		return nil
	}
	from, _ := view.Operand(0).Type().(*ir.MemRefType)
	strided, _ := g.base.Type().(*ir.MemRefType).Layout.(*ir.StridedLayoutAttr)
	if from == nil || from.Layout != nil || len(from.Dims) != 2 || from.Dims[1] == ir.Dynamic ||
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
	width := vectorOf(g.indices)
	if b := BitWidth(width.Elem); b < 64 && strided.Strides[0] >= 1<<(b-1) {
		return nil // the product would not fit
	}
	factor := arith.Splat(width, c.Int(width.Elem, strided.Strides[0]))
	index := func(v int64) *ir.Value {
		return l.Value(arith.Constant, nil, []ir.Type{c.Index()}, named("value", c.IndexAttr(v)))
	}
	flat := l.Value(ir.Kind("memref.collapse_shape"), []*ir.Value{view.Operand(0)}, []ir.Type{ir.MemRef([]int64{size}, from.Elem, nil, from.Space)},
		named("reassociation", c.Array([]ir.Attribute{c.I64Array([]int64{0, 1})})))
	stride := l.Value(arith.Constant, nil, []ir.Type{g.indices.Type()}, named("value", factor))
	g.base = flat
	g.indices = l.Value(arith.MulI, []*ir.Value{g.indices, stride}, []ir.Type{g.indices.Type()})
	scaled := l.CreateOrFold(arith.MulI, []*ir.Value{g.offsets[0], index(strided.Strides[0])}, nil)
	g.offsets[0] = l.CreateOrFold(arith.AddI, []*ir.Value{scaled, index(strided.Offset)}, nil)
	return l.gather(op, g, op.Result(0).Type())
}

// gatherToLoads loads the elements of a gather of rank 1 one by one.
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
	t, g := vectorOf(op.Result(0)), operandsOfGather(op)
	if len(t.Dims) != 1 || t.IsScalable(0) {
		return nil
	}
	m, onMemRef := g.base.Type().(*ir.MemRefType)
	if onMemRef {
		// A load of a vector needs neighbours in its innermost dimension.
		if s, ok := m.Layout.(*ir.StridedLayoutAttr); ok && t.Dims[0] != 1 && (len(s.Strides) == 0 || s.Strides[len(s.Strides)-1] != 1) {
			return nil
		}
	}
	last := len(g.offsets) - 1
	if last < 0 {
		return nil
	}
	c := l.Context()
	indices := g.indices
	if vectorOf(indices).Elem != ir.Type(c.Index()) {
		indices = l.CreateOrFold(arith.IndexCast, []*ir.Value{indices}, []ir.Type{ir.Vector(t.Dims, c.Index())})
	}
	result := g.through
	base := g.offsets[last]
	for i := range t.Dims[0] {
		condition, index := l.at(g.mask, i), l.at(indices, i)
		at := slices.Clone(g.offsets)
		at[last] = l.CreateOrFold(arith.AddI, []*ir.Value{base, index}, nil)
		previous := result
		result = l.either(condition, t, func() *ir.Value {
			operands := append([]*ir.Value{g.base}, at...)
			if !onMemRef {
				return l.put(l.Value(ir.Kind("tensor.extract"), operands, []ir.Type{t.Elem}), previous, i)
			}
			one := l.Value(Load, operands, []ir.Type{ir.Vector([]int64{1}, t.Elem)}, alignmentOf(op)...)
			return l.put(l.at(one, 0), previous, i)
		}, previous)
	}
	return result
}

// either builds an scf.if that computes a value, or takes another one.
func (l lowering) either(condition *ir.Value, result ir.Type, then func() *ir.Value, otherwise *ir.Value) *ir.Value {
	op := l.Create(&ir.OpState{
		Loc: l.Loc, Def: l.Context().MustOpDef(ir.Kind("scf.if")),
		Operands: []*ir.Value{condition}, ResultTypes: []ir.Type{result}, Regions: []*ir.Region{{}, {}},
	})
	after := l.Save()
	for r, value := range []func() *ir.Value{then, func() *ir.Value { return otherwise }} {
		l.AtEnd(l.NewBlock(op.Region(r), nil, l.Loc))
		l.Op(ir.Kind("scf.yield"), []*ir.Value{value()}, nil)
	}
	l.Restore(after)
	return op.Result(0)
}
