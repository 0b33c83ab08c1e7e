package sim_test

import (
	"testing"

	"optc/ir"
	"optc/sim"
)

// A zero result whose sign the flag nsz leaves open is poison, and so is another value
// that depends on the sign of a zero among the operands.
func TestAnyZero(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ op, a, b, want, open string }{
		{"arith.addf", "1.0", "-1.0", "0.000000e+00", "poison"},
		{"arith.addf", "1.0", "2.0", "3.000000e+00", "3.000000e+00"},
		{"arith.subf", "3.0", "0.0", "3.000000e+00", "3.000000e+00"},
		{"arith.mulf", "-0.0", "2.0", "-0.000000e+00", "poison"},
		{"arith.divf", "1.0", "0.0", "0x7F800000", "poison"},
		{"arith.divf", "1.0", "2.0", "5.000000e-01", "5.000000e-01"},
		{"math.copysign", "1.0", "-0.0", "-1.000000e+00", "poison"},
		{"math.copysign", "1.0", "-2.0", "-1.000000e+00", "-1.000000e+00"},
		{"math.atan2", "0.0", "-1.0", "3.14159274", "poison"},
	} {
		for _, typ := range []string{"f32", "vector<2xf32>"} {
			a, b := c.a, c.b
			text := func(s string) string { return s }
			if typ != "f32" {
				a, b = "dense<"+a+">", "dense<"+b+">"
				text = func(s string) string {
					if s == "poison" {
						s = "undef"
					}
					return "[" + s + ", " + s + "]"
				}
			}
			_, m := parse(t, "func.func @f() -> ("+typ+", "+typ+") {\n %a = arith.constant "+a+" : "+typ+"\n %b = arith.constant "+b+" : "+typ+
				"\n %r = "+c.op+" %a, %b : "+typ+"\n %s = "+c.op+" %a, %b fastmath<nsz> : "+typ+"\n return %r, %s : "+typ+", "+typ+" }")
			for _, anyZero := range []bool{false, true} {
				machine := sim.New(m, nil)
				machine.AnyZero = anyZero
				got, err := machine.Call(t.Context(), "f")
				if err != nil {
					t.Fatal(err)
				}
				result := m.Body().Front().Attr("function_type").(*ir.TypeAttr).Value.(*ir.FunctionType).Results[0]
				with := c.want
				if anyZero {
					with = c.open
				}
				if r, s := sim.Format(result, got[0]), sim.Format(result, got[1]); r != text(c.want) || s != text(with) {
					t.Errorf("%s of %s and %s, any zero %v: got %s and %s, want %s and %s", c.op, a, b, anyZero, r, s, text(c.want), text(with))
				}
			}
		}
	}
}
