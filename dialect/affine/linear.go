package affine

import (
	"optc/ir"
	"optc/ir/ranges"
)

// linearApply: an expression without divisions is a sum of the operands.
var linearApply = ranges.Linear.By(func(op *ir.Operation) (factors []int64, constant int64, ok bool) {
	m := ir.Cast[ApplyOp](op).Map()
	return m.Results[0].Linear(m.NumDims, m.NumInputs()-m.NumDims)
})
