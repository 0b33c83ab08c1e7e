package standard_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"optc/internal/testing/irtest"

	"optc/ir"
	"optc/passes"
	"optc/passes/standard"
	"optc/registry"
)

// callGraph is the text of n functions that call each other, also in cycles, in branches
// that fold away, and through constants of function type.
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

// The inlining, reports and output are the same for every number of threads, also if
// simplification fails for a function.
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
			c, m := irtest.Parse(t, text)
			var out bytes.Buffer
			var ds ir.Diagnostics
			mgr := passes.NewManager(c)
			mgr.Registry = registry.Passes()
			mgr.Registry.Passes = append(mgr.Registry.Passes, irtest.Speak(failing...))
			mgr.Sink, mgr.Out, mgr.Threads = &ds, &out, threads
			o := standard.Inline.Options.(standard.InlineOptions)
			o.DefaultPipeline = "canonicalize,speak"
			if err := mgr.Run(t.Context(), passes.On(ir.ModuleOp{}, passes.Use(standard.Inline, o)), m); (err == nil) != (failing == nil) {
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

// A function may be simplified once more after calls in it were inlined: no more often than
// max-iterations, and later functions are not simplified if that fails.
func TestInlineSimplifiesAgain(t *testing.T) {
	t.Parallel()
	text := "func.func @leaf(%a: i32) -> i32 {\n  return %a : i32\n}\n"
	for _, f := range []string{"f0", "f1", "f2"} {
		text += "func.func @" + f + "(%a: i32) -> i32 {\n  %0 = call @leaf(%a) : (i32) -> i32\n  return %0 : i32\n}\n"
	}
	for _, c := range []struct {
		iterations uint
		failing    string // error when no call remains to be inlined in it
		want       string
	}{
		{1, "f1", "leaf f0 f1 f2"},
		{2, "", "leaf f0 f0 f1 f1 f2 f2"},
		{2, "f1", "leaf f0 f0 f1 f1 pass pipeline failed"},
		{9, "f0", "leaf f0 f0 pass pipeline failed"},
		{9, "f2", "leaf f0 f0 f1 f1 f2 f2 pass pipeline failed"},
	} {
		for threads := 1; threads <= 3; threads++ {
			ctx, m := irtest.Parse(t, text)
			var out strings.Builder
			mgr := passes.NewManager(ctx)
			mgr.Out, mgr.Threads = &out, threads
			mgr.Registry = registry.Passes()
			mgr.Registry.Passes = append(mgr.Registry.Passes, &passes.Pass{Name: "seen", Run: func(pass *passes.Context) (bool, error) {
				name := ir.SymbolName(pass.Op)
				fmt.Fprintf(pass.Out(), "%s ", name)
				if name == c.failing && !strings.Contains(pass.Op.String(), "call") {
					return false, passes.ErrFailed
				}
				return false, nil
			}})
			o := standard.InlineOptions{DefaultPipeline: "seen", MaxIterations: c.iterations, InliningThreshold: 1000}
			if err := mgr.Run(t.Context(), passes.On(ir.ModuleOp{}, passes.Use(standard.Inline, o)), m); err != nil {
				out.WriteString(err.Error())
			}
			if got := strings.TrimSpace(out.String()); got != c.want {
				t.Errorf("%d iterations, %d threads, %q failing: got %q, want %q", c.iterations, threads, c.failing, got, c.want)
			}
		}
	}
}

// A threshold of 0 keeps every call, even a call of a tiny function in a large one.
func TestInliningThreshold(t *testing.T) {
	t.Parallel()
	text := "func.func private @nothing() {\n  return\n}\nfunc.func @large(%a: i32) {\n  call @nothing() : () -> ()\n" +
		strings.Repeat("  \"t.op\"(%a) : (i32) -> ()\n", 200) + "  return\n}"
	for threshold, kept := range map[uint32]bool{0: true, 1: false} {
		ctx, m := irtest.Parse(t, text)
		o := standard.InlineOptions{MaxIterations: 4, InliningThreshold: threshold}
		if err := passes.NewManager(ctx).Run(t.Context(), passes.On(ir.ModuleOp{}, passes.Use(standard.Inline, o)), m); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(m.String(), "call @nothing"); got != kept {
			t.Errorf("threshold %d: the call is kept: %t", threshold, got)
		}
	}
}

// The passes that inlining runs on callables are a part of its time.
func TestTimingOfInlining(t *testing.T) {
	t.Parallel()
	for _, threads := range []int{1, 3} {
		c, m := irtest.Parse(t, irtest.Functions(3))
		timing := passes.NewTiming()
		mgr := passes.NewManager(c)
		mgr.Threads = threads
		mgr.Instrumentations = append(mgr.Instrumentations, timing.Instrument())
		if err := mgr.Run(t.Context(), passes.On(ir.ModuleOp{}, passes.Use(standard.Inline)), m); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		timing.Report(&out, false)
		if got := out.String(); !strings.Contains(got, ")  Inliner\n") || !strings.Contains(got, ")    Canonicalizer\n") {
			t.Errorf("%d threads: got\n%s", threads, got)
		}
	}
}
