package optmain_test

import (
	"fmt"
	"strings"
)

// surveyShape is a text that grows in one way.
type surveyShape struct {
	name    string
	text    func(n int) string
	n       int      // the smallest size; the largest is eight times as much
	flags   []string // of each run
	differs bool     // the outputs are not the same text
}

// each joins a text for every number below n; $ stands for the number, $+ for the next one, $% for
// the number modulo 8, and $~ for a large number derived from it.
func each(n int, format string) string {
	var b strings.Builder
	b.Grow(n * (len(format) + 16))
	for i := range n {
		r := strings.NewReplacer("$+", fmt.Sprint(i+1), "$%", fmt.Sprint(i%8), "$~", fmt.Sprint(uint32(i)*2654435761>>2), "$", fmt.Sprint(i))
		r.WriteString(&b, format)
	}
	return b.String()
}

// list is each without the last comma.
func list(n int, format string) string { return strings.TrimSuffix(each(n, format), ", ") }

// shape returns a text of three parts, of which the middle one is repeated. & in the last part
// stands for n.
func shape(first, middle, last string) func(n int) string {
	return func(n int) string { return first + each(n, middle) + strings.ReplaceAll(last, "&", fmt.Sprint(n)) }
}

// body is a function that repeats a text.
func body(signature, middle, last string) func(n int) string {
	return shape("func.func @f("+signature+" {\n", middle, last+"\n}\n")
}

const intRanges = "--int-range-optimizations"

var surveyShapes = []surveyShape{
	{name: "deep", n: 100, flags: []string{"", canonicalize}, text: func(n int) string {
		return "func.func @f(%c: i1) {\n" + strings.Repeat("scf.if %c {\n\"t.a\"() : () -> ()\n", n) + strings.Repeat("}\n", n) + "return\n}\n"
	}},
	{name: "wide", n: 20_000, flags: []string{""}, text: func(n int) string {
		return "func.func @f(%a: i32) {\n  %r:" + fmt.Sprint(n) + " = \"t.w\"(" + list(n, "%a, ") + ") : (" + list(n, "i32, ") + ") -> (" + list(n, "i32, ") + ")\n" +
			"  \"t.u\"(" + list(n, "%r#$, ") + ") : (" + list(n, "i32, ") + ") -> ()\n  return\n}\n"
	}},
	{name: "densehex", n: 4 << 20, flags: []string{""}, text: func(n int) string { return string(denseHex(1, n)) }},
	{name: "denselist", n: 100_000, flags: []string{""}, text: func(n int) string {
		return "\"t.c\"() {v = dense<[" + list(n, "$.25, ") + "]> : tensor<" + fmt.Sprint(n) + "xf32>} : () -> ()\n"
	}},
	{name: "denseint", n: 1 << 20, flags: []string{""}, text: func(n int) string { return string(denseDecimal(1, n)) }},
	{name: "bigdict", n: 5_000, flags: []string{""}, text: func(n int) string {
		return "\"t.c\"() {" + list(n, "name$ = $ : i32, ") + "} : () -> ()\n"
	}},
	{name: "attrs", n: 5_000, flags: []string{""}, text: shape("",
		"\"t.a\"() {a = $~ : i64, b = [$, $+], c = {d = $~.5 : f32, e = i$+}, f = array<i64: $, 1>, g = #t.x<$>} : () -> ()\n", "")},
	{name: "locs", n: 10_000, flags: []string{"--mlir-print-debuginfo"}, text: body("%x0: i32) -> i32",
		"  %x$+ = arith.addi %x$, %x$ : i32 loc(\"file.py\":$:$%)\n", "  return %x& : i32")},
	{name: "loclib", n: 10_000, flags: []string{"--mlir-print-debuginfo"}, text: func(n int) string {
		return "func.func @f(%x0: i32) -> i32 {\n" + each(n, "  %x$+ = arith.addi %x$, %x$ : i32 loc(#c$)\n") + fmt.Sprintf("  return %%x%d : i32\n}\n", n) +
			each(n, "#a$ = loc(\"file.py\":$:1)\n#b$ = loc(\"name$\"(#a$))\n#c$ = loc(callsite(#b$ at #a0))\n")
	}},
	{name: "small", n: 5_000, flags: []string{"", canonicalize, cse, symbolDCE}, text: shape("",
		"func.func @f$(%a: i32, %b: i32) -> i32 {\n  %0 = arith.addi %a, %b : i32\n  %1 = arith.muli %0, %a : i32\n  return %1 : i32\n}\n", "")},
	{name: "hugefn", n: 20_000, flags: []string{"", canonicalize, cse, sccp}, text: body("%x0: i32, %m: memref<?xi32>, %i: index) -> i32",
		"  %l$ = memref.load %m[%i] : memref<?xi32>\n  %x$+ = arith.xori %x$, %l$ : i32\n  memref.store %x$+, %m[%i] : memref<?xi32>\n", "  return %x& : i32")},
	{name: "blocks", n: 4_000, flags: []string{"", canonicalize, sccp, cse}, text: body("%x0: i32, %c: i1) -> i32",
		"  cf.cond_br %c, ^a$, ^b$\n^a$:\n  %y$ = \"t.v\"(%x$) : (i32) -> i32\n  cf.br ^c$(%y$ : i32)\n^b$:\n  cf.br ^c$(%x$ : i32)\n^c$(%x$+: i32):\n", "  return %x& : i32")},
	{name: "loopblocks", n: 4_000, flags: []string{"", canonicalize, sccp, cse}, text: body("%x0: i32) -> i32",
		"  cf.br ^a$(%x$ : i32)\n^a$(%i$: i32):\n  %j$:2 = \"t.v\"(%i$) : (i32) -> (i32, i1)\n  cf.cond_br %j$#1, ^a$(%j$#0 : i32), ^c$(%j$#0 : i32)\n^c$(%x$+: i32):\n", "  return %x& : i32")},
	{name: "maps", n: 5_000, flags: []string{"", canonicalize}, text: body("%i: index, %j: index)",
		"  %x$ = affine.apply affine_map<(d0, d1) -> (d0 * $ + (d1 + $) floordiv $+ + d0 mod $+)>(%i, %j)\n  \"t.u\"(%x$) : (index) -> ()\n", "  return")},
	{name: "affine", n: 2_000, flags: []string{"", canonicalize, "--lower-affine"}, text: body("%m: memref<100x100xf32>)",
		"  affine.for %i = 0 to 100 {\n    affine.for %j = affine_map<(d0) -> (d0 + $)>(%i) to 100 step $+ {\n      %v = affine.load %m[%i, %j] : memref<100x100xf32>\n"+
			"      affine.store %v, %m[%i + 1, %j - $%] : memref<100x100xf32>\n    }\n  }\n", "  return")},
	{name: "types", n: 10_000, flags: []string{""}, text: shape("",
		"func.func private @f$(memref<?x$xf32>, tensor<$x4xi8>, (vector<$+xf32>) -> tuple<i32, index>, !t.a<$>)\n", "")},
	{name: "strings", n: 20_000, flags: []string{""}, text: shape("",
		"\"t.a\"() {a = \"text $ with \\\"quotes\\\" and \\0A lines\", b = \"$~\"} : () -> ()\n", "")},
	{name: "linalg", n: 1_000, flags: []string{"", canonicalize, cse}, text: body("%x0: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32>",
		"  %x$+ = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], "+
			"iterator_types = [\"parallel\", \"parallel\"]} ins(%x$, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%y : tensor<64x64xf32>) {\n"+
			"  ^bb0(%a: f32, %b: f32, %c: f32):\n    %s = arith.addf %a, %b : f32\n    linalg.yield %s : f32\n  } -> tensor<64x64xf32>\n", "  return %x& : tensor<64x64xf32>")},
	{name: "linalgadd", n: 2_500, flags: []string{"", canonicalize + " " + cse}, text: body("%x0: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32>",
		"  %x$+ = linalg.add ins(%x$, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%y : tensor<64x64xf32>) -> tensor<64x64xf32>\n", "  return %x& : tensor<64x64xf32>")},
	{name: "tensorops", n: 500, flags: []string{"", canonicalize, cse}, text: body("%x0: tensor<?x64xf32>, %i: index) -> tensor<?x64xf32>",
		"  %c$ = arith.constant $% : index\n  %d$ = tensor.dim %x$, %c$ : tensor<?x64xf32>\n  %s$ = tensor.extract_slice %x$[%i, 0] [4, 64] [1, 1] : tensor<?x64xf32> to tensor<4x64xf32>\n"+
			"  %x$+ = tensor.insert_slice %s$ into %x$[%d$, 0] [4, 64] [1, 1] : tensor<4x64xf32> into tensor<?x64xf32>\n", "  return %x& : tensor<?x64xf32>")},
	{name: "manyuses", n: 20_000, flags: []string{"", canonicalize, cse, sccp}, text: body("%a: i32)",
		"  %x$ = arith.addi %a, %a : i32\n  \"t.u\"(%x$, %a) : (i32, i32) -> ()\n", "  return")},
	{name: "foldchain", n: 1_000, flags: []string{canonicalize}, text: body("%x0: i32) -> i32",
		"  %c$ = arith.constant 1 : i32\n  %x$+ = arith.addi %x$, %c$ : i32\n", "  return %x& : i32")},
	{name: "dead", n: 20_000, flags: []string{canonicalize, cse}, text: body("%x0: i32)", "  %x$+ = arith.muli %x$, %x$ : i32\n", "  return")},
	{name: "reassoc", n: 1_000, flags: []string{canonicalize}, text: body("%x0: i32) -> i32",
		"  %c$ = arith.constant $~ : i32\n  %y$ = arith.subi %c$, %x$ : i32\n  %x$+ = arith.addi %y$, %c$ : i32\n", "  return %x& : i32")},
	{name: "same", n: 20_000, flags: []string{canonicalize, cse}, text: body("%a: i32)", "  %x$ = arith.muli %a, %a : i32\n  \"t.u\"(%x$) : (i32) -> ()\n", "  return")},
	{name: "csemem", n: 10_000, flags: []string{cse, canonicalize}, text: body("%m: memref<8xi32>, %i: index)",
		"  %x$ = memref.load %m[%i] : memref<8xi32>\n  %y$ = memref.load %m[%i] : memref<8xi32>\n  \"t.u\"(%x$, %y$) : (i32, i32) -> ()\n", "  return")},
	{name: "ifs", n: 1_000, flags: []string{"", canonicalize, cse, "--convert-scf-to-cf"}, text: body("%c: i1, %x0: i32) -> i32",
		"  %x$+ = scf.if %c -> (i32) {\n    %y = \"t.v\"(%x$) : (i32) -> i32\n    scf.yield %y : i32\n  } else {\n    %y = arith.addi %x$, %x$ : i32\n    scf.yield %y : i32\n  }\n", "  return %x& : i32")},
	{name: "licm", n: 4_000, flags: []string{licm}, text: body("%a: i32, %n: index)",
		"  scf.for %i = %n to %n step %n {\n    scf.for %j = %n to %n step %n {\n      %x = arith.muli %a, %a : i32\n      %y = arith.addi %x, %a : i32\n      \"t.u\"(%y, %i) : (i32, index) -> ()\n    }\n  }\n", "  return")},
	{name: "calls", n: 2_000, flags: []string{inline, symbolDCE}, text: func(n int) string { return string(symbols(1, n, 1)) }},
	{name: "callline", n: 25, flags: []string{inline}, differs: true, text: shape("func.func @f(%a: i32) -> i32 {\n  %0 = call @f0(%a) : (i32) -> i32\n  return %0 : i32\n}\n",
		"func.func private @f$(%a: i32) -> i32 {\n  %0 = arith.muli %a, %a : i32\n  %1 = call @f$+(%0) : (i32) -> i32\n  %2 = arith.xori %1, %a : i32\n  return %2 : i32\n}\n",
		"func.func private @f&(%a: i32) -> i32 {\n  return %a : i32\n}\n")},
	{name: "ranges", n: 4_000, flags: []string{intRanges}, differs: true, text: body("%x0: i32) -> i32",
		"  %c$ = arith.constant 255 : i32\n  %m$ = arith.andi %x$, %c$ : i32\n  %b$ = arith.cmpi ult, %m$, %c$ : i32\n  %x$+ = arith.select %b$, %m$, %c$ : i32\n", "  return %x& : i32")},
	{name: "rangeloop", n: 1_000, flags: []string{intRanges}, differs: true, text: body("%n: index) -> index",
		"  %a$ = arith.constant 0 : index\n  %b$ = arith.constant $+ : index\n  %s$ = arith.constant 1 : index\n  scf.for %i = %a$ to %b$ step %s$ {\n    %c = arith.cmpi slt, %i, %b$ : index\n    \"t.u\"(%c) : (i1) -> ()\n  }\n", "  return %n : index")},
	{name: "unreg", n: 5_000, flags: []string{"", canonicalize}, text: body("%a: i32)",
		"  %x$ = \"acme.op\"(%a) ({\n  ^bb0(%b: i32):\n    \"acme.yield\"(%b) : (i32) -> ()\n  }) {k = #acme.k<$%>} : (i32) -> !acme.t<$%>\n", "  return")},
	{name: "comments", n: 20_000, flags: []string{""}, text: shape("", "// line $ of a comment that says something about the next operation\n\"t.a\"() : () -> () // and more\n", "")},
	{name: "idxcast", n: 4_000, flags: []string{canonicalize}, text: body("%x0: index) -> index",
		"  %y$ = arith.index_cast %x$ : index to i64\n  %z$ = arith.trunci %y$ : i64 to i32\n  %w$ = arith.extsi %z$ : i32 to i64\n  %x$+ = arith.index_cast %w$ : i64 to index\n", "  return %x& : index")},
	{name: "vecs", n: 2_000, flags: []string{"", canonicalize, cse}, text: body("%x0: vector<4x8xf32>, %i: index) -> vector<4x8xf32>",
		"  %t$ = vector.transpose %x$, [1, 0] : vector<4x8xf32> to vector<8x4xf32>\n  %s$ = vector.shape_cast %t$ : vector<8x4xf32> to vector<32xf32>\n"+
			"  %e$ = vector.extract %s$[$%] : f32 from vector<32xf32>\n  %b$ = vector.broadcast %e$ : f32 to vector<4x8xf32>\n  %x$+ = vector.fma %b$, %x$, %x$ : vector<4x8xf32>\n", "  return %x& : vector<4x8xf32>")},
}
