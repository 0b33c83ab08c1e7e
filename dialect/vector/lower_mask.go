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
		{Name: "MaskedTransferReadOpPattern", Root: Mask, Rewrite: readWithMask},
		{Name: "MaskedTransferWriteOpPattern", Root: Mask, Rewrite: writeWithMask},
		{Name: "MaskedGatherOpPattern", Root: Mask, Rewrite: gatherWithMask},
	}, maskPatterns...)
}

// readWithMask lowers a masked read. The read cannot express a passthru, because it pads
// with a single scalar.
//
//	%0 = vector.mask %k { vector.transfer_read %m[%i], %p : memref<8xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
//	→ %0 = vector.transfer_read %m[%i], %p, %k : memref<8xf32>, vector<8xf32>
func readWithMask(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := maskedOp(op)
	if !TransferRead.Is(inner) || Mask.Passthru(op) != nil {
		return false
	}
	t := Transfer{inner}
	rw.Replace(op, TransferRead.Build(rw, t.VectorType(), t.Base(), t.Indices(), t.Padding(), Mask.Mask(op), t.Map(), t.InBounds()))
	return true
}

// writeWithMask lowers a masked write.
//
//	vector.mask %k { vector.transfer_write %v, %m[%i] : vector<8xf32>, memref<8xf32> } : vector<8xi1>
//	→ vector.transfer_write %v, %m[%i], %k : vector<8xf32>, memref<8xf32>
func writeWithMask(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := maskedOp(op)
	if !TransferWrite.Is(inner) {
		return false
	}
	t := Transfer{inner}
	write := TransferWrite.Build(rw, t.Vector(), t.Base(), t.Indices(), Mask.Mask(op), t.Map(), t.InBounds())
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
	inner := maskedOp(op)
	if !Gather.Is(inner) {
		return false
	}
	mask, through := Mask.Mask(op), Gather.PassThru(inner)
	if own := Gather.Mask(inner); formatOf(own) != allTrue {
		mask = arith.AndI.Build(rw, mask, own)
	} else if zero := arith.Zero(through.Type()); zero != nil {
		through = arith.Constant.Build(rw, zero)
	}
	rw.Replace(op, Gather.Build(rw, Gather.Base(inner), Gather.Offsets(inner), Gather.Indices(inner), mask, through))
	return true
}
