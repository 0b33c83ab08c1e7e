package vector

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

// unrollElementwise computes tiles.
//
//	%0 = arith.addf %a, %b : vector<4xf32>
//	→ %a0 = vector.extract_strided_slice %a {offsets = [0], sizes = [2], strides = [1]}, %b0 = …
//	  %t0 = arith.addf %a0, %b0 : vector<2xf32>
//	  %r0 = vector.insert_strided_slice %t0, %zero {offsets = [0], strides = [1]} … the same at 2
func (l lowering) unrollElementwise(op *ir.Operation, tile Tiling) ([]*ir.Value, bool) {
	if !op.Has(ir.Elementwise) || op.NumResults() != 1 || vectorOf(op.Result(0)) == nil {
		return nil, false
	}
	t := vectorOf(op.Result(0))
	offsets, ok := tile.offsets(t)
	if !ok {
		return nil, false
	}
	part := tile.of(t)
	return l.assemble(t, offsets, func(at []int64) *ir.Value {
		operands := op.OperandList()
		for i, v := range operands {
			operands[i] = l.tile(v, at, tile.Shape)
		}
		return l.Like(op, operands, []ir.Type{part}).Result(0)
	})
}

// unrollTranspose transposes tiles.
//
//	%0 = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
//	→ %a = vector.extract_strided_slice %v {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]}
//	  %b = vector.transpose %a, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
//	  %r = vector.insert_strided_slice %b, %zero {offsets = [0, 0], …} … the same at [2, 0]
func (l lowering) unrollTranspose(op *ir.Operation, tile Tiling) ([]*ir.Value, bool) {
	transpose := ir.Cast[TransposeOp](op)
	t := vectorOf(transpose.Result())
	offsets, ok := tile.offsets(t)
	if !ok {
		return nil, false
	}
	perm := transpose.Permutation()
	return l.assemble(t, offsets, func(at []int64) *ir.Value {
		from, sizes := make([]int64, len(at)), make([]int64, len(at))
		for i, d := range perm {
			from[d], sizes[d] = at[i], tile.Shape[i]
		}
		v := l.tile(transpose.Vector(), from, sizes)
		b := l.OrFold()
		return b.Value(NewTransposeAs(b, tile.of(t), v, perm))
	})
}

// unrollBroadcast broadcasts to each tile the elements that the tile needs.
//
//	%0 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
//	→ %a = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]}
//	  %b = vector.broadcast %a : vector<2xf32> to vector<2x2xf32>
//	  %r = vector.insert_strided_slice %b, %zero {offsets = [0, 0], …} … the same at [0, 2]
func (l lowering) unrollBroadcast(op *ir.Operation, tile Tiling) ([]*ir.Value, bool) {
	broadcast := ir.Cast[BroadcastOp](op)
	t, from := vectorOf(broadcast.Vector()), vectorOf(broadcast.Source())
	offsets, ok := tile.offsets(t)
	if !ok {
		return nil, false
	}
	part := tile.of(t)
	return l.assemble(t, offsets, func(at []int64) *ir.Value {
		v := broadcast.Source()
		if from != nil {
			added := len(at) - len(from.Dims)
			at, sizes := slices.Clone(at[added:]), slices.Clone(tile.Shape[added:])
			for d, n := range from.Dims {
				if n == 1 {
					at[d], sizes[d] = 0, 1
				}
			}
			v = l.tile(v, at, sizes)
		}
		return NewBroadcast(l, part, v).Vector()
	})
}

// unrollStep makes the tiles of a vector.step.
//
//	%0 = vector.step : vector<4xindex>
//	→ %s = vector.step : vector<2xindex>, %a = vector.insert_strided_slice %s, %zero {offsets = [0], …}
//	  %t = arith.addi %s, dense<2>, %0 = vector.insert_strided_slice %t, %a {offsets = [2], …}
func (l lowering) unrollStep(op *ir.Operation, tile Tiling) ([]*ir.Value, bool) {
	t := vectorOf(ir.Cast[StepOp](op).Result())
	offsets, ok := tile.offsets(t)
	if !ok {
		return nil, false
	}
	part := tile.of(t)
	var first *ir.Value
	return l.assemble(t, offsets, func(at []int64) *ir.Value {
		if first == nil {
			first = NewStep(l, part).Result()
		}
		by := arith.NewConstant(l, arith.Splat(part, l.Context().Int(t.Elem, at[0]))).Result()
		return l.OrFold().Value(arith.NewAddI(l.OrFold(), first, by))
	})
}

// unrollReduction chains the reductions of tiles, so that the elements are combined in
// order.
//
//	%0 = vector.reduction <add>, %v, %a : vector<4xf32> into f32
//	→ %v0 = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]}
//	  %a0 = vector.reduction <add>, %v0, %a : vector<2xf32> into f32 … the same at 2 with %a0
func (l lowering) unrollReduction(op *ir.Operation, tile Tiling) ([]*ir.Value, bool) {
	reduction := ir.Cast[ReductionOp](op)
	offsets, ok := tile.offsets(vectorOf(reduction.Vector()))
	if !ok {
		return nil, false
	}
	acc := reduction.Acc()
	for _, at := range offsets {
		operands := []*ir.Value{l.tile(reduction.Vector(), at, tile.Shape), acc}
		if acc == nil {
			operands = operands[:1]
		}
		acc = ir.Cast[ReductionOp](l.Like(op, operands, op.ResultTypes())).Dest()
	}
	return []*ir.Value{acc}, true
}

// partial holds the tiles of a result that is accumulated.
type partial struct {
	lowering
	acc    *ir.Value // the accumulator of all
	sizes  []int64   // sizes of a tile of the result
	places [][]int64 // positions of the tiles, in the order of their first use
	tiles  []*ir.Value
	index  map[int64]int // index in tiles, by the number of the tile's first element
}

// add accumulates into the tile at some offsets of the result.
func (p *partial) add(at []int64, accumulate func(acc *ir.Value, t ir.Type) *ir.Value) {
	t := ir.ElementOrSelf(p.acc.Type())
	var first int64
	if v := vectorOf(p.acc); v != nil {
		t, first = ir.ScalableVector(p.sizes, scalableDims(v), t), linear(v.Dims, at)
	}
	i, ok := p.index[first]
	if !ok {
		i = len(p.places)
		p.index[first] = i
		p.places, p.tiles = append(p.places, at), append(p.tiles, p.tile(p.acc, at, p.sizes))
	}
	p.tiles[i] = accumulate(p.tiles[i], t)
}

// whole puts the tiles of the result together.
func (p *partial) whole() ([]*ir.Value, bool) {
	t := vectorOf(p.acc)
	if t == nil {
		return p.tiles, true
	}
	next := 0
	return p.assemble(t, p.places, func([]int64) *ir.Value {
		next++
		return p.tiles[next-1]
	})
}

// pickDims returns the elements of some dimensions.
func pickDims(vs []int64, dims []int) []int64 {
	out := make([]int64, len(dims))
	for i, d := range dims {
		out[i] = vs[d]
	}
	return out
}

// unrollMultiReduction reduces tiles; the tiles for one place of the result are reduced
// one after the other.
//
//	%0 = vector.multi_reduction <add>, %v, %a [1] : vector<2x4xf32> to vector<2xf32>
//	→ %v0 = vector.extract_strided_slice %v {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]}
//	  %a0 = vector.multi_reduction <add>, %v0, %a [1] : vector<2x2xf32> to vector<2xf32> … the same at [0, 2] with %a0
func (l lowering) unrollMultiReduction(op *ir.Operation, tile Tiling) ([]*ir.Value, bool) {
	multiReduction := ir.Cast[MultiReductionOp](op)
	offsets, ok := tile.offsets(vectorOf(multiReduction.Source()))
	if !ok || arith.Zero(multiReduction.Dest().Type()) == nil {
		return nil, false
	}
	var kept []int
	for d, r := range reducedDims(op) {
		if !r {
			kept = append(kept, d)
		}
	}
	p := partial{lowering: l, index: map[int64]int{}, acc: multiReduction.Acc(), sizes: pickDims(tile.Shape, kept)}
	for _, at := range offsets {
		v := l.tile(multiReduction.Source(), at, tile.Shape)
		p.add(pickDims(at, kept), func(acc *ir.Value, t ir.Type) *ir.Value {
			return ir.Cast[MultiReductionOp](l.Like(op, []*ir.Value{v, acc}, []ir.Type{t})).Dest()
		})
	}
	return p.whole()
}

// unrollContraction contracts tiles of the iteration space; the tiles for one place of
// the result are contracted one after the other.
//
//	%0 = vector.contract … %a, %b, %c : vector<2x4xf32>, vector<4x2xf32> into vector<2x2xf32>
//	→ %a0 = vector.extract_strided_slice %a {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]}, %b0 = …
//	  %c0 = vector.contract … %a0, %b0, %c : vector<2x2xf32>, vector<2x2xf32> into vector<2x2xf32>
//	  … the same at k = 2 with %c0
func (l lowering) unrollContraction(op *ir.Operation, tile Tiling) ([]*ir.Value, bool) {
	var dims [3][]int
	contract := ir.Cast[ContractOp](op)
	for i, m := range contract.IndexingMaps() {
		for r := range m.Results {
			d, _ := m.DimPosition(r)
			dims[i] = append(dims[i], d)
		}
	}
	shape, scalable := iterationSpace(op)
	offsets, ok := tile.offsets(ir.ScalableVector(shape, scalable, l.Context().I1()))
	if !ok || arith.Zero(contract.Result().Type()) == nil {
		return nil, false
	}
	p := partial{lowering: l, index: map[int64]int{}, acc: contract.Acc(), sizes: pickDims(tile.Shape, dims[2])}
	for _, at := range offsets {
		lhs := l.tile(contract.Lhs(), pickDims(at, dims[0]), pickDims(tile.Shape, dims[0]))
		rhs := l.tile(contract.Rhs(), pickDims(at, dims[1]), pickDims(tile.Shape, dims[1]))
		p.add(pickDims(at, dims[2]), func(acc *ir.Value, t ir.Type) *ir.Value {
			return ir.Cast[ContractOp](l.Like(op, []*ir.Value{lhs, rhs, acc}, []ir.Type{t})).Result()
		})
	}
	return p.whole()
}
