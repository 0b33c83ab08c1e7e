package memref

import "optc/ir"

// FoldCastsExcept lets operands skip a memref.cast that only loses static knowledge of
// ranked types; kept is an operand that keeps its cast, or nil (foldMemRefCast upstream).
//
//	%1 = memref.cast %0 : memref<4xf32> to memref<?xf32>
//	memref.load %1[%i] : memref<?xf32>   →   memref.load %0[%i] : memref<4xf32>
func FoldCastsExcept(op *ir.Operation, kept *ir.Value) ir.FoldResult {
	folded := false
	for i := range op.NumOperands() {
		v := op.Operand(i)
		c := Cast.DefiningOp(v)
		if v == kept || c == nil {
			continue
		}
		source := Cast.Source(c)
		if _, unranked := source.Type().(*ir.UnrankedMemRefType); !unranked {
			op.SetOperand(i, source)
			folded = true
		}
	}
	return ir.FoldResult{InPlace: folded}
}

// FoldCasts is the fold of an operation that may use the source of a memref.cast in place
// of its result.
func FoldCasts(op *ir.Operation, _ []ir.Attribute) ir.FoldResult { return FoldCastsExcept(op, nil) }

// ConstantGlobal returns the elements of the constant memref.global that v, the result of
// a memref.get_global, refers to, or nil.
func ConstantGlobal(v *ir.Value) *ir.DenseAttr {
	get := GetGlobal.DefiningOp(v)
	if get == nil {
		return nil
	}
	g := v.Type().Context().LookupSymbol(get, GetGlobal.Name(get).Root)
	if !Global.Is(g) || !Global.Constant(g) {
		return nil
	}
	elements, _ := Global.InitialValue(g).(*ir.DenseAttr)
	return elements
}
