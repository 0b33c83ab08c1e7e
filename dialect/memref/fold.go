package memref

import "optc/ir"

// FoldCastsExcept replaces operands that are the result of a memref.cast by its source, if the cast
// only loses static knowledge of ranked types; kept is an operand that keeps its cast, or nil
// (foldMemRefCast upstream).
//
//	%1 = memref.cast %0 : memref<4xf32> to memref<?xf32>
//	memref.load %1[%i] : memref<?xf32>   →   memref.load %0[%i] : memref<4xf32>
func FoldCastsExcept(op *ir.Operation, kept *ir.Value) ir.FoldResult {
	folded := false
	for i := range op.NumOperands() {
		v := op.Operand(i)
		c := ir.DefiningOp[CastOp](v)
		if v == kept || !c.Ok() {
			continue
		}
		source := c.Source()
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
	get := ir.DefiningOp[GetGlobalOp](v)
	if !get.Ok() {
		return nil
	}
	g := ir.As[GlobalOp](v.Type().Context().LookupSymbol(get.Operation(), get.Name().Root))
	if !g.Ok() || !g.Constant() {
		return nil
	}
	elements, _ := g.InitialValue().(*ir.DenseAttr)
	return elements
}
