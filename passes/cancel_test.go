package passes_test

import (
	"context"
	"errors"
	"math"
	"os"
	"testing"

	"optc/dialect/all"
	"optc/internal/testing/oracle"
	"optc/ir"
	"optc/passes"
	"optc/registry"
)

// ending is a context that ends when it has been checked the given number of times, and
// counts the checks. Passes check the context once per 1024 operations, so that the count
// is a measure of work.
type ending struct {
	context.Context
	left, asked int
}

func (e *ending) Err() error {
	if e.asked++; e.asked > e.left {
		return context.Canceled
	}
	return nil
}

// TestPassesStop runs passes on n operations of a kind that they process. They check the
// context at least as often as n requires, and do little work after the run has ended.
func TestPassesStop(t *testing.T) {
	t.Parallel()
	const n = 1 << 12
	each := func(text string) string { return numbered(n, text) }
	straight := "func.func @f(%a: i32) {\n" + each("\"t.op\"(%a) : (i32) -> ()\n") + "return\n}"
	functions := each("func.func private @f#() {\nreturn\n}\n")
	vertices := "module attributes {poplar.target = #poplar.target<ipu2>} {\n" + each("poplar.vertex @v# worker external {\n}\n") + "}"
	inputs := map[string]string{
		"inline{default-pipeline=}": functions + "func.func @f() {\n" + each("call @f#() : () -> ()\n") + "return\n}",
		"symbol-dce":                functions + "func.func @f() {\n" + each("call @f#() : () -> ()\n") + "return\n}",
		"loop-invariant-code-motion": "func.func @f(%a: i32, %i: index) {\nscf.for %j = %i to %i step %i {\n" +
			each("%x# = arith.addi %a, %a : i32\n") + "}\nreturn\n}",
		"func.func(vectorext-distribute-nested-layout)": straight,
	}
	for _, name := range []string{"poplar-mangle-names", "poplar-resolve-layouts", "poplar-print-layout"} {
		inputs[name] = vertices
	}
	for _, name := range []string{"canonicalize", "cse", "lower-affine", "print-op-stats", "sccp", "convert-scf-to-cf", "strip-debuginfo"} {
		inputs[name] = straight
	}
	for name, text := range inputs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asks := stopped(t, name, text, math.MaxInt)
			if asks < n/1024 {
				t.Errorf("asks %d times on %d operations", asks, n)
			}
			for part := range 2 {
				stopped(t, name, text, asks*part/2)
			}
		})
	}
}

// Simplification of regions compares every block with every other, and stops.
func TestSimplifyRegionsStops(t *testing.T) {
	t.Parallel()
	const n = 1 << 9
	run := func(left int) int {
		ctx := all.Context()
		ctx.AllowUnregistered = true
		m := oracle.Parse(t, ctx, "func.func @f(%a: i32) {\ncf.switch %a : i32, [default: ^e"+numbered(n, ", #: ^b#")+
			"]\n"+numbered(n, "^b#:\n\"t.op\"() {n = #} : () -> ()\ncf.br ^e\n")+"^e:\nreturn\n}")
		e := &ending{Context: t.Context(), left: left}
		ir.SimplifyRegions(e, ir.NewRewriter(ctx, nil), []*ir.Region{m.Region(0)}, true)
		return e.asked
	}
	asks := run(math.MaxInt)
	if asks < n*n/2/1024 {
		t.Errorf("asks %d times on %d blocks", asks, n)
	}
	for left := 0; left < asks; left += asks / 8 {
		if asked := run(left); asked > left+2 {
			t.Errorf("asked %d times, %d until the end", asked, left)
		}
	}
}

// A program for tiles stops in and between its passes, wherever the run ends.
func TestTilePipelineStops(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../examples/paged_gather.mlir")
	if err != nil {
		t.Fatal(err)
	}
	const pipeline = "poplar-set-target{arch=ipu2},tile"
	asks := stopped(t, pipeline, string(text), math.MaxInt)
	for left := 0; left < asks; left += 5 {
		stopped(t, pipeline, string(text), left)
	}
}

// stopped runs passes under a context that ends when it has been checked the given number
// of times, and returns the number of checks.
func stopped(t *testing.T, passList, text string, left int) int {
	t.Helper()
	ctx := all.Context()
	ctx.AllowUnregistered = true
	m := oracle.Parse(t, ctx, text)
	p, err := registry.Passes().Parse("builtin.module(" + passList + ")")
	if err != nil {
		t.Fatal(err)
	}
	manager, run := passes.NewManager(ctx), &ending{Context: t.Context(), left: left}
	manager.Threads, manager.Instrumentations = 1, nil
	err = manager.Run(run, p, m)
	const after = 8 // the manager checks the context too
	if left == math.MaxInt && err != nil || left < run.asked && (!errors.Is(err, context.Canceled) || run.asked > left+after) {
		t.Errorf("%s: asked %d times, %d until the end, error %v", passList, run.asked, left, err)
	}
	return run.asked
}
