package vector

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
	"optc/ir/ranges"
)

// simplifyCreateMask makes bounds constant that turn on all elements of a dimension or none.
var simplifyCreateMask = ranges.Simplification.By(func(op *ir.Operation, rw *ir.Rewriter, known ranges.Values) bool {
	mask := ir.Cast[CreateMaskOp](op)
	t := vectorOf(mask.Result())
	changed := false
	for i, u := range mask.OperandsMutable() {
		if len(t.Dims) == 0 || t.IsScalable(i) || ir.ConstantValue(u.Value()) != nil {
			continue
		}
		var bound int64
		switch r := known.Of(u.Value()); {
		case r.Lo >= t.Dims[i]:
			bound = t.Dims[i]
		case r.Hi <= 0:
			bound = 0
		default:
			continue
		}
		c := arith.ConstantIndex(rw, bound)
		rw.Modify(op, func() { u.Set(c) })
		changed = true
	}
	return changed
})

// simplifyTransfer removes a transfer whose mask is always off, and marks the dimensions that
// always stay inside of memory.
var simplifyTransfer = ranges.Simplification.By(func(op *ir.Operation, rw *ir.Rewriter, known ranges.Values) bool {
	t := Transfer{op}
	return removeMaskedOff(t, rw, known) || markInBounds(t, rw, known)
})

// removeMaskedOff removes a transfer whose mask is always off.
//
//	vector.transfer_read %m[%i], %pad, %mask  →  vector.broadcast %pad
//	vector.transfer_write %v, %m[%i], %mask   →
func removeMaskedOff(t Transfer, rw *ir.Rewriter, known ranges.Values) bool {
	if mask := t.Mask(); mask == nil || !isAlwaysOff(mask, known) {
		return false
	}
	switch {
	case t.IsRead():
		rw.Replace(t.Operation, NewBroadcast(rw, t.VectorType(), t.Padding()).Vector())
	case t.OnTensor():
		rw.Replace(t.Operation, t.Base())
	default:
		rw.Erase(t.Operation)
	}
	return true
}

// isAlwaysOff reports whether no element of a mask is ever on.
func isAlwaysOff(mask *ir.Value, known ranges.Values) bool {
	if k, ok := ir.ConstantValue(mask).(*ir.DenseAttr); ok {
		return k.Splat && k.Raw[0] == 0
	}
	def := ir.DefiningOp[CreateMaskOp](mask)
	return def.Ok() && slices.ContainsFunc(def.Operands(), func(u *ir.Value) bool { return known.Of(u).Hi <= 0 })
}

// markInBounds marks the dimensions of a transfer that always stay inside of memory.
func markInBounds(t Transfer, rw *ir.Rewriter, known ranges.Values) bool {
	base, ok := t.BaseType().(*ir.MemRefType)
	if !ok {
		return false
	}
	inside, v := t.InBounds(), t.VectorType()
	changed := false
	for r, e := range t.Map().Results {
		d, isDim := e.IsDim()
		if inside[r] || !isDim || base.Dims[d] == ir.Dynamic || v.IsScalable(r) {
			continue
		}
		if at := known.Of(t.Indices()[d]); at.Lo >= 0 && at.Hi <= base.Dims[d]-v.Dims[r] {
			inside[r], changed = true, true
		}
	}
	if changed {
		rw.Modify(t.Operation, func() { t.SetInBounds(inside) })
	}
	return changed
}
