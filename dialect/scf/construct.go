package scf

import "optc/ir"

// NewReduce ends the body of a parallel loop. It has an empty region for each operand.
func NewReduce(b ir.OpBuilder, operands []*ir.Value) ReduceOp {
	regions := make([]*ir.Region, len(operands))
	for i := range regions {
		regions[i] = &ir.Region{}
	}
	return ir.Build[ReduceOp](b, &ir.OpState{Operands: operands, Regions: regions})
}
