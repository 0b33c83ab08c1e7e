package prove_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/sim"
	"optc/validate"
	"optc/validate/internal/prove"
)

// TestElementwiseComputesWithTerms: each elementwise operation that can be executed makes terms of
// terms. An operation that took the bits of a term for a number would return a number.
func TestElementwiseComputesWithTerms(t *testing.T) {
	t.Parallel()
	executed := map[string]bool{}
	for _, d := range all.Dialects() {
		for _, def := range d.Definitions().Ops {
			if def.Traits&ir.Elementwise == 0 || len(def.Regions) > 0 {
				continue
			}
			for _, from := range []string{"f32", "f64", "i1", "i32", "i64", "index", "vector<2xf32>", "vector<2xi32>", "vector<2xi1>"} {
				for _, to := range []string{"f32", "f64", "f16", "i1", "i8", "i32", "i64", "index", "vector<2xf32>", "vector<2xf16>", "vector<2xi32>", "vector<2xi8>", "vector<2xi1>"} {
					if executeOnTerms(t, def, from, to) {
						executed[def.Name()] = true
					}
				}
			}
		}
	}
	if len(executed) < 80 {
		t.Errorf("%d operations were executed", len(executed))
	}
}

// executeOnTerms applies an operation to terms of a type; ok is false if there is no such
// operation or it cannot be executed.
func executeOnTerms(t *testing.T, def *ir.OpDef, from, to string) (ok bool) {
	t.Helper()
	n := len(def.Operands)
	args, names, types := make([]string, n), make([]string, n), make([]string, n)
	for i := range n {
		names[i], types[i] = fmt.Sprintf("%%x%d", i), from
		args[i] = names[i] + ": " + from
	}
	for _, attrs := range []string{"", " <{predicate = 1 : i64}>"} {
		text := fmt.Sprintf("func.func @f(%s) -> %s {\n%%r = %q(%s)%s : (%s) -> %s\nreturn %%r : %s\n}",
			strings.Join(args, ", "), to, def.Name(), strings.Join(names, ", "), attrs, strings.Join(types, ", "), to, to)
		c := all.Context()
		var ds ir.Diagnostics
		m, err := parser.Parse(t.Context(), c, &ir.Source{Name: "op.mlir", Text: text}, &ds)
		if err != nil || ir.Verify(m, &ds) != nil {
			continue
		}
		ts := prove.NewTerms(1)
		symbols := prove.NewSymbols(ts)
		f := validate.Functions(m)[0]
		f.Symbols = symbols
		random := validate.NewRandom(1)
		random.Symbol = func(t ir.Type) (uint64, bool) {
			return uint64(ts.Variable(fmt.Sprint(ts.Len()), prove.NumberOf(t))), true
		}
		values, err := random.Arguments(f)
		if err != nil {
			t.Fatal(err)
		}
		var o *validate.Observation
		ends := symbols.Explore(t.Context(), func() bool {
			o, err = f.Run(t.Context(), values)
			return false
		})
		if ends != nil {
			t.Fatal(ends)
		}
		if err != nil {
			continue // it reports that it needs a number, or it is not known
		}
		ok = true
		if v := o.Results[0][0].Value; !sim.HoldsSymbol(v) {
			t.Errorf("%s of %s: got %s", def.Name(), from, sim.Format(o.Results[0][0].Type, v))
		}
	}
	return ok
}
