package vector

import (
	"slices"

	affined "optc/dialect/affine"
	"optc/dialect/arith"
	"optc/ir"
	"optc/ir/affine"
)

// Tiling specifies how Unrolling divides operations.
type Tiling struct {
	// Shape is the shape of a tile. It holds at least as many positive numbers as an operation has
	// dimensions: the dimensions of its vector, or the iterators of a contraction.
	Shape []int64
	// Ops are the full names of the operations to divide; empty for all.
	Ops []string
	// Reversed makes the outermost dimension vary fastest.
	Reversed bool
}

// Unrolling returns the patterns that divide operations on vectors into the same operations on
// tiles (pass unroll-vectors): transfers, loads, stores and gathers, elementwise operations,
// broadcasts, transpositions, steps, contractions and reductions. Operations are kept if their rank
// differs from the tile's, if their extents are not multiples of the tile's, if they are inside of
// a vector.mask, or if a scalable dimension would be divided; transfers with a mask are kept too.
//
// Upstream is not followed where it is wrong: it drops the accumulator of
// vector.reduction and changes the order of the summands, while the tiles are chained
// here; it ignores that dimensions are scalable, and builds several operations in one
// vector.mask.
func Unrolling(t Tiling) []*ir.Pattern {
	pattern := func(name string, root ir.OpKind, unroll func(l lowering, op *ir.Operation, tile Tiling) ([]*ir.Value, bool)) *ir.Pattern {
		return &ir.Pattern{Name: name, Root: root, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			if len(t.Ops) > 0 && !slices.Contains(t.Ops, op.Name()) || maskOf(op) != nil {
				return false
			}
			values, ok := unroll(lowering{rw, op, nil}, op, t)
			if ok {
				rw.Replace(op, values...)
			}
			return ok
		}}
	}
	return []*ir.Pattern{
		pattern("UnrollTransferReadPattern", TransferReadOp{}, lowering.unrollRead),
		pattern("UnrollTransferWritePattern", TransferWriteOp{}, lowering.unrollWrite),
		pattern("UnrollContractionPattern", ContractOp{}, lowering.unrollContraction),
		pattern("UnrollElementwisePattern", nil, lowering.unrollElementwise),
		pattern("UnrollReductionPattern", ReductionOp{}, lowering.unrollReduction),
		pattern("UnrollMultiReductionPattern", MultiReductionOp{}, lowering.unrollMultiReduction),
		pattern("UnrollTransposePattern", TransposeOp{}, lowering.unrollTranspose),
		pattern("UnrollGatherPattern", GatherOp{}, lowering.unrollGatherTiles),
		pattern("UnrollLoadPattern", LoadOp{}, lowering.unrollLoad),
		pattern("UnrollStorePattern", StoreOp{}, lowering.unrollStore),
		pattern("UnrollBroadcastPattern", BroadcastOp{}, lowering.unrollBroadcast),
		pattern("UnrollStepPattern", StepOp{}, lowering.unrollStep),
	}
}

// maxTiles bounds the number of operations that replace an operation.
const maxTiles = 1 << 16

// offsets returns the offsets of the tiles in a vector type; ok is false if there is only one tile
// or too many, if the tiles do not cover the vector exactly, or if a scalable dimension would be
// divided.
func (t Tiling) offsets(of *ir.VectorType) (list [][]int64, ok bool) {
	shape := of.Dims
	if len(shape) != len(t.Shape) || slices.Equal(shape, t.Shape) {
		return nil, false
	}
	tiles := int64(1)
	for d, n := range shape {
		count := n / t.Shape[d]
		if n%t.Shape[d] != 0 || count > maxTiles/tiles || of.IsScalable(d) && count > 1 {
			return nil, false
		}
		tiles *= count
	}
	list = make([][]int64, tiles)
	for i := range list {
		at := make([]int64, len(shape))
		rest := int64(i)
		for k := range shape {
			d := len(shape) - 1 - k
			if t.Reversed {
				d = k
			}
			n := shape[d] / t.Shape[d]
			at[d] = rest % n * t.Shape[d]
			rest /= n
		}
		list[i] = at
	}
	return list, true
}

// of returns the type of a tile of v.
func (t Tiling) of(v *ir.VectorType) *ir.VectorType {
	return ir.ScalableVector(t.Shape, scalableDims(v), v.Elem)
}

// tile returns the part of a vector at some offsets; a scalar is the part for all tiles.
func (l lowering) tile(v *ir.Value, at, sizes []int64) *ir.Value {
	if vectorOf(v) == nil || len(sizes) == 0 {
		return v
	}
	return l.OrFold().Value(NewExtractStridedSlice(l.OrFold(), v, at, sizes))
}

// insertTile puts a tile into a vector.
func (l lowering) insertTile(v, into *ir.Value, at []int64) *ir.Value {
	return l.OrFold().Value(NewInsertStridedSlice(l.OrFold(), v, into, at))
}

// assemble builds the tiles of a vector and puts them together.
func (l lowering) assemble(result *ir.VectorType, offsets [][]int64, build func(at []int64) *ir.Value) ([]*ir.Value, bool) {
	v := arith.NewConstant(l, arith.Zero(result)).Result()
	for _, at := range offsets {
		v = l.insertTile(build(at), v, at)
	}
	return []*ir.Value{v}, true
}

// tilePlace returns the place of the tile of a transfer that begins at position at.
//
//	[%i, %j] at [0, 2]   →   %k = affine.apply affine_map<(d0) -> (d0 + 2)>(%j), [%i, %k]
func (l lowering) tilePlace(t Transfer, base *ir.Value, at []int64) place {
	p := place{base: base, indices: t.Indices(), perm: t.Map(), bounds: t.InBounds()}
	for r, e := range p.perm.Results {
		if d, ok := e.IsDim(); ok {
			m := affine.NewMap(1, 0, affine.Dim(0).Add(affine.Const(at[r])))
			p.indices[d] = l.OrFold().Value(affined.NewApply(l.OrFold(), m, []*ir.Value{p.indices[d]}))
		}
	}
	return p
}

// tilesOf returns the offsets of the tiles of a transfer.
func (t Tiling) tilesOf(x Transfer) ([][]int64, bool) {
	if x.Mask() != nil || x.Rank() != len(x.VectorType().Dims) {
		return nil, false
	}
	return t.offsets(x.VectorType())
}

// unrollRead reads tiles.
//
//	%0 = vector.transfer_read %m[%i], %p : memref<8xf32>, vector<4xf32>
//	→ %v = vector.transfer_read %m[%i], %p : memref<8xf32>, vector<2xf32>
//	  %a = vector.insert_strided_slice %v, %zero {offsets = [0], strides = [1]}
//	  %j = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
//	  %w = vector.transfer_read %m[%j], %p : memref<8xf32>, vector<2xf32>
//	  %0 = vector.insert_strided_slice %w, %a {offsets = [2], strides = [1]}
func (l lowering) unrollRead(op *ir.Operation, tile Tiling) ([]*ir.Value, bool) {
	t := Transfer{op}
	offsets, ok := tile.tilesOf(t)
	if !ok {
		return nil, false
	}
	part := tile.of(t.VectorType())
	return l.assemble(t.VectorType(), offsets, func(at []int64) *ir.Value {
		return l.transfer(t, l.tilePlace(t, t.Base(), at), nil, part)
	})
}

// unrollWrite writes the tiles, one after the other if the base is a tensor.
//
//	vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<8xf32>
//	→ %a = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]}
//	  vector.transfer_write %a, %m[%i] : vector<2xf32>, memref<8xf32> … the same at 2
func (l lowering) unrollWrite(op *ir.Operation, tile Tiling) ([]*ir.Value, bool) {
	t := Transfer{op}
	offsets, ok := tile.tilesOf(t)
	if !ok {
		return nil, false
	}
	base := t.Base()
	for _, at := range offsets {
		v := l.tile(t.Vector(), at, tile.Shape)
		if written := l.transfer(t, l.tilePlace(t, base, at), v, nil); written != nil {
			base = written
		}
	}
	if t.OnTensor() {
		return []*ir.Value{base}, true
	}
	return nil, true
}

// unrollGatherTiles gathers tiles.
//
//	%0 = vector.gather %m[%i] [%v], %k, %p : memref<8xf32>, vector<4xindex>, … into vector<4xf32>
//	→ %v0 = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]} … %k0, %p0
//	  %g0 = vector.gather %m[%i] [%v0], %k0, %p0 : memref<8xf32>, vector<2xindex>, … into vector<2xf32>
//	  %r0 = vector.insert_strided_slice %g0, %zero … the same at 2
func (l lowering) unrollGatherTiles(op *ir.Operation, tile Tiling) ([]*ir.Value, bool) {
	gather := ir.Cast[GatherOp](op)
	t := vectorOf(gather.Result())
	offsets, ok := tile.offsets(t)
	if !ok {
		return nil, false
	}
	return l.assemble(t, offsets, func(at []int64) *ir.Value {
		part := func(v *ir.Value) *ir.Value { return l.tile(v, at, tile.Shape) }
		return NewGather(l, gather.Base(), gather.Offsets(), part(gather.Indices()), part(gather.Mask()), part(gather.PassThru()), gather.Alignment()).Result()
	})
}

// tileIndices moves the indices of a load or store to a tile.
func (l lowering) tileIndices(indices []*ir.Value, at []int64) []*ir.Value {
	first := len(indices) - len(at)
	for i, n := range at {
		if n != 0 {
			by := arith.ConstantIndex(l, n)
			indices[first+i] = l.OrFold().Value(arith.NewAddI(l.OrFold(), indices[first+i], by))
		}
	}
	return indices
}

// loadTiles returns the offsets of the tiles of a load or store of v.
func (t Tiling) loadTiles(base, v *ir.Value) ([][]int64, bool) {
	vt := vectorOf(v)
	if base.Type().(*ir.MemRefType).Elem != vt.Elem {
		return nil, false
	}
	return t.offsets(vt)
}

// unrollLoad loads tiles.
//
//	%0 = vector.load %m[%i] : memref<8xf32>, vector<4xf32>
//	→ %v = vector.load %m[%i] : memref<8xf32>, vector<2xf32>
//	  %a = vector.insert_strided_slice %v, %zero {offsets = [0], strides = [1]}
//	  %j = arith.addi %i, %c2
//	  %w = vector.load %m[%j] : memref<8xf32>, vector<2xf32>
//	  %0 = vector.insert_strided_slice %w, %a {offsets = [2], strides = [1]}
func (l lowering) unrollLoad(op *ir.Operation, tile Tiling) ([]*ir.Value, bool) {
	load := ir.Cast[LoadOp](op)
	base, t := load.Base(), vectorOf(load.Result())
	offsets, ok := tile.loadTiles(base, load.Result())
	if !ok {
		return nil, false
	}
	part := tile.of(t)
	return l.assemble(t, offsets, func(at []int64) *ir.Value {
		return NewLoad(l, part, base, l.tileIndices(load.Indices(), at)).Result()
	})
}

// unrollStore stores tiles.
//
//	vector.store %v, %m[%i] : memref<8xf32>, vector<4xf32>
//	→ %a = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]}
//	  vector.store %a, %m[%i] : memref<8xf32>, vector<2xf32> … the same at 2
func (l lowering) unrollStore(op *ir.Operation, tile Tiling) ([]*ir.Value, bool) {
	store := ir.Cast[StoreOp](op)
	v, base := store.ValueToStore(), store.Base()
	offsets, ok := tile.loadTiles(base, v)
	if !ok {
		return nil, false
	}
	for _, at := range offsets {
		indices := l.tileIndices(store.Indices(), at)
		NewStore(l, l.tile(v, at, tile.Shape), base, indices)
	}
	return nil, true
}
