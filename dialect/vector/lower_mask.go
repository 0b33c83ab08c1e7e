package vector

import (
	"optc/dialect/arith"
	"optc/ir"
)

// MaskLowering returns the patterns that lower vector.mask: around an operation that
// takes a mask operand, vector.mask becomes that operand; a vector.mask without an
// operation is removed (pass lower-vector-mask).
func MaskLowering() []*ir.Pattern {
	return append([]*ir.Pattern{
		{Name: "MaskedTransferReadOpPattern", Root: MaskOp{}, Rewrite: readWithMask},
		{Name: "MaskedTransferWriteOpPattern", Root: MaskOp{}, Rewrite: writeWithMask},
		{Name: "MaskedGatherOpPattern", Root: MaskOp{}, Rewrite: gatherWithMask},
	}, maskPatterns...)
}

// readWithMask lowers a masked read. The read cannot express a passthru, because it pads
// with a single scalar.
//
//	%0 = vector.mask %k { vector.transfer_read %m[%i], %p : memref<8xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
//	→ %0 = vector.transfer_read %m[%i], %p, %k : memref<8xf32>, vector<8xf32>
func readWithMask(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := maskedOp(op)
	mask := ir.Cast[MaskOp](op)
	if !ir.Is[TransferReadOp](inner) || mask.Passthru() != nil {
		return false
	}
	t := Transfer{inner}
	rw.Replace(op, NewTransferRead(rw, t.VectorType(), t.Base(), t.Indices(), t.Padding(), mask.Mask(), t.Map(), t.InBounds()).Vector())
	return true
}

// writeWithMask lowers a masked write.
//
//	vector.mask %k { vector.transfer_write %v, %m[%i] : vector<8xf32>, memref<8xf32> } : vector<8xi1>
//	→ vector.transfer_write %v, %m[%i], %k : vector<8xf32>, memref<8xf32>
func writeWithMask(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := maskedOp(op)
	if !ir.Is[TransferWriteOp](inner) {
		return false
	}
	t := Transfer{inner}
	write := NewTransferWrite(rw, t.Vector(), t.Base(), t.Indices(), ir.Cast[MaskOp](op).Mask(), t.Map(), t.InBounds()).Operation()
	rw.Replace(op, write.ResultList()...)
	return true
}

// gatherWithMask lowers a masked gather.
//
//	%0 = vector.mask %k { vector.gather %m[%i] [%v], %j, %p : … } : vector<8xi1> -> vector<8xf32>
//	→ %b = arith.andi %k, %j : vector<8xi1>
//	  %0 = vector.gather %m[%i] [%v], %b, %p : …
//
// A gather whose own mask is true everywhere takes the mask of vector.mask, and 0 in the
// lanes that are off. (Upstream does so with every gather: it drops the gather's own mask
// and passthru.) The alignment, which is only a promise, is dropped as upstream.
func gatherWithMask(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := ir.As[GatherOp](maskedOp(op))
	if !inner.Ok() {
		return false
	}
	mask, through := ir.Cast[MaskOp](op).Mask(), inner.PassThru()
	if own := inner.Mask(); formatOf(own) != allTrue {
		mask = arith.NewAndI(rw, mask, own).Result()
	} else if zero := arith.Zero(through.Type()); zero != nil {
		through = arith.NewConstant(rw, zero).Result()
	}
	rw.Replace(op, NewGather(rw, inner.Base(), inner.Offsets(), inner.Indices(), mask, through).Result())
	return true
}
