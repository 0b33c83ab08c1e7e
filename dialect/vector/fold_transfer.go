package vector

import (
	"slices"

	"optc/dialect/memref"
	"optc/dialect/tensor"
	"optc/ir"
)

func foldTransferRead(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	t := Transfer{op}
	if v := t.written(); v != nil {
		return ir.FoldToValue(v)
	}
	if t.foldInBounds() || t.foldFullMask() || memref.FoldCasts(op, nil).InPlace || foldTensorCast(op) {
		return ir.FoldInPlace()
	}
	return ir.FoldResult{}
}

func foldTransferWrite(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	t := Transfer{op}
	if v := t.unchanged(); v != nil {
		return ir.FoldToValue(v)
	}
	if t.foldInBounds() || t.foldFullMask() || memref.FoldCasts(op, nil).InPlace {
		return ir.FoldInPlace()
	}
	return ir.FoldResult{}
}

// samePlace reports whether two transfers have the same indices, vector type and map.
func (t Transfer) samePlace(u Transfer) bool {
	return slices.Equal(t.Indices(), u.Indices()) && t.VectorType() == u.VectorType() && t.Attr(permutationMap) == u.Attr(permutationMap)
}

// writeBefore returns the write whose result is the base of t, if there is one.
func (t Transfer) writeBefore() (w Transfer, ok bool) {
	def := ir.DefiningOp[TransferWriteOp](t.Base()).Operation()
	return Transfer{def}, def != nil
}

// written returns the vector that was written into a tensor where t reads it; it skips
// writes to other elements.
//
//	%w = vector.transfer_write %v, %t[%c1, %c0] {in_bounds = [true, true]} …
//	%r = vector.transfer_read %w[%c1, %c0], %pad …  →  %v
func (t Transfer) written() *ir.Value {
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

// disjoint reports whether two transfers of the same vector type are known to have no
// element in common. (Upstream treats all maps as minor identities, and scalable vectors
// as if they had their minimal length.)
func (t Transfer) disjoint(u Transfer) bool {
	if t.VectorType() != u.VectorType() || t.VectorType().AnyScalable() {
		return false
	}
	ti, ui := t.Indices(), u.Indices()
	tn, un := t.accessed(), u.accessed()
	for d := range ti {
		a, ok1 := constantIndex(ti[d])
		b, ok2 := constantIndex(ui[d])
		if ok1 && ok2 && (a < b && b-a >= tn[d] || b < a && a-b >= un[d]) {
			return true
		}
	}
	return false
}

// unchanged returns a tensor that equals the result of t: the tensor that t writes into, if t
// writes back the elements that were read there, or another tensor, if t writes all of its
// elements.
func (t Transfer) unchanged() *ir.Value {
	read := Transfer{ir.DefiningOp[TransferReadOp](t.Vector()).Operation()}
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

// copies reports whether t overwrites a whole tensor with the whole of another tensor of
// the same type. (Upstream ignores masks.)
func (t Transfer) copies(read Transfer) bool {
	whole := func(x Transfer) bool {
		return x.atOrigin() && x.Rank() > 0 && x.Mask() == nil && x.Map().IsMinorIdentity() && !x.MayLeaveBounds()
	}
	return whole(t) && whole(read) && read.BaseType() == t.BaseType() &&
		slices.Equal(t.VectorType().Dims, t.BaseType().Shape())
}

// atOrigin reports whether all indices are known to be 0.
func (t Transfer) atOrigin() bool {
	return !slices.ContainsFunc(t.Indices(), func(i *ir.Value) bool {
		n, ok := constantIndex(i)
		return !ok || n != 0
	})
}

// foldInBounds finds dimensions that stay in bounds because index and extent are constant; if all
// other dimensions stay in bounds, so do the broadcast ones.
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
		t.SetInBounds(inside)
	}
	return changed
}

// SetInBounds sets which dimensions stay in bounds.
func (t Transfer) SetInBounds(inside []bool) {
	t.SetAttr(inBounds, t.Base().Type().Context().BoolArray(inside))
}

// staysInside reports whether vector dimension r, which runs along base dimension d, is known to
// begin and end inside the base. Upstream checks neither where the transfer begins in the dimension
// nor whether the dimension is scalable.
func (t Transfer) staysInside(r, d int) bool {
	size := t.BaseType().Shape()[d]
	i, ok := constantIndex(t.Indices()[d])
	return ok && i >= 0 && size != ir.Dynamic && !t.VectorType().IsScalable(r) && i <= size-t.VectorType().Dims[r]
}

// foldFullMask drops a mask that is true everywhere.
func (t Transfer) foldFullMask() bool {
	m := t.Mask()
	if m == nil || formatOf(m) != allTrue {
		return false
	}
	t.removeMask()
	return true
}

// foldTensorCast skips casts of ranked tensors that only drop static extents.
func foldTensorCast(op *ir.Operation) (changed bool) {
	for i := range op.NumOperands() {
		v := op.Operand(i)
		cast := ir.DefiningOp[tensor.CastOp](v)
		if cast.Ok() && forgetsOnly(cast.Source().Type(), v.Type()) {
			op.SetOperand(i, cast.Source())
			changed = true
		}
	}
	return changed
}

// forgetsOnly reports whether every static extent of the result type of a tensor.cast is
// static in its operand type too; both types have the same rank and element type.
func forgetsOnly(from, to ir.Type) bool {
	f, ok1 := from.(*ir.TensorType)
	t, ok2 := to.(*ir.TensorType)
	if !ok1 || !ok2 {
		return false
	}
	for d := range f.Dims {
		if f.Dims[d] == ir.Dynamic && t.Dims[d] != ir.Dynamic {
			return false
		}
	}
	return true
}
