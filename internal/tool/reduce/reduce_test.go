package reduce_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/dialect/all"
	"optc/internal/tool/reduce"
	"optc/ir"
	"optc/parser"
)

func newContext() *ir.Context {
	c := ir.NewContext(all.Dialects()...)
	c.AllowUnregistered = true
	return c
}

// reducer returns a reducer of a text that is interesting while it contains all words.
func reducer(t testing.TB, text string, words ...string) (*reduce.Reducer, *ir.Operation) {
	t.Helper()
	r := &reduce.Reducer{Context: newContext(), NewContext: newContext, Threads: 1, Test: containing(words...)}
	module, err := parser.Parse(t.Context(), r.Context, &ir.Source{Name: "in.mlir", Text: text}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r, module
}

func containing(words ...string) reduce.Test {
	return func(_ context.Context, text []byte) (bool, error) {
		for _, w := range words {
			if !bytes.Contains(text, []byte(w)) {
				return false, nil
			}
		}
		return true, nil
	}
}

func TestReduce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		words      []string
		want       string
	}{
		{name: "unused operations", text: `func.func @f(%a: i32) -> i32 {
			%0 = arith.addi %a, %a : i32
			%1 = arith.muli %0, %a : i32
			%2 = arith.subi %1, %0 : i32
			return %2 : i32
		}`, words: []string{"muli"}, want: `func.func @f() {
			%c0_i32 = arith.constant 0 : i32
			%0 = arith.muli %c0_i32, %c0_i32 : i32
			return
		}`},
		{name: "functions", text: `func.func @a() { return }
		func.func @b() { call @a() : () -> ()
			return }
		func.func @c() { call @b() : () -> ()
			return }`, words: []string{"call @b"}, want: `func.func private @b()
		func.func @c() {
			call @b() : () -> ()
			return
		}`},
		{name: "arguments and results", text: `func.func private @g(i32, f32 {test.x}) -> (f32, i32)
		func.func @f(%a: i32, %b: f32) -> f32 {
			%0:2 = call @g(%a, %b) : (i32, f32) -> (f32, i32)
			return %0#0 : f32
		}`, words: []string{"call @g"}, want: `func.func private @g()
		func.func @f() {
			call @g() : () -> ()
			return
		}`},
		{name: "loop", text: `func.func @f(%a: index, %m: memref<4xf32>, %x: f32) {
			scf.for %i = %a to %a step %a {
				scf.if %c {
					memref.store %x, %m[%i] : memref<4xf32>
				}
			}
			return
		}`, words: []string{"store"}, want: `func.func @f() {
			%c0 = arith.constant 0 : index
			%m = ub.poison : memref<4xf32>
			%c0_f32 = arith.constant 0.0 : f32
			memref.store %c0_f32, %m[%c0] : memref<4xf32>
			return
		}`},
		{name: "blocks", text: `func.func @f(%c: i1, %a: i32) -> i32 {
			cf.cond_br %c, ^bb1(%a : i32), ^bb2
		^bb1(%b: i32):
			"test.here"() {test.x, test.y = 3 : i32} : () -> ()
			cf.br ^bb2
		^bb2:
			return %a : i32
		}`, words: []string{"test.here", "test.y"}, want: `func.func @f() {
			"test.here"() {test.y = 0 : i32} : () -> ()
			return
		}`},
		{name: "unregistered operations", text: `"a.keep"() ({
			%0 = "a.value"() : () -> !a.type
			"a.use"(%0, %0) : (!a.type, !a.type) -> ()
		}) : () -> ()`, words: []string{"a.use"}, want: `"a.use"() : () -> ()`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			text := strings.ReplaceAll(c.text, "scf.if %c", "%c = arith.constant true\nscf.if %c")
			r, module := reducer(t, text, c.words...)
			got, err := r.Run(t.Context(), module)
			if err != nil {
				t.Fatal(err)
			}
			want, err := parser.Parse(t.Context(), newContext(), &ir.Source{Text: c.want}, nil)
			if err != nil {
				t.Fatal(err)
			}
			again, err := parser.Parse(t.Context(), newContext(), &ir.Source{Text: string(got.Text)}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.String(), again.String()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if !got.Complete {
				t.Error("not complete")
			}
		})
	}
}

const several = `func.func @f(%a: i32, %c: i1) -> i32 {
	%0 = arith.addi %a, %a : i32
	%1 = scf.if %c -> i32 {
		%2 = arith.muli %0, %a : i32
		scf.yield %2 : i32
	} else {
		scf.yield %0 : i32
	}
	return %1 : i32
}
func.func @g(%a: i32, %c: i1) -> i32 {
	%0 = call @f(%a, %c) : (i32, i1) -> i32
	return %0 : i32
}`

// TestThreads: the result and the number of tests do not depend on the threads.
func TestThreads(t *testing.T) {
	t.Parallel()
	var results []*reduce.Result
	for _, threads := range []int{1, 2, 7} {
		r, module := reducer(t, several, "muli", "scf.if")
		r.Threads = threads
		got, err := r.Run(t.Context(), module)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, got)
	}
	for _, got := range results[1:] {
		if diff := cmp.Diff(results[0], got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// TestCandidatesAreValid: tested candidates can be parsed and verify, unless that is not
// required.
func TestCandidatesAreValid(t *testing.T) {
	t.Parallel()
	for _, invalid := range []bool{false, true} {
		r, module := reducer(t, several)
		var bad atomic.Int64
		r.AllowInvalid = invalid
		r.Test = func(ctx context.Context, text []byte) (bool, error) {
			module, err := parser.Parse(ctx, newContext(), &ir.Source{Text: string(text)}, nil)
			if err != nil {
				t.Errorf("%v in\n%s", err, text)
			} else if ir.Verify(module, nil) != nil {
				bad.Add(1)
			}
			return bytes.Contains(text, []byte("muli")) && bytes.Contains(text, []byte("scf.if")), nil
		}
		got, err := r.Run(t.Context(), module)
		if err != nil {
			t.Fatal(err)
		}
		if (bad.Load() > 0) != invalid {
			t.Errorf("%d invalid candidates of %d", bad.Load(), got.Tests)
		}
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	r, module := reducer(t, several, "muli")
	r.MaxTests = 3
	got, err := r.Run(t.Context(), module)
	if err != nil || got.Tests != 3 || got.Complete {
		t.Errorf("%d tests, complete: %t, %v", got.Tests, got.Complete, err)
	}
	r, module = reducer(t, several, "nowhere")
	if got, err := r.Run(t.Context(), module); got != nil || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
	// A test that fails ends the work.
	calls := 0
	failure := errors.New("no")
	r.Test = func(context.Context, []byte) (bool, error) {
		if calls++; calls == 2 {
			return false, failure
		}
		return true, nil
	}
	if _, err := r.Run(t.Context(), module); !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
	// The module that is reduced is not changed.
	if !strings.Contains(module.String(), "scf.if") {
		t.Errorf("changed:\n%s", module)
	}
}
