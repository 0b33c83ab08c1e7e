package tensors

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/tensor"
	"optc/dialect/ub"
	"optc/dialect/vector"
	"optc/ir"
)

// transferPatterns fold reads of tensors that were just written (IREE,
// OptimizeTensorInsertExtractSlices.cpp).
var transferPatterns = []*ir.Pattern{
	{Name: "fold-read-after-write", Root: vector.TransferReadOp{}, Rewrite: foldReadAfterWrite},
	{Name: "fold-read-of-empty", Root: vector.TransferReadOp{}, Rewrite: foldReadOfEmpty},
	{Name: "fold-read-of-identity-slice", Root: vector.TransferReadOp{}, Rewrite: foldReadOfIdentitySlice},
	{Name: "fold-write-after-write", Root: vector.TransferWriteOp{}, Rewrite: foldWriteAfterWrite},
}

// sameMask reports whether two masks, or their absence, are known to be equal.
func sameMask(a, b *ir.Value) bool {
	if a == b || a == nil || b == nil || a.Type() != b.Type() {
		return a == b
	}
	x, y := ir.As[vector.CreateMaskOp](a.DefiningOp()), ir.As[vector.CreateMaskOp](b.DefiningOp())
	if !x.Ok() || !y.Ok() {
		return false
	}
	for i, v := range x.Operation().Operands() {
		if !ir.SameMixed(ir.Mixed{Value: v}, ir.Mixed{Value: y.Operation().Operand(i)}) {
			return false
		}
	}
	return true
}

// sameBox reports whether a read and a write, or two writes, access the same elements in the same order.
func sameBox(a, b vector.Transfer) bool {
	return a.VectorType() == b.VectorType() && a.Map().Equal(b.Map()) && slices.EqualFunc(a.Indices(), b.Indices(), func(x, y *ir.Value) bool {
		return ir.SameMixed(ir.Mixed{Value: x}, ir.Mixed{Value: y})
	})
}

// leavesBase reports whether a transfer may access an element outside of its base.
func leavesBase(t vector.Transfer) bool { return slices.Contains(t.InBounds(), false) }

// padded returns the value of a read: v where the mask is on, and the padding elsewhere. If the
// padding is poison, those elements are arbitrary.
func padded(rw *ir.Rewriter, read vector.Transfer, v *ir.Value) *ir.Value {
	mask, padding := read.Mask(), read.Padding()
	if mask == nil || ir.Is[ub.PoisonOp](padding.DefiningOp()) {
		return v
	}
	f := rw.OrFold()
	return arith.NewSelect(rw, mask, v, f.Value(vector.NewBroadcast(f, v.Type(), padding))).Result()
}

// foldReadAfterWrite replaces a read by the written vector.
//
//	%t = vector.transfer_write %v, %s[%i], %m
//	%r = vector.transfer_read %t[%i], %p, %m   →   %r = arith.select %m, %v, splat of %p
func foldReadAfterWrite(op *ir.Operation, rw *ir.Rewriter) bool {
	read, _ := vector.AsTransfer(op)
	write, ok := vector.AsTransfer(read.Base().DefiningOp())
	if !ok || write.IsRead() || !sameBox(read, write) || leavesBase(read) && leavesBase(write) || !read.Map().IsMinorIdentity() {
		return false
	}
	v := write.Vector()
	if m := write.Mask(); m != nil && !sameMask(m, read.Mask()) {
		before := vector.NewTransferRead(rw, v.Type(), write.Base(), read.Indices(), read.Padding(), nil, read.Map(), read.InBounds()).Vector()
		v = arith.NewSelect(rw, m, v, before).Result()
	}
	rw.Replace(op, padded(rw, read, v))
	return true
}

// foldReadOfEmpty replaces a read of a tensor without contents by poison.
func foldReadOfEmpty(op *ir.Operation, rw *ir.Rewriter) bool {
	read, _ := vector.AsTransfer(op)
	if !ir.Is[tensor.EmptyOp](read.Base().DefiningOp()) || !read.Map().IsMinorIdentity() {
		return false
	}
	t := read.VectorType()
	if leavesBase(read) {
		f := rw.OrFold()
		rw.Replace(op, f.Value(vector.NewBroadcast(f, t, read.Padding())))
		return true
	}
	rw.Replace(op, padded(rw, read, ub.NewPoison(rw, t).Result()))
	return true
}

// foldReadOfIdentitySlice replaces a read of a slice that is the whole tensor by a read of the tensor.
func foldReadOfIdentitySlice(op *ir.Operation, rw *ir.Rewriter) bool {
	read := ir.Cast[vector.TransferReadOp](op)
	source := wholeOf(read.Base())
	if source == nil {
		return false
	}
	rw.Modify(op, func() { read.BaseMutable().Set(source) })
	return true
}

// wholeOf returns the tensor that a value is a slice of with all elements, or the tensor that fills all
// elements of the value; nil if there is none.
func wholeOf(v *ir.Value) *ir.Value {
	op := v.DefiningOp()
	if slice := ir.As[tensor.ExtractSliceOp](op); slice.Ok() && slice.Source().Type() == v.Type() && isWhole(slice.Lists(), slice.Source()) {
		return slice.Source()
	}
	if slice := ir.As[tensor.InsertSliceOp](op); slice.Ok() && slice.Source().Type() == v.Type() && isWhole(slice.Lists(), slice.Dest()) {
		return slice.Source()
	}
	return nil
}

// isWhole reports whether a slice has all elements of a tensor. A slice of dynamic extents with the type
// of the tensor has at most the extents of the tensor, and needs the same sizes.
func isWhole(s ir.MixedSlice, of *ir.Value) bool {
	shape := of.Type().(ir.ShapedType).Shape()
	for d := range s.Sizes {
		if !s.Offsets[d].IsConst(0) || !s.Strides[d].IsConst(1) {
			return false
		}
		if s.Sizes[d].IsConst(shape[d]) {
			continue
		}
		dim := ir.As[tensor.DimOp](s.Sizes[d].Value.DefiningOp())
		if !dim.Ok() || dim.Source() != of {
			return false
		}
		if i, ok := dim.ConstantIndex(); !ok || i != int64(d) {
			return false
		}
	}
	return true
}

// foldWriteAfterWrite makes a write bypass an earlier write of the same elements.
func foldWriteAfterWrite(op *ir.Operation, rw *ir.Rewriter) bool {
	later, _ := vector.AsTransfer(op)
	earlier, ok := vector.AsTransfer(later.Base().DefiningOp())
	if !ok || earlier.IsRead() || leavesBase(later) || leavesBase(earlier) || !sameBox(later, earlier) || !sameMask(later.Mask(), earlier.Mask()) {
		return false
	}
	rw.Modify(op, func() { ir.Cast[vector.TransferWriteOp](op).BaseMutable().Set(earlier.Base()) })
	return true
}
