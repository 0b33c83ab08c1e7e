package passes_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"optc/ir"
	"optc/passes"
)

// callGraph is the text of n functions that call one another, also in circles, in
// branches that fold away, and through constants of function type.
func callGraph(r *rand.Rand, n int, indirect bool) string {
	var b strings.Builder
	for i := range n {
		visibility := ""
		if r.IntN(2) == 0 {
			visibility = "private "
		}
		fmt.Fprintf(&b, "func.func %s@f%d(%%a: i32) -> i32 {\n  %%one = arith.constant 1 : i32\n  %%no = arith.constant false\n  %%v0 = arith.muli %%a, %%one : i32\n", visibility, i)
		calls := r.IntN(4)
		for k := range calls {
			callee := r.IntN(i + 1)
			if r.IntN(8) == 0 {
				callee = r.IntN(n)
			}
			switch kind := r.IntN(6); {
			case kind == 0:
				fmt.Fprintf(&b, "  %%v%d = scf.if %%no -> i32 {\n    %%c = func.call @f%d(%%a) : (i32) -> i32\n    scf.yield %%c : i32\n  } else {\n    scf.yield %%v%d : i32\n  }\n", k+1, callee, k)
			case kind == 1 && indirect:
				fmt.Fprintf(&b, "  %%g%d = func.constant @f%d : (i32) -> i32\n  %%v%d = func.call_indirect %%g%d(%%v%d) : (i32) -> i32\n", k, callee, k+1, k, k)
			default:
				fmt.Fprintf(&b, "  %%v%d = func.call @f%d(%%v%d) : (i32) -> i32\n", k+1, callee, k)
			}
		}
		fmt.Fprintf(&b, "  %%r = arith.addi %%v%d, %%a : i32\n  return %%r : i32\n}\n", calls)
	}
	return b.String()
}

// What is inlined, reported and printed is the same for every number of threads, also if
// simplifying fails for one function.
func TestInlineDoesNotDependOnThreads(t *testing.T) {
	t.Parallel()
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		text := callGraph(r, 12, seed%2 == 0)
		if seed%5 == 0 {
			text += "module @inner {\n" + callGraph(r, 5, true) + "}\n"
		}
		if seed%3 == 0 {
			text = strings.ReplaceAll(text, "private ", "")
		}
		var failing []string
		if seed%4 == 3 {
			failing = []string{"f3", "f7"}
		}
		run := func(threads int) string {
			c, m := parse(t, text)
			var out bytes.Buffer
			var ds ir.Diagnostics
			mgr := passes.NewManager(c)
			mgr.Registry.Passes = append(mgr.Registry.Passes, speak(failing...))
			mgr.Sink, mgr.Out, mgr.Threads = &ds, &out, threads
			o := passes.Inline.Options.(passes.InlineOptions)
			o.DefaultPipeline = "canonicalize,speak"
			if err := mgr.Run(t.Context(), passes.On(ir.Module, passes.Use(passes.Inline, o)), m); (err == nil) != (failing == nil) {
				t.Fatal(err)
			} else if err != nil {
				return ds.String() + out.String()
			}
			return ds.String() + out.String() + string(ir.Print(m, ir.PrintOptions{DebugInfo: true}))
		}
		want := run(1)
		for _, threads := range []int{2, 5} {
			if got := run(threads); got != want {
				t.Fatalf("seed %d: with %d threads:\n%s\nwant\n%s\nfrom\n%s", seed, threads, got, want, text)
			}
		}
	}
}

// The passes that inlining runs on callables are a part of its time.
func TestTimingOfInlining(t *testing.T) {
	t.Parallel()
	for _, threads := range []int{1, 3} {
		c, m := parse(t, functions(3))
		timing := passes.NewTiming()
		mgr := passes.NewManager(c)
		mgr.Threads = threads
		mgr.Instrumentations = append(mgr.Instrumentations, timing.Instrument())
		if err := mgr.Run(t.Context(), passes.On(ir.Module, passes.Use(passes.Inline)), m); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		timing.Report(&out, false)
		if got := out.String(); !strings.Contains(got, ")  Inliner\n") || !strings.Contains(got, ")    Canonicalizer\n") {
			t.Errorf("%d threads: got\n%s", threads, got)
		}
	}
}
