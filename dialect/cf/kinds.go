package cf

import (
	"slices"

	"optc/ir"
	"optc/num"
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

// Operand groups that successors get.
const (
	groupTrue    = 1 // of cf.cond_br; the next one is that of falseDest
	groupDefault = 1 // of cf.switch
	groupCases   = 2
)

// Target is where control goes: a block and the values of its arguments.
type Target struct {
	Block *ir.Block
	Args  []*ir.Value
}

type assertKind struct{ ir.Kind }

func (assertKind) Arg(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (assertKind) Msg(op *ir.Operation) string    { return ir.Get[*ir.StringAttr](op, message).Value }

type branchKind struct{ ir.Kind }

func (branchKind) Dest(op *ir.Operation) *ir.Block           { return op.Successor(0) }
func (branchKind) DestOperands(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }

// Build continues at a target.
func (k branchKind) Build(b ir.OpBuilder, to Target) *ir.Operation {
	return k.Create(b, &ir.OpState{Operands: to.Args, ResultTypes: []ir.Type{}, Successors: []*ir.Block{to.Block}})
}

type condBranchKind struct{ ir.Kind }

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
func (k condBranchKind) Build(b ir.OpBuilder, condition *ir.Value, yes, no Target) *ir.Operation {
	st := &ir.OpState{
		Def:         b.Context().MustOpDef(k),
		Operands:    slices.Concat([]*ir.Value{condition}, yes.Args, no.Args),
		ResultTypes: []ir.Type{},
		Successors:  []*ir.Block{yes.Block, no.Block},
	}
	st.SetSegments(b.Context(), 1, len(yes.Args), len(no.Args))
	return k.Create(b, st)
}

// Case is a case of cf.switch.
type Case struct {
	Value num.Int
	Target
}

type switchKind struct{ ir.Kind }

func (switchKind) Flag(op *ir.Operation) *ir.Value               { return op.Operand(0) }
func (switchKind) DefaultOperands(op *ir.Operation) []*ir.Value  { return op.OperandGroup(groupDefault) }
func (switchKind) CaseOperands(op *ir.Operation) []*ir.Value     { return op.OperandGroup(groupCases) }
func (switchKind) DefaultDestination(op *ir.Operation) *ir.Block { return op.Successor(0) }

// CaseValues returns the numbers of the cases, or nil if there are no cases.
func (switchKind) CaseValues(op *ir.Operation) *ir.DenseAttr {
	return ir.Get[*ir.DenseAttr](op, caseValues)
}

// CaseOperandSegments returns the number of operands of each case; it is not to be
// changed.
func (switchKind) CaseOperandSegments(op *ir.Operation) []int64 {
	sizes, _ := ir.ReadInt64s(op.Attr(caseSegments))
	return sizes
}

// Build continues at the target of the case that equals the flag. Values of cases
// have the width of the flag.
func (k switchKind) Build(b ir.OpBuilder, flag *ir.Value, otherwise Target, cases []Case) *ir.Operation {
	c := b.Context()
	st := &ir.OpState{
		Def:         b.Context().MustOpDef(k),
		Operands:    slices.Concat([]*ir.Value{flag}, otherwise.Args),
		ResultTypes: []ir.Type{},
		Successors:  []*ir.Block{otherwise.Block},
	}
	var raw []byte
	sizes := make([]int32, len(cases))
	total := 0
	for i, to := range cases {
		raw = to.Value.AppendBytes(raw)
		st.Operands = append(st.Operands, to.Args...)
		st.Successors = append(st.Successors, to.Block)
		sizes[i] = int32(len(to.Args))
		total += len(to.Args)
	}
	if len(cases) > 0 {
		st.SetProp(caseValues, c.Dense(ir.Vector([]int64{int64(len(cases))}, flag.Type()), raw))
	}
	st.SetProp(caseSegments, c.DenseI32Array(sizes))
	st.SetSegments(c, 1, len(otherwise.Args), total)
	return k.Create(b, st)
}
