package prove_test

import (
	"fmt"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/sim"
	"optc/validate"
	"optc/validate/internal/prove"
)

// TestRulesAgreeWithExecution: each operation on integers of four bits has the same bits
// and the same poison as in its execution, for all operands.
func TestRulesAgreeWithExecution(t *testing.T) {
	t.Parallel()
	binary := []string{"arith.addi %x, %y", "arith.subi %x, %y", "arith.muli %x, %y", "arith.andi %x, %y", "arith.ori %x, %y", "arith.xori %x, %y",
		"arith.shli %x, %y", "arith.shrui %x, %y", "arith.shrsi %x, %y", "arith.divui %x, %y", "arith.divsi %x, %y", "arith.remui %x, %y",
		"arith.remsi %x, %y", "arith.ceildivui %x, %y", "arith.ceildivsi %x, %y", "arith.floordivsi %x, %y", "arith.maxsi %x, %y", "arith.maxui %x, %y",
		"arith.minsi %x, %y", "arith.minui %x, %y", "math.absi %x", "math.ctpop %x", "math.ctlz %x", "math.cttz %x",
		"arith.addi %x, %y overflow<nsw>", "arith.addi %x, %y overflow<nuw>", "arith.subi %x, %y overflow<nsw>", "arith.subi %x, %y overflow<nuw>",
		"arith.muli %x, %y overflow<nsw>", "arith.muli %x, %y overflow<nuw>", "arith.shli %x, %y overflow<nsw>", "arith.shli %x, %y overflow<nuw>",
		"arith.shrui %x, %y exact", "arith.shrsi %x, %y exact", "arith.divui %x, %y exact", "arith.divsi %x, %y exact"}
	texts := map[string]string{}
	for _, op := range binary {
		texts[op] = fmt.Sprintf("func.func @f(%%x: i4, %%y: i4) -> i4 {\n%%r = %s : i4\nreturn %%r : i4\n}", op)
	}
	for _, p := range []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"} {
		texts["arith.cmpi "+p] = fmt.Sprintf("func.func @f(%%x: i4, %%y: i4) -> i1 {\n%%r = arith.cmpi %s, %%x, %%y : i4\nreturn %%r : i1\n}", p)
	}
	for _, cast := range []string{"extsi %x : i4 to i7", "extui %x : i4 to i7", "trunci %x : i4 to i2", "trunci %x overflow<nsw> : i4 to i2", "trunci %x overflow<nuw> : i4 to i2"} {
		to := cast[len(cast)-2:]
		texts["arith."+cast] = fmt.Sprintf("func.func @f(%%x: i4, %%y: i4) -> %s {\n%%r = arith.%s\nreturn %%r : %s\n}", to, cast, to)
	}
	for _, extended := range []string{"mulsi_extended", "mului_extended"} {
		texts[extended] = fmt.Sprintf("func.func @f(%%x: i4, %%y: i4) -> i4 {\n%%l, %%r = arith.%s %%x, %%y : i4\nreturn %%r : i4\n}", extended)
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRule(t, text)
		})
	}
}

// checkRule executes a function of two integers of four bits on terms, and compares with its
// execution on numbers.
func checkRule(t *testing.T, text string) {
	t.Helper()
	var ds ir.Diagnostics
	m, err := parser.Parse(t.Context(), all.Context(), &ir.Source{Name: "op.mlir", Text: text}, &ds)
	if err != nil {
		t.Fatal(ds.String())
	}
	f := validate.Functions(m)[0]
	four := sim.Number{Width: 4}
	s := prove.NewSymbols(prove.NewTerms(1))
	x, y := uint64(s.Variable("x", four)), uint64(s.Variable("y", four))
	on := f
	on.Symbols = s
	err = s.Explore(t.Context(), func() bool {
		s.BeginRun()
		o, err := on.Run(t.Context(), []sim.Value{sim.Int(x), sim.Int(y)})
		if err != nil {
			t.Fatal(err)
		}
		defined, _, _ := s.Ended()
		kind := prove.NumberOf(o.Results[0][0].Type)
		for a := range uint64(16) {
			for b := range uint64(16) {
				at := append(defined, s.Equals(x, a, four), s.Equals(y, b, four))
				got := o.Results[0][0].Value.Bits
				want, err := f.Run(t.Context(), []sim.Value{sim.Int(a), sim.Int(b)})
				switch isDefined := s.Example(at) != nil; {
				case err != nil:
					if isDefined {
						t.Errorf("%d, %d: %v", a, b, err)
					}
				case want.Results[0][0].Value.IsPoison():
					if !isDefined || !s.Poisoned(got, kind, at).Holds {
						t.Errorf("%d, %d: expected poison", a, b)
					}
				default:
					if !isDefined || s.Poisoned(got, kind, at).Holds || !s.Refines(prove.Claim{Want: want.Results[0][0].Value.Bits, Got: got, Kind: kind}, at).Holds {
						t.Errorf("%d, %d: expected %d", a, b, want.Results[0][0].Value.Bits)
					}
				}
			}
		}
		return false
	})
	if err != nil {
		t.Fatal(err)
	}
}
