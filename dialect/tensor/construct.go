package tensor

import "optc/ir"

// NewGenerate makes a tensor from a region, which computes an element from its indices;
// the region is moved into the operation.
func NewGenerate(b ir.OpBuilder, t ir.Type, extents []*ir.Value, body *ir.Region) GenerateOp {
	op := ir.Build[GenerateOp](b, &ir.OpState{Operands: extents, ResultTypes: []ir.Type{t}})
	op.Body().TakeBody(body)
	return op
}
