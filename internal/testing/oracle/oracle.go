// Package oracle helps the tests of dialects to compare random modules with mlir-opt-22,
// if it is installed, and their execution before and after a transformation.
package oracle

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"testing"

	"optc/internal/base/textdiff"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/passes/standard"
	"optc/sim"
	"optc/validate"
)

// Module is a generated module, as text, with the seed that it came from.
type Module struct {
	Seed uint64
	Text string
}

// Parse reads a module that must be valid.
func Parse(t testing.TB, c *ir.Context, text string) *ir.Operation {
	t.Helper()
	var ds ir.Diagnostics
	m, err := parser.Parse(t.Context(), c, &ir.Source{Name: "test.mlir", Text: text}, &ds)
	if err != nil || ir.Verify(m, &ds) != nil {
		t.Fatalf("%s\n%s", ds.String(), text)
	}
	return m
}

// Canonicalize runs the pass canonicalize on a module, which must be valid after it.
func Canonicalize(t testing.TB, c *ir.Context, m *ir.Operation) {
	t.Helper()
	runPass(t, c, m, standard.Canonicalize)
}

func runPass(t testing.TB, c *ir.Context, m *ir.Operation, p *passes.Pass) {
	t.Helper()
	if err := passes.NewManager(c).Run(t.Context(), passes.On(ir.ModuleOp{}, passes.Use(p)), m); err != nil {
		t.Fatal(err)
	}
	var ds ir.Diagnostics
	if ir.Verify(m, &ds) != nil {
		t.Fatalf("after %s: %s", p.Name, ds.String())
	}
}

const separator = "\n// -----\n"

// MLIROpt runs mlir-opt-22 on modules, or skips the test if mlir-opt-22 is not installed.
func MLIROpt(t *testing.T, modules []Module, args ...string) []string {
	t.Helper()
	path, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		t.Skip("mlir-opt-22 is not installed")
	}
	texts := make([]string, len(modules))
	for i, m := range modules {
		texts[i] = m.Text
	}
	var stderr bytes.Buffer
	cmd := exec.Command(path, append(args, "--allow-unregistered-dialect", "--split-input-file")...)
	cmd.Stdin, cmd.Stderr = strings.NewReader(strings.Join(texts, separator)), &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("mlir-opt-22: %v\n%s", err, stderr.String())
	}
	return strings.Split(string(out), separator)
}

// PrintsLikeMLIR prints modules in both forms and requires the text of mlir-opt-22.
func PrintsLikeMLIR(t *testing.T, context func() *ir.Context, modules []Module) {
	compare(t, "pretty", context, modules, ir.PrintOptions{}, nil, "--mlir-print-op-generic=false")
	compare(t, "generic", context, modules, ir.PrintOptions{Generic: true}, nil, "--mlir-print-op-generic")
}

// CanonicalizesLikeMLIR canonicalizes modules and requires the text of mlir-opt-22,
// unless that has another meaning than the module.
func CanonicalizesLikeMLIR(t *testing.T, context func() *ir.Context, modules []Module) {
	compare(t, "canonical", context, modules, ir.PrintOptions{}, Canonicalize, "--canonicalize")
}

// PassLikeMLIR runs a pass on modules and requires the text of mlir-opt-22, unless
// that has another meaning than the module.
func PassLikeMLIR(t *testing.T, context func() *ir.Context, modules []Module, p *passes.Pass) {
	run := func(t testing.TB, c *ir.Context, m *ir.Operation) { runPass(t, c, m, p) }
	compare(t, p.Name, context, modules, ir.PrintOptions{}, run, "--"+p.Name)
}

func compare(t *testing.T, name string, context func() *ir.Context, modules []Module, opts ir.PrintOptions,
	change func(testing.TB, *ir.Context, *ir.Operation), flag string) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		want := MLIROpt(t, modules, flag)
		for i, module := range modules {
			c := context()
			m := Parse(t, c, module.Text)
			if change != nil {
				change(t, c, m)
			}
			got := string(ir.Print(m, opts))
			want, got := strings.TrimSpace(want[i]), strings.TrimSpace(got)
			switch {
			case got == want:
			case change != nil && !keepsMeaning(Parse(t, c, module.Text), Parse(t, c, want), module.Seed):
				t.Logf("seed %d: mlir-opt changes the meaning", module.Seed)
			default:
				t.Errorf("seed %d:\n%s\nof\n%s", module.Seed, textdiff.Unified("mlir-opt", "optc", want+"\n", got+"\n"), module.Text)
			}
		}
	})
}

// KeepsMeaning runs @f of a module on random arguments before and after canonicalization
// and compares the operands of test.use, the only such operation, at its end. It returns
// false when the function has undefined behaviour.
func KeepsMeaning(t testing.TB, c *ir.Context, module Module) bool {
	t.Helper()
	return PassKeepsMeaning(t, c, module, standard.Canonicalize)
}

// PassKeepsMeaning is KeepsMeaning of any pass.
func PassKeepsMeaning(t testing.TB, c *ir.Context, module Module, p *passes.Pass) bool {
	t.Helper()
	m := Parse(t, c, module.Text)
	if _, err := execute(m, module.Seed); err != nil {
		return false
	}
	after := Parse(t, c, module.Text)
	runPass(t, c, after, p)
	if !keepsMeaning(m, after, module.Seed) {
		t.Fatalf("seed %d: the meaning changes from\n%s\nto\n%s", module.Seed, module.Text, after)
	}
	return true
}

// keepsMeaning reports whether after may replace before.
func keepsMeaning(before, after *ir.Operation, seed uint64) bool {
	want, err := execute(before, seed)
	if err != nil {
		return true
	}
	got, err := execute(after, seed)
	return err == nil && validate.Differs(want, got) == ""
}

// execute runs the first function, and returns the operands of test.use.
func execute(m *ir.Operation, seed uint64) (used []validate.Value, err error) {
	f := validate.Functions(m)[0]
	f.Table = sim.Table{}
	f.Table["test.use"] = func(f *sim.Frame, in *sim.Instr) error {
		for i, v := range f.Args(in) {
			used = append(used, validate.Value{Type: in.Op.Operand(i).Type(), Value: v})
		}
		return nil
	}
	r := validate.NewRandom(seed)
	r.AnyIndex = true
	args, err := r.Arguments(f)
	if err != nil {
		return nil, err
	}
	_, err = f.Run(context.Background(), args)
	return used, err
}
