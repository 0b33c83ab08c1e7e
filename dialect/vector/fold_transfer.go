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

// writeBefore returns the write whose result is the base of t; ok is false when
// there is none.
func (t Transfer) writeBefore() (w Transfer, ok bool) {
	def := TransferWrite.DefiningOp(t.Base())
	return Transfer{def}, def != nil
}

// written returns the vector that was written into a tensor where t reads it;
// writes elsewhere are passed by.
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

// disjoint reports whether two transfers of the same vector type are known not to
// touch a common element. (Upstream takes all maps for minor identities, and scalable
// vectors for as long as they are at least.)
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

// unchanged returns the tensor that t writes into, when it writes what was read
// there, or the whole of what was read from another tensor.
func (t Transfer) unchanged() *ir.Value {
	read := Transfer{TransferRead.DefiningOp(t.Vector())}
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

// copies reports whether t overwrites a whole tensor with the whole of another one
// of the same type. (Upstream does not look at masks.)
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
		t.SetInBounds(inside)
	}
	return changed
}

// SetInBounds says which dimensions stay in bounds.
func (t Transfer) SetInBounds(inside []bool) {
	t.SetAttr(inBounds, t.Base().Type().Context().BoolArray(inside))
}

// staysInside reports whether vector dimension r, which runs along base dimension
// d, is known to begin and end inside the base. Upstream does not ask where it begins,
// and whether it is scalable.
func (t Transfer) staysInside(r, d int) bool {
	size := t.BaseType().Shape()[d]
	i, ok := constantIndex(t.Indices()[d])
	return ok && i >= 0 && size != ir.Dynamic && !t.VectorType().IsScalable(r) && i <= size-t.VectorType().Dims[r]
}

// foldFullMask drops a mask that is all true.
func (t Transfer) foldFullMask() bool {
	m := t.Mask()
	if m == nil || formatOf(m) != allTrue {
		return false
	}
	t.removeMask()
	return true
}

// foldTensorCast looks through the casts of ranked tensors that only forget extents.
func foldTensorCast(op *ir.Operation) (changed bool) {
	for i := range op.NumOperands() {
		v := op.Operand(i)
		cast := tensor.Cast.DefiningOp(v)
		if cast != nil && forgetsOnly(tensor.Cast.Source(cast).Type(), v.Type()) {
			op.SetOperand(i, tensor.Cast.Source(cast))
			changed = true
		}
	}
	return changed
}

// forgetsOnly reports whether every extent that the result type of a tensor.cast has, its operand
// type has as well; both have one rank and element type.
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
