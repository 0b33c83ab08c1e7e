package validate

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

var (
	mutants    = flag.Int("mutants", 6, "functions of which mutants are proven")
	executions = flag.Int("mutants.executions", 300, "random executions that a proof of a mutant must survive")
)

// TestProofsOfMutants: canonicalize changes functions of the lit tests; in each mutant, one of four
// places of the result is changed. No execution refutes a mutant that is called equal.
func TestProofsOfMutants(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("..", "test", "lit", "*", "*.mlir"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	rng := rand.New(rand.NewPCG(3, 48))
	rng.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	seen, functions := map[Outcome]int{}, 0
	for _, file := range files {
		if functions >= *mutants {
			break
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(text), "// -----") {
			if functions < *mutants && proveMutants(t, rng, part, seen) {
				functions++
				break // one function of each file
			}
		}
	}
	if t.Logf("%d functions: equal %d, sums %d, reals %d, not decided %d, different %d", functions, seen[Equal], seen[EqualSums], seen[EqualReals], seen[Undecided], seen[Different]); functions < *mutants {
		t.Errorf("%d functions", functions)
	}
}

// proveMutants proves mutants of the first function of a module that can be executed.
func proveMutants(t *testing.T, rng *rand.Rand, text string, seen map[Outcome]int) bool {
	t.Helper()
	c := all.Context()
	parse := func() *ir.Operation {
		var ds ir.Diagnostics
		m, err := parser.Parse(t.Context(), c, &ir.Source{Name: "x.mlir", Text: text}, &ds)
		if err != nil || ir.Verify(m, &ds) != nil {
			return nil
		}
		return m
	}
	before := parse()
	if before == nil {
		return false
	}
	list := Functions(before)
	k := slices.IndexFunc(list, func(f Function) bool { return f.Op.Body().NumArgs() > 0 && f.Op.Body().Front().Next() != nil })
	if k < 0 {
		return false
	}
	f := list[k]
	limited, cancel := context.WithTimeout(t.Context(), DefaultProofTime)
	defer cancel()
	if q := (&question{ctx: limited, before: f, after: f}); q.decide().Outcome == Undecided {
		return false
	}
	for range 4 {
		after := parse()
		var ds ir.Diagnostics
		m := passes.NewManager(c)
		m.Sink = &ds
		p, err := registry.Passes().Parse("builtin.module(canonicalize)")
		if err != nil {
			t.Fatal(err)
		}
		if m.Run(t.Context(), p, after) != nil {
			return false
		}
		g := slices.IndexFunc(Functions(after), func(g Function) bool { return g.Path == f.Path })
		if g < 0 || !mutate(rng, Functions(after)[g].Op) || ir.Verify(after, &ds) != nil {
			continue
		}
		limited, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		q := &question{ctx: limited, before: f, after: Functions(after)[g]}
		proof := q.decide()
		cancel()
		seen[proof.Outcome]++
		if proof.Outcome != Equal {
			continue
		}
		q.ctx = t.Context()
		if q.searchUpTo(*executions, 3, !proof.Apart); q.proof.Outcome == Different {
			t.Errorf("%s, but %s:\n%s\nbecame\n%s", proof, q.proof, f.Op, Functions(after)[g].Op)
		}
	}
	return true
}

// mutate changes one place of a function.
func mutate(rng *rand.Rand, f *ir.Operation) bool {
	var ops []*ir.Operation
	ir.Walk(f, func(op *ir.Operation) ir.WalkResult {
		if op != f {
			ops = append(ops, op)
		}
		return ir.Advance
	})
	for range 50 {
		op := ops[rng.IntN(len(ops))]
		n := op.NumOperands()
		switch rng.IntN(3) {
		case 0: // another operand of the type
			if n == 0 {
				continue
			}
			i := rng.IntN(n)
			for _, a := range f.Body().Args() {
				if a.Type() == op.Operand(i).Type() && a != op.Operand(i) {
					op.SetOperand(i, a)
					return true
				}
			}
		case 1: // operands in another order
			if n < 2 || op.Operand(0).Type() != op.Operand(1).Type() || op.Operand(0) == op.Operand(1) {
				continue
			}
			a, b := op.Operand(0), op.Operand(1)
			op.SetOperand(0, b)
			op.SetOperand(1, a)
			return true
		default: // another constant
			if value, ok := op.Attr("value").(*ir.IntegerAttr); ok && op.Name() == "arith.constant" {
				op.SetAttr("value", value.Type().Context().Int(value.Type(), value.Int64()^1))
				return true
			}
		}
	}
	return false
}
