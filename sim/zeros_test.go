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
		{op: "arith.addf", a: "1.0", b: "-1.0", want: "0.000000e+00", open: "poison"},
		{op: "arith.addf", a: "1.0", b: "2.0", want: "3.000000e+00", open: "3.000000e+00"},
		{op: "arith.subf", a: "3.0", b: "0.0", want: "3.000000e+00", open: "3.000000e+00"},
		{op: "arith.mulf", a: "-0.0", b: "2.0", want: "-0.000000e+00", open: "poison"},
		{op: "arith.divf", a: "1.0", b: "0.0", want: "0x7F800000", open: "poison"},
		{op: "arith.divf", a: "1.0", b: "2.0", want: "5.000000e-01", open: "5.000000e-01"},
		{op: "math.copysign", a: "1.0", b: "-0.0", want: "-1.000000e+00", open: "poison"},
		{op: "math.copysign", a: "1.0", b: "-2.0", want: "-1.000000e+00", open: "-1.000000e+00"},
		{op: "math.atan2", a: "0.0", b: "-1.0", want: "3.1415927e+00", open: "poison"},
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
