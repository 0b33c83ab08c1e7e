package validate_test

import (
	"strings"
	"testing"

	"optc/validate"
)

// TestProveWide: functions of integers of more than 64 bits.
func TestProveWide(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, signature, before, after, want string }{
		{name: "operands commute", signature: "(%a: i128, %b: i128) -> i128 ",
			before: "%r = arith.addi %a, %b : i128\nreturn %r : i128",
			after:  "%r = arith.addi %b, %a : i128\nreturn %r : i128", want: "equal"},
		{name: "a high bit is added", signature: "(%a: i128) -> i128 ",
			before: "return %a : i128",
			after:  "%k = arith.constant 18446744073709551616 : i128\n%r = arith.addi %a, %k : i128\nreturn %r : i128", want: "different"},
		{name: "the lowest bits", signature: "(%a: i100) -> i100 ",
			before: "%k = arith.constant 36 : i100\n%s = arith.shli %a, %k : i100\n%r = arith.shrui %s, %k : i100\nreturn %r : i100",
			after:  "%k = arith.constant 18446744073709551615 : i100\n%r = arith.andi %a, %k : i100\nreturn %r : i100", want: "equal"},
		{name: "the sign is kept or not", signature: "(%a: i100) -> i100 ",
			before: "%k = arith.constant 36 : i100\n%s = arith.shli %a, %k : i100\n%r = arith.shrsi %s, %k : i100\nreturn %r : i100",
			after:  "%k = arith.constant 18446744073709551615 : i100\n%r = arith.andi %a, %k : i100\nreturn %r : i100", want: "different"},
		{name: "parts", signature: "(%a: i64, %b: i64) -> i64 ",
			before: "%x = arith.extui %a : i64 to i128\n%y = arith.extui %b : i64 to i128\n%k = arith.constant 64 : i128\n%h = arith.shli %y, %k : i128\n%o = arith.ori %h, %x : i128\n%g = arith.shrui %o, %k : i128\n%r = arith.trunci %g : i128 to i64\nreturn %r : i64",
			after:  "return %b : i64", want: "equal"},
		{name: "a promise is added", signature: "(%a: i128, %b: i128) -> i128 ",
			before: "%r = arith.addi %a, %b : i128\nreturn %r : i128",
			after:  "%r = arith.addi %a, %b overflow<nsw> : i128\nreturn %r : i128", want: "different"},
		{name: "a division that is not defined", signature: "(%a: i65) -> i65 ",
			before: "%c = arith.constant 0 : i65\n%r = arith.subi %c, %a : i65\nreturn %r : i65",
			after:  "%c = arith.constant -1 : i65\n%r = arith.divsi %a, %c : i65\nreturn %r : i65", want: "different"},
		{name: "a choice", signature: "(%c: i1, %a: i128) -> i128 ",
			before: "%k = arith.constant 5 : i128\n%s = arith.select %c, %a, %k : i128\n%r = arith.select %c, %s, %a : i128\nreturn %r : i128",
			after:  "return %a : i128", want: "equal"},
		{name: "a loop", signature: "(%a: i128) -> i128 ",
			before: "%i0 = arith.constant 0 : index\n%i3 = arith.constant 3 : index\n%i1 = arith.constant 1 : index\n%r = scf.for %i = %i0 to %i3 step %i1 iter_args(%x = %a) -> (i128) {\n%y = arith.addi %x, %a : i128\nscf.yield %y : i128\n}\nreturn %r : i128",
			after:  "%k = arith.constant 4 : i128\n%s = arith.muli %a, %k : i128\nreturn %s : i128", want: "equal"},
		{name: "vectors", signature: "(%a: i128) -> vector<2xi128> ",
			before: "%r = vector.broadcast %a : i128 to vector<2xi128>\nreturn %r : vector<2xi128>",
			after:  "%r = vector.from_elements %a, %a : vector<2xi128>\nreturn %r : vector<2xi128>", want: "not decided: 'vector.broadcast' op has elements of more than 64 bits"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			text := "func.func @f" + test.signature + "{\n" + test.before + "\n}\nfunc.func @g" + test.signature + "{\n" + test.after + "\n}\n"
			var proofs []string
			proveWith(t, text, "builtin.module(become)", nil, func(p validate.Proof) { proofs = append(proofs, p.String()) }, becoming)
			if len(proofs) == 0 || !strings.HasPrefix(proofs[0], "become @f: "+test.want) {
				t.Errorf("got %v, want %s", proofs, test.want)
			} else {
				t.Log(proofs[0])
			}
		})
	}
}
