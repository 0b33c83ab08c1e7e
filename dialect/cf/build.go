package cf

import (
	"slices"

	"optc/ir"
	"optc/num"
)

// Target is where control goes: a block and the values of its arguments.
type Target struct {
	Block *ir.Block
	Args  []*ir.Value
}

// NewBranch builds cf.br.
func NewBranch(b *ir.Builder, to Target) *ir.Operation {
	return b.Create(&ir.OpState{Def: b.Context().MustOpDef(Branch), Operands: to.Args, Successors: []*ir.Block{to.Block}})
}

// NewCondBranch builds cf.cond_br.
func NewCondBranch(b *ir.Builder, condition *ir.Value, yes, no Target) *ir.Operation {
	st := &ir.OpState{
		Def:        b.Context().MustOpDef(CondBranch),
		Operands:   slices.Concat([]*ir.Value{condition}, yes.Args, no.Args),
		Successors: []*ir.Block{yes.Block, no.Block},
	}
	st.SetSegments(b.Context(), 1, len(yes.Args), len(no.Args))
	return b.Create(st)
}

// Case is a case of cf.switch.
type Case struct {
	Value num.Int
	Target
}

// NewSwitch builds cf.switch. Values of cases have the width of the flag.
func NewSwitch(b *ir.Builder, flag *ir.Value, otherwise Target, cases []Case) *ir.Operation {
	c := b.Context()
	st := &ir.OpState{
		Def:        c.MustOpDef(Switch),
		Operands:   slices.Concat([]*ir.Value{flag}, otherwise.Args),
		Successors: []*ir.Block{otherwise.Block},
	}
	var raw []byte
	sizes := make([]int32, len(cases))
	total := 0
	for i, k := range cases {
		raw = k.Value.AppendBytes(raw)
		st.Operands = append(st.Operands, k.Args...)
		st.Successors = append(st.Successors, k.Block)
		sizes[i] = int32(len(k.Args))
		total += len(k.Args)
	}
	if len(cases) > 0 {
		st.SetProp(caseValues, c.Dense(ir.Vector([]int64{int64(len(cases))}, flag.Type()), raw))
	}
	st.SetProp(caseSegments, c.DenseI32Array(sizes))
	st.SetSegments(c, 1, len(otherwise.Args), total)
	return b.Create(st)
}
