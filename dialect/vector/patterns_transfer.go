package vector

import (
	"slices"

	"optc/dialect/tensor"
	"optc/ir"
	"optc/ir/affine"
)

var transferReadPatterns = []*ir.Pattern{
	{Name: "TransferReadAfterWriteToBroadcast", Root: TransferReadOp{}, Rewrite: readAfterWrite},
}

// accessed returns the extent of the transfer along each base dimension, or 1 for a dimension that
// the vector does not have.
func (t Transfer) accessed() []int64 {
	perm, dims := t.Map(), t.VectorType().Dims
	n := slices.Repeat([]int64{1}, perm.NumDims)
	for r, e := range perm.Results {
		if d, ok := e.IsDim(); ok {
			n[d] = dims[r]
		}
	}
	return n
}

// readAfterWrite permutes and broadcasts a vector that was just written to a tensor with
// another map.
//
//	%w = vector.transfer_write %v, %t[%c0, %c0, %c0] {in_bounds = [true, true],
//	       permutation_map = affine_map<(d0, d1, d2) -> (d2, d1)>} : vector<4x1xf32>, tensor<4x4x4xf32>
//	%r = vector.transfer_read %w[%c0, %c0, %c0], %p {in_bounds = [true, true, true, true],
//	       permutation_map = affine_map<(d0, d1, d2) -> (d1, 0, d2, 0)>} : tensor<4x4x4xf32>, vector<1x100x4x5xf32>
//	→ %0 = vector.broadcast %v : vector<4x1xf32> to vector<100x5x4x1xf32>
//	  %r = vector.transpose %0, [3, 0, 2, 1] : vector<100x5x4x1xf32> to vector<1x100x4x5xf32>
//
// Base dimensions that occur only in the map of the read are broadcast too, because their
// extent is 1.
func readAfterWrite(op *ir.Operation, rw *ir.Rewriter) bool {
	read := Transfer{op}
	write, ok := read.writeBefore()
	if !ok || maskOf(op) != nil || read.MayLeaveBounds() || write.MayLeaveBounds() ||
		!slices.Equal(read.accessed(), write.accessed()) {
		return false
	}
	onlyRead := affine.UnusedDims(write.Map())
	for d, unused := range affine.UnusedDims(read.Map()) {
		if unused && !onlyRead[d] {
			return false
		}
	}
	readMap := affine.DropDims(read.Map(), onlyRead)
	toVector, ok := affine.InversePermutation(affine.CompressUnusedDims(write.Map()))
	t := read.VectorType()
	if !ok || read.Mask() != nil || write.Mask() != nil || !slices.Equal(read.Indices(), write.Indices()) ||
		t.Elem != write.VectorType().Elem {
		return false
	}
	m := readMap.Compose(toVector)
	perm, _ := m.IsPermutationOfMinorIdentityWithBroadcasting() // the read names all dimensions of the write
	dims, scalable, order := make([]int64, len(t.Dims)), make([]bool, len(t.Dims)), make([]int64, len(perm))
	for i, p := range perm {
		dims[p], scalable[p], order[i] = t.Dims[i], t.IsScalable(i), int64(p)
	}
	b := NewBroadcast(rw, ir.ScalableVector(dims, scalable, t.Elem), write.Vector()).Vector()
	rw.Replace(op, NewTransposeAs(rw, ir.Cast[TransferReadOp](op).Vector().Type(), b, order).Result())
	return true
}

var transferWritePatterns = []*ir.Pattern{
	{Name: "FoldWaw", Root: TransferWriteOp{}, Rewrite: skipOverwritten},
	{Name: "SwapExtractSliceOfTransferWrite", Root: tensor.InsertSliceOp{}, Rewrite: writeIntoSlice},
}

// skipOverwritten lets a write use the tensor before an earlier write that it overwrites;
// writes in between must be to other elements and have no other use.
//
//	%0 = vector.transfer_write %a, %t[%c1] …
//	%1 = vector.transfer_write %b, %0[%c1] …  →  vector.transfer_write %b, %t[%c1] …
func skipOverwritten(op *ir.Operation, rw *ir.Rewriter) bool {
	last := Transfer{op}
	change := last
	for w, ok := last.writeBefore(); ok; w, ok = w.writeBefore() {
		if w.samePlace(last) && w.Mask() == last.Mask() {
			rw.Modify(change.Operation, func() { ir.Cast[TransferWriteOp](change.Operation).BaseMutable().Set(w.Base()) })
			return true
		}
		if !w.disjoint(last) || !ir.Cast[TransferWriteOp](w.Operation).Result().HasOneUse() {
			return false
		}
		change = w
	}
	return false
}

// writeIntoSlice extracts the overwritten slice before the write, so that the write and
// the insertion are to the same slice.
//
//	%0 = vector.transfer_write %v, %init[%c0, %c0] : vector<8x16xf32>, tensor<8x16xf32>
//	%1 = tensor.extract_slice %0[0, 0] [%x, %y] [1, 1] : tensor<8x16xf32> to tensor<?x?xf32>
//	%2 = tensor.insert_slice %1 into %t[%i, %j] [%x, %y] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
//	→ %0 = tensor.extract_slice %t[%i, %j] [%x, %y] [1, 1] : tensor<27x37xf32> to tensor<?x?xf32>
//	  %1 = vector.transfer_write %v, %0[%c0, %c0] : vector<8x16xf32>, tensor<?x?xf32>
//	  %2 = tensor.insert_slice %1 into %t[%i, %j] [%x, %y] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
func writeIntoSlice(op *ir.Operation, rw *ir.Rewriter) bool {
	insertSlice := ir.Cast[tensor.InsertSliceOp](op)
	source := insertSlice.Source()
	extract := ir.DefiningOp[tensor.ExtractSliceOp](source)
	if !extract.Ok() || !source.HasOneUse() {
		return false
	}
	write := Transfer{ir.DefiningOp[TransferWriteOp](extract.Source()).Operation()}
	if write.Operation == nil || !ir.Cast[TransferWriteOp](write.Operation).Result().HasOneUse() {
		return false
	}
	all := func(list []int64, n int64) bool {
		return !slices.ContainsFunc(list, func(v int64) bool { return v != n })
	}
	if !all(insertSlice.StaticStrides(), 1) || !all(extract.StaticStrides(), 1) || !all(extract.StaticOffsets(), 0) ||
		!slices.EqualFunc(insertSlice.MixedSizes(), extract.MixedSizes(), ir.SameMixed) || !write.fillsTensor() ||
		len(source.Type().(*ir.TensorType).Dims) != write.Rank() {
		return false
	}
	part := sliceLike(op, extract.Operation(), rw)
	rw.Before(op).Loc = write.Loc()
	written := ir.Cast[TransferWriteOp](NewTransferWrite(rw, write.Vector(), part, write.Indices(), nil, write.Map(), make([]bool, write.Rank())).Operation()).Result()
	rw.Modify(op, func() { insertSlice.SourceMutable().Set(written) })
	return true
}

// fillsTensor reports whether a write without mask overwrites the whole tensor.
func (t Transfer) fillsTensor() bool {
	var shape []int64
	for _, e := range t.Map().Results {
		d, _ := e.IsDim()
		shape = append(shape, t.BaseType().Shape()[d])
	}
	return t.atOrigin() && t.Mask() == nil && slices.Equal(shape, t.VectorType().Dims)
}

// sliceLike builds the tensor.extract_slice of the slice that the tensor.insert_slice op
// replaces.
func sliceLike(op, extract *ir.Operation, rw *ir.Rewriter) *ir.Value {
	rw.Before(op).Loc = extract.Loc()
	insertSlice := ir.Cast[tensor.InsertSliceOp](op)
	m := insertSlice.Lists()
	return tensor.NewExtractSlice(rw, insertSlice.Source().Type(), insertSlice.Dest(), m.Offsets, m.Sizes, m.Strides).Result()
}
