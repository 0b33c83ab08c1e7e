package scf

import (
	"optc/diag"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// loopForWide executes a loop whose induction variable has more than 64 bits.
func loopForWide(f *sim.Frame, in *sim.Instr) error {
	loop := ir.Cast[ForOp](in.Op)
	var bounds [3]num.Int
	for k, v := range []*ir.Value{loop.LowerBound(), loop.UpperBound(), loop.Step()} {
		x := f.Value(in, v)
		if x.IsPoison() {
			return sim.ErrPoison
		}
		bounds[k] = x.AsInt(v.Type())
	}
	i, end, step := bounds[0], bounds[1], bounds[2]
	compare, signed := num.Int.CmpSigned, !loop.UnsignedCmp()
	if !signed {
		compare = num.Int.CmpUnsigned
	}
	if step.IsZero() || signed && step.IsNegative() {
		return diag.Errorf("step", "loop step must be positive, but got %v", step)
	}
	carried := f.Values(in, loop.InitArgs())
	for compare(i, end) < 0 {
		results, err := f.Region(in, 0, append([]sim.Value{sim.IntValue(i)}, carried...))
		if err != nil {
			return err
		}
		carried = append(carried[:0], results...)
		next, overflow := i.AddOverflow(step)
		if signed && overflow.Signed || !signed && overflow.Unsigned {
			break // the induction variable would wrap around
		}
		i = next
	}
	f.SetAll(in, carried)
	return nil
}
