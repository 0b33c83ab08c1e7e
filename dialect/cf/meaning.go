package cf

import (
	"optc/diag"
	"optc/ir"
	"optc/sim"
)

// meaning is the meaning of the operations of cf.
func meaning() ir.Meaning {
	return sim.Table{
		Branch.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			f.Branch(in, 0, 0)
			return nil
		},
		CondBranch.Kind(): runCondBranch,
		Switch.Kind():     switchBranch,
		Assert.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			switch holds := f.Value(in, Assert.Arg(in.Op)); {
			case holds.IsPoison():
				return sim.ErrPoison
			case holds.Bits == 0:
				return diag.Errorf("assert", "assertion failed: %s", Assert.Msg(in.Op))
			}
			return nil
		},
	}
}

func runCondBranch(f *sim.Frame, in *sim.Instr) error {
	cond := in.Find(CondBranch.Condition(in.Op), 0)
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
	flag := f.Value(in, Switch.Flag(in.Op))
	if flag.IsPoison() {
		return sim.ErrPoison
	}
	target, first := 0, in.Find(Switch.Flag(in.Op), 0)+1
	if values := Switch.CaseValues(in.Op); values != nil {
		at := first + in.Forwarded(0)
		for i := range values.NumElements() {
			if sim.RawBits(values.Element(i)) == flag.Bits {
				target, first = i+1, at
				break
			}
			at += in.Forwarded(i + 1)
		}
	}
	f.Branch(in, target, first)
	return nil
}
