package extent_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/okk"
	"optc/internal/family/okk/extent"
	"optc/internal/testing/raced"
	"optc/ir"
	"optc/parser"
)

// randomSizes writes a kernel with two parameters, a loop and random arithmetic in it; the
// last value is named %last.
func randomSizes(r *rand.Rand, step int) string {
	var b strings.Builder
	b.WriteString("okk.kernel @k {\n  %p = okk.param \"p\" range [1, 9]\n  %q = okk.param \"q\" range [0, 5]\n  %c0 = arith.constant 0 : index\n")
	fmt.Fprintf(&b, "  %%s = arith.constant %d : index\n  scf.for %%i = %%c0 to %%p step %%s {\n", step)
	values := []string{"%p", "%q", "%i", "%s"}
	for k := range 6 {
		v := "%" + fmt.Sprint("r", k)
		if k == 5 {
			v = "%last"
		}
		one := func() string { return values[r.IntN(len(values))] }
		switch op := []string{"addi", "subi", "subi", "minsi", "maxsi", "muli", "floordivsi"}[r.IntN(7)]; op {
		case "floordivsi":
			fmt.Fprintf(&b, "    %s = arith.floordivsi %s, %%s : index\n", v, one())
		default:
			fmt.Fprintf(&b, "    %s = arith.%s %s, %s : index\n", v, op, one(), one())
		}
		values = append(values, v)
	}
	b.WriteString("  }\n}\n")
	return b.String()
}

// TestProofs compares proven bounds with all numbers of the parameters and of the index.
func TestProofs(t *testing.T) {
	t.Parallel()
	proven, tight := 0, 0
	for seed := range uint64(raced.Runs(400)) {
		r := rand.New(rand.NewPCG(seed, 1))
		step := 1 + r.IntN(4)
		text := randomSizes(r, step)
		c := all.Context()
		module, err := parser.Parse(t.Context(), c, &ir.Source{Name: "k.mlir", Text: text}, nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		var last *ir.Operation
		ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
			if op.NumResults() > 0 {
				last = op
			}
			return ir.Advance
		})
		params := map[*ir.Value]string{}
		ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
			if p := ir.As[okk.ParamOp](op); p.Ok() {
				params[p.Result()] = p.Name()
			}
			return ir.Advance
		})
		sizes := extent.New()
		s := sizes.Of(last.Result(0))
		least := int64(1 << 40)
		for p := range int64(9) {
			for q := range int64(6) {
				for i := int64(0); i < p+1; i += int64(step) {
					n := s.Evaluate(func(v *ir.Value) int64 {
						switch params[v] {
						case "p":
							return p + 1
						case "q":
							return q
						}
						return i
					})
					least = min(least, n)
				}
			}
		}
		facts := sizes.At(last)
		if facts.AtLeast(s, least+1) {
			t.Fatalf("seed %d: %d is reached, but %d is proven\n%s", seed, least, least+1, text)
		}
		if facts.AtLeast(s, least) {
			tight++
		}
		proven++
	}
	if tight*2 < proven {
		t.Errorf("%d of %d bounds are proven", tight, proven)
	}
}

// TestParts proves what the parts of loops need.
func TestParts(t *testing.T) {
	t.Parallel()
	text := `okk.kernel @k {
  %n = okk.param "n" range [1, 1000]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %parts = arith.ceildivui %n, %c8 : index
  scf.for %i = %c0 to %parts step %c1 {
    %at = arith.muli %i, %c8 : index
    %left = arith.subi %n, %at : index
    %size = arith.minui %left, %c8 : index
    %next = arith.addi %at, %c8 : index
    %more = arith.cmpi ult, %next, %n : index
    scf.if %more {
      %rest = arith.subi %n, %next : index
      %some = arith.minui %rest, %c8 : index
    }
  }
}`
	module, err := parser.Parse(t.Context(), all.Context(), &ir.Source{Name: "k.mlir", Text: text}, nil)
	if err != nil {
		t.Fatal(err)
	}
	sizes := extent.New()
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		if op.Name() == "arith.minui" {
			s, facts := sizes.Of(op.Result(0)), sizes.At(op)
			if !facts.AtLeast(s, 1) || facts.AtLeast(s, 2) || !facts.AtMost(s, 8) {
				t.Errorf("%s is not in [1, 8]", op)
			}
			whole := sizes.Of(op.Operand(0))
			if !facts.AtLeast(whole.Minus(s), 0) {
				t.Errorf("%s is more than is left", op)
			}
		}
		return ir.Advance
	})
}

// TestBoundsOfLargeSums subtracts numbers beyond all bounds from others: no order of the terms
// makes the difference positive.
func TestBoundsOfLargeSums(t *testing.T) {
	t.Parallel()
	text := `okk.kernel @k {
  %p = okk.param "p" range [1073741824, 2147483647]
  %q = okk.param "q" range [1073741824, 2147483647]
  %c = arith.constant 2097152 : index
  %a = arith.muli %p, %c : index
  %b = arith.muli %q, %c : index
  %d = arith.subi %b, %a : index
  %e = arith.subi %a, %b : index
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %unknown = arith.constant 4611686018427387904 : index
  %positive = arith.maxsi %unknown, %c0 : index
  %half = arith.floordivsi %positive, %c2 : index
  %f = arith.subi %b, %half : index
}`
	module, err := parser.Parse(t.Context(), all.Context(), &ir.Source{Name: "k.mlir", Text: text}, nil)
	if err != nil {
		t.Fatal(err)
	}
	sizes := extent.New()
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		if op.Name() == "arith.subi" {
			s, facts := sizes.Of(op.Result(0)), sizes.At(op)
			if facts.AtLeast(s, 0) || facts.AtMost(s, 0) {
				t.Errorf("the sign of %s is proven", op)
			}
			if low, high := sizes.Interval(s); low > -1<<50 || high < 1<<50 {
				t.Errorf("%s is in [%d, %d]", op, low, high)
			}
		}
		return ir.Advance
	})
}
