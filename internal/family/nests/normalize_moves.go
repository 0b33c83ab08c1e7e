package nests

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/ir"
	"optc/ir/affine"
	"optc/num"
)

// simpler lists operations that are loop nests or moves in other words. A function returns nil where the operation is
// none of them, and stays.
var simpler = map[ir.Kind]func(b *ir.Builder, op *ir.Operation) *ir.Value{
	tensor.GatherOp{}.Kind():   gathered,
	tensor.GenerateOp{}.Kind(): generated,
	tensor.InsertOp{}.Kind():   inserted,
	linalg.PackOp{}.Kind():     packed,
	linalg.UnpackOp{}.Kind():   unpacked,
}

// replacement builds what an operation is in simpler words, or returns nil.
func replacement(b *ir.Builder, op *ir.Operation) *ir.Value {
	switch s := ir.As[linalg.SoftmaxOp](op); {
	case isStaticSoftmax(op):
		return softmax(b, s)
	case isArithmetic(op):
		return arithmetic(b, op)
	case simpler[op.Kind()] != nil && !slices.ContainsFunc(append(ir.TypesOf(op.OperandList()), op.Result(0).Type()), isOpen):
		return simpler[op.Kind()](b, op)
	}
	return nil
}

// isOpen reports whether a type is a tensor of unknown shape.
func isOpen(t ir.Type) bool {
	shaped, ok := t.(ir.ShapedType)
	return ok && !ir.HasStaticShape(shaped)
}

// gathered builds a gather of parts of a tensor: its region extracts an element at the indices of the part.
func gathered(b *ir.Builder, op *ir.Operation) *ir.Value {
	g := ir.Cast[tensor.GatherOp](op)
	t, source, indices := g.Result().Type().(*ir.TensorType), g.Source().Type().(*ir.TensorType), g.Indices().Type().(*ir.TensorType)
	rank, parts := len(t.Dims), len(indices.Dims)-1 // the loops over the parts come first
	var inputs []*ir.Value
	var maps []affine.Map
	for k := range g.GatherDims() {
		inputs = append(inputs, g.Indices())
		maps = append(maps, affine.NewMap(rank, 0, append(affine.Dims(parts), affine.Const(int64(k)))...))
	}
	loops := make([]int, len(source.Dims)) // along a part, by the dimension of the source
	next := parts
	reduced := rank < parts+len(source.Dims)
	for d := range source.Dims {
		if loops[d] = next; !reduced || !slices.Contains(g.GatherDims(), int64(d)) {
			next++
		}
	}
	return generic(b, inputs, empty(b, t.Dims, t.Elem), append(maps, affine.Identity(rank)), make([]linalg.Iterator, rank), func(args []*ir.Value) *ir.Value {
		at := make([]*ir.Value, len(source.Dims))
		for d := range at {
			if k := slices.Index(g.GatherDims(), int64(d)); k < 0 {
				at[d] = linalg.NewIndex(b, int64(loops[d])).Result()
			} else if at[d] = args[k]; !ir.IsType[*ir.IndexType](args[k].Type()) {
				at[d] = arith.NewIndexCast(b, b.Context().Index(), args[k]).Out()
			}
		}
		return tensor.NewExtract(b, g.Source(), at...).Result()
	})
}

// generated builds a tensor whose elements are computed from their indices.
func generated(b *ir.Builder, op *ir.Operation) *ir.Value {
	t := op.Result(0).Type().(*ir.TensorType)
	rank := len(t.Dims)
	body := op.Body()
	return generic(b, nil, empty(b, t.Dims, t.Elem), []affine.Map{affine.Identity(rank)}, make([]linalg.Iterator, rank), func([]*ir.Value) *ir.Value {
		var m ir.Mapping
		for d, arg := range body.Args() {
			m.Map(arg, linalg.NewIndex(b, int64(d)).Result())
		}
		for inside := range body.Ops() {
			if inside != body.Back() {
				b.Clone(inside, &m)
			}
		}
		return m.Value(ir.Cast[tensor.YieldOp](body.Back()).Value())
	})
}

// inserted builds a tensor of which one element is another number.
func inserted(b *ir.Builder, op *ir.Operation) *ir.Value {
	i := ir.Cast[tensor.InsertOp](op)
	var at []int64
	for _, v := range i.Indices() {
		c, ok := ir.ConstantInt(v)
		if !ok {
			return nil
		}
		at = append(at, c.Int64())
	}
	one := ones(len(at))
	number := tensor.NewSplat(b, ir.Tensor(one, i.Scalar().Type(), nil), i.Scalar()).Aggregate()
	return tensor.NewInsertSlice(b, number, i.Dest(), numbers(at), numbers(one), numbers(one)).Result()
}

// tiling describes the tiles of a packed tensor.
type tiling struct {
	padded []int64   // the extents that are multiples of the tiles
	split  []int64   // the extents, where an extent of tiles is followed by the extent of a tile
	groups [][]int64 // the dimensions of split of each dimension
	order  []int64   // the dimensions of split as the packed tensor has them
}

func tilingOf(shape, tiles, positions, outer []int64) *tiling {
	t := &tiling{}
	var first, inside []int64
	for d, n := range shape {
		first = append(first, int64(len(t.split)))
		group := []int64{int64(len(t.split))}
		if k := slices.Index(positions, int64(d)); k < 0 {
			t.split = append(t.split, n)
		} else {
			count := num.CeilDiv(n, tiles[k])
			n = count * tiles[k]
			t.split = append(t.split, count, tiles[k])
			group = append(group, group[0]+1)
		}
		t.padded, t.groups = append(t.padded, n), append(t.groups, group)
	}
	for _, d := range positions {
		inside = append(inside, first[d]+1)
	}
	for d := range shape {
		if from := int64(d); len(outer) > 0 {
			t.order = append(t.order, first[outer[from]])
		} else {
			t.order = append(t.order, first[from])
		}
	}
	t.order = append(t.order, inside...)
	return t
}

// packed builds a packed tensor: the padded tensor, whose tiles get dimensions of their own.
func packed(b *ir.Builder, op *ir.Operation) *ir.Value {
	p := ir.Cast[linalg.PackOp](op)
	source, result := p.Source().Type(), op.Result(0).Type()
	from, isTensor := source.(*ir.TensorType)
	if !isTensor || slices.Contains(p.StaticInnerTiles(), ir.Dynamic) {
		return nil
	}
	t := tilingOf(from.Dims, p.StaticInnerTiles(), p.InnerDimsPos(), p.OuterDimsPerm())
	v := p.Source()
	if !slices.Equal(t.padded, from.Dims) {
		number := p.PaddingValue()
		if number == nil {
			return nil
		}
		whole := tensor.NewSplat(b, ir.Tensor(t.padded, from.Elem, nil), number).Aggregate()
		v = tensor.NewInsertSlice(b, v, whole, numbers(make([]int64, len(from.Dims))), numbers(from.Dims), numbers(ones(len(from.Dims)))).Result()
	}
	v = tensor.NewExpandShape(b, ir.Tensor(t.split, from.Elem, nil), v, t.groups, numbers(t.split)).Result()
	shape := result.(*ir.TensorType).Dims
	return linalg.NewTranspose(b, v, empty(b, shape, from.Elem), t.order).Operation().Result(0)
}

// unpacked builds an unpacked tensor: the tiles become parts of dimensions, and the padding is left out.
func unpacked(b *ir.Builder, op *ir.Operation) *ir.Value {
	u := ir.Cast[linalg.UnpackOp](op)
	to, isTensor := op.Result(0).Type().(*ir.TensorType)
	if !isTensor || slices.Contains(u.StaticInnerTiles(), ir.Dynamic) {
		return nil
	}
	t := tilingOf(to.Dims, u.StaticInnerTiles(), u.InnerDimsPos(), u.OuterDimsPerm())
	back := make([]int64, len(t.order))
	for i, d := range t.order {
		back[d] = int64(i)
	}
	v := linalg.NewTranspose(b, u.Source(), empty(b, t.split, to.Elem), back).Operation().Result(0)
	v = tensor.NewCollapseShape(b, ir.Tensor(t.padded, to.Elem, nil), v, t.groups).Result()
	return firstPart(b, v, to)
}
