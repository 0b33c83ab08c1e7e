package lit_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/lit"
)

// TestUpdate rewrites check files. The first line of before and after is always
// the same RUN line.
func TestUpdate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, output, before, after string
		args                        string
		status                      lit.Status // afterwards
	}{
		{
			name:   "passing tests stay",
			output: "a\n",
			before: "// CHECK:  a\n",
			after:  "// CHECK:  a\n",
		},
		{
			name: "one line",
			output: `func.func @f(%arg0: i32) -> i32 {
  %0 = arith.muli %arg0, %arg0 : i32
  return %0 : i32
}
`,
			before: `// CHECK-LABEL: @f
// CHECK-SAME:    %[[A:.+]]: i32
// CHECK-NEXT:    %[[X:.+]] = arith.addi %[[A]], %[[A]]
// CHECK-NEXT:    return %[[X]]
func.func @f(%a: i32) -> i32 {
`,
			after: `// CHECK-LABEL: @f
// CHECK-SAME:    %[[A:.+]]: i32
// CHECK-NEXT:    %[[X:.+]] = arith.muli %[[A]], %[[A]] : i32
// CHECK-NEXT:    return %[[X]]
func.func @f(%a: i32) -> i32 {
`,
		},
		{
			name: "names that are spelled out stay so",
			output: `func.func @f(%arg0: i32) -> i32 {
  %0 = arith.muli %arg0, %arg0 : i32
  return %0 : i32
}
`,
			before: `// CHECK-LABEL: @f(%arg0: i32)
// CHECK-NEXT:    %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT:    return %0
func.func @f(%a: i32) -> i32 {
`,
			after: `// CHECK-LABEL: @f(%arg0: i32)
// CHECK-NEXT:    %0 = arith.muli %arg0, %arg0 : i32
// CHECK-NEXT:    return %0
func.func @f(%a: i32) -> i32 {
`,
		},
		{
			name: "lines added and removed",
			output: `func.func @f(%arg0: i32) {
  %c0 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  "use"(%c0, %arg0) : (i32, i32) -> ()
  return
}
func.func @g() {
  return
}
`,
			before: `// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[A:.+]]: i32)
// CHECK-NEXT:    %[[C:.+]] = arith.constant 0
// CHECK-NEXT:    "use"(%[[C]], %[[A]])
// CHECK-NEXT:    return
// CHECK-LABEL: @g
// CHECK-NEXT:    "gone"()
// CHECK-NEXT:    "gone"()
// CHECK-NEXT:    return
`,
			after: `// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[A:.+]]: i32)
// CHECK-NEXT:    %[[C:.+]] = arith.constant 0
// CHECK-NEXT:    %[[C1_I32:.+]] = arith.constant 1 : i32
// CHECK-NEXT:    "use"(%[[C]], %[[A]])
// CHECK-NEXT:    return
// CHECK-LABEL: @g
// CHECK-NEXT:    return
`,
		},
		{
			name: "only the failing function",
			output: `func.func @f() {
  "a"() : () -> ()
}
func.func @g() {
  "b"() {x = "%0 [[y]]", z = dense<[[1]]> : tensor<1x1xi8>} : () -> ()
}
`,
			before: `// CHECK-LABEL: @f
//       CHECK:   "{{.}}"()
// CHECK-LABEL: @g
//       CHECK:   "c"()
//   CHECK-NOT:   "d"()
`,
			after: `// CHECK-LABEL: @f
//       CHECK:   "{{.}}"()
// CHECK-LABEL: @g
//       CHECK:   "b"() {x = "%0 {{[[][[]}}y]]", z = dense<{{[[][[]}}1]]> : tensor<1x1xi8>} : () -> ()
//   CHECK-NOT:   "d"()
`,
		},
		{
			name: "closest line of a loose check",
			output: `func.func @f(%arg0: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %arg0[%c0] : memref<4xf32>
  %1 = arith.addf %0, %0 : f32
  memref.store %1, %arg0[%c0] : memref<4xf32>
  return
}
`,
			before: `// CHECK-LABEL: @f
// CHECK: %[[L:.+]] = memref.load
// CHECK: arith.mulf %[[L]], %[[L]]
// CHECK: return
`,
			after: `// CHECK-LABEL: @f
// CHECK: %[[L:.+]] = memref.load
// CHECK: %[[VAL_1:.+]] = arith.addf %[[L]], %[[L]] : f32
// CHECK: return
`,
		},
		{
			name: "label",
			output: `func.func @f(%arg0: i64, %arg1: i64) {
  return
}
`,
			before: `// CHECK-LABEL: func.func private @f(
// CHECK-SAME:    %[[A:.+]]: i32
// CHECK:         return
`,
			after: `// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[A:.+]]: i64, %[[ARG1:.+]]: i64) {
// CHECK:         return
`,
		},
		{
			name: "aliases",
			output: `#map = affine_map<(d0) -> (d0)>
#set = affine_set<(d0) : (d0 == 0)>
module {
  func.func @f(%arg0: index) {
    %0 = affine.apply #map(%arg0)
    return
  }
  func.func @g(%arg0: index) {
    affine.if #set(%arg0) {
      %0 = affine.apply #map(%arg0)
    }
    return
  }
}
`,
			before: `// CHECK-LABEL: @f
// CHECK-NEXT:    affine.apply #{{.*}}(%arg0)
// CHECK-LABEL: @g
// CHECK-NEXT:    affine.if #gone(%{{.*}}) {
// CHECK-NEXT:      affine.apply
`,
			after: `// CHECK-DAG:   #[[$SET:.+]] = affine_set<(d0) : (d0 == 0)>
// CHECK-LABEL: @f
// CHECK-NEXT:    affine.apply #{{.*}}(%arg0)
// CHECK-LABEL: @g
// CHECK-NEXT:    affine.if #[[$SET]](%arg0) {
// CHECK-NEXT:      affine.apply
`,
		},
		{
			name:   "without labels",
			output: "x 1\ny %0\nz\n",
			before: "// CHECK: x 2\n// CHECK-NEXT: y\n// CHECK-NEXT: zz\n",
			after:  "// CHECK: x 1\n// CHECK-NEXT: y\n// CHECK-NEXT: z\n",
		},
		{
			name:   "empty lines",
			output: "a\n\nb\n",
			before: "// CHECK: a\n// CHECK-NEXT: b\n",
			after:  "// CHECK: a\n// CHECK-EMPTY:\n// CHECK-NEXT: b\n",
		},
		{
			name:   "excluded text cannot be repaired",
			output: "a\nb\n",
			before: "// CHECK: a\n// CHECK-NOT: b\n",
			after:  "// CHECK: a\n// CHECK-NOT: b\n",
			status: lit.Fail,
		},
		{
			name:   "vanished function",
			output: "func.func @f() {\n}\n",
			before: "// CHECK-LABEL: @g\n// CHECK: return\n",
			after:  "// CHECK-LABEL: @g\n// CHECK: return\n",
			status: lit.Fail,
		},
		{
			name:   "another prefix",
			args:   "--check-prefix=NEW",
			output: "a 1\n",
			before: "// NEW: a 2\n// text\n",
			after:  "// NEW: a 1\n// text\n",
		},
		{
			name:   "defined variables",
			args:   "-DT=i32",
			output: "func.func @f(%arg0: i32) {\n  \"b\"(%arg0)\n}\n",
			before: "// CHECK-LABEL: @f\n// CHECK-SAME: %[[A:.+]]: \n// CHECK-SAME: [[T]]\n// CHECK: \"a\"(%[[A]])\n",
			after:  "// CHECK-LABEL: @f\n// CHECK-SAME: %[[A:.+]]: \n// CHECK-SAME: [[T]]\n// CHECK: \"b\"(%[[A]])\n",
		},
		{
			name: "new directives",
			args: "--check-prefix=NEW",
			output: `#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 1)>
module {
  func.func @f(%arg0: index) -> index {
    %0 = affine.apply #map1(%arg0)

    return %0 : index
  }
  func.func @g() {
    call @f() : () -> ()
    affine.apply #map1()
    affine.apply #map()
  }
  func.func @other() {
  }
}
`,
			before: `func.func @f(%a: index) -> index {
}
  // a comment
  func.func @g() {
    func.call @other()
  }
`,
			after: `// NEW-DAG:   #[[$MAP:.+]] = affine_map<(d0) -> (d0)>
// NEW-DAG:   #[[$MAP1:.+]] = affine_map<(d0) -> (d0 + 1)>
// NEW-LABEL: func.func @f(
// NEW-SAME:    %[[ARG0:.+]]: index) -> index {
// NEW-NEXT:    %[[VAL_0:.+]] = affine.apply #[[$MAP1]](%[[ARG0]])
// NEW-EMPTY:
// NEW-NEXT:    return %[[VAL_0]] : index
// NEW-NEXT:  }
func.func @f(%a: index) -> index {
}
  // a comment
// NEW-LABEL: func.func @g() {
// NEW-NEXT:    call @f() : () -> ()
// NEW-NEXT:    affine.apply #[[$MAP1]]()
// NEW-NEXT:    affine.apply #[[$MAP]]()
// NEW-NEXT:  }
  func.func @g() {
    func.call @other()
  }
`,
		},
		{
			name:   "results and regions",
			output: "func.func @f() {\n  %0:2 = \"a\"() ({\n  ^bb0(%arg0: i1):\n    \"b\"(%0#1) : (i1) -> ()\n  }) : () -> (i1, i1)\n}\n",
			before: "// CHECK-LABEL: @f\n// CHECK-NEXT: \"c\"\n// CHECK-NEXT: ^bb0\n// CHECK-NEXT: }\n",
			after: "// CHECK-LABEL: @f\n// CHECK-NEXT: %[[VAL_0:.+]]:2 = \"a\"() ({\n// CHECK-NEXT: ^bb0\n" +
				"// CHECK-NEXT: \"b\"(%[[VAL_0]]#1) : (i1) -> ()\n// CHECK-NEXT: }\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			run := "// RUN: cat %S/Inputs/output | FileCheck %s " + c.args + "\n"
			r := folder(t, map[string]string{"x.mlir": run + c.before, "Inputs/output": c.output})
			changed, after := r.Update(t.Context(), "x.mlir")
			text, err := os.ReadFile(filepath.Join(r.Root, "x.mlir"))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.after, strings.TrimPrefix(string(text), run)); d != "" {
				t.Errorf("wrong update (-want +got):\n%s", d)
			}
			if after.Status != c.status || changed != (c.before != c.after) {
				t.Errorf("changed %v, then %v, want %v\n%s", changed, after.Status, c.status, after.Report)
			}
		})
	}
}

func TestUpdateDiagnostics(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, before, log, after string }{
		{
			name:   "text",
			before: "// expected-error @below {{old}}\nfoo\nbar // expected-error-re {{old .*}}\n",
			log: "F:3:1: error: unexpected error: new\nfoo\n^\nF:4:1: error: unexpected error: other\n" +
				"F:2:4: error: expected error \"old\" was not produced\nF:4:8: error: expected error \"old .*\" was not produced\n",
			after: "// expected-error @below {{new}}\nfoo\nbar // expected-error {{other}}\n",
		},
		{
			name:   "missing and surplus",
			before: "// expected-note@+2 {{gone}}\n  // expected-error @below {{kept}}\n  foo\n  bar // expected-warning {{gone}}\n",
			log: "F:4:3: error: unexpected remark: seen\nF:2:4: error: expected note \"gone\" was not produced\n" +
				"F:5:10: error: expected warning \"gone\" was not produced\n",
			after: "  // expected-error @below {{kept}}\n  // expected-remark @below {{seen}}\n  foo\n  bar\n",
		},
		{
			name:   "below skips comments",
			before: "// expected-error @below {{a}}\n// expected-note @below {{b}}\nfoo\n",
			log: "F:4:1: error: unexpected note: c\nF:4:1: error: unexpected error: d\n" +
				"F:2:4: error: expected error \"a\" was not produced\nF:3:4: error: expected note \"b\" was not produced\n",
			after: "// expected-error @below {{d}}\n// expected-note @below {{c}}\nfoo\n",
		},
		{
			name:   "other files",
			before: "foo\n",
			log:    "other.mlir:2:1: error: unexpected error: x\n",
			after:  "foo\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			const run = "// RUN: verify %s --verify-diagnostics\n"
			r := folder(t, map[string]string{"x.mlir": run + c.before})
			file := filepath.Join(r.Root, "x.mlir")
			r.Tools["verify"] = func(inv *lit.Invocation) int {
				inv.Stderr.Write([]byte(strings.ReplaceAll(c.log, "F:", file+":")))
				return 1
			}
			r.Update(t.Context(), "x.mlir")
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(run+c.after, string(text)); d != "" {
				t.Errorf("wrong update (-want +got):\n%s", d)
			}
		})
	}
}

// FuzzUpdate checks that an update changes only directives, and that a second update
// changes nothing.
func FuzzUpdate(f *testing.F) {
	f.Add("// CHECK-LABEL: @f\n// CHECK-NEXT: %[[A:.+]] = \"a\"\n// CHECK: b\nfunc.func @f() {\n", "func.func @f() {\n  %0 = \"c\"\n  b\n}\n")
	f.Add("// CHECK-DAG: [[$M:#map]] =\n// CHECK-LABEL: @g\n// CHECK-SAME: x\n// CHECK-NOT: y\n", "#map = 1\nfoo.op @g x\n  #map %0#1 y\n")
	f.Add("// text\n  func.func @h()\n", "func.func @h()\n// -----\nfunc.func @h()\n")
	f.Add("// CHECK-COUNT-2: a\n// CHECK-EMPTY:\n// CHECK-NEXT: [[#N:]]\n", "a\na\nb\n3\n")
	f.Fuzz(func(t *testing.T, checks, output string) {
		for _, word := range []string{"RUN:", "DEFINE:", "REQUIRES:", "UNSUPPORTED:", "XFAIL:", "ALLOW_RETRIES:", "END.", "\x00", "\r"} {
			if strings.Contains(checks, word) {
				return
			}
		}
		before := "// RUN: cat %S/Inputs/output | FileCheck %s\n" + checks
		r := folder(t, map[string]string{"x.mlir": before, "Inputs/output": output})
		r.Update(t.Context(), "x.mlir")
		after := read(t, r)
		if a, b := withoutChecks(before), withoutChecks(after); a != b {
			t.Errorf("other lines changed:\n%q\n%q", a, b)
		}
		r.Update(t.Context(), "x.mlir")
		if again := read(t, r); again != after {
			t.Errorf("a second update changes\n%s\nto\n%s", after, again)
		}
	})
}

func read(t *testing.T, r *lit.Runner) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(r.Root, "x.mlir"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// withoutChecks drops all lines that mention the prefix.
func withoutChecks(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.Contains(line, "CHECK") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// TestUpdateRefuses: the file is not changed if the output is meaningless for the test.
func TestUpdateRefuses(t *testing.T) {
	t.Parallel()
	const checks = "// CHECK: old\n"
	for _, c := range []struct {
		name, run, want string
		tool            func(r *lit.Runner) lit.Tool
	}{
		{name: "a tool that fails", run: "// RUN: tool %s --canonicalze | FileCheck %s\n", want: "not updated: 'tool' fails with exit code 1\n", tool: func(*lit.Runner) lit.Tool {
			return func(inv *lit.Invocation) int { return inv.Errorf("unknown flag '--canonicalze'") }
		}},
		{name: "a tool that fails behind another", run: "// RUN: tool %s | tool %s | FileCheck %s\n", want: "not updated: 'tool' fails with exit code 2\n", tool: func(*lit.Runner) lit.Tool {
			return func(inv *lit.Invocation) int { inv.Stdout.Write([]byte("new\n")); return 2 }
		}},
		{name: "a tool that fails before", run: "// RUN: tool %s --fail\n// RUN: tool %s | FileCheck %s\n", want: "not updated: 'tool' fails with exit code 1\n", tool: func(*lit.Runner) lit.Tool {
			return func(inv *lit.Invocation) int {
				inv.Stdout.Write([]byte("new\n"))
				return len(inv.Args) - 1
			}
		}},
		{name: "an unknown tool", run: "// RUN: tol %s | FileCheck %s\n",
			want: "not updated: unknown command 'tol'; did you mean 'tool'?\n",
			tool: func(*lit.Runner) lit.Tool { return nil }},
		{name: "a tool that panics", run: "// RUN: tool %s | FileCheck %s\n", want: "not updated: a command panics\n", tool: func(*lit.Runner) lit.Tool {
			return func(*lit.Invocation) int { panic("no") }
		}},
		{name: "a path", run: "// RUN: tool %s | FileCheck %s\n", want: "which is a path of this machine\n", tool: func(r *lit.Runner) lit.Tool {
			return func(inv *lit.Invocation) int {
				inv.Stdout.Write([]byte("func.func @f() loc(\"" + r.Root + "/x.mlir\")\n"))
				return 0
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			text := c.run + checks
			r := folder(t, map[string]string{"x.mlir": text})
			r.Tools["tool"] = c.tool(r)
			changed, after := r.Update(t.Context(), "x.mlir")
			if changed || after.Status != lit.Fail || !strings.HasSuffix(after.Report, c.want) {
				t.Errorf("changed %v, %v\n%s\nwant at the end\n%s", changed, after.Status, after.Report, c.want)
			}
			if now, err := os.ReadFile(filepath.Join(r.Root, "x.mlir")); err != nil || string(now) != text {
				t.Errorf("%v, the file is now\n%s", err, now)
			}
		})
	}
}
