package vector

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

// MaskLowering returns the patterns that turn vector.mask around operations with
// a mask of their own into that mask, and those that remove masks without an
// operation (pass lower-vector-mask).
func MaskLowering() []*ir.Pattern {
	return append([]*ir.Pattern{
		{Name: "MaskedTransferReadOpPattern", Root: Mask, Rewrite: readWithMask},
		{Name: "MaskedTransferWriteOpPattern", Root: Mask, Rewrite: writeWithMask},
		{Name: "MaskedGatherOpPattern", Root: Mask, Rewrite: gatherWithMask},
	}, maskPatterns...)
}

// readWithMask lowers a masked read. A passthru has no form there: a read pads with
// one scalar.
//
//	%0 = vector.mask %k { vector.transfer_read %m[%i], %p : memref<8xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
//	→ %0 = vector.transfer_read %m[%i], %p, %k : memref<8xf32>, vector<8xf32>
func readWithMask(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := maskedOp(op)
	if !TransferRead.Is(inner) || op.OptionalOperand(1) != nil {
		return false
	}
	return replaceMasked(op, rw, inner, []int{1, inner.NumOperands() - 2, 1, 1})
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
	return replaceMasked(op, rw, inner, []int{1, 1, inner.NumOperands() - 2, 1})
}

// replaceMasked replaces a mask by its transfer with the mask as last operand.
func replaceMasked(op *ir.Operation, rw *ir.Rewriter, inner *ir.Operation, segments []int) bool {
	st := &ir.OpState{Loc: op.Loc(), Def: inner.Def(), Operands: append(slices.Clone(inner.Operands()), op.Operand(0)), ResultTypes: op.ResultTypes()}
	for _, name := range []string{"permutation_map", "in_bounds"} {
		st.SetProp(name, inner.Attr(name))
	}
	st.SetSegments(rw.Context(), segments...)
	rw.Before(op)
	rw.Replace(op, rw.Create(st).Results()...)
	return true
}

// gatherWithMask lowers a masked gather.
//
//	%0 = vector.mask %k { vector.gather %m[%i] [%v], %j, %p : … } : vector<8xi1> -> vector<8xf32>
//	→ %b = arith.andi %k, %j : vector<8xi1>
//	  %0 = vector.gather %m[%i] [%v], %b, %p : …
//
// A gather whose own mask is all true takes that of vector.mask, and 0 in the lanes
// that are off. (Upstream does so with every gather: it forgets the gather's own mask
// and what passes through it.) The alignment, a mere promise, is forgotten as upstream.
func gatherWithMask(op *ir.Operation, rw *ir.Rewriter) bool {
	inner := maskedOp(op)
	if !Gather.Is(inner) {
		return false
	}
	n := inner.NumOperands()
	mask, through := op.Operand(0), inner.Operand(n-1)
	if own := inner.Operand(n - 2); formatOf(own) != allTrue {
		mask = valueBefore(op, rw, arith.AndI, []*ir.Value{mask, own}, []ir.Type{mask.Type()})
	} else if zero := arith.Zero(inner.Result(0).Type()); zero != nil {
		through = valueBefore(op, rw, arith.Constant, nil, op.ResultTypes(), named("value", zero))
	}
	operands := append(slices.Clone(inner.Operands()[:n-2]), mask, through)
	rw.ReplaceOp(op, Gather, operands, op.ResultTypes())
	return true
}
