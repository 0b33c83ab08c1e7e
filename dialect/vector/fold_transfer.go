package vector

import (
	"slices"

	"optc/ir"
	"optc/ir/affine"
)

func foldTransferRead(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	t := Transfer{op}
	if v := t.written(); v != nil {
		return ir.FoldToValue(v)
	}
	if t.foldInBounds() || t.foldFullMask() || foldMemRefCast(op) || foldTensorCast(op) {
		return ir.FoldInPlace()
	}
	return ir.FoldResult{}
}

func foldTransferWrite(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	t := Transfer{op}
	if v := t.unchanged(); v != nil {
		return ir.FoldToValue(v)
	}
	if t.foldInBounds() || t.foldFullMask() || foldMemRefCast(op) {
		return ir.FoldInPlace()
	}
	return ir.FoldResult{}
}

// samePlace tells whether two transfers have the same indices, vector type and map.
func (t Transfer) samePlace(u Transfer) bool {
	return slices.Equal(t.Indices(), u.Indices()) && t.VectorType() == u.VectorType() && t.Attr(permutationMap) == u.Attr(permutationMap)
}

// writeBefore returns the write whose result is the base of t; ok is false when
// there is none.
func (t Transfer) writeBefore() (w Transfer, ok bool) {
	def := definedBy(t.Base(), TransferWrite)
	return Transfer{def}, def != nil
}

// written returns the vector that was written into a tensor where t reads it;
// writes elsewhere are passed by.
//
//	%w = vector.transfer_write %v, %t[%c1, %c0] {in_bounds = [true, true]} …
//	%r = vector.transfer_read %w[%c1, %c0], %pad …  →  %v
func (t Transfer) written() *ir.Value {
	if !t.OnTensor() {
		return nil
	}
	for w, ok := t.writeBefore(); ok; w, ok = w.writeBefore() {
		if !w.MayLeaveBounds() && w.Mask() == nil && t.Mask() == nil && w.samePlace(t) {
			return w.Vector()
		}
		if !t.disjoint(w) {
			return nil
		}
	}
	return nil
}

// disjoint tells whether two transfers of the same vector type are known not to
// touch a common element.
func (t Transfer) disjoint(u Transfer) bool {
	if t.VectorType() != u.VectorType() {
		return false
	}
	lead := len(t.BaseType().Shape()) - t.Rank()
	ti, ui := t.Indices(), u.Indices()
	for d := range ti {
		a, ok1 := constantIndex(ti[d])
		b, ok2 := constantIndex(ui[d])
		if !ok1 || !ok2 {
			continue
		}
		apart := int64(1)
		if d >= lead {
			apart = t.VectorType().Dims[d-lead]
		}
		if max(a-b, b-a) >= apart {
			return true
		}
	}
	return false
}

// unchanged returns the tensor that t writes into, when it writes what was read
// there, or the whole of what was read from another tensor.
func (t Transfer) unchanged() *ir.Value {
	read := Transfer{definedBy(t.Vector(), TransferRead)}
	if read.Operation == nil || !t.OnTensor() {
		return nil
	}
	if t.copies(read) {
		return read.Base()
	}
	if read.Base() == t.Base() && t.samePlace(read) && read.Mask() == nil && t.Mask() == nil {
		return read.Base()
	}
	return nil
}

// copies tells whether t overwrites a whole tensor with the whole of another one
// of the same type.
func (t Transfer) copies(read Transfer) bool {
	whole := func(x Transfer) bool {
		for _, i := range x.Indices() {
			if n, ok := constantIndex(i); !ok || n != 0 {
				return false
			}
		}
		return x.Rank() > 0 && x.Map().IsMinorIdentity() && !x.MayLeaveBounds()
	}
	return whole(t) && whole(read) && t.Rank() == read.Rank() && read.BaseType() == t.BaseType() &&
		slices.Equal(t.VectorType().Dims, t.BaseType().Shape())
}

// foldInBounds finds dimensions that stay in bounds because index and extent are
// constant; when all others do, so do the broadcast ones.
func (t Transfer) foldInBounds() bool {
	perm, inside := t.Map(), t.InBounds()
	if t.Rank() == 0 {
		return false
	}
	changed, all := false, true
	for r, e := range perm.Results {
		if inside[r] {
			continue
		}
		if d, ok := e.IsDim(); ok {
			inside[r] = t.staysInside(r, d)
			changed = changed || inside[r]
			all = all && inside[r]
		}
	}
	if all {
		for _, r := range perm.BroadcastResults() {
			changed = changed || !inside[r]
			inside[r] = true
		}
	}
	if changed {
		t.SetAttr(inBounds, t.Base().Type().Context().BoolArray(inside))
	}
	return changed
}

// staysInside tells whether vector dimension r, which runs along base dimension
// d, is known to end inside the base.
func (t Transfer) staysInside(r, d int) bool {
	size := t.BaseType().Shape()[d]
	i, ok := constantIndex(t.Indices()[d])
	return ok && size != ir.Dynamic && i+t.VectorType().Dims[r] <= size
}

// foldFullMask drops a mask that is all true.
func (t Transfer) foldFullMask() bool {
	m := t.Mask()
	if m == nil || formatOf(m) != allTrue {
		return false
	}
	operands := t.Operands()
	t.SetOperands(operands[:len(operands)-1])
	sizes := int64s(t.Operation, "operandSegmentSizes")
	sizes32 := make([]int32, len(sizes))
	for i, n := range sizes[:len(sizes)-1] {
		sizes32[i] = int32(n)
	}
	t.SetAttr("operandSegmentSizes", t.Base().Type().Context().DenseI32Array(sizes32))
	return true
}

// foldMemRefCast looks through the casts of ranked memrefs that define operands.
//
//	%0 = memref.cast %m : memref<4xf32> to memref<?xf32>
//	vector.load %0[%i] …  →  vector.load %m[%i] …
func foldMemRefCast(op *ir.Operation) (changed bool) {
	for i := range op.NumOperands() {
		cast := definedBy(op.Operand(i), "memref.cast")
		if cast == nil {
			continue
		}
		if _, unranked := cast.Operand(0).Type().(*ir.UnrankedMemRefType); !unranked {
			op.SetOperand(i, cast.Operand(0))
			changed = true
		}
	}
	return changed
}

// foldTensorCast looks through the casts of ranked tensors that only forget extents.
func foldTensorCast(op *ir.Operation) (changed bool) {
	for i := range op.NumOperands() {
		cast := definedBy(op.Operand(i), "tensor.cast")
		if cast != nil && forgetsOnly(cast.Operand(0).Type(), cast.Result(0).Type()) {
			op.SetOperand(i, cast.Operand(0))
			changed = true
		}
	}
	return changed
}

// forgetsOnly tells whether every extent that the tensor type to has, from has as well.
func forgetsOnly(from, to ir.Type) bool {
	f, ok1 := from.(*ir.TensorType)
	t, ok2 := to.(*ir.TensorType)
	if !ok1 || !ok2 || f.Elem != t.Elem || len(f.Dims) != len(t.Dims) {
		return false
	}
	for d := range f.Dims {
		if f.Dims[d] == ir.Dynamic && t.Dims[d] != ir.Dynamic {
			return false
		}
	}
	return true
}

// foldOperandCast folds operations that only look through memref casts.
func foldOperandCast(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	return ir.FoldResult{InPlace: foldMemRefCast(op)}
}

var transferReadPatterns = []*ir.Pattern{
	{Name: "TransferReadAfterWriteToBroadcast", Root: TransferRead, Rewrite: readAfterWrite},
}

// accessed returns the extent of the transfer along each base dimension, 0 where
// the vector has none.
func (t Transfer) accessed() []int64 {
	perm, dims := t.Map(), t.VectorType().Dims
	n := make([]int64, perm.NumDims)
	for r, e := range perm.Results {
		if d, ok := e.IsDim(); ok {
			n[d] = dims[r]
		}
	}
	return n
}

// readAfterWrite permutes and broadcasts a vector that was just written to a
// tensor with another map.
//
//	%w = vector.transfer_write %v, %t[%c0, %c0, %c0] {in_bounds = [true, true],
//	       permutation_map = affine_map<(d0, d1, d2) -> (d2, d1)>} : vector<4x1xf32>, tensor<4x4x4xf32>
//	%r = vector.transfer_read %w[%c0, %c0, %c0], %p {in_bounds = [true, true, true, true],
//	       permutation_map = affine_map<(d0, d1, d2) -> (d1, 0, d2, 0)>} : tensor<4x4x4xf32>, vector<1x100x4x5xf32>
//	→ %0 = vector.broadcast %v : vector<4x1xf32> to vector<100x5x4x1xf32>
//	  %r = vector.transpose %0, [3, 0, 2, 1] : vector<100x5x4x1xf32> to vector<1x100x4x5xf32>
func readAfterWrite(op *ir.Operation, rw *ir.Rewriter) bool {
	read := Transfer{op}
	write, ok := read.writeBefore()
	if !ok || maskOf(op) != nil || !read.OnTensor() || read.MayLeaveBounds() || write.MayLeaveBounds() ||
		!slices.Equal(read.accessed(), write.accessed()) ||
		!slices.Equal(affine.UnusedDims(read.Map()), affine.UnusedDims(write.Map())) {
		return false
	}
	readMap, writeMap := affine.CompressUnusedDims(read.Map()), affine.CompressUnusedDims(write.Map())
	toVector, ok := affine.InversePermutation(writeMap)
	t := read.VectorType()
	if !ok || read.Mask() != nil || write.Mask() != nil || !slices.Equal(read.Indices(), write.Indices()) ||
		t.Elem != write.VectorType().Elem {
		return false
	}
	m := readMap.Compose(toVector)
	perm, ok := m.IsPermutationOfMinorIdentityWithBroadcasting()
	if !ok || len(m.Results) == 0 {
		return false
	}
	dims, scalable, order := make([]int64, len(t.Dims)), make([]bool, len(t.Dims)), make([]int64, len(perm))
	for i, p := range perm {
		dims[p], scalable[p], order[i] = t.Dims[i], t.IsScalable(i), int64(p)
	}
	b := valueBefore(op, rw, Broadcast, []*ir.Value{write.Vector()}, []ir.Type{ir.ScalableVector(dims, scalable, t.Elem)})
	rw.ReplaceOp(op, Transpose, []*ir.Value{b}, op.ResultTypes(), dense(rw.Context(), "permutation", order))
	return true
}

var transferWritePatterns = []*ir.Pattern{
	{Name: "FoldWaw", Root: TransferWrite, Rewrite: skipOverwritten},
}

// skipOverwritten lets a write bypass an earlier one that it overwrites; writes
// between them must be elsewhere and have no other use.
//
//	%0 = vector.transfer_write %a, %t[%c1] …
//	%1 = vector.transfer_write %b, %0[%c1] …  →  vector.transfer_write %b, %t[%c1] …
func skipOverwritten(op *ir.Operation, rw *ir.Rewriter) bool {
	last := Transfer{op}
	if !last.OnTensor() {
		return false
	}
	change := last
	for w, ok := last.writeBefore(); ok; w, ok = w.writeBefore() {
		if w.samePlace(last) && w.Mask() == last.Mask() {
			rw.Modify(change.Operation, func() { change.SetOperand(1, w.Base()) })
			return true
		}
		if !w.disjoint(last) || !w.Result(0).HasOneUse() {
			return false
		}
		change = w
	}
	return false
}
