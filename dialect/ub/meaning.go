package ub

import (
	"optc/diag"
	"optc/ir"
	"optc/sim"
)

// meaning is the meaning of the operations of ub.
func meaning() ir.Meaning {
	return &sim.Meanings{Undefined: undefined(), Table: sim.Table{
		UnreachableOp{}.Kind(): func(*sim.Frame, *sim.Instr) error {
			return diag.Errorf("unreachable", "is reached")
		},
		PoisonOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			f.Set(in, 0, sim.Poison)
			return nil
		},
	}}
}
