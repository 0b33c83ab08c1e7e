package optmain_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"optc/dialect/all"
	"optc/internal/testing/oracle"
	"optc/ir"
	"optc/optmain"
)

// TestMixed: generated modules are valid, the text does not depend on the number of
// threads, and printed text is printed unchanged.
func TestMixed(t *testing.T) {
	t.Parallel()
	text := mixed(7, 256<<10)
	if !bytes.Equal(text, mixed(7, 256<<10)) {
		t.Fatal("equal seeds give different modules")
	}
	file := filepath.Join(t.TempDir(), "mixed.mlir")
	printed := func(text []byte, args ...string) []byte {
		t.Helper()
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		var out, diagnostics bytes.Buffer
		if code := optmain.Run(t.Context(), optmain.DefaultConfig(), append(args, "--allow-unregistered-dialect", file), nil, &out, &diagnostics); code != 0 {
			t.Fatalf("exit code %d\n%.2000s", code, diagnostics.String())
		}
		return out.Bytes()
	}
	for _, form := range []string{"--mlir-print-op-generic=false", "--mlir-print-op-generic"} {
		want := printed(text, form, "--threads=1")
		if !bytes.Equal(printed(text, form, "--threads=4"), want) {
			t.Errorf("%s: the text depends on the number of threads", form)
		}
		if !bytes.Equal(printed(want[:len(want)-1], form), want) {
			t.Errorf("%s: what was printed prints as something else", form)
		}
	}
}

// TestMixedLikeMLIR compares generated modules with upstream.
func TestMixedLikeMLIR(t *testing.T) {
	t.Parallel()
	var modules []oracle.Module
	for seed := range uint64(8) {
		modules = append(modules, oracle.Module{Seed: seed, Text: string(mixed(seed, 16<<10))})
	}
	oracle.PrintsLikeMLIR(t, func() *ir.Context {
		c := ir.NewContext(all.Dialects()...)
		c.AllowUnregistered = true
		return c
	}, modules)
}
