package cf

import (
	"optc/diag"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// meaning is the meaning of the operations of cf.
func meaning() ir.Meaning {
	return &sim.Meanings{Undefined: undefined(), Table: sim.Table{
		BranchOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			f.Branch(in, 0, 0)
			return nil
		},
		CondBranchOp{}.Kind(): runCondBranch,
		SwitchOp{}.Kind():     switchBranch,
		AssertOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			assert := ir.Cast[AssertOp](in.Op)
			switch holds := f.Value(in, assert.Arg()); {
			case holds.IsPoison():
				return sim.ErrPoison
			case holds.Bits == 0:
				return diag.Errorf("assert", "assertion failed: %s", assert.Msg())
			}
			return nil
		},
	}}
}

func runCondBranch(f *sim.Frame, in *sim.Instr) error {
	cond := in.Find(ir.Cast[CondBranchOp](in.Op).Condition(), 0)
	switch v := f.At(in.OperandSlot(cond)); {
	case v.Ref != nil:
		return sim.ErrPoison
	case v.Bits != 0:
		f.Branch(in, 0, cond+1)
	default:
		f.Branch(in, 1, cond+1+in.Forwarded(0))
	}
	return nil
}

func switchBranch(f *sim.Frame, in *sim.Instr) error {
	switchOp := ir.Cast[SwitchOp](in.Op)
	flag := f.Value(in, switchOp.Flag())
	if flag.IsPoison() {
		return sim.ErrPoison
	}
	target, first := 0, in.Find(switchOp.Flag(), 0)+1
	if values := switchOp.CaseValues(); values != nil {
		at := first + in.Forwarded(0)
		t := switchOp.Flag().Type()
		width := sim.Width(t)
		for i := range values.NumElements() {
			if flag.AsInt(t).Equal(num.IntFromBytes(width, values.Element(i))) {
				target, first = i+1, at
				break
			}
			at += in.Forwarded(i + 1)
		}
	}
	f.Branch(in, target, first)
	return nil
}
