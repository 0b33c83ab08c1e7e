package vector_test

import (
	"flag"
	"testing"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/ub"
	"optc/dialect/vector"
	"optc/internal/testing/oracle"
	"optc/internal/testing/raced"
	"optc/ir"
)

var (
	modules   = flag.Uint64("modules", uint64(raced.Runs(150)), "number of random modules")
	firstSeed = flag.Uint64("seed", 0, "seed of the first random module")
)

func newContext() *ir.Context {
	c := ir.NewContext(arith.Dialect, fn.Dialect, ub.Dialect, vector.Dialect)
	c.AllowUnregistered = true
	return c
}

// TestRandomModulesLikeMLIR prints and canonicalizes random modules and compares
// with mlir-opt.
func TestRandomModulesLikeMLIR(t *testing.T) {
	t.Parallel()
	var ms []oracle.Module
	for seed := range *modules {
		ms = append(ms, module(*firstSeed+seed))
	}
	oracle.PrintsLikeMLIR(t, newContext, ms)
	oracle.CanonicalizesLikeMLIR(t, newContext, ms)
}

// TestCanonicalizeKeepsMeaning runs random modules before and after
// canonicalization.
func TestCanonicalizeKeepsMeaning(t *testing.T) {
	t.Parallel()
	ran := uint64(0)
	for seed := range 4 * *modules {
		if oracle.KeepsMeaning(t, newContext(), module(*firstSeed+seed)) {
			ran++
		}
	}
	if ran < *modules {
		t.Errorf("only %d modules ran without undefined behaviour", ran)
	}
}

// TestExamples parses, verifies and prints the examples of the definitions, and reads the printed
// text back.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, d := range vector.Dialect.Definitions().Ops {
		for _, e := range d.Examples {
			t.Run(d.Name(), func(t *testing.T) {
				t.Parallel()
				c := newContext()
				first := oracle.Parse(t, c, e).String()
				if second := oracle.Parse(t, c, first).String(); second != first {
					t.Errorf("printed again:\n%s\nfirst:\n%s", second, first)
				}
			})
		}
	}
}
