package tensors

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/iree/revision"
	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/dialect/ub"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
)

// place specifies where the elements of a gather are along a dimension of the source: at one index
// that all elements share (a scalar), at the index of a loop, or at the elements of a vector of
// indices.
type place struct {
	lanes
	loop int // the loop whose number the index is, or -1
}

// extract builds the elements that a region extracts from a tensor.
func (z *structured) extract(op tensor.ExtractOp) lanes {
	places, used := make([]place, len(op.Indices())), map[int]bool{}
	all := make([]lanes, len(places))
	for i, v := range op.Indices() {
		places[i] = place{z.lanesOf(v), -1}
		if index := ir.As[linalg.IndexOp](v.DefiningOp()); index.Ok() && !used[int(index.Dim())] {
			places[i].loop = int(index.Dim())
			used[places[i].loop] = true
		}
		all[i] = places[i].lanes
	}
	loops := common(all...)
	if len(loops) == 0 {
		at := make([]*ir.Value, len(places))
		for k, p := range places {
			at[k] = p.v
		}
		return lanes{v: tensor.NewExtract(z.rw, op.Tensor(), at...).Result()}
	}
	loops = slices.Sorted(slices.Values(loops))
	if z.options.VectorizeToTransferGather {
		if v := z.transferGather(op.Tensor(), places, loops, ub.NewPoison(z.rw, op.Result().Type()).Result()); v != nil {
			return lanes{v, loops}
		}
	}
	return z.gather(op.Tensor(), places, loops)
}

// transferGather builds an iree_vector_ext.transfer_gather whose vector runs along loops, nil if the
// revision of IREE has no form for it.
func (s *space) transferGather(base *ir.Value, places []place, loops []int, padding *ir.Value) *ir.Value {
	offsets := make([]*ir.Value, len(places))
	from := make([]affine.Expr, len(places))
	var indices []*ir.Value
	var along [][]int
	for k, p := range places {
		offsets[k], from[k] = p.v, affine.Const(0)
		switch {
		case p.loop >= 0:
			from[k] = affine.Dim(slices.Index(loops, p.loop))
		case len(p.loops) > 0:
			from[k] = affine.Symbol(len(indices))
			indices, along = append(indices, p.v), append(along, p.loops)
		default:
			continue
		}
		offsets[k] = s.index(0)
	}
	maps := []affine.Map{affine.NewMap(len(loops), len(indices), from...)}
	for _, of := range along {
		at := make([]affine.Expr, len(of))
		for i, d := range of {
			at[i] = affine.Dim(slices.Index(loops, d))
		}
		maps = append(maps, affine.NewMap(len(loops), len(indices), at...))
	}
	t := s.vector(loops, ir.ElementOrSelf(base.Type()))
	if revision.Of(s.rw.Context()) == revision.Seed {
		return s.slicedGather(t, base, offsets, indices, padding, loops, maps)
	}
	mask := s.mask(loops)
	if mask != nil {
		maps = append(maps, affine.NewMap(len(loops), len(indices), affine.Dims(len(loops))...))
	}
	return vectorext.NewTransferGather(s.rw, t, base, offsets, indices, padding, mask, maps).Vector()
}

// slicedGather builds the form of the older revision, in which each dimension of the vector runs along
// one dimension of the source. maps are the maps of the newer form.
func (s *space) slicedGather(t *ir.VectorType, base *ir.Value, offsets, indices []*ir.Value, padding *ir.Value, loops []int, maps []affine.Map) *ir.Value {
	rank := len(offsets)
	taken, source := make([]int, len(loops)), make([]bool, rank) // the source of each dimension of the vector
	for d := range taken {
		taken[d] = -1
	}
	for k, e := range maps[0].Results {
		if d, ok := e.IsDim(); ok {
			taken[d], source[k] = k, true
		}
	}
	indexed, vecs := make([]bool, rank), 0
	for k, e := range maps[0].Results {
		if _, ok := e.IsSymbol(); !ok {
			continue
		}
		indexed[k] = true
		for _, d := range maps[1+vecs].ResultDims() {
			if taken[d] < 0 && !source[k] {
				taken[d], source[k] = k, true
			}
		}
		vecs++
	}
	if slices.Contains(taken, -1) {
		return nil
	}
	from := func(list []int) affine.Map {
		at := make([]affine.Expr, len(list))
		for i, d := range list {
			at[i] = affine.Dim(taken[d])
		}
		return affine.NewMap(rank, 0, at...)
	}
	all := make([]int, len(loops))
	for d := range all {
		all[d] = d
	}
	list := make([]affine.Map, len(indices))
	for i := range indices {
		list[i] = from(maps[1+i].ResultDims())
	}
	permutation := from(all)
	slices.SortFunc(all, func(a, b int) int { return taken[a] - taken[b] }) // the mask has the order of the source
	for i, d := range all {
		all[i] = loops[d]
	}
	return vectorext.NewSlicedGather(s.rw, t, base, offsets, indices, padding, s.mask(all), vectorext.Slices{
		Indexed: indexed, Maps: list, Permutation: permutation,
	}).Vector()
}

// gather builds a vector.gather, or a vector.transfer_read of elements that are consecutive.
func (z *structured) gather(base *ir.Value, places []place, loops []int) lanes {
	elem := ir.ElementOrSelf(base.Type())
	last := len(places) - 1
	var run []int // the loops that run along dimensions, if no index is a vector
	offsets := make([]*ir.Value, len(places))
	var dims []affine.Expr
	whole, before := true, true
	for k, p := range places {
		offsets[k] = z.index(0)
		switch {
		case p.loop >= 0:
			run, dims = append(run, p.loop), append(dims, affine.Dim(k))
			before = before && k == last
		case len(p.loops) > 0:
			whole, before = false, before && k == last
		default:
			offsets[k] = p.v
		}
	}
	if whole {
		t, bounds := z.vector(run, elem), slices.Repeat([]bool{true}, len(run))
		padding := ub.NewPoison(z.rw, elem).Result()
		read := vector.NewTransferRead(z.rw, t, base, offsets, padding, z.mask(run), affine.NewMap(len(places), 0, dims...), bounds)
		return lanes{read.Vector(), run}
	}
	indices := z.spread(places[last].lanes, loops)
	if !before { // the index of the element in row-major order
		indices = z.rowMajor(base, places, loops)
		base, offsets = z.flatten(base), []*ir.Value{z.index(0)}
	}
	t := z.vector(loops, elem)
	mask := z.mask(loops)
	if mask == nil {
		mask = arith.NewConstant(z.rw, arith.Splat(ir.Vector(t.Dims, z.rw.Context().I1()), z.rw.Context().Bool(true))).Result()
	}
	passthru := ub.NewPoison(z.rw, t).Result()
	return lanes{vector.NewGather(z.rw, base, offsets, indices, mask, passthru).Result(), loops}
}

// flatten returns a tensor with one dimension that has the elements of another in row-major order.
func (z *structured) flatten(base *ir.Value) *ir.Value {
	t := base.Type().(*ir.TensorType)
	group, n := make([]int64, len(t.Dims)), int64(1)
	for d, size := range t.Dims {
		group[d] = int64(d)
		if size == ir.Dynamic || n == ir.Dynamic {
			n = ir.Dynamic
		} else {
			n *= size
		}
	}
	return tensor.NewCollapseShape(z.rw, ir.Tensor([]int64{n}, t.Elem, nil), base, [][]int64{group}).Result()
}

// rowMajor returns the numbers of elements in row-major order.
func (z *structured) rowMajor(base *ir.Value, places []place, loops []int) *ir.Value {
	f := z.rw.OrFold()
	number := z.spread(places[0].lanes, loops)
	for k, p := range places[1:] {
		var size *ir.Value
		if n := base.Type().(*ir.TensorType).Dims[k+1]; n != ir.Dynamic {
			size = z.index(n)
		} else {
			size = dimOf(z.rw, base, k+1)
		}
		number = f.Value(arith.NewMulI(f, number, z.spread(lanes{v: size}, loops)))
		number = f.Value(arith.NewAddI(f, number, z.spread(p.lanes, loops)))
	}
	return number
}

// vectorizeImplicitGather vectorizes a copy whose last index is a sum of loops, such as (i, j) ->
// (i, 2 * j + i). It does so only if all other loops have the extent 1 (isImplicitGather, IREE),
// for which upstream has no form.
func (z *structured) vectorizeImplicitGather() bool {
	stride, ok := z.implicitStride()
	if !ok || !z.options.VectorizeToTransferGather || revision.Of(z.rw.Context()) == revision.Seed {
		return false
	}
	f, last := z.rw.OrFold(), len(z.sizes)-1
	source, output := linalg.InputsOf(z.op)[0], linalg.OutputsOf(z.op)[0]
	elem := ir.ElementOrSelf(source.Type())
	zero, ok := zeroOf(elem)
	if !ok {
		return false
	}
	loops := z.all()
	places := make([]place, len(z.maps[0].Results))
	for k := range places {
		places[k] = place{lanes{v: z.index(0)}, -1}
	}
	indices := f.Value(vector.NewStep(f, z.vector([]int{last}, z.rw.Context().Index())))
	indices = f.Value(arith.NewMulI(f, indices, z.spread(lanes{v: z.index(stride)}, []int{last})))
	places[len(places)-1].lanes = lanes{indices, []int{last}}
	v := z.transferGather(source, places, loops, arith.NewConstant(z.rw, zero).Result())
	z.rw.Replace(z.op, z.write(lanes{v, loops}, output, loops))
	return true
}

// zeroOf returns the zero of a type.
func zeroOf(t ir.Type) (zero ir.TypedAttr, ok bool) {
	switch t := t.(type) {
	case *ir.FloatType:
		return t.Context().FloatOf(t, t.Kind.Zero(false)), true
	case *ir.IntegerType, *ir.IndexType:
		return t.Context().Int(t, 0), true
	}
	return nil, false
}

// implicitStride returns the factor of the last loop in the last index of the source.
func (z *structured) implicitStride() (stride int64, ok bool) {
	inputs, outputs := linalg.InputsOf(z.op), linalg.OutputsOf(z.op)
	if len(z.sizes) == 0 || len(inputs) != 1 || len(outputs) != 1 || len(z.maps[0].Results) == 0 {
		return 0, false
	}
	body, iterators := z.op.Body(), linalg.IteratorsOf(z.op)
	source, output := inputs[0].Type().(ir.ShapedType).Shape(), outputs[0].Type().(ir.ShapedType).Shape()
	switch {
	case slices.Contains(iterators, linalg.Reduction), z.maps[0].IsProjectedPermutation(false), !z.maps[1].IsIdentity(),
		slices.Contains(source, ir.Dynamic), slices.Contains(output, ir.Dynamic), body.Front() != body.Back(), body.Back().OperandList()[0] != body.Arg(0):
		return 0, false
	}
	for _, shape := range [][]int64{source, output} {
		if slices.ContainsFunc(shape[:len(shape)-1], func(n int64) bool { return n != 1 }) {
			return 0, false
		}
	}
	factors, constant, ok := z.maps[0].Results[len(source)-1].Linear(len(z.sizes), 0)
	last := len(factors) - 1
	if !ok || constant != 0 || factors[last] < 1 || slices.ContainsFunc(factors[:last], func(f int64) bool { return f < 0 || f > 1 }) {
		return 0, false
	}
	return factors[last], true
}
