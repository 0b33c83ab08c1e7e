package parser_test

import (
	"testing"

	"optc/ir"
	"optc/parser"
)

// FuzzParse: no text makes the parser panic, and accepted text keeps its meaning when it
// is printed in the generic form and read again.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		straightLine(1, 12),
		"#m = affine_map<(d0)[s0] -> (d0 mod s0, -d0 * 3 floordiv 2)>\n#s = affine_set<(d0) : (d0 - 1 >= 0, d0 == 4)>\n\"a.b\"() {m = #m, s = #s} : () -> ()",
		`"a.b"() {a = dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>, b = !d.t<"x">, c = loc(fused<1>["f":1:2 to :3]), d = array<i1: true>} : () -> ()`,
		`"a.b"() {a = sparse<[[0, 1]], [1.5]> : tensor<2x2xf16>, b = strided<[1, ?], offset: 2>, c = distinct[0]<@x::@y>} : () -> () loc(callsite("a" at unknown))`,
		`"a.b"() {x = dense_resource<k> : tensor<2xi8>} : () -> () {-# dialect_resources: { builtin: { k: "0x010000000A0B" } } #-}`,
		"vec.func @f {\n%c = vec.const true\nvec.if %c { vec.copy in(%c : i1) mask %c : i1 fast } else { }\nvec.br ^b(%c : i1)\n^b(%d: i1):\n%e = vec.select %d, %c, %d : i1\nvec.return %e : i1\n}",
		"%a:2 = \"a.b\"(%b) ({\n^x(%p: memref<?x4xf32, affine_map<(d0, d1) -> (d1, d0)>, 3>):\n}) : (vector<[4]xf8E4M3FN>) -> (complex<f64>, tuple<i1, () -> ()>)\n%b = \"a.c\"() : () -> vector<[4]xf8E4M3FN>",
		"module @m attributes {a.b = {c, \"d e\" = #f<g>}} {\n module { } }",
		"\"a.b\"() {x = [0x7FC00000 : f32, -1.5 : bf16, 1.0e-3 : f80, 18446744073709551615 : ui64, \"\\00\\n\\\"\" : i1]} : () -> ()",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first, _, ok := parse(text, parser.Threads(1))
		if !ok {
			return
		}
		generic := printed(first, true)
		second, ds, ok := parse(generic)
		if !ok {
			t.Fatalf("the generic form does not parse:\n%s\n%s", generic, ds.String())
		}
		if again := printed(second, true); again != generic {
			t.Fatalf("the generic form changes:\n%s\nbecomes\n%s", generic, again)
		}
		var verdict ir.Diagnostics
		if ir.Verify(first, &verdict) != nil {
			return
		}
		pretty := printed(first, false)
		third, ds, ok := parse(pretty)
		if !ok {
			t.Fatalf("the pretty form does not parse:\n%s\n%s", pretty, ds.String())
		}
		if again := printed(third, true); again != generic {
			t.Fatalf("the pretty form\n%s\nmeans\n%s\nnot\n%s", pretty, again, generic)
		}
	})
}
