package cf

import (
	"optc/ir"
)

// This file holds the accessors and builders of the operations; see ir.Kind.

// The operations.
var (
	Assert     = assertKind{"cf.assert"}
	Branch     = branchKind{"cf.br"}
	CondBranch = condBranchKind{"cf.cond_br"}
	Switch     = switchKind{"cf.switch"}
)

// Names of the attributes.
const (
	message       = "msg"
	branchWeights = "branch_weights"
	caseValues    = "case_values"
	caseSegments  = "case_operand_segments"
)

// Operand groups that are passed to successors.
const (
	groupTrue    = 1 // for trueDest of cf.cond_br; the next group is for falseDest
	groupDefault = 1 // of cf.switch
	groupCases   = 2
)

type assertKind struct{ ir.OldKind }

func (assertKind) Arg(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (assertKind) Msg(op *ir.Operation) string    { return ir.Get[*ir.StringAttr](op, message).Value }

type branchKind struct{ ir.OldKind }

func (branchKind) Dest(op *ir.Operation) *ir.Block           { return op.Successor(0) }
func (branchKind) DestOperands(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }

// Build continues at a target.
func (branchKind) Build(b ir.OpBuilder, to Target) *ir.Operation {
	return NewBranch(b, to).Operation()
}

type condBranchKind struct{ ir.OldKind }

func (condBranchKind) Condition(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (condBranchKind) TrueDestOperands(op *ir.Operation) []*ir.Value {
	return op.OperandGroup(groupTrue)
}
func (condBranchKind) FalseDestOperands(op *ir.Operation) []*ir.Value {
	return op.OperandGroup(groupTrue + 1)
}
func (condBranchKind) TrueDest(op *ir.Operation) *ir.Block         { return op.Successor(0) }
func (condBranchKind) FalseDest(op *ir.Operation) *ir.Block        { return op.Successor(1) }
func (condBranchKind) BranchWeights(op *ir.Operation) ir.Attribute { return op.Attr(branchWeights) }

// Build continues at one of two targets.
func (condBranchKind) Build(b ir.OpBuilder, condition *ir.Value, yes, no Target) *ir.Operation {
	return NewCondBranch(b, condition, yes, no).Operation()
}

type switchKind struct{ ir.OldKind }

func (switchKind) Flag(op *ir.Operation) *ir.Value               { return op.Operand(0) }
func (switchKind) DefaultOperands(op *ir.Operation) []*ir.Value  { return op.OperandGroup(groupDefault) }
func (switchKind) CaseOperands(op *ir.Operation) []*ir.Value     { return op.OperandGroup(groupCases) }
func (switchKind) DefaultDestination(op *ir.Operation) *ir.Block { return op.Successor(0) }

// CaseValues returns the numbers of the cases, or nil if there are no cases.
func (switchKind) CaseValues(op *ir.Operation) *ir.DenseAttr {
	return ir.Get[*ir.DenseAttr](op, caseValues)
}

// CaseOperandSegments returns the number of operands of each case; callers must not
// change it.
func (switchKind) CaseOperandSegments(op *ir.Operation) []int64 {
	sizes, _ := ir.ReadInt64s(op.Attr(caseSegments))
	return sizes
}

// Build continues at the target of the case that equals the flag. Values of cases
// have the width of the flag.
func (switchKind) Build(b ir.OpBuilder, flag *ir.Value, otherwise Target, cases []Case) *ir.Operation {
	return NewSwitch(b, flag, otherwise, cases).Operation()
}
