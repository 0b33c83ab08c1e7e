package cf

import (
	"slices"

	"optc/ir"
	"optc/num"
)

// Target is the destination of a branch: a block and the values of its arguments.
type Target struct {
	Block *ir.Block
	Args  []*ir.Value
}

// NewBranch continues at a target.
func NewBranch(b ir.OpBuilder, to Target) BranchOp {
	return ir.Build[BranchOp](b, &ir.OpState{Operands: to.Args, Successors: []*ir.Block{to.Block}})
}

// NewCondBranch branches to yes if condition is true, and to no otherwise.
func NewCondBranch(b ir.OpBuilder, condition *ir.Value, yes, no Target) CondBranchOp {
	st := &ir.OpState{
		Def:        ir.DefOf[CondBranchOp](b.Context()),
		Operands:   slices.Concat([]*ir.Value{condition}, yes.Args, no.Args),
		Successors: []*ir.Block{yes.Block, no.Block},
	}
	st.SetSegments(b.Context(), 1, len(yes.Args), len(no.Args))
	return ir.Build[CondBranchOp](b, st)
}

// Case is a case of cf.switch.
type Case struct {
	Value num.Int
	Target
}

// NewSwitch continues at the target of the case that equals the flag. Values of cases
// have the width of the flag.
func NewSwitch(b ir.OpBuilder, flag *ir.Value, otherwise Target, cases []Case) SwitchOp {
	c := b.Context()
	st := &ir.OpState{
		Def:        ir.DefOf[SwitchOp](c),
		Operands:   slices.Concat([]*ir.Value{flag}, otherwise.Args),
		Successors: []*ir.Block{otherwise.Block},
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
	return ir.Build[SwitchOp](b, st)
}
