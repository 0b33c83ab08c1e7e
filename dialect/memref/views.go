package memref

import (
	"optc/ir"
)

// viewOfSource: the results are views of the first operand.
var viewOfSource = ir.ViewOfOperand(0)

// elementsOfSource: the result is a view of the elements of the first operand.
var elementsOfSource = ir.ElementsOfOperand(0)

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
