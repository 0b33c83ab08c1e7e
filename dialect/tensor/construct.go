package tensor

import "optc/ir"

// NewGenerate makes a tensor of a function of the indices, which it takes from a region.
func NewGenerate(b ir.OpBuilder, t ir.Type, extents []*ir.Value, body *ir.Region) GenerateOp {
	op := ir.Build[GenerateOp](b, &ir.OpState{Operands: extents, ResultTypes: []ir.Type{t}})
	op.Body().TakeBody(body)
	return op
}
