package bisect_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/arith"
	"optc/internal/tool/bisect"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/registry"
	"optc/sim"
	"optc/validate"
)

// patternPass is a pass that applies a single pattern.
func patternPass(rewrite func(op *ir.Operation, rw *ir.Rewriter) bool) *passes.Registry {
	r := *registry.Passes()
	r.Passes = append(r.Passes[:len(r.Passes):len(r.Passes)], &passes.Pass{Name: "demo", Title: "demo", Doc: "Demo.",
		Run: func(c *passes.Context) (bool, error) {
			set := ir.NewPatternSet(&ir.Pattern{Name: "demo-pattern", Root: arith.SubIOp{}, Rewrite: rewrite})
			changed, _ := ir.ApplyGreedily(c, c.IR, c.Op.Region(0), set, ir.DefaultGreedyConfig())
			return changed, nil
		}})
	return &r
}

func bisector(text, pipeline string, r *passes.Registry) *bisect.Bisector {
	return &bisect.Bisector{
		Registry: r,
		Load: func(context.Context) (*ir.Context, *ir.Operation, error) {
			c := ir.NewContext(all.Dialects()...)
			module, err := parser.Parse(context.Background(), c, &ir.Source{Name: "x.mlir", Text: text}, nil)
			return c, module, err
		},
		Pipeline: func() (*passes.Pipeline, error) { return r.Parse(pipeline) },
	}
}

const input = `func.func @g(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  return %0 : i32
}
func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.muli %a, %b : i32
  %1 = arith.muli %a, %b : i32
  %2 = arith.addi %0, %1 : i32
  %3 = arith.subi %2, %b : i32
  return %3, %0 : i32, i32
}
`

// toSum changes the behaviour: a - b becomes a + b.
func toSum(op *ir.Operation, rw *ir.Rewriter) bool {
	sub := ir.Cast[arith.SubIOp](op)
	rw.Replace(op, arith.NewAddI(rw, sub.Lhs(), sub.Rhs()).Result())
	return true
}

func executed() passes.ExecCheck { return validate.New(sim.Limits{}) }

func TestRun(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, pipeline string
		rewrite        func(op *ir.Operation, rw *ir.Rewriter) bool
		after          func() passes.ExecCheck
		want           string // pass, rewrite, step
		problem        string
	}{
		{name: "other meaning", pipeline: "builtin.module(func.func(cse,demo,canonicalize))", rewrite: toSum, after: executed,
			want: "5 demo on 'func.func' operation: @f, 1 of 1 pattern 'demo-pattern' 'arith.subi' 9", problem: "expected"},
		{name: "invalid IR", pipeline: "builtin.module(func.func(demo))", rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			if op.NumOperands() < 2 {
				return false
			}
			rw.Modify(op, func() { op.SetOperands(op.OperandList()[:1]) })
			return true
		}, after: nil, want: "2 demo on 'func.func' operation: @f, 1 of 2 pattern 'demo-pattern' 'arith.subi' 9", problem: "operand"},
		{name: "panic", pipeline: "builtin.module(demo)", rewrite: func(*ir.Operation, *ir.Rewriter) bool { panic("no") }, after: nil,
			want: "1 demo on 'builtin.module' operation, 1 of 1 pattern 'demo-pattern' 'arith.subi' 9", problem: "internal error in pass 'demo': no"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := bisector(input, c.pipeline, patternPass(c.rewrite))
			b.After = c.after
			r, err := b.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			_, line, _, _ := r.Step.Loc.FileLineCol()
			got := fmt.Sprintf("%d %s on %s, %d of %d %s '%s' %d", r.Number, r.Pass, r.On, r.Rewrite, r.Rewrites, r.Step.Name, r.Step.Op, line)
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if !strings.Contains(r.Problem, c.problem) {
				t.Errorf("problem: %s", r.Problem)
			}
			if !strings.Contains(r.Before, "arith.subi") {
				t.Errorf("before:\n%s", r.Before)
			}
		})
	}
}

// without is a check that fails where a word is missing.
func without(word string) func(context.Context, *ir.Operation) (string, error) {
	return bisect.Text(func(_ context.Context, text []byte) (string, error) {
		if strings.Contains(string(text), word) {
			return "", nil
		}
		return "no " + word, nil
	})
}

// TestEveryRewrite finds, for every operation name that a pipeline removes completely,
// the rewrite that removes the last operation.
func TestEveryRewrite(t *testing.T) {
	t.Parallel()
	text := `func.func private @callee(%a: i32) -> i32 {
  %0 = arith.xori %a, %a : i32
  return %0 : i32
}
func.func @f(%a: i32, %c: i1, %n: index) -> i32 {
  %z = arith.constant 0 : i32
  %t = arith.constant true
  %i0 = arith.constant 0 : index
  %dead = arith.muli %a, %a : i32
  %x = arith.addi %a, %z : i32
  %y = func.call @callee(%x) : (i32) -> i32
  %s = scf.if %t -> i32 {
    scf.yield %y : i32
  } else {
    scf.yield %a : i32
  }
  cf.cond_br %t, ^bb1, ^bb2
^bb1:
  return %s : i32
^bb2:
  %d = arith.divsi %a, %a : i32
  return %d : i32
}
`
	for word, want := range map[string]string{
		"muli": ir.StepDead, "callee": ir.StepInlineCall, "scf.if": ir.StepPropagate, "divsi": ir.StepRegions, "addi": ir.StepDead, "call ": ir.StepInlineCall,
	} {
		t.Run(word, func(t *testing.T) {
			t.Parallel()
			b := bisector(text, "builtin.module(inline{default-pipeline= },sccp,canonicalize,cse,symbol-dce)", registry.Passes())
			b.Module = without(word)
			r, err := b.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got := r.Step.Name
			if r.Rewrite == 0 {
				got = "at once"
			}
			if !strings.HasPrefix(got, want) {
				t.Errorf("%d of %d: %s, want %s", r.Rewrite, r.Rewrites, got, want)
			}
			if !strings.Contains(r.Before, word) || strings.Contains(r.After, word) {
				t.Errorf("before:\n%safter:\n%s", r.Before, r.After)
			}
		})
	}
}

// TestEndedContext: the result contains the facts that are known when the context ends.
func TestEndedContext(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString("func.func private @use(i32)\nfunc.func @f(%a: i32, %b: i32) {\n")
	for i := range 16 {
		fmt.Fprintf(&text, "%%%d = arith.subi %%a, %%b {n = %d} : i32\nfunc.call @use(%%%d) : (i32) -> ()\n", i, i, i)
	}
	text.WriteString("return\n}\n")
	for _, test := range []struct {
		name  string
		tests int // tests of the module, until the context ends
		want  string
	}{
		{name: "before the pass is found", tests: 2, want: "<nil>"},
		{name: "before any rewrite", tests: 5, want: "demo 1 to 16"},
		{name: "after a rewrite", tests: 7, want: "demo 9 to 16"},
		{name: "in time", tests: 100, want: "demo 0 to 0"},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		b := bisector(text.String(), "builtin.module(func.func(demo))", patternPass(toSum))
		n := 0
		b.Module = func(_ context.Context, module *ir.Operation) (string, error) {
			if n++; n == test.tests {
				cancel()
				return "", context.Canceled
			}
			if strings.Count(string(ir.Print(module, ir.PrintOptions{})), "addi") >= 12 {
				return "many sums", nil
			}
			return "", nil
		}
		r, err := b.Run(ctx)
		got := "<nil>"
		if r != nil {
			got = fmt.Sprintf("%s %d to %d", r.Pass, r.First, r.Last)
		}
		if got != test.want || (err == nil) != (test.tests == 100) {
			t.Errorf("%s: got %s, %v; want %s", test.name, got, err, test.want)
		}
	}
}

func TestNothing(t *testing.T) {
	t.Parallel()
	b := bisector(input, "builtin.module(cse)", registry.Passes())
	if _, err := b.Run(t.Context()); !errors.Is(err, bisect.ErrNothing) {
		t.Errorf("got %v", err)
	}
	b.Module = without("arith")
	if _, err := b.Run(t.Context()); !errors.Is(err, bisect.ErrNothing) {
		t.Errorf("got %v", err)
	}
	b.Module = without("nowhere")
	if _, err := b.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "something wrong before the pipeline: no nowhere") {
		t.Errorf("got %v", err)
	}
	failure := errors.New("no")
	b.Module = func(context.Context, *ir.Operation) (string, error) { return "", failure }
	if _, err := b.Run(t.Context()); !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
	b = bisector(input, "builtin.module(demo)", patternPass(func(*ir.Operation, *ir.Rewriter) bool { panic("no") }))
	b.Module = without("nowhere")
	if _, err := b.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "the pipeline fails by itself") {
		t.Errorf("got %v", err)
	}
}
