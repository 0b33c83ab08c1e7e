package memref

import (
	"optc/ir"
)

// viewOfSource: the results are views of the first operand.
var viewOfSource = ir.ViewOfOperand(0)

// elementsOfSource: the result is a view of the elements of the first operand.
var elementsOfSource = ir.ElementsOfOperand(0)

// castOfSource: the result has the elements and the strides of the first operand.
var castOfSource = ir.CastOfOperand(0)

// viewsOfOperands: result i is a view of operand i.
var viewsOfOperands = ir.View.By(func(result *ir.Value) []*ir.Value {
	return []*ir.Value{result.DefiningOp().Operand(result.Index())}
})

// viewOfMetadata: the first result is a view of the operand, the others are numbers.
var viewOfMetadata = ir.View.By(func(result *ir.Value) []*ir.Value {
	if result.Index() > 0 {
		return nil
	}
	return result.DefiningOp().OperandList()
})

// Cut describes the result of memref.subview or memref.reinterpret_cast.
//
//	memref.subview %m[%i, 2] [4, 8] [1, %s]                           // first element at %i · stride 0 + 2 · stride 1 of %m
//	memref.reinterpret_cast %m to offset: [%o], sizes: [4], strides: [2]  // at %o elements from the start of the buffer
type Cut struct {
	Source   *ir.Value
	Offsets  []ir.Mixed // offset of the first element: per dimension of the source, or a single number of elements
	Strides  []ir.Mixed // factors of the source's strides, or absolute strides in elements
	OfBuffer bool       // counted in the buffer, even if the source is a view
}

// CutOf returns the cut that an operation is; ok is false for other operations and nil.
func CutOf(op *ir.Operation) (c Cut, ok bool) {
	if view := ir.As[SubViewOp](op); view.Ok() {
		return Cut{Source: view.Source(), Offsets: view.MixedOffsets(), Strides: view.MixedStrides()}, true
	}
	if view := ir.As[ReinterpretCastOp](op); view.Ok() {
		return Cut{Source: view.Source(), Offsets: view.MixedOffsets(), Strides: view.MixedStrides(), OfBuffer: true}, true
	}
	return c, false
}
