package arith_test

import (
	"flag"
	"regexp"
	"testing"

	"optc/dialect/arith"
	"optc/dialect/cf"
	fn "optc/dialect/func"
	"optc/dialect/ub"
	"optc/internal/testing/oracle"
	"optc/ir"
)

var (
	modules   = flag.Uint64("modules", 60, "number of random modules")
	firstSeed = flag.Uint64("seed", 0, "seed of the first random module")
)

func context() *ir.Context {
	c := ir.NewContext(arith.Dialect, cf.Dialect, fn.Dialect, ub.Dialect)
	c.AllowUnregistered = true
	return c
}

var (
	// overflowFlags finds the flags of sums and products: where mlir-opt joins constants,
	// it keeps flags whose promises no longer hold.
	overflowFlags = regexp.MustCompile(`(arith\.(?:addi|subi|muli) %\w+, %\w+) overflow<[a-z, ]*>`)
	// fastMathFlags allow results that differ from the simulator's.
	fastMathFlags = regexp.MustCompile(` fastmath<[a-z,]*>`)
)

// TestRandomModulesLikeMLIR prints and canonicalizes random modules and compares
// with mlir-opt.
func TestRandomModulesLikeMLIR(t *testing.T) {
	t.Parallel()
	const operations = 25
	var printed, canonicalized []oracle.Module
	for i := range *modules {
		seed := *firstSeed + i
		text := module(seed, operations, allInts, false)
		printed = append(printed, oracle.Module{Seed: seed, Text: text})
		canonicalized = append(canonicalized, oracle.Module{Seed: seed, Text: overflowFlags.ReplaceAllString(text, "$1")})
	}
	oracle.PrintsLikeMLIR(t, context, printed)
	oracle.CanonicalizesLikeMLIR(t, context, canonicalized)
}

// TestCanonicalizeKeepsMeaning runs random modules before and after
// canonicalization.
func TestCanonicalizeKeepsMeaning(t *testing.T) {
	t.Parallel()
	const operations = 20
	ran := uint64(0)
	for i := range *modules * 10 {
		seed := *firstSeed + i
		text := fastMathFlags.ReplaceAllString(module(seed, operations, narrowInts, true), "")
		if oracle.KeepsMeaning(t, context(), oracle.Module{Seed: seed, Text: text}) {
			ran++
		}
	}
	if ran < *modules {
		t.Errorf("only %d modules ran without undefined behaviour", ran)
	}
}
