package optmain_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/dialect/arith"
	"optc/ir"
	"optc/optmain"
	"optc/passes"
)

// faulty are passes that make a mistake if there is a multiplication: they panic, report an error,
// leave invalid IR, or change the behaviour of the program.
func faulty() []*passes.Pass {
	each := func(name string, do func(c *passes.Context, op *ir.Operation) error) *passes.Pass {
		return &passes.Pass{Name: name, Title: "go wrong", Doc: "Goes wrong.", Run: func(c *passes.Context) (changed bool, err error) {
			ir.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
				if ir.Is[arith.MulIOp](op) && err == nil {
					err, changed = do(c, op), true
				}
				return ir.Advance
			})
			return changed, err
		}}
	}
	return []*passes.Pass{
		each("demo-panic", func(*passes.Context, *ir.Operation) error { panic("no multiplication") }),
		each("demo-error", func(_ *passes.Context, op *ir.Operation) error { return op.Errorf("expected no '%s'", op.Name()) }),
		each("demo-invalid", func(c *passes.Context, op *ir.Operation) error {
			c.Rewriter(nil).Modify(op, func() { op.SetOperands(op.OperandList()[:1]) })
			return nil
		}),
		each("demo-wrong", func(c *passes.Context, op *ir.Operation) error {
			rw := c.Rewriter(nil)
			rw.Before(op)
			mul := ir.Cast[arith.MulIOp](op)
			rw.Replace(op, arith.NewAddI(rw, mul.Lhs(), mul.Rhs()).Result())
			return nil
		}),
	}
}

// runFaulty runs a tool that has the faulty passes.
func runFaulty(dir string, args ...string) (code int, stdout, stderr string) {
	c := optmain.DefaultConfig()
	c.Dir = dir
	c.Passes.Passes = append(c.Passes.Passes, faulty()...)
	var out, err bytes.Buffer
	code = optmain.Run(context.Background(), c, args, strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

const reducible = `func.func @other(%a: i32) -> i32 {
  return %a : i32
}
func.func @f(%first: i32, %second: i32, %c: i1) -> i32 {
  %sum = arith.addi %first, %second : i32
  %r = scf.if %c -> i32 {
    %product = arith.muli %sum, %first : i32
    scf.yield %product : i32
  } else {
    %o = func.call @other(%sum) : (i32) -> i32
    scf.yield %o : i32
  }
  %again = arith.muli %r, %r : i32
  return %again : i32
}
`

func inputFile(t *testing.T, text string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.mlir"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestReducePipeline(t *testing.T) {
	t.Parallel()
	const dead = "module {\n  func.func @f() {\n    %c0_i32 = arith.constant 0 : i32\n    %product = arith.muli %c0_i32, %c0_i32 : i32\n    return\n  }\n}\n"
	for _, c := range []struct {
		name, flags, want string
	}{
		{"panic", "--pass-pipeline=builtin.module(demo-panic)", dead},
		{"error", "--pass-pipeline=builtin.module(cse,func.func(demo-error)) --expect=expected.no",
			"module {\n  func.func @f() -> i32 {\n    %c0_i32 = arith.constant 0 : i32\n    %again = arith.muli %c0_i32, %c0_i32 : i32\n    return %again : i32\n  }\n}\n"},
		{"invalid IR", "--pass-pipeline=builtin.module(demo-invalid)", dead},
		{"other meaning", "--pass-pipeline=builtin.module(demo-wrong) --verify-exec",
			"module {\n  func.func @f(%first: i32) -> i32 {\n    %again = arith.muli %first, %first : i32\n    return %again : i32\n  }\n}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := inputFile(t, reducible)
			code, stdout, stderr := runFaulty(dir, append([]string{"reduce", "x.mlir", "-o", "y.mlir"}, strings.Fields(c.flags)...)...)
			if code != 0 || !strings.HasPrefix(stdout, "y.mlir: ") || stderr != "" {
				t.Fatalf("exit code %d\n%s%s", code, stdout, stderr)
			}
			got, err := os.ReadFile(filepath.Join(dir, "y.mlir"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestReduceRefuses: a mistake is an error, and existing files are unchanged.
func TestReduceRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--", "true"}, "'x.mlir' is not interesting: the command ended with exit code 0"},
		{[]string{"--expect=nothing", "--", "false"}, "is not interesting"},
		{[]string{"--pass-pipeline=builtin.module(cse)"}, "'x.mlir' is not interesting: the pipeline does not fail"},
		{[]string{"--pass-pipeline=builtin.module(demo-error)", "--expect=nothing"}, "is not interesting"},
		{[]string{"--pass-pipeline=builtin.module(csse)"}, "did you mean 'cse'?"},
		{[]string{"--", "no-such-command"}, "cannot run 'no-such-command'"},
		{[]string{"--", "sh", "-c", "exit 127"}, "ended with exit code 127, which says that it cannot be executed"},
		{[]string{"--verify-exec", "--", "false"}, "flag '--verify-exec' needs '--pass-pipeline'"},
		{nil, "usage: optc reduce "},
		{[]string{"--pass-pipeline=builtin.module(cse)", "--", "false"}, "usage: optc reduce "},
		{[]string{"--expect=(", "--", "false"}, "flag '--expect' error parsing regexp"},
		{[]string{"--timeout=1", "--", "sh", "-c", "sleep 9"}, "took too long"},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			t.Parallel()
			dir := inputFile(t, reducible)
			old := filepath.Join(dir, "y.mlir")
			if err := os.WriteFile(old, []byte("old"), 0o666); err != nil {
				t.Fatal(err)
			}
			code, stdout, stderr := runFaulty(dir, append([]string{"reduce", "x.mlir", "-o", "y.mlir"}, c.args...)...)
			if code != 1 || stdout != "" || !strings.Contains(stderr, c.want) {
				t.Errorf("exit code %d\n%s%swant in it\n%s", code, stdout, stderr, c.want)
			}
			if text, err := os.ReadFile(old); err != nil || string(text) != "old" {
				t.Errorf("the old file holds %q, %v", text, err)
			}
		})
	}
}

func TestBisect(t *testing.T) {
	t.Parallel()
	dir := inputFile(t, reducible)
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--cse", "--demo-wrong", "--verify-exec", "--before=b.mlir", "--after=a.mlir"}, 0,
			"pass 2: demo-wrong on 'builtin.module' operation\nthe pass does it at once\n\nx.mlir:4:1: error: 'func.func' op"},
		{[]string{"--pass-pipeline=builtin.module(func.func(canonicalize),demo-panic)"}, 0, "pass 3: demo-panic on 'builtin.module' operation\n"},
		{[]string{"--demo-invalid"}, 0, "pass 1: demo-invalid on 'builtin.module' operation\n"},
		{[]string{"--cse", "--inline", "--", "sh", "-c", `grep -q "call @other" {}`}, 0,
			"pass 2: inline{default-pipeline=canonicalize inlining-threshold=4294967295 max-iterations=4 } on 'builtin.module' operation\n" +
				"rewrite 1 of 1: inlining of a call at 'func.call', x.mlir:10:10\n\nthe command finds something wrong\n\n--- before\n+++ after\n"},
		{[]string{"--json", "--cse", "--inline", "--", "sh", "-c", `grep -q "call @other" {}`}, 0,
			"  \"rewrites\": 1,\n  \"rewrite\": {\n    \"number\": 1,\n    \"name\": \"inlining of a call\",\n    \"op\": \"func.call\",\n" +
				"    \"file\": \"x.mlir\",\n    \"line\": 10,\n    \"column\": 10\n  },\n  \"problem\": \"the command finds something wrong\",\n  \"before\": \""},
		{[]string{"--json", "--demo-invalid"}, 0, "{\n  \"pass\": {\n    \"number\": 1,\n    \"name\": \"demo-invalid\",\n    \"on\": \"'builtin.module' operation\"\n  },\n  \"rewrites\": 0,\n  \"problem\": \""},
		{[]string{"--run-reproducer"}, 1, "the input holds no reproducer"},
		{[]string{"--cse"}, 1, "nothing is wrong after the pipeline of 'x.mlir'"},
		{[]string{"--cse", "--", "true"}, 1, "nothing is wrong after the pipeline of 'x.mlir'"},
		{[]string{"--cse", "--", "false"}, 1, "there is something wrong before the pipeline: the command finds something wrong"},
		{[]string{"--demo-error", "--", "true"}, 1, "the pipeline fails by itself: x.mlir:7:16: error: 'arith.muli' op expected no 'arith.muli'"},
		{[]string{"--cse", "--verify-exec", "--", "true"}, 1, "exclude each other"},
		{[]string{"--cse", "--expect=x"}, 1, "flag '--expect' is about the output of a command"},
		{nil, 1, "usage: optc bisect "},
		{[]string{"--cse", "--run-reproducer"}, 1, "usage: optc bisect "},
		{[]string{"--cze"}, 1, "did you mean '--cse'?"},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			t.Parallel()
			code, stdout, stderr := runFaulty(dir, append([]string{"bisect", "x.mlir"}, c.args...)...)
			if code != c.code || !strings.Contains(stdout+stderr, c.want) {
				t.Errorf("exit code %d\n%s%swant in it\n%s", code, stdout, stderr, c.want)
			}
		})
	}
	t.Cleanup(func() {
		for file, word := range map[string]string{"b.mlir": "arith.muli", "a.mlir": "arith.addi %sum, %first"} {
			if text, err := os.ReadFile(filepath.Join(dir, file)); err != nil || !strings.Contains(string(text), word) {
				t.Errorf("%s: %v\n%s", file, err, text)
			}
		}
	})
}

// TestReproducerIsReducedAndBisected: the file that a failing pipeline leaves is the input
// of the other commands.
func TestReproducerIsReducedAndBisected(t *testing.T) {
	t.Parallel()
	dir := inputFile(t, reducible)
	if code, _, stderr := runFaulty(dir, "x.mlir", "--cse", "--demo-panic", "--mlir-pass-pipeline-crash-reproducer=r.mlir"); code != 1 {
		t.Fatal(stderr)
	}
	if code, _, stderr := runFaulty(dir, "r.mlir", "--run-reproducer"); code != 1 || !strings.Contains(stderr, "no multiplication") {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
	if code, stdout, stderr := runFaulty(dir, "reduce", "--run-reproducer", "r.mlir"); code != 0 || strings.Contains(stdout, "scf.if") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	if code, stdout, stderr := runFaulty(dir, "bisect", "--run-reproducer", "r.mlir"); code != 0 || !strings.HasPrefix(stdout, "pass 2: demo-panic on ") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
}
