package memref

import "optc/ir"

// foldCasts lets operands skip a memref.cast that only loses static knowledge of
// ranked types; inner is an operand that keeps its cast, or nil (foldMemRefCast
// upstream).
//
//	%1 = memref.cast %0 : memref<4xf32> to memref<?xf32>
//	memref.load %1[%i] : memref<?xf32>   →   memref.load %0[%i] : memref<4xf32>
func foldCasts(op *ir.Operation, inner *ir.Value) ir.FoldResult {
	folded := false
	for i := range op.NumOperands() {
		v := op.Operand(i)
		c := v.DefiningOp()
		if v == inner || !c.Is(Cast) {
			continue
		}
		if _, unranked := c.Operand(0).Type().(*ir.UnrankedMemRefType); !unranked {
			op.SetOperand(i, c.Operand(0))
			folded = true
		}
	}
	return ir.FoldResult{InPlace: folded}
}

func foldOperandCast(op *ir.Operation, _ []ir.Attribute) ir.FoldResult { return foldCasts(op, nil) }

// FoldCasts is the fold of an operation that may take its operands from before a
// memref.cast; it is shared with other dialects.
func FoldCasts(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	return foldOperandCast(op, operands)
}
