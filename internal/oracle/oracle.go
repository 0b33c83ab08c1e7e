// Package oracle helps the tests of dialects to compare random modules with
// mlir-opt-22, where it is installed, and with their own execution before and
// after a transformation.
package oracle

import (
	"bytes"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"optc/internal/num"
	"optc/internal/textdiff"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/sim"
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
	m, ok := parser.Parse(c, &ir.Source{Name: "test.mlir", Text: text}, &ds)
	if !ok || !ir.Verify(m, &ds) {
		t.Fatalf("%s\n%s", ds.String(), text)
	}
	return m
}

// Canonicalize runs the pass canonicalize on a module, which must be valid after it.
func Canonicalize(t testing.TB, c *ir.Context, m *ir.Operation) {
	t.Helper()
	runPass(t, c, m, passes.Canonicalize)
}

func runPass(t testing.TB, c *ir.Context, m *ir.Operation, p *passes.Pass) {
	t.Helper()
	if err := passes.NewManager(c).Run(passes.On("builtin.module", passes.Use(p)), m); err != nil {
		t.Fatal(err)
	}
	var ds ir.Diagnostics
	if !ir.Verify(m, &ds) {
		t.Fatalf("after %s: %s", p.Name, ds.String())
	}
}

const separator = "\n// -----\n"

// MLIROpt runs mlir-opt-22 on modules, or skips the test where it is not installed.
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

// KeepsMeaning runs @f of a module on random arguments before and after
// canonicalization and compares what it passes to test.use, a single operation at
// its end. It returns false when the function has undefined behaviour.
func KeepsMeaning(t testing.TB, c *ir.Context, module Module) bool {
	t.Helper()
	return PassKeepsMeaning(t, c, module, passes.Canonicalize)
}

// PassKeepsMeaning is KeepsMeaning of any pass.
func PassKeepsMeaning(t testing.TB, c *ir.Context, module Module, p *passes.Pass) bool {
	t.Helper()
	m := Parse(t, c, module.Text)
	if _, _, err := execute(m, module.Seed); err != nil {
		return false
	}
	after := Parse(t, c, module.Text)
	runPass(t, c, after, p)
	if !keepsMeaning(m, after, module.Seed) {
		t.Fatalf("seed %d: the meaning changes from\n%s\nto\n%s", module.Seed, module.Text, after)
	}
	return true
}

// keepsMeaning tells whether after may stand for before.
func keepsMeaning(before, after *ir.Operation, seed uint64) bool {
	want, types, err := execute(before, seed)
	if err != nil {
		return true
	}
	got, _, err := execute(after, seed)
	if err != nil {
		return false
	}
	for i := range want {
		if !refines(types[i], want[i], got[i]) {
			return false
		}
	}
	return true
}

// execute runs @f and returns what it gives to test.use.
func execute(m *ir.Operation, seed uint64) (used []sim.Value, types []ir.Type, err error) {
	table := sim.Default()
	table["test.use"] = func(f *sim.Frame, in *sim.Instr) error {
		used, types = f.Args(in), in.Op.OperandTypes()
		return nil
	}
	r := rand.New(rand.NewPCG(seed, 2))
	entry := m.Body().Front().Body()
	args := make([]sim.Value, entry.NumArgs())
	for i := range args {
		args[i] = randomValue(r, entry.Arg(i).Type())
	}
	_, err = sim.New(m, table).Call("f", args...)
	return used, types, err
}

func randomValue(r *rand.Rand, t ir.Type) sim.Value {
	s, shaped := t.(ir.ShapedType)
	if !shaped {
		return sim.Int(randomBits(r, t))
	}
	v := sim.VectorLike(s)
	for i := range v.Elems {
		v.Elems[i] = randomBits(r, v.Elem)
	}
	return sim.Value{Ref: v}
}

// randomBits prefers small numbers, so that comparisons and divisions differ.
func randomBits(r *rand.Rand, t ir.Type) uint64 {
	width := 64
	switch t := t.(type) {
	case *ir.IntegerType:
		width = t.Width
	case *ir.FloatType:
		width = t.Kind.Bits
	}
	bits := r.Uint64()
	if r.IntN(2) == 0 {
		bits = uint64(r.IntN(8) - 3)
	}
	return bits << (64 - width) >> (64 - width)
}

// refines tells whether after may stand for before, a value of type t: it is
// equal, a NaN for a NaN, or anything where before was poison.
func refines(t ir.Type, before, after sim.Value) bool {
	if before.IsPoison() {
		return true
	}
	b, a := before.Vector(), after.Vector()
	if b == nil {
		return !after.IsPoison() && sameBits(t, before.Bits, after.Bits)
	}
	for i := range b.Elems {
		if !b.IsUndef(i) && (a == nil || a.IsUndef(i) || !sameBits(b.Elem, a.Elems[i], b.Elems[i])) {
			return false
		}
	}
	return true
}

func sameBits(t ir.Type, a, b uint64) bool {
	if f, ok := t.(*ir.FloatType); ok {
		return a == b || num.FloatFromBits(f.Kind, 0, a).IsNaN() && num.FloatFromBits(f.Kind, 0, b).IsNaN()
	}
	return a == b
}
