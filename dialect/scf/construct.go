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

// InitArgMutable returns the use of initial value i.
func (op ForOp) InitArgMutable(i int) *ir.OpOperand { return op.Operation().OpOperand(forInits + i) }

// ArgMutable returns the use of value i that goes on.
func (op ConditionOp) ArgMutable(i int) *ir.OpOperand { return op.Operation().OpOperand(1 + i) }
