package parser_test

import (
	"bytes"
	"fmt"
	"github.com/google/go-cmp/cmp"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"optc/ir"
	"optc/parser"
)

// mlirOpt runs the reference tool, or skips the test if it is not installed.
func mlirOpt(t *testing.T, input string, args ...string) (stdout, stderr string) {
	t.Helper()
	tool, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		t.Skip("mlir-opt-22 is not installed")
	}
	cmd := exec.Command(tool, append([]string{"--allow-unregistered-dialect", "-"}, args...)...)
	cmd.Stdin = strings.NewReader(input)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // many inputs are errors
	return out.String(), errs.String()
}

// TestConformanceAttributes: mlir-opt prints the attributes of the table in the same way.
func TestConformanceAttributes(t *testing.T) {
	t.Parallel()
	var in strings.Builder
	for i, c := range attributes {
		if strings.Contains(c.in, "distinct") {
			continue // numbered across the file
		}
		fmt.Fprintf(&in, "\"a.b%d\"() {a = %s} : () -> ()\n", i, c.in)
	}
	want, errs := mlirOpt(t, in.String(), "--mlir-print-op-generic", "--mlir-print-local-scope")
	if errs != "" {
		t.Fatal(errs)
	}
	op, ds, ok := parse(in.String())
	if !ok {
		t.Fatal(ds.String())
	}
	got := string(ir.Print(op, ir.PrintOptions{Generic: true, LocalScope: true, AssumeVerified: true}))
	if diff := cmp.Diff(strings.TrimSpace(want), strings.TrimSpace(got)); diff != "" {
		t.Errorf("(-mlir-opt +got):\n%s", diff)
	}
}

var errorLine = regexp.MustCompile(`(?m)^<stdin>:(\d+):(\d+): error: (.*)$`)

// atLiteral are messages about a literal that mlir-opt reports at the token after it, which may
// be in another line; here they are at the literal.
var atLiteral = []string{"floating point value not valid for specified type"}

// TestConformanceErrors: mlir-opt reports the same first error at the same place for
// every faulty source in the tables, but for the places of atLiteral.
func TestConformanceErrors(t *testing.T) {
	t.Parallel()
	var sources []string
	for _, c := range attributeErrors {
		sources = append(sources, beforeAttr+c.in+afterAttr)
	}
	for _, c := range sourceErrors {
		sources = append(sources, c.in)
	}
	var in strings.Builder
	firstLine := map[int]int{} // line → number of the source that begins on the line
	line := 1
	for i, s := range sources {
		firstLine[line] = i
		fmt.Fprintf(&in, "%s\n// -----\n", s)
		line += strings.Count(s, "\n") + 2
	}
	_, errs := mlirOpt(t, in.String(), "--split-input-file")
	theirs := make([]string, len(sources))
	for _, m := range errorLine.FindAllStringSubmatch(errs, -1) {
		n, _ := strconv.Atoi(m[1])
		first := n
		for ; ; first-- {
			if _, ok := firstLine[first]; ok {
				break
			}
		}
		if i := firstLine[first]; theirs[i] == "" {
			theirs[i] = fmt.Sprintf("%d:%s: %s", n-first+1, m[2], m[3])
		}
	}
	for i, s := range sources {
		got, want := firstError(s+"\n", 0), theirs[i]
		if _, msg, _ := strings.Cut(want, " "); slices.Contains(atLiteral, msg) {
			_, got, _ = strings.Cut(got, " ")
			want = msg
		}
		if got != want && !strings.HasPrefix(want, "1:1: ") {
			t.Errorf("%s\ngot      %s\nmlir-opt %s", s, got, theirs[i])
		}
	}
}

// TestConformanceOperations: generic forms that mlir-opt prints are printed unchanged.
func TestConformanceOperations(t *testing.T) {
	t.Parallel()
	const in = `
#map = affine_map<(d0, d1) -> (d0 + d1)>
!t = tensor<?x4xf32>
module @m attributes {a.b = #map} {
  func.func private @g(!t) -> (i32, f32)
  func.func @f(%a: !t loc("arg"), %c: i1) -> i32 {
    %x:2 = call @g(%a) : (!t) -> (i32, f32) loc("x")
    cf.cond_br %c, ^one(%x#0 : i32), ^two
  ^one(%y: i32):
    return %y : i32
  ^two:
    "a.z"() ({
      "a.y"(%later) : (i8) -> ()
      %later = "a.e"() : () -> i8
    }) : () -> ()
    %z = "a.b"(%x#1) ({
      "a.c"() : () -> ()
    }, {
    ^bb0(%p: index):
      "a.d"(%p)[^bb1] <{q}> : (index) -> ()
    ^bb1:
      "a.d"(%p)[^bb1] : (index) -> ()
    }) {k = !a.b<c>} : (f32) -> i32
    return %z : i32
  }
}
`
	for _, args := range [][]string{{"--mlir-print-op-generic"}, {"--mlir-print-op-generic", "--mlir-print-debuginfo"}} {
		want, errs := mlirOpt(t, in, args...)
		if errs != "" {
			t.Fatal(errs)
		}
		var ds ir.Diagnostics
		op, err := parser.Parse(t.Context(), newContext(), &ir.Source{Name: "<stdin>", Text: want}, &ds)
		if err != nil {
			t.Fatal(ds.String())
		}
		got := ir.Print(op, ir.PrintOptions{Generic: true, DebugInfo: len(args) > 1, AssumeVerified: true})
		if diff := cmp.Diff(strings.TrimSpace(want), strings.TrimSpace(string(got))); diff != "" {
			t.Errorf("%v (-mlir-opt +got):\n%s", args, diff)
		}
	}
}
