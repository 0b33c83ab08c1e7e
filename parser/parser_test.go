package parser_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/ir"
	"optc/parser"
)

// parse parses a source in a context with the vec dialect that allows unregistered
// dialects.
func parse(text string, opts ...parser.Option) (*ir.Operation, *ir.Diagnostics, bool) {
	var ds ir.Diagnostics
	op, err := parser.Parse(context.Background(), newContext(), &ir.Source{Name: "-", Text: text}, &ds, opts...)
	return op, &ds, err == nil
}

// firstError returns line:column: message of the only error that is reported when the
// parser stops at the first error. shift is subtracted from columns.
func firstError(text string, shift int) string {
	_, ds, ok := parse(text, parser.MaxErrors(1))
	if ok {
		return "no error"
	}
	for _, d := range ds.List() {
		if d.Severity == ir.Error {
			_, line, col, _ := d.Loc.FileLineCol()
			return fmt.Sprintf("%d:%d: %s", line, col-shift, d.Msg)
		}
	}
	return "no diagnostic"
}

// allErrors returns line: message of every error.
func allErrors(text string, opts ...parser.Option) (list []string) {
	_, ds, _ := parse(text, opts...)
	for _, d := range ds.List() {
		_, line, _, _ := d.Loc.FileLineCol()
		list = append(list, fmt.Sprintf("%d: %s", line, d.Msg))
	}
	return list
}

func printed(op *ir.Operation, generic bool) string {
	return string(ir.Print(op, ir.PrintOptions{Generic: generic, AssumeVerified: true}))
}

// TestOperations: the pretty form that is printed after parsing.
func TestOperations(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, out string }{
		{"empty", "", "module {\n}\n"},
		{"implicit module", `"a.b"() : () -> ()`, "module {\n  \"a.b\"() : () -> ()\n}\n"},
		{"only module", "module @m attributes {a.b = 1} {\n}", "module @m attributes {a.b = 1 : i64} {\n}\n"},
		{"two modules", "module {}\nmodule {}", "module {\n  module {\n  }\n  module {\n  }\n}\n"},
		{
			"results", "%a, %b:2 = \"a.b\"() : () -> (i1, i2, i3)\n\"a.c\"(%b#1, %a, %b) : (i3, i1, i2) -> ()",
			"module {\n  %0:3 = \"a.b\"() : () -> (i1, i2, i3)\n  \"a.c\"(%0#2, %0#0, %0#1) : (i3, i1, i2) -> ()\n}\n",
		},
		{
			"values before their definition", "\"a.c\"(%x#1) : (i8) -> ()\n%x:2 = \"a.b\"() : () -> (i1, i8)",
			"module {\n  \"a.c\"(%0#1) : (i8) -> ()\n  %0:2 = \"a.b\"() : () -> (i1, i8)\n}\n",
		},
		{
			"blocks before their definition", "\"a.f\"() ({\n  \"a.br\"()[^x, ^y] : () -> ()\n^y:\n  \"a.e\"() : () -> ()\n^x(%a: i32 loc(unknown)):\n  \"a.e\"(%a) : (i32) -> ()\n}) : () -> ()",
			"module {\n  \"a.f\"() ({\n    \"a.br\"()[^bb2, ^bb1] : () -> ()\n  ^bb1:  // pred: ^bb0\n    \"a.e\"() : () -> ()\n  ^bb2(%0: i32):  // pred: ^bb0\n    \"a.e\"(%0) : (i32) -> ()\n  }) : () -> ()\n}\n",
		},
		{
			"names end with their region", "\"a.f\"() ({\n  %x = \"a.b\"() : () -> i1\n}, {\n  %x = \"a.b\"() : () -> i2\n}) : () -> ()\n%x = \"a.b\"() : () -> i3",
			"module {\n  \"a.f\"() ({\n    %1 = \"a.b\"() : () -> i1\n  }, {\n    %1 = \"a.b\"() : () -> i2\n  }) : () -> ()\n  %0 = \"a.b\"() : () -> i3\n}\n",
		},
		{"properties of an unknown operation", `"a.b"() <[1, "x"]> {c} : () -> ()`, "module {\n  \"a.b\"() <[1, \"x\"]> {c} : () -> ()\n}\n"},
		{
			"aliases", "!t = tensor<2xi32>\n#m = affine_map<(d0) -> (d0)>\n#a = [#m, !t]\n\"a.b\"() {x = #a} : () -> !t",
			"#map = affine_map<(d0) -> (d0)>\nmodule {\n  %0 = \"a.b\"() {x = [#map, tensor<2xi32>]} : () -> tensor<2xi32>\n}\n",
		},
		{"alias of a function type", "!f = () -> i1\n\"a.b\"() : !f", "module {\n  %0 = \"a.b\"() : () -> i1\n}\n"},
		{"comments", "// one\nmodule { // two\n}\n// three", "module {\n}\n"},
		{"white space", "\tmodule\r\n{\r\n}", "module {\n}\n"},
		{
			"symbol and colon", "vec.func @f {\n  vec.call @g() : () -> ()\n  vec.return\n}",
			"module {\n  vec.func @f {\n    call @g() : () -> ()\n    return\n  }\n}\n",
		},
		{
			"resources", "\"a.b\"() {x = dense_resource<k> : tensor<2xi8>} : () -> ()\n{-# dialect_resources: { builtin: { k: \"0x010000000A0B\" } } #-}",
			"module {\n  \"a.b\"() {x = dense_resource<k> : tensor<2xi8>} : () -> ()\n}\n\n{-#\n  dialect_resources: {\n    builtin: {\n      k: \"0x010000000A0B\"\n    }\n  }\n#-}\n",
		},
	} {
		op, ds, ok := parse(c.in)
		if !ok {
			t.Errorf("%s: %s", c.name, ds.String())
			continue
		}
		if diff := cmp.Diff(c.out, printed(op, false)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestFormats: operations in the pretty form and in the generic form.
func TestFormats(t *testing.T) {
	t.Parallel()
	const defs = "%v = \"d.v\"() : () -> vector<4xf32>\n  %c = \"d.c\"() : () -> i1\n  %i = \"d.i\"() : () -> index\n  %m = \"d.m\"() : () -> memref<?xf32>\n"
	for _, c := range []struct{ name, in, generic string }{
		{"same type", "%0 = vec.add %v, %v : vector<4xf32>", `%4 = "vec.add"(%0, %0) <{flags = 0 : i32}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>`},
		{"optional attribute", "%0 = vec.add %v, %v flags<fast> {x} : vector<4xf32>", `%4 = "vec.add"(%0, %0) <{flags = 1 : i32}> {x} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>`},
		{"variadic operand", "%0 = vec.load %m[%i] nontemporal : memref<?xf32>, f32", `%4 = "vec.load"(%3, %2) <{nontemporal}> : (memref<?xf32>, index) -> f32`},
		{"no variadic operand", "%0 = vec.load %m[] : memref<?xf32>, f32", `%4 = "vec.load"(%3) : (memref<?xf32>) -> f32`},
		{"types that follow from a later one", "%0 = vec.select %c, %v, %v : vector<4xf32>", `%4 = "vec.select"(%1, %0, %0) : (i1, vector<4xf32>, vector<4xf32>) -> vector<4xf32>`},
		{"type as a function of another", "%0 = vec.elem %v : vector<4xf32>", `%4 = "vec.elem"(%0) : (vector<4xf32>) -> f32`},
		{"type of an attribute", "%0 = vec.const 5 : i8", `%4 = "vec.const"() <{value = 5 : i8}> : () -> i8`},
		{"no group", "vec.copy in()", `"vec.copy"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()`},
		{
			"groups and clauses", "vec.copy in(%v, %c : vector<4xf32>, i1) mask %i : index out(%c : i1) fast",
			`"vec.copy"(%0, %1, %2, %1) <{fast, operandSegmentSizes = array<i32: 2, 1, 1>}> : (vector<4xf32>, i1, index, i1) -> ()`,
		},
		{"functional type", "%0:2 = vec.call @f(%v, %c) : (vector<4xf32>, i1) -> (i1, i2)", `%4:2 = "vec.call"(%0, %1) <{callee = @f}> : (vector<4xf32>, i1) -> (i1, i2)`},
		{"implicit terminator", "vec.if %c {\n}", "\"vec.if\"(%1) ({\n\"vec.return\"() : () -> ()\n}, {\n}) : (i1) -> ()"},
		{"optional region", "vec.if %c {\n} else {\n}", "\"vec.if\"(%1) ({\n\"vec.return\"() : () -> ()\n}, {\n\"vec.return\"() : () -> ()\n}) : (i1) -> ()"},
		{"enumeration", "vec.kind slow, 7", `"vec.kind"() <{mode = 2 : i32, n = 7 : i64}> : () -> ()`},
		{"enumeration as string", `vec.kind "fast"`, `"vec.kind"() <{mode = 1 : i32}> : () -> ()`},
		{"attribute that the dictionary repeats", `vec.kind "fast" {mode = 2 : i32}`, `"vec.kind"() <{mode = 2 : i32}> : () -> ()`},
	} {
		op, ds, ok := parse(defs + c.in)
		if !ok {
			t.Errorf("%s: %s", c.name, ds.String())
			continue
		}
		got := printed(op.Body().Back(), true)
		if diff := cmp.Diff(c.generic, strings.Join(lines(got), "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		pretty := printed(op, false)
		again, ds, ok := parse(pretty)
		if !ok {
			t.Errorf("%s: the pretty form does not parse: %s", c.name, ds.String())
		} else if diff := cmp.Diff(pretty, printed(again, false)); diff != "" {
			t.Errorf("%s: the pretty form changes (-first +second):\n%s", c.name, diff)
		}
	}
}

// lines returns the lines of a text without indentation.
func lines(text string) []string {
	ls := strings.Split(strings.TrimSpace(text), "\n")
	for i := range ls {
		ls[i] = strings.TrimSpace(ls[i])
	}
	return ls
}

func TestFormatErrors(t *testing.T) {
	t.Parallel()
	const defs = "%v = \"d.v\"() : () -> vector<4xf32> %c = \"d.c\"() : () -> i1\n"
	for _, c := range []struct{ in, err string }{
		{"vec.add %v %v : vector<4xf32>", "2:11: expected ','"},
		{"%0 = vec.add %v, %v : i1", "2:14: use of value '%v' expects different type than prior uses: 'i1' vs 'vector<4xf32>'"},
		{"vec.copy in(%v : i1, i1)", "2:13: custom op 'vec.copy' number of operands and types do not match: got 1 operands and 2 types"},
		{"vec.copy out(%c : i1)", "2:10: custom op 'vec.copy' expected 'in'"},
		{"vec.copy in() fast fast", "2:1: custom op 'vec.copy' `fast` clause can appear at most once in the expansion of the oilist directive"},
		{"vec.kind quick", "2:10: custom op 'vec.kind' expected string or keyword containing one of the following enum values for attribute 'mode' [none, fast, slow]"},
		{`vec.kind "quick"`, `2:10: custom op 'vec.kind' invalid mode attribute specification: "quick"`},
		{"vec.func f {}", "2:10: custom op 'vec.func' expected valid '@'-identifier for symbol name"},
		{"vec.if %c", "2:10: expected '{' to begin a region"},
		{"vec.call @f(%v) : i1", "2:19: custom op 'vec.call' invalid kind of type specified: expected builtin.function, but found 'i1'"},
		{"vec.call @f(%v) : () -> ()", "2:13: custom op 'vec.call' number of operands and types do not match: got 1 operands and 0 types"},
		{"vec.ad %v", "2:1: custom op 'vec.ad' is unknown"},
		{"i32", "1:59: expected operation name in quotes"},
		{"%0 = vec.elem %v : f32", "2:20: custom op 'vec.elem' invalid kind of type specified: expected builtin.vector, but found 'f32'"},
		{"vec.kind none {n = 1 : i8}", "2:15: custom op 'vec.kind' 'vec.kind' op attribute 'n' failed to satisfy constraint: 64-bit signless integer attribute"},
		{"vec.kind none {mode = 1 : i8}", "2:15: custom op 'vec.kind' 'vec.kind' op attribute 'mode' failed to satisfy constraint: flags"},
	} {
		if got := firstError(defs+c.in+"\n", 0); got != c.err {
			t.Errorf("%s:\ngot  %s\nwant %s", c.in, got, c.err)
		}
	}
}

// TestNotes: secondary places and suggestions.
func TestNotes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, note string }{
		{"%0 = \"a.b\"() : () -> i1\n%0 = \"a.b\"() : () -> i1", "1: previously defined here"},
		{"%0 = \"a.b\"() : () -> i1\n\"a.b\"(%0) : (i2) -> ()", "1: prior use here"},
		{"\"a.b\"(%0) : (i2) -> ()\n%0 = \"a.b\"() : () -> i1", "1: previously used here with type 'i2'"},
		{"vec.ad", "1: did you mean 'vec.add'?"},
		{"\"a.b\"() {x = #mapp} : () -> ()\n#map = 1", ""},
		{"#map = 1\n\"a.b\"() {x = #mapp} : () -> ()", "1: did you mean '#map'?"},
		{"\"a.b\"() {x = #map} : () -> ()\n#map = 1", "2: defined here, after its use"},
		{"\"a.b\"() {x = 1 : f32} : () -> ()", "1: add a trailing dot to make the literal a float"},
	} {
		_, ds, _ := parse(c.in)
		got := ""
		if list := ds.List(); len(list) > 0 && len(list[0].Notes) > 0 {
			n := list[0].Notes[0]
			_, line, _, _ := n.Loc.FileLineCol()
			got = fmt.Sprintf("%d: %s", line, n.Msg)
		}
		if c.note != "" && got != c.note {
			t.Errorf("%q: note %q, want %q", c.in, got, c.note)
		}
	}
}

// TestRecovery: one run reports all mistakes of a source, and no errors that only follow
// from them.
func TestRecovery(t *testing.T) {
	t.Parallel()
	const text = `#m = affine_map<(d0) -> (d1)>
module {
  vec.func @f {
    %0 = vec.const 5 : i8
    %1 = vec.ad %0, %0 : i8
    %2 = vec.add %1, %0 : i8
    %3 = vec.add %2, %0 : i16
    %4:2 = "a.b"(%3, %1) : (i16, i9) -> (i1)
    "a.c"(%4#1, %4#0) ({
      "a.d"() {x = 300 : i8} : () -> ()
      "a.e"() : () -> ()
    }) {y = } : (i8, i8) -> ()
    vec.br ^bb1
  ^bb1(%a i8):
    vec.return
  ^bb2:
    vec.add %0,
    vec.return $
    "a.f"() : () -> ()
  }
  vec.func g {
    vec.oops
  }
  vec.func @h {
    vec.return
  }
}
"unclosed
vec.kind quick
}
vec.oops
`
	want := []string{
		"1: use of undeclared identifier",
		"5: custom op 'vec.ad' is unknown",
		"7: use of value '%2' expects different type than prior uses: 'i16' vs 'i8'",
		"8: operation defines 1 results but was provided 2 to bind",
		"10: integer constant out of range for attribute",
		"12: expected attribute value",
		"14: expected ':' and type for SSA operand",
		"17: expected SSA operand",
		"18: unexpected character",
		"21: custom op 'vec.func' expected valid '@'-identifier for symbol name",
		`28: expected '"' in string literal`,
		"29: custom op 'vec.kind' expected string or keyword containing one of the following enum values for attribute 'mode' [none, fast, slow]",
		"29: expected operation name in quotes",
		"31: custom op 'vec.oops' is unknown",
	}
	if diff := cmp.Diff(want, allErrors(text)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := allErrors(text, parser.MaxErrors(3)); len(got) != 3 {
		t.Errorf("with a limit of 3: %q", got)
	}
}

// TestThreads: neither the result nor the diagnostics depend on the number of
// threads.
func TestThreads(t *testing.T) {
	t.Parallel()
	good := straightLine(20, 200)
	bad := strings.ReplaceAll(good, "%5 = vec.load", "%5 = vec.lod")
	bad = strings.Replace(bad, "%9 = vec.add %8", "%9 = vec.add %nothing", 3)
	if got := len(allErrors(bad)); got != 20 {
		t.Errorf("%d errors are reported, want the default limit of 20", got)
	}
	generic, _, _ := parse(good)
	for name, text := range map[string]string{
		"good": good, "bad": bad, "generic": printed(generic, true), "undefined": strings.Replace(good, "%9 = vec.add %8", "%9 = vec.add %nothing", 3),
		"distinct attributes": strings.NewReplacer("= vec.load", "= \"test.load\"() {a = distinct[3]<1>} : () -> vector<4x8xf32> //").Replace(good),
		"distinct attributes in conflict": strings.Replace(strings.ReplaceAll(good, "%5 = vec.load",
			"\"test.a\"() {a = distinct[3]<1>} : () -> ()\n    %5 = vec.load"), "distinct[3]<1>", "distinct[3]<2>", 3),
		"location alias far to the right":  strings.Replace(good, "vector<4x8xf32>\n", "vector<4x8xf32> loc(#here)\n", 9) + "        #here = loc(\"here\")\n",
		"location alias behind the module": strings.TrimSpace(strings.Replace(good, "vector<4x8xf32>\n", "vector<4x8xf32> loc(#here)\n", 9)) + " #here = loc(\"here\")\n",
		"alias that is easy to miss":       strings.Replace(good, "  vec.func @f10", "}\n\nmodule { } #late = 1\nmodule {\n  vec.func @f10", 1),
	} {
		one, ds, ok := parse(text, parser.Threads(1), parser.MaxErrors(1000))
		want, errs := printed(one, false), ds.String()
		if wrong := name == "bad" || name == "undefined" || strings.HasSuffix(name, "in conflict"); ok == wrong {
			t.Errorf("%s: ok = %v:\n%s", name, ok, errs)
		}
		for _, n := range []int{2, 3, runtime.GOMAXPROCS(0) + 7} {
			op, ds, ok2 := parse(text, parser.Threads(n), parser.MaxErrors(1000))
			if ok != ok2 || ds.String() != errs {
				t.Errorf("%s, %d threads: ok = %v, want %v:\n%s", name, n, ok2, ok, cmp.Diff(errs, ds.String()))
			}
			if got := printed(op, false); got != want {
				t.Errorf("%s, %d threads: another result", name, n)
			}
		}
	}
}

// TestLimits: deep nesting and large numbers are errors with a place.
func TestLimits(t *testing.T) {
	t.Parallel()
	const n = 100000
	deep := "nesting is deeper than the limit of 1000"
	for _, c := range []struct{ name, in, err string }{
		{"types", `"a.b"() {x = ` + strings.Repeat("tuple<", n), deep},
		{"attributes", `"a.b"() {x = ` + strings.Repeat("[", n), deep},
		{"literals", `"a.b"() {x = dense<` + strings.Repeat("[", n), deep},
		{"complex literals", `"a.b"() {x = dense<` + strings.Repeat("(", n), deep},
		{"locations", `"a.b"() : () -> () loc(` + strings.Repeat("fused[", n), deep},
		{"expressions", `"a.b"() {x = affine_map<() -> (` + strings.Repeat("(", n), deep},
		{"negations", `"a.b"() {x = affine_map<() -> (` + strings.Repeat("-", n), deep},
		{"regions", strings.Repeat(`"a.b"() ({`, n), deep},
		{"function types", `"a.b"() {x = ` + strings.Repeat("(", n), deep},
		{"symbols", `"a.b"() {x = #a.b` + strings.Repeat("<", n), "unbalanced '<' character in pretty dialect name"},
		{"extent", `"a.b"() {x = tensor<` + strings.Repeat("9", 30) + `xi1>} : () -> ()`, "invalid dimension"},
		{"number", `"a.b"() {x = ` + strings.Repeat("9", n) + `} : () -> ()`, "integer constant out of range for attribute"},
		{"elements", `"a.b"() {x = dense<[1]> : tensor<4294967296x4294967296x4294967296xi1>} : () -> ()`, "has too many elements"},
		{"results", `%0:99999999999 = "a.b"() : () -> ()`, "cannot name an operation with no results"},
		{"result number", `"a.b"(%0#99999999999) : (i1) -> ()`, "invalid SSA value result number"},
		{"value name", `"a.b"(%99999999) : (i1) -> ()`, "use of undeclared SSA value name"},
	} {
		if got := firstError(c.in, 0); !strings.Contains(got, c.err) {
			t.Errorf("%s: got %.200s, want %s", c.name, got, c.err)
		}
	}
}

// TestAliasDepth: nesting is counted through aliases, wherever they are; the error is at
// the first alias that is nested too deep.
func TestAliasDepth(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, first, next, use string
		pos                    string // of the error
	}{
		{name: "attributes", first: "#a0 = 1 : i32", next: "#a%d = [#a%d]", use: "#a1999", pos: "1000:10"},
		{name: "dictionaries", first: "#a0 = unit", next: "#a%d = {a = #a%d}", use: "#a1999", pos: "1002:15"},
		{name: "types", first: "!a0 = i32", next: "!a%d = tuple<!a%d>", use: "!a1999", pos: "1001:16"},
		{name: "functions", first: "!a0 = i32", next: "!a%d = () -> !a%d", use: "!a1999", pos: "1001:16"},
		{name: "types in attributes", first: "!a0 = i32", next: "!a%d = tuple<!a%d>", pos: "1001:14"},
		{name: "call sites", first: `#a0 = loc("a":1:1)`, next: `#a%d = loc(callsite("b":1:1 at #a%d))`, use: "#a1999",
			pos: "1000:33"},
		{name: "locations", first: `#a0 = loc("a":1:1)`, next: `#a%d = loc("b"(#a%d))`, use: "#a1999", pos: "1000:17"},
	} {
		aliases := 2000
		if c.use == "" {
			aliases, c.use = 1000, "!a999"
		}
		var b strings.Builder
		b.WriteString(c.first + "\n")
		for n := 1; n < aliases; n++ {
			fmt.Fprintf(&b, c.next+"\n", n, n-1)
		}
		fmt.Fprintf(&b, "\"a.b\"() {x = %s} : () -> ()\n", c.use)
		if got, want := firstError(b.String(), 0), c.pos+": nesting is deeper than the limit of 1000"; got != want {
			t.Errorf("%s: got %.200s, want %s", c.name, got, want)
		}
	}
	// An accepted file can also be read with other words.
	var b strings.Builder
	b.WriteString("#a0 = 1 : i32\n")
	for n := 1; n < 990; n++ {
		fmt.Fprintf(&b, "#a%d = [#a%d]\n", n, n-1)
	}
	op, ds, ok := parse(b.String() + "\"a.b\"() {x = #a989} : () -> ()\n")
	if !ok {
		t.Fatal(ds.String())
	}
	if text := printed(op, false); firstError(text, 0) != "no error" {
		t.Errorf("what was printed is not read: %s", firstError(text, 0))
	}
}

// TestTruncated: no prefix of a source makes the parser panic, and the errors of faulty prefixes
// have a place.
func TestTruncated(t *testing.T) {
	t.Parallel()
	text := straightLine(1, 12) + `"a.b"() {a = dense<[1, -2]> : tensor<2xi8>, b = !d.t<"x">, c = loc(fused<1>["f":1:2])} : () -> ()
{-# dialect_resources: { builtin: { k: "0x010000000A0B" } } #-}
`
	for i := range text {
		if _, ds, ok := parse(text[:i]); !ok {
			for _, d := range ds.List() {
				if !d.Loc.IsKnown() {
					t.Errorf("cut at %d: no place: %s", i, d.Msg)
				}
			}
		}
	}
}

func TestExternalResources(t *testing.T) {
	t.Parallel()
	const text = `{-# external_resources: { tool: { a: true, "b c": "text", d: "0x04000000ff" } } #-}`
	var got []string
	_, ds, ok := parse(text, parser.ExternalResources(func(section string, e parser.ResourceEntry) {
		got = append(got, fmt.Sprintf("%s %s %v %q %x", section, e.Key, e.Bool, e.Text, e.Blob))
	}))
	want := []string{`tool a true "" `, `tool b c false "text" `, `tool d false "" 04000000ff`}
	if diff := cmp.Diff(want, got); !ok || diff != "" {
		t.Errorf("%s(-want +got):\n%s", ds.String(), diff)
	}
	if _, ds, ok := parse(text); !ok || !strings.Contains(ds.String(), "ignoring unknown external resources for 'tool'") {
		t.Errorf("without handler: ok = %v, %s", ok, ds.String())
	}
}

// TestParsedAgain: resources are counted once where a location alias is defined too late,
// so that the source is parsed again.
func TestParsedAgain(t *testing.T) {
	t.Parallel()
	const text = `"a.b"() {x = dense_resource<k> : tensor<1xi8>} : () -> () loc(#here)
"a.c"() : () -> () #here = loc("here")
{-# dialect_resources: { builtin: { k: "0x0000000001" } }, external_resources: { tool: { a: true } } #-}`
	entries := 0
	op, ds, ok := parse(text, parser.ExternalResources(func(string, parser.ResourceEntry) { entries++ }))
	if !ok {
		t.Fatal(ds.String())
	}
	first := op.Body().Front()
	if key := first.Attr("x").(*ir.ResourceAttr).Key; key != "k" || entries != 1 {
		t.Errorf("the key is %s, and there are %d entries", key, entries)
	}
	if text := string(ir.Print(first, ir.PrintOptions{DebugInfo: true, LocalScope: true})); !strings.Contains(text, `loc("here")`) {
		t.Errorf("the location is lost: %s", text)
	}
}

// TestResourceKeys: two sources in the same context may use the same key.
func TestResourceKeys(t *testing.T) {
	t.Parallel()
	ctx := newContext()
	for i, want := range []string{"k", "k_1"} {
		text := fmt.Sprintf(`"a.b"() {x = dense_resource<k> : tensor<1xi8>} : () -> () {-# dialect_resources: { builtin: { k: "0x00000000%02X" } } #-}`, i)
		var ds ir.Diagnostics
		op, err := parser.Parse(t.Context(), ctx, &ir.Source{Name: "-", Text: text}, &ds)
		if err != nil {
			t.Fatal(ds.String())
		}
		a := op.Body().Front().Attr("x").(*ir.ResourceAttr)
		if r := ctx.Resources.Get(a.Key); a.Key != want || r == nil || len(r.Data) != 1 || int(r.Data[0]) != i {
			t.Errorf("source %d: key %s, %v", i, a.Key, r)
		}
	}
}

func TestNameHints(t *testing.T) {
	t.Parallel()
	op, _, _ := parse("%x, %1, %y:2 = \"a.b\"() ({\n^bb0(%arg: i1):\n}) : () -> (i1, i1, i1, i1)")
	b := op.Body().Front()
	var got []string
	for _, v := range append(b.ResultList(), b.Region(0).Front().Arg(0)) {
		got = append(got, v.NameHint())
	}
	if diff := cmp.Diff([]string{"x", "", "y", "y", "arg"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestLocations(t *testing.T) {
	t.Parallel()
	const text = "\"a.b\"() : () -> ()\n  %0 = \"a.c\"() : () -> i1 loc(#l)\n\"a.d\"() : () -> () loc(\"x\"(\"f\":3:4))\n#l = loc(unknown)"
	ctx := newContext()
	var ds ir.Diagnostics
	op, err := parser.Parse(t.Context(), ctx, &ir.Source{Name: "-", Text: text}, &ds)
	if err != nil {
		t.Fatal(ds.String())
	}
	var got []string
	for o := range op.Body().Ops() {
		got = append(got, o.Loc().Attr(ctx).String())
	}
	if diff := cmp.Diff([]string{`loc("-":1:1)`, "loc(unknown)", `loc("x"("f":3:4))`}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestUnregistered(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, err string }{
		{`"a.b"() : () -> ()`, "1:6: operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used"},
		{`%0 = unrealized_conversion_cast to !a.b`, "1:39: `!\"a\"<\"b\">` type created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used"},
		{`%0 = unrealized_conversion_cast to i1 {x = #a<b c>}`, "1:44: #\"a\"<\"b c\"> : 'none' attribute created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used"},
		{"a.b", "1:1: Dialect `a' not found for custom op 'a.b' "},
	} {
		ctx := ir.NewContext(vec)
		var ds ir.Diagnostics
		parser.Parse(t.Context(), ctx, &ir.Source{Name: "-", Text: c.in}, &ds)
		got := "no error"
		if list := ds.List(); len(list) > 0 {
			_, line, col, _ := list[0].Loc.FileLineCol()
			got = fmt.Sprintf("%d:%d: %s", line, col, list[0].Msg)
		}
		if got != c.err {
			t.Errorf("%s:\ngot  %s\nwant %s", c.in, got, c.err)
		}
	}
}

// TestInternedResultTypes: the list of result types that a hand-written form takes
// from a function type is not written to by the operations after it.
func TestInternedResultTypes(t *testing.T) {
	t.Parallel()
	const text = `module {
  %0 = vec.make () -> i32
  %1 = "test.other"() : () -> f32
  %2 = vec.make () -> i32
}
`
	c := newContext()
	var ds ir.Diagnostics
	m, err := parser.Parse(t.Context(), c, &ir.Source{Name: "test.mlir", Text: text}, &ds)
	if err != nil {
		t.Fatal(ds.String())
	}
	if got := m.String(); got != text {
		t.Errorf("got\n%s", got)
	}
}
