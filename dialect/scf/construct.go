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

// InitOf returns the number of the loop-carried value whose initial value is the use u;
// ok is false for uses as bounds or step.
func (op ForOp) InitOf(u *ir.OpOperand) (i int, ok bool) {
	i = u.Index() - forInits
	return i, i >= 0
}

// ArgOf returns which argument the use u is; ok is false if u is the condition itself.
func (op ConditionOp) ArgOf(u *ir.OpOperand) (i int, ok bool) { return u.Index() - 1, u.Index() > 0 }

// ArgMutable returns the use of forwarded value i.
func (op ConditionOp) ArgMutable(i int) *ir.OpOperand { return op.Operation().OpOperand(1 + i) }
