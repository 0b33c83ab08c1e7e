package arith_test

import (
	"bytes"
	"flag"
	"os/exec"
	"regexp"
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

var (
	modules   = flag.Int("modules", 60, "number of random modules")
	firstSeed = flag.Uint64("seed", 0, "seed of the first random module")
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

// overflowFlags finds the flags of sums and products.
var overflowFlags = regexp.MustCompile(`(arith\.(?:addi|subi|muli) %\w+, %\w+) overflow<[a-z, ]*>`)

const separator = "\n// -----\n"

// TestRandomModulesLikeMLIR prints and canonicalizes random modules and compares
// with mlir-opt.
func TestRandomModulesLikeMLIR(t *testing.T) {
	t.Parallel()
	const operations = 25
	var texts []string
	for seed := range uint64(*modules) {
		texts = append(texts, module(*firstSeed+seed, operations, allInts, false))
	}
	// mlir-opt keeps promises that do not hold any more when it joins constants.
	var withoutFlags []string
	for _, text := range texts {
		withoutFlags = append(withoutFlags, overflowFlags.ReplaceAllString(text, "$1"))
	}
	for _, tc := range []struct {
		name, flag string
		opts       ir.PrintOptions
		texts      []string
		change     func(testing.TB, *ir.Context, *ir.Operation)
	}{
		{"pretty", "--mlir-print-op-generic=false", ir.PrintOptions{}, texts, func(testing.TB, *ir.Context, *ir.Operation) {}},
		{"generic", "--mlir-print-op-generic", ir.PrintOptions{Generic: true}, texts, func(testing.TB, *ir.Context, *ir.Operation) {}},
		{"canonical", "--canonicalize", ir.PrintOptions{}, withoutFlags, canonicalize},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			want := strings.Split(mlirOpt(t, strings.Join(tc.texts, separator), tc.flag), separator)
			for i, text := range tc.texts {
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
