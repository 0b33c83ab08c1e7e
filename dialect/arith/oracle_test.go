package arith_test

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"optc/dialect/arith"
	"optc/dialect/cf"
	fn "optc/dialect/func"
	"optc/dialect/ub"
	"optc/internal/textdiff"
	"optc/ir"
	"optc/parser"
	"optc/passes"
)

// parse reads a module that must be valid.
func parse(t testing.TB, text string) (*ir.Context, *ir.Operation) {
	t.Helper()
	c := ir.NewContext(arith.Dialect, cf.Dialect, fn.Dialect, ub.Dialect)
	c.AllowUnregistered = true
	var ds ir.Diagnostics
	m, ok := parser.Parse(c, &ir.Source{Name: "test.mlir", Text: text}, &ds)
	if !ok || !ir.Verify(m, &ds) {
		t.Fatalf("%s\n%s", ds.String(), text)
	}
	return c, m
}

func canonicalize(t testing.TB, c *ir.Context, m *ir.Operation) {
	t.Helper()
	p := passes.On("builtin.module", passes.Use(passes.Canonicalize))
	if err := passes.NewManager(c).Run(p, m); err != nil {
		t.Fatal(err)
	}
}

// mlirOpt runs mlir-opt-22, or skips the test where it is not installed.
func mlirOpt(t *testing.T, text string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		t.Skip("mlir-opt-22 is not installed")
	}
	var stderr bytes.Buffer
	cmd := exec.Command(path, append(args, "--allow-unregistered-dialect", "--split-input-file")...)
	cmd.Stdin, cmd.Stderr = strings.NewReader(text), &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("mlir-opt-22: %v\n%s", err, stderr.String())
	}
	return string(out)
}

const separator = "\n// -----\n"

// TestRandomModulesLikeMLIR prints and canonicalizes random modules and compares
// with mlir-opt.
func TestRandomModulesLikeMLIR(t *testing.T) {
	t.Parallel()
	modules, operations, base := 60, 25, 0
	if e := os.Getenv("MODULES"); e != "" {
		modules, _ = strconv.Atoi(e)
		base, _ = strconv.Atoi(os.Getenv("BASE"))
	}
	var texts []string
	for seed := range uint64(modules) {
		texts = append(texts, module(seed+uint64(base), operations))
	}
	for _, tc := range []struct {
		name, flag string
		opts       ir.PrintOptions
		change     func(testing.TB, *ir.Context, *ir.Operation)
	}{
		{"pretty", "--mlir-print-op-generic=false", ir.PrintOptions{}, func(testing.TB, *ir.Context, *ir.Operation) {}},
		{"generic", "--mlir-print-op-generic", ir.PrintOptions{Generic: true}, func(testing.TB, *ir.Context, *ir.Operation) {}},
		{"canonical", "--canonicalize", ir.PrintOptions{}, canonicalize},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			want := strings.Split(mlirOpt(t, strings.Join(texts, separator), tc.flag), separator)
			for i, text := range texts {
				c, m := parse(t, text)
				tc.change(t, c, m)
				got := string(ir.Print(m, tc.opts))
				if want, got := strings.TrimSpace(want[i]), strings.TrimSpace(got); got != want {
					t.Errorf("seed %d:\n%s\nof\n%s", i, textdiff.Unified("mlir-opt", "optc", want+"\n", got+"\n"), text)
				}
			}
		})
	}
}
