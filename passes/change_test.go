package passes_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/internal/testing/irtest"

	"optc/ir"
	"optc/passes"
	"optc/passes/standard"
)

// changes runs passes on a module and returns which of them reported a change.
func changes(t *testing.T, c *ir.Context, m *ir.Operation, list ...*passes.Pass) (said []string) {
	t.Helper()
	said, err := tryChanges(t, c, m, list...)
	if err != nil {
		t.Fatal(err)
	}
	return said
}

// tryChanges is changes for passes that may fail.
func tryChanges(t *testing.T, c *ir.Context, m *ir.Operation, list ...*passes.Pass) (said []string, err error) {
	t.Helper()
	var steps []passes.Step
	for _, p := range list {
		watched := *p
		watched.Run = func(c *passes.Context) (bool, error) {
			changed, err := p.Run(c)
			if changed {
				said = append(said, p.Name)
			}
			return changed, err
		}
		steps = append(steps, passes.Use(&watched))
	}
	p := passes.On(ir.ModuleOp{})
	p.Add(steps...)
	mgr := passes.NewManager(c)
	mgr.Threads, mgr.Sink, mgr.Out = 1, &ir.Diagnostics{}, &strings.Builder{}
	err = mgr.Run(t.Context(), p, m)
	return said, err
}

func TestNothingToChange(t *testing.T) {
	t.Parallel()
	c, m := irtest.Parse(t, `func.func @f(%a: i32, %b: i1, %m: memref<i32>) -> i32 {
  %0 = scf.if %b -> (i32) {
    memref.store %a, %m[] : memref<i32>
    scf.yield %a : i32
  } else {
    %1 = memref.load %m[] : memref<i32>
    scf.yield %1 : i32
  }
  return %0 : i32
} loc(unknown)`)
	list := []*passes.Pass{standard.Canonicalize, standard.CSE, standard.SCCP, standard.SymbolDCE, standard.LoopInvariantCodeMotion}
	if said := changes(t, c, m, list...); said != nil {
		t.Errorf("%v say that they changed something", said)
	}
}

// Passes check from time to time whether their run has ended, and continue if it has not.
func TestManyOperations(t *testing.T) {
	t.Parallel()
	const n = 3000
	var b strings.Builder
	b.WriteString("func.func @f(%x: i32) {\n")
	for i := range n {
		fmt.Fprintf(&b, "  %%c%d = arith.constant %d : i32\n", i, i)
	}
	for i := range n { // the last half is the same as the first
		fmt.Fprintf(&b, "  %%a%d = arith.addi %%x, %%c%d : i32\n  \"test.use\"(%%a%d) : (i32) -> ()\n", i, i%(n/2), i)
	}
	b.WriteString("  return\n}\n")
	c, m := irtest.Parse(t, b.String())
	if said := changes(t, c, m, standard.CSE, standard.StripDebugInfo); !slices.Equal(said, []string{"cse", "strip-debuginfo"}) {
		t.Errorf("changed by %v", said)
	}
	sums := 0
	ir.Walk(m, func(op *ir.Operation) ir.WalkResult {
		if op.Name() == "arith.addi" {
			sums++
		}
		if op.Loc().IsKnown() {
			t.Errorf("%s has a location", op)
			return ir.Interrupt
		}
		return ir.Advance
	})
	if sums != n/2 {
		t.Errorf("%d sums are left, want %d", sums, n/2)
	}
}
