package passes_test

import (
	"strings"
	"testing"

	"optc/internal/testing/irtest"

	"optc/ir"
	"optc/passes"
	"optc/passes/standard"
)

func TestVerifyExec(t *testing.T) {
	t.Parallel()
	// The check counts operations of the function instead of executing them.
	count := func(op *ir.Operation) (n int) {
		ir.Walk(op, func(*ir.Operation) ir.WalkResult {
			n++
			return ir.Advance
		})
		return n
	}
	var seen [][2]int
	check := func(e *passes.Event, before *ir.Operation) *ir.Diagnostic {
		seen = append(seen, [2]int{count(before), count(e.Op)})
		if ir.SymbolName(e.Op) == "f1" {
			return e.Op.Errorf("returns 1, but returned 2")
		}
		return nil
	}
	c, m := irtest.Parse(t, irtest.Functions(3)) // each function has an operation too many
	mgr := passes.NewManager(c)
	mgr.Instrumentations = append(mgr.Instrumentations, passes.VerifyExec(check))
	err := mgr.Run(t.Context(), passes.On(ir.ModuleOp{}, passes.On(ir.Kind("func.func"), passes.Use(irtest.Speak()), passes.Use(standard.CSE))), m)
	if err == nil || !strings.Contains(err.Error(), "'func.func' op returns 1, but returned 2") {
		t.Errorf("got %v", err)
	}
	if len(seen) != 2 || seen[0] != [2]int{5, 4} || seen[1] != [2]int{5, 4} {
		t.Errorf("compared %v", seen)
	}
}
