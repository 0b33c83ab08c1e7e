package all_test

import (
	"slices"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/sim"
)

// TestMoving: the operands that an operation moves are operands of its definition.
func TestMoving(t *testing.T) {
	t.Parallel()
	found := 0
	for _, d := range all.Dialects() {
		for _, op := range d.Definitions().Ops {
			names, ok := sim.Moving.In(op)
			if ok {
				found++
			}
			for _, name := range names {
				if !slices.ContainsFunc(op.Operands, func(v ir.ValueDef) bool { return v.Name == name }) {
					t.Errorf("%s moves '%s', which is none of its operands", op.Name(), name)
				}
			}
		}
	}
	if found == 0 {
		t.Error("no operation moves numbers")
	}
}
