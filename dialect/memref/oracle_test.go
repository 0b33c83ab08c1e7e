package memref_test

import (
	"flag"
	"testing"

	"optc/dialect/affine"
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/internal/testing/oracle"
	"optc/internal/testing/raced"
	"optc/ir"
	"optc/passes"
	"optc/passes/standard"
)

var (
	modules   = flag.Uint64("modules", uint64(raced.Runs(150)), "number of random modules")
	firstSeed = flag.Uint64("seed", 0, "seed of the first random module")
)

func context() *ir.Context {
	c := ir.NewContext(affine.Dialect, arith.Dialect, fn.Dialect, memref.Dialect, scf.Dialect)
	c.AllowUnregistered = true
	return c
}

// TestRandomModulesLikeMLIR prints and canonicalizes random modules, makes the
// arithmetic of views explicit, and compares with mlir-opt.
func TestRandomModulesLikeMLIR(t *testing.T) {
	t.Parallel()
	var ms []oracle.Module
	for seed := range *modules {
		ms = append(ms, module(*firstSeed+seed))
	}
	oracle.PrintsLikeMLIR(t, context, ms)
	oracle.CanonicalizesLikeMLIR(t, context, ms)
	oracle.PassLikeMLIR(t, context, ms, standard.ExpandStridedMetadata)
}

// TestPassesKeepMeaning runs random modules before and after canonicalization and
// the expansion of views.
func TestPassesKeepMeaning(t *testing.T) {
	t.Parallel()
	for _, p := range []*passes.Pass{standard.Canonicalize, standard.ExpandStridedMetadata} {
		ran := uint64(0)
		for seed := range 2 * *modules {
			if oracle.PassKeepsMeaning(t, context(), module(*firstSeed+seed), p) {
				ran++
			}
		}
		if ran < *modules {
			t.Errorf("%s: only %d modules ran without undefined behaviour", p.Name, ran)
		}
	}
}

// TestExamples parses, verifies and prints the examples of the definitions, and reads the printed
// text back.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, d := range memref.Dialect.Definitions().Ops {
		for _, e := range d.Examples {
			t.Run(d.Name(), func(t *testing.T) {
				t.Parallel()
				c := context()
				text := oracle.Parse(t, c, e).String()
				if again := oracle.Parse(t, c, text).String(); again != text {
					t.Errorf("printed\n%s\nthen\n%s", text, again)
				}
			})
		}
	}
}
