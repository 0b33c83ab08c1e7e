package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"example.com/embed/toy"
	"optc/dialect/all"
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/ir"
	"optc/lit"
	"optc/optmain"
	"optc/parser"
	"optc/passes"
	"optc/sim"
	"optc/validate"
)

const program = `func.func @f(%x: i32) -> i32 {
  %p = toy.pair %x, %x : !toy.pair<i32>
  %y = toy.first %p : !toy.pair<i32>
  %0 = toy.clamp %y : i32 to #toy.range<0, 255>
  return %0 : i32
}
`

func newContext() *ir.Context { return ir.NewContext(append(all.Dialects(), toy.Dialect)...) }

// parse reads a valid module.
func parse(t *testing.T, c *ir.Context, text string) *ir.Operation {
	t.Helper()
	m, err := parser.Parse(t.Context(), c, &ir.Source{Name: "in.mlir", Text: text}, nil)
	if err == nil {
		err = ir.Verify(m, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// registry knows the passes of optc and of the module.
func registry() *passes.Registry { return config().Passes }

// command runs toyc on a text.
func command(c optmain.Config, text string, args ...string) (code int, out, errs string) {
	var stdout, stderr bytes.Buffer
	code = optmain.Run(context.Background(), c, args, strings.NewReader(text), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

func TestNothingIsFaulty(t *testing.T) {
	t.Parallel()
	if err := config().Check(); err != nil {
		t.Error(err)
	}
	for _, op := range toy.Dialect.Definitions().Ops {
		for _, text := range op.Examples {
			parse(t, newContext(), text)
		}
	}
}

// All steps in memory: text, verifier, pipeline, execution.
func TestInMemory(t *testing.T) {
	t.Parallel()
	c := newContext()
	m := parse(t, c, program)
	call := func(x int32) int32 {
		out, err := sim.New(m, nil).Call(t.Context(), "f", sim.Int(uint64(uint32(x))))
		if err != nil {
			t.Fatal(err)
		}
		return int32(out[0].Bits)
	}
	for x, want := range map[int32]int32{-5: 0, 7: 7, 300: 255} {
		if got := call(x); got != want {
			t.Errorf("clamp of %d is %d, want %d", x, got, want)
		}
	}
	pipeline, err := registry().Parse("builtin.module(toy)")
	if err != nil {
		t.Fatal(err)
	}
	if err := passes.NewManager(c).Run(t.Context(), pipeline, m); err != nil {
		t.Fatal(err)
	}
	if text := m.String(); strings.Contains(text, "toy.clamp") || !strings.Contains(text, "arith.minsi") {
		t.Errorf("got\n%s", text)
	}
	if got := call(300); got != 255 {
		t.Errorf("after lowering the clamp of 300 is %d", got)
	}
}

// wrong swaps the bounds that LowerClamp made.
var wrong = &passes.Pass{Name: "toy-wrong", Title: "Take the maximum instead of the minimum", Anchor: []ir.OpKind{fn.FuncOp{}},
	Run: func(c *passes.Context) (changed bool, err error) {
		rw := c.Rewriter(nil)
		ir.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			if clamp := ir.As[toy.ClampOp](op); clamp.Ok() {
				rw.Before(op)
				rw.Replace(op, arith.NewAddI(rw, clamp.Input(), clamp.Input()).Result())
				changed = true
			}
			return ir.Advance
		})
		return changed, nil
	}}

// --verify-exec executes the operations of the module before and after each pass.
func TestVerifyExec(t *testing.T) {
	t.Parallel()
	code, out, errs := command(config(), program, "--toy", "--verify-exec")
	if code != 0 || errs != "" || !strings.Contains(out, "arith.maxsi") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	c := config()
	c.Passes.Passes = append(c.Passes.Passes, wrong)
	code, _, errs = command(c, program, "--toy-wrong", "--verify-exec")
	if code != 1 || !strings.Contains(errs, "the program does something else after pass 'toy-wrong'") {
		t.Errorf("exit %d\n%s", code, errs)
	}

	irc := newContext()
	m := passes.NewManager(irc)
	m.Instrumentations = append(m.Instrumentations, passes.VerifyExec(validate.New(sim.Limits{})))
	if err := m.Run(t.Context(), passes.On(ir.ModuleOp{}, passes.On(fn.FuncOp{}, passes.Use(wrong))), parse(t, irc, program)); err == nil {
		t.Error("the execution check finds nothing")
	}
}

// Diagnostics are data: severity, text, code, begin and end.
func TestDiagnostics(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"func.func @f(%x: i32) {\n  %0 = toy.clamp %x : i32 to #toy.range<5, 1>\n  return\n}": "2:41-2:42 expected a range that is not empty, but got 5 to 1",
		"func.func @f(%x: i8) {\n  %0 = toy.clamp %x : i8 to #toy.range<0, 255>\n  return\n}": "2:8-2:17 'toy.clamp' op expected a range of numbers of 8 bits, but got #toy.range<0, 255>",
	} {
		var ds ir.Diagnostics
		m, err := parser.Parse(t.Context(), newContext(), &ir.Source{Name: "in.mlir", Text: text}, &ds)
		if err == nil {
			err = ir.Verify(m, &ds)
		}
		var first *ir.Diagnostic
		if !errors.As(err, &first) || len(ds.List()) != 1 || ds.List()[0] != first {
			t.Errorf("got %v and\n%s", err, ds.String())
			continue
		}
		r, _ := parser.RangeOf(first)
		if got := r.String() + " " + first.Msg; got != "in.mlir:"+want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// A panic is the fault of the pass, a wrong definition the fault of the tool.
func TestWhoIsToBlame(t *testing.T) {
	t.Parallel()
	c := config()
	c.Passes.Passes = append(c.Passes.Passes, &passes.Pass{Name: "toy-panic", Title: "Panic",
		Run: func(*passes.Context) (bool, error) { panic("ouch") }})
	if _, _, errs := command(c, program, "--toy-panic"); !strings.Contains(errs, "pass 'toy-panic' of example.com/embed panicked") &&
		!strings.Contains(errs, "pass 'toy-panic' of main panicked") {
		t.Error(errs)
	}
	c = config()
	c.Dialects = append(c.Dialects, &ir.Dialect{Name: "bad", Define: func() ir.Definitions {
		return ir.Definitions{Ops: []*ir.OpDef{{Kind: ir.Kind("bad.a"), Assembly: "$nothing attr-dict"}, {Kind: ir.Kind("bad.b")}, {Kind: ir.Kind("bad.b")}}}
	}})
	code, _, errs := command(c, "bad.a", "--toy")
	for _, want := range []string{"there are two operations named 'bad.b'", "operation 'bad.a': assembly format of bad.a"} {
		if code != 1 || !strings.Contains(errs, want) || strings.Contains(errs, "<stdin>:1") {
			t.Errorf("exit %d\n%s\nwant it to contain %s", code, errs, want)
		}
	}
}

// ending is a context that ends when it has been checked the given number of times.
type ending struct {
	context.Context
	left atomic.Int64
	once sync.Once
	stop context.CancelFunc
}

func endAfter(t *testing.T, polls int64) *ending {
	ctx, stop := context.WithCancel(t.Context())
	e := &ending{Context: ctx, stop: stop}
	e.left.Store(polls)
	return e
}

func (e *ending) Err() error {
	if e.left.Add(-1) < 0 {
		e.stop()
	}
	return e.Context.Err()
}

const endless = `func.func @f() {
  cf.br ^bb1
^bb1:
  cf.br ^bb1
}
`

// Every running step stops soon after its context has ended, and reports that.
func TestStops(t *testing.T) {
	t.Parallel()
	many := strings.Repeat("\"other.unknown\"() : () -> ()\n", 100_000)
	c := newContext()
	c.AllowUnregistered = true
	for name, run := range map[string]func(t *testing.T, ctx context.Context) error{
		"parser": func(t *testing.T, ctx context.Context) error {
			_, err := parser.Parse(ctx, c, &ir.Source{Name: "in.mlir", Text: many}, nil)
			return err
		},
		"verifier": func(t *testing.T, ctx context.Context) error {
			return ir.VerifyContext(ctx, parse(t, c, many), nil, 1)
		},
		"passes": func(t *testing.T, ctx context.Context) error {
			forever := &passes.Pass{Name: "forever", Run: func(c *passes.Context) (bool, error) {
				for c.Err() == nil {
				}
				return false, nil
			}}
			return passes.NewManager(c).Run(ctx, passes.On(ir.ModuleOp{}, passes.Use(forever)), parse(t, c, program))
		},
		"simulator": func(t *testing.T, ctx context.Context) error {
			_, err := sim.New(parse(t, c, endless), nil).Call(ctx, "f")
			return err
		},
		"lit": func(t *testing.T, ctx context.Context) error {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "a.mlir"), []byte("// RUN: spin | FileCheck %s\n// CHECK: end\n"), 0o644); err != nil {
				return err
			}
			spin := func(inv *lit.Invocation) int {
				for inv.Context.Err() == nil {
				}
				return 1
			}
			r := &lit.Runner{Root: dir, TempDir: dir, Tools: map[string]lit.Tool{"spin": spin}}
			return r.RunAll(ctx, []string{"a.mlir"}, func(lit.Result) {})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := endAfter(t, 5)
			err := run(t, ctx)
			if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "stopped") {
				t.Errorf("got %v", err)
			}
			// Each check of the context after its end returns control to the caller.
			if late := -ctx.left.Load(); late > 100 {
				t.Errorf("asked %d times after the end", late)
			}
		})
	}
}

// Contexts have nothing in common but the dialects.
func TestParallel(t *testing.T) {
	t.Parallel()
	var want string
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			c := newContext()
			m, err := parser.Parse(t.Context(), c, &ir.Source{Name: "in.mlir", Text: program}, nil)
			if err == nil {
				err = passes.NewManager(c).Run(t.Context(), passes.On(ir.ModuleOp{}, toy.Pipeline.Build(nil)...), m)
			}
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			if text := m.String(); want == "" {
				want = text
			} else if text != want {
				t.Errorf("got\n%s\nwant\n%s", text, want)
			}
		})
	}
	wg.Wait()
}
