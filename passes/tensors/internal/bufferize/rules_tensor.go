package bufferize

import (
	"slices"

	affined "optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/linalg"
	"optc/dialect/memref"
	"optc/dialect/tensor"
	"optc/ir"
	"optc/ir/affine"
)

func tensorRules() map[ir.Kind]*rule {
	return map[ir.Kind]*rule{
		tensor.CastOp{}.Kind():          {reads: never, aliases: sameAsResult, typeOf: castType, replace: replaceCast},
		tensor.CollapseShapeOp{}.Kind(): {aliases: sameAsResult, typeOf: collapsedType, replace: replaceCollapse},
		tensor.ExpandShapeOp{}.Kind():   {reads: never, aliases: sameAsResult, typeOf: expandedType, replace: replaceExpand},
		tensor.DimOp{}.Kind():           {reads: never, replace: replaceDim},
		tensor.RankOp{}.Kind():          {reads: never, replace: replaceRank},
		tensor.EmptyOp{}.Kind():         {alloc: true, defines: func(*ir.Operation) bool { return false }, replace: replaceEmpty},
		tensor.ExtractOp{}.Kind():       {replace: replaceExtract},
		tensor.InsertOp{}.Kind():        {writes: isInit, aliases: tiedResult, replace: replaceInsert},
		tensor.ConcatOp{}.Kind():        {alloc: true, replace: replaceConcat},
		tensor.FromElementsOp{}.Kind():  {alloc: true, replace: replaceFromElements},
		tensor.GenerateOp{}.Kind():      {alloc: true, replace: replaceGenerate},
		tensor.SplatOp{}.Kind():         {alloc: true, replace: replaceSplat},
		tensor.PadOp{}.Kind():           {alloc: true, typeOf: paddedType, replace: replacePad},
		tensor.ReshapeOp{}.Kind(): {
			reads: func(_ *state, u *ir.OpOperand) bool { return u.Index() == 1 },
			aliases: func(s *state, u *ir.OpOperand) []alias {
				if u.Index() == 1 {
					return nil
				}
				return sameAsResult(s, u)
			},
			typeOf: reshapedType, replace: replaceReshape,
		},
	}
}

// emptyLike allocates a tensor of the type of an operation's only result.
func (b *bufferizer) emptyLike(op *ir.Operation) (*ir.Value, problem) {
	return b.settings.allocLike(b.Rewriter, op.Result(0), false)
}

func castType(b *bufferizer, v *ir.Value, stack []*ir.Value) (ir.Type, problem) {
	from, d := b.typeOf(ir.Cast[tensor.CastOp](v.DefiningOp()).Source(), stack)
	if d != nil {
		return nil, d
	}
	t, ranked := v.Type().(*ir.TensorType)
	m, fromRanked := from.(*ir.MemRefType)
	if !ranked || !fromRanked {
		return strided(v.Type(), ir.MemorySpace(from)), nil
	}
	return ir.MemRef(t.Dims, t.Elem, m.Layout, m.Space), nil
}

func replaceCast(b *bufferizer, op *ir.Operation) problem {
	x, d := b.buffer(ir.Cast[tensor.CastOp](op).Source())
	if d != nil {
		return d
	}
	t, d := b.bufferType(op.Result(0))
	if d != nil {
		return d
	}
	if x.Type() != t {
		x = memref.NewCast(b, t, x).Dest()
	}
	b.replaceByBuffers(op, x)
	return nil
}

func collapsedType(b *bufferizer, v *ir.Value, stack []*ir.Value) (ir.Type, problem) {
	op := ir.Cast[tensor.CollapseShapeOp](v.DefiningOp())
	from, d := b.typeOf(op.Src(), stack)
	if d != nil {
		return nil, d
	}
	m := from.(*ir.MemRefType)
	if !isCollapsible(m, op.Reassociation()) {
		return contiguous(v.Type(), m.Space), nil
	}
	return memref.CollapsedType(m, op.Reassociation()), nil
}

// isCollapsible reports whether the elements of the groups are surely contiguous.
func isCollapsible(m *ir.MemRefType, groups [][]int64) bool {
	return m.HasIdentityLayout() || memref.CollapsedLayout(m, groups, true) != nil
}

func replaceCollapse(b *bufferizer, op *ir.Operation) problem {
	collapse := ir.Cast[tensor.CollapseShapeOp](op)
	x, d := b.buffer(collapse.Src())
	if d != nil {
		return d
	}
	groups, m := collapse.Reassociation(), x.Type().(*ir.MemRefType)
	result := op.Result(0).Type().(*ir.TensorType)
	if len(result.Dims) == 0 {
		t := ir.MemRef(nil, m.Elem, nil, m.Space)
		if !m.HasIdentityLayout() {
			_, offset, ok := m.StridesAndOffset()
			if !ok {
				return op.Errorf("cannot collapse a buffer of type '%s', which has no strides", m)
			}
			t = ir.MemRef(nil, m.Elem, m.Context().StridedLayout(offset, nil), m.Space)
		}
		b.replaceByBuffers(op, memref.NewCollapseShape(b, t, x, groups).Result())
		return nil
	}
	if !isCollapsible(m, groups) {
		if x, d = b.contiguousCopy(collapse.Src(), m.Space); d != nil {
			return d
		}
		m = x.Type().(*ir.MemRefType)
	}
	b.replaceByBuffers(op, memref.NewCollapseShape(b, memref.CollapsedType(m, groups), x, groups).Result())
	return nil
}

// contiguousCopy copies a tensor to a contiguous buffer.
func (b *bufferizer) contiguousCopy(v *ir.Value, space ir.Attribute) (*ir.Value, problem) {
	copied, d := b.settings.allocLike(b.Rewriter, v, true)
	if d != nil {
		return nil, d
	}
	return b.toBuffer(contiguous(v.Type(), space), copied), nil
}

func expandedType(b *bufferizer, v *ir.Value, stack []*ir.Value) (ir.Type, problem) {
	op := ir.Cast[tensor.ExpandShapeOp](v.DefiningOp())
	from, d := b.typeOf(op.Src(), stack)
	if d != nil {
		return nil, d
	}
	t, ok := memref.ExpandedType(from.(*ir.MemRefType), v.Type().(*ir.TensorType).Dims, op.Reassociation())
	if !ok {
		return nil, v.DefiningOp().Errorf("cannot expand a buffer of type '%s', which has no strides", from)
	}
	return t, nil
}

func replaceExpand(b *bufferizer, op *ir.Operation) problem {
	expand := ir.Cast[tensor.ExpandShapeOp](op)
	x, d := b.buffer(expand.Src())
	if d != nil {
		return d
	}
	t, ok := memref.ExpandedType(x.Type().(*ir.MemRefType), op.Result(0).Type().(*ir.TensorType).Dims, expand.Reassociation())
	if !ok {
		return op.Errorf("cannot expand a buffer of type '%s', which has no strides", x.Type())
	}
	b.replaceByBuffers(op, memref.NewExpandShape(b, t, x, expand.Reassociation(), expand.MixedOutputShape()).Result())
	return nil
}

func replaceDim(b *bufferizer, op *ir.Operation) problem {
	dim := ir.Cast[tensor.DimOp](op)
	x, d := b.buffer(dim.Source())
	if d != nil {
		return d
	}
	b.Replace(op, memref.NewDim(b, x, dim.Index()).Result())
	return nil
}

func replaceRank(b *bufferizer, op *ir.Operation) problem {
	x, d := b.buffer(ir.Cast[tensor.RankOp](op).Tensor())
	if d != nil {
		return d
	}
	b.Replace(op, memref.NewRank(b, x).Result())
	return nil
}

func replaceEmpty(b *bufferizer, op *ir.Operation) problem {
	if op.Unused() {
		b.Erase(op)
		return nil
	}
	v, d := b.emptyLike(op)
	if d != nil {
		return d
	}
	b.Replace(op, v)
	return nil
}

func replaceExtract(b *bufferizer, op *ir.Operation) problem {
	extract := ir.Cast[tensor.ExtractOp](op)
	x, d := b.buffer(extract.Tensor())
	if d != nil {
		return d
	}
	b.Replace(op, memref.NewLoad(b, x, extract.Indices()...).Result())
	return nil
}

func replaceInsert(b *bufferizer, op *ir.Operation) problem {
	insert := ir.Cast[tensor.InsertOp](op)
	x, d := b.buffer(insert.Dest())
	if d != nil {
		return d
	}
	memref.NewStore(b, insert.Scalar(), x, insert.Indices()...)
	b.replaceByBuffers(op, x)
	return nil
}

// onlyDefaultSpace reports an operation that is bufferized only in the default memory space.
func (b *bufferizer) onlyDefaultSpace(op *ir.Operation) problem {
	if space, ok := b.space(op.Result(0).Type()); !ok || space != nil {
		return ir.Errorf(op.Loc(), "memory space not implemented yet")
	}
	return nil
}

func replaceFromElements(b *bufferizer, op *ir.Operation) problem {
	if d := b.onlyDefaultSpace(op); d != nil {
		return d
	}
	t := op.Result(0).Type().(*ir.TensorType)
	v, d := b.emptyLike(op)
	if d != nil {
		return d
	}
	x := b.toBuffer(contiguous(t, nil), v)
	elements := op.OperandList()
	switch {
	case len(elements) == 0:
	case len(t.Dims) == 0:
		memref.NewStore(b, elements[0], x)
	default:
		var numbers []*ir.Value
		for i := range slices.Max(t.Dims) {
			numbers = append(numbers, arith.ConstantIndex(b, i))
		}
		index := make([]int64, len(t.Dims))
		for _, e := range elements {
			indices := make([]*ir.Value, len(index))
			for d, i := range index {
				indices[d] = numbers[i]
			}
			memref.NewStore(b, e, x, indices...)
			for d := len(index) - 1; d >= 0; d-- {
				if index[d]++; index[d] < t.Dims[d] {
					break
				}
				index[d] = 0
			}
		}
	}
	b.replaceByBuffers(op, x)
	return nil
}

// mapOver builds linalg.map without inputs; body adds the operations of its region and returns the element.
func (b *bufferizer) mapOver(dest *ir.Value, body func(block *ir.Block) *ir.Value) *ir.Value {
	m := b.Op(linalg.MapOp{}, []*ir.Value{dest}, []ir.Type{dest.Type()})
	at := b.Save()
	block := b.NewBlock(m.Region(0), []ir.Type{ir.ElementOrSelf(dest.Type())}, b.Loc)
	element := body(block)
	b.AtEnd(block)
	linalg.NewYield(b, []*ir.Value{element})
	b.Restore(at)
	return m.Result(0)
}

// generated builds linalg.map whose elements are computed by the region of tensor.generate or tensor.pad.
func (b *bufferizer) generated(dest *ir.Value, region *ir.Region) *ir.Value {
	return b.mapOver(dest, func(block *ir.Block) *ir.Value {
		from := region.Front()
		for i, arg := range from.Args() {
			b.AtEnd(block)
			arg.ReplaceAllUsesWith(linalg.NewIndex(b, int64(i)).Result())
		}
		yield := from.Back()
		element := ir.Cast[tensor.YieldOp](yield).Value()
		yield.Erase()
		block.TakeOps(from)
		return element
	})
}

func replaceGenerate(b *bufferizer, op *ir.Operation) problem {
	if d := b.onlyDefaultSpace(op); d != nil {
		return d
	}
	v, d := b.emptyLike(op)
	if d != nil {
		return d
	}
	b.Replace(op, b.generated(v, op.Region(0)))
	return nil
}

func replaceSplat(b *bufferizer, op *ir.Operation) problem {
	v, d := b.emptyLike(op)
	if d == nil {
		d = b.onlyDefaultSpace(op)
	}
	if d != nil {
		return d
	}
	b.Replace(op, b.mapOver(v, func(*ir.Block) *ir.Value { return ir.Cast[tensor.SplatOp](op).Input() }))
	return nil
}

func paddedType(b *bufferizer, v *ir.Value, stack []*ir.Value) (ir.Type, problem) {
	from, d := b.typeOf(ir.Cast[tensor.PadOp](v.DefiningOp()).Source(), stack)
	if d != nil {
		return nil, d
	}
	return contiguous(v.Type(), ir.MemorySpace(from)), nil
}

// constants returns a list of indices in which constant values are replaced by numbers.
func constants(ms []ir.Mixed) []ir.Mixed {
	folded := slices.Clone(ms)
	for i, m := range ms {
		if n, known := m.Constant(); known {
			folded[i] = ir.Mixed{Const: n}
		}
	}
	return folded
}

func replacePad(b *bufferizer, op *ir.Operation) problem {
	pad := ir.Cast[tensor.PadOp](op)
	low, high := constants(pad.MixedLow()), constants(pad.MixedHigh())
	value := func(m ir.Mixed) *ir.Value {
		if m.Value != nil {
			return m.Value
		}
		return arith.ConstantIndex(b, m.Const)
	}
	s := affine.Symbols(3)
	sum := affine.NewMap(0, 3, s[0].Add(s[1]).Add(s[2]))
	for i, n := range op.Result(0).Type().(*ir.TensorType).Dims {
		if n == ir.Dynamic {
			extent := tensor.NewDim(b, pad.Source(), arith.ConstantIndex(b, int64(i))).Result()
			affined.NewApply(b, sum, []*ir.Value{extent, value(low[i]), value(high[i])})
		}
	}
	v, d := b.emptyLike(op)
	if d != nil {
		return d
	}
	filled := b.generated(v, op.Region(0))
	var sizes []ir.Mixed
	for i, n := range pad.Source().Type().(*ir.TensorType).Dims {
		if n == ir.Dynamic {
			sizes = append(sizes, ir.Mixed{Value: tensor.Extent(b.Rewriter, pad.Source(), i)})
		} else {
			sizes = append(sizes, ir.Mixed{Const: n})
		}
	}
	ones := slices.Repeat([]ir.Mixed{{Const: 1}}, len(sizes))
	b.Replace(op, tensor.NewInsertSlice(b, pad.Source(), filled, low, sizes, ones).Result())
	return nil
}

func reshapedType(b *bufferizer, v *ir.Value, stack []*ir.Value) (ir.Type, problem) {
	from, d := b.typeOf(ir.Cast[tensor.ReshapeOp](v.DefiningOp()).Source(), stack)
	if d != nil {
		return nil, d
	}
	return contiguous(v.Type(), ir.MemorySpace(from)), nil
}

func replaceReshape(b *bufferizer, op *ir.Operation) problem {
	reshape := ir.Cast[tensor.ReshapeOp](op)
	x, d := b.buffer(reshape.Source())
	if d != nil {
		return d
	}
	shape, d := b.buffer(reshape.Shape())
	if d != nil {
		return d
	}
	t, d := b.bufferType(op.Result(0))
	if d != nil {
		return d
	}
	if m, ranked := x.Type().(*ir.MemRefType); ranked && !m.HasIdentityLayout() {
		if x, d = b.contiguousCopy(reshape.Source(), m.Space); d != nil {
			return d
		}
	}
	b.replaceByBuffers(op, memref.NewReshape(b, t, x, shape).Result())
	return nil
}

// replaceConcat copies the inputs into a new buffer, one after the other.
func replaceConcat(b *bufferizer, op *ir.Operation) problem {
	if d := b.onlyDefaultSpace(op); d != nil {
		return d
	}
	concat, t := ir.Cast[tensor.ConcatOp](op), op.Result(0).Type().(*ir.TensorType)
	v, d := b.emptyLike(op)
	if d != nil {
		return d
	}
	dest := b.toBuffer(contiguous(t, nil), v)
	sizeOf := func(v *ir.Value, d int) ir.Mixed {
		if n := v.Type().(*ir.MemRefType).Dims[d]; n != ir.Dynamic {
			return ir.Mixed{Const: n}
		}
		f := b.OrFold()
		return ir.Mixed{Value: f.Value(memref.NewDim(f, v, arith.ConstantIndex(f, int64(d))))}
	}
	dim, rank := int(concat.Dim()), len(t.Dims)
	offsets, sizes := make([]ir.Mixed, rank), make([]ir.Mixed, rank)
	ones := slices.Repeat([]ir.Mixed{{Const: 1}}, rank)
	for i := range sizes {
		sizes[i] = sizeOf(dest, i)
	}
	sum := affine.NewMap(0, 2, affine.Symbol(0).Add(affine.Symbol(1)))
	for _, input := range concat.Inputs() {
		source, d := b.buffer(input)
		if d != nil {
			return d
		}
		sizes[dim] = sizeOf(source, dim)
		memref.NewCopy(b, source, b.view(dest, input.Type().(*ir.TensorType).Dims, offsets, sizes, ones))
		offsets[dim] = affined.ComposedApply(b.Builder, sum, []ir.Mixed{offsets[dim], sizes[dim]})
	}
	b.replaceByBuffers(op, dest)
	return nil
}
