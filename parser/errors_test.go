package parser_test

import "testing"

// sourceErrors lists messages and places for faulty sources.
var sourceErrors = []struct{ in, err string }{
	{`"foo"`, `1:6: expected '(' to start operand list`},
	{"%0 = \"a.b\"() : () -> i32\n\"a.c\"(%0) : (i64) -> ()", `2:7: use of value '%0' expects different type than prior uses: 'i64' vs 'i32'`},
	{`"a.c"(%0) : (i64) -> ()`, `1:7: use of undeclared SSA value name`},
	{"\"a.c\"(%0) : (i64) -> ()\n%0 = \"a.b\"() : () -> i32", `2:1: definition of SSA value '%0#0' has type 'i32'`},
	{"\"a.c\"(%0, %1) : (i64, i32) -> ()\n%0 = \"a.b\"() : () -> i64", `1:11: use of undeclared SSA value name`},
	{"%0 = \"a.b\"() : () -> i32\n%0 = \"a.b\"() : () -> i32", `2:1: redefinition of SSA value '%0'`},
	{`%0:2 = "a.b"() : () -> i32`, `1:1: operation defines 1 results but was provided 2 to bind`},
	{"%0:2 = \"a.b\"() : () -> (i32, i32)\n\"a.c\"(%0#2) : (i32) -> ()", `2:7: reference to invalid result number`},
	{`%0 = "a.b"() : () -> ()`, `1:1: cannot name an operation with no results`},
	{`%0: = "a.b"() : () -> i32`, `1:4: expected integer number of results`},
	{`%0:0 = "a.b"() : () -> i32`, `1:4: expected named operation to have at least 1 result`},
	{`%0:x = "a.b"() : () -> i32`, `1:4: expected integer number of results`},
	{`%0 "a.b"() : () -> i32`, `1:3: expected '=' after SSA name`},
	{`%0 =`, `1:5: expected operation name in quotes`},
	{`%0 = 5`, `1:5: expected operation name in quotes`},
	{`"a.b"( : () -> ()`, `1:7: expected ')' to end operand list`},
	{`"a.b"(%0 %1) : () -> ()`, `1:9: expected ')' to end operand list`},
	{`"a.b"(5) : () -> ()`, `1:7: expected ')' to end operand list`},
	{`"a.b"() () -> ()`, `1:10: expected '{' to begin a region`},
	{`"a.b"() : i32`, `1:11: expected function type`},
	{`"a.b"() : () -> (i32`, `1:21: expected ')'`},
	{`"a.b"() : (i32) -> ()`, `1:11: expected 0 operand types but had 1`},
	{`"a.b"(%0, %1) : (i32) -> ()`, `1:17: expected 2 operand types but had 1`},
	{"\"a.b\"() ({\n  \"a.c\"() : () -> ()\n : () -> ()", `2:21: expected operation name in quotes`},
	{`"a.b"() ({ } : () -> ()`, `1:13: expected ')' to end region list`},
	{"\"a.b\"() ({\n^bb0(%a: i32, %a: f32):\n  \"a.c\"(%a) : (i32) -> ()\n}) : () -> ()", `2:15: redefinition of SSA value '%a'`},
	{"\"a.b\"() ({\n^bb0:\n  \"a.br\"()[^bb1, ^bb2] : () -> ()\n^bb1:\n}) : () -> ()", `3:18: reference to an undefined block`},
	{"\"a.b\"() ({\n^bb0:\n  \"a.br\"()[^bb0] : () -> ()\n^bb0:\n}) : () -> ()", `4:1: redefinition of block '^bb0'`},
	{"\"a.b\"() ({\n^bb0\n  \"a.br\"()[^bb0] : () -> ()\n}) : () -> ()", `2:5: expected ':' after block name`},
	{"\"a.b\"() ({\n^bb0(%a):\n}) : () -> ()", `2:8: expected ':' and type for SSA operand`},
	{"\"a.b\"() ({\n^bb0(%a i32):\n}) : () -> ()", `2:8: expected ':' and type for SSA operand`},
	{"\"a.b\"() ({\n^bb0(%a: i32:\n}) : () -> ()", `2:13: expected ')'`},
	{"\"a.b\"() ({\n  \"a.br\"()[5] : () -> ()\n}) : () -> ()", `2:12: expected block name`},
	{"\"a.b\"() ({\n  \"a.br\"()[] : () -> ()\n}) : () -> ()", `2:12: expected list element`},
	{`"a.b"() <{a = 1} {b = 2} : () -> ()`, `1:17: expected '>' to close properties`},
	{`"a.b"() <a> : () -> ()`, `1:10: expected attribute value`},
	{"#a = 1 : i32\n#a = 2 : i32", `2:1: redefinition of attribute alias id 'a'`},
	{`#a.b = 1`, `1:1: attribute names with a '.' are reserved for dialect-defined names`},
	{`#a 1`, `1:3: expected '=' in attribute alias definition`},
	{"!a = i32\n!a = i32", `2:1: redefinition of type alias id 'a'`},
	{`!a.b = i32`, `1:1: type names with a '.' are reserved for dialect-defined names`},
	{`!a i32`, `1:3: expected '=' in type alias definition`},
	{`"a.b"() : () -> () loc(#loc1`, `1:29: expected ')' in location`},
	{`"a.b"() : () -> () loc`, `1:23: expected '(' in location`},
	{`module {`, `1:9: expected operation name in quotes`},
	{`module }`, `1:7: expected '{' to begin a region`},
	{"module attributes {x.y = 1, x.y = 2} {\n}", `1:29: duplicate key 'x.y' in dictionary attribute`},
	{"module @x {sym_name = \"x\"} {\n}", `1:12: custom op 'sym_name' is unknown (tried 'builtin.sym_name' as well)`},
	{"module \"x\" {\n}", `1:7: expected '{' to begin a region`},
	{`%1 = unrealized_conversion_cast %0 : i32 f32`, `1:42: custom op 'builtin.unrealized_conversion_cast' expected 'to'`},
	{`%1 = unrealized_conversion_cast %0 i32 to f32`, `1:35: expected ':'`},
	{`"a.b"() {a = 1 : () -> ()`, `1:14: integer literal not valid for specified type`},
	{"\"a.b\"() : () -> ()\n@foo", `1:19: expected operation name in quotes`},
	{`"a.b`, `1:5: expected '"' in string literal`},
	{`"a.b"() {a = [@m:`, `1:18: expected ',' or ']'`},
	{`"a.b"() {a = #arm_neon.kind} : () -> ()`, `1:24: dialect 'arm_neon' provides no attribute parsing hook`},
	{`"a.b"() {a = !linalg<kind>} : () -> ()`, `1:22: dialect 'linalg' provides no type parsing hook`},
	{`"a.b"() {a = #dlti.dl_entry<"k", #none>} : () -> ()`, `1:39: undefined symbol alias id 'none'`},
	{"{-#\n  dialect_resources: {\n    nowhere: {\n      k: \"0x00\"\n    }\n  }\n#-}", `3:5: dialect 'nowhere' is unknown`},
	{"{-#\n  dialect_resources: {\n    linalg: {\n      k: \"0x00\"\n    }\n  }\n#-}", `4:7: unexpected 'resource' section for dialect 'linalg'`},
	{"{-#\n  dialect_resources: {\n    ml_program: {\n      k: \"0x00\"\n    }\n  }\n#-}", `4:7: unknown 'resource' key 'k' for dialect 'ml_program'`},
	{"{-#\n  dialect_resources: {\n    test: {\n      k: \"0x00\"\n    }\n  }\n#-}", `4:10: expected hex string blob for key 'k' to encode alignment in first 4 bytes`},
	{"\"a.b\"(\n// comment at the end", `2:22: expected ')' to end operand list`},
	{`"a.b"() {a = "x\q"} : () -> ()`, `1:16: unknown escape in string literal`},
	{`%0 = "a.b"() : () -> i32 $`, `1:26: unexpected character`},
	{`/ foo`, `1:1: expected operation name in quotes`},
	{`"a.b"() : () -> () ..`, `1:21: expected three consecutive dots for an ellipsis`},
	{`% = "a.b"()`, `1:1: invalid SSA name`},
	{`"a.b"() [^] : () -> ()`, `1:10: invalid block name`},
	{`"a.b"() {a = dense_resource<x> : tensor<4xi8>} : () -> ()
{-# dialect_resources: { builtin: { x: "0x0300000001020304" } } #-}`, `2:40: expected hex string blob for key 'x' to encode alignment in first 4 bytes, but got non-power-of-2 value: 3`},
	{`{-# dialect_resources: { builtin: { x: "0x03" } } #-}`, `1:40: expected hex string blob for key 'x' to encode alignment in first 4 bytes`},
	{`{-# dialect_resources: { builtin: { x: 3 } } #-}`, `1:40: expected hex string blob for key 'x'`},
	{`{-# dialect_resources: { foo: { x: 3 } } #-}`, `1:26: dialect 'foo' is unknown`},
	{`{-# foo: { func: { x: 3 } } #-}`, `1:5: unknown key 'foo' in file metadata dictionary`},
	{`{-# external_resources: { foo { x: true, "y z": "abc" } } #-}`, `1:30: expected ':'`},
	{`{-# external_resources: { foo: { x } } #-}`, `1:35: expected ':'`},
	{`{-# 5 #-}`, `1:5: expected identifier key in file metadata dictionary`},
	{`{-# external_resources: { foo: { x: true, "y z": "abc" } }`, `1:59: expected ',' or '#-}'`},
	{"\"a.b\"() ({\n  %0 = \"a.x\"(%1) : (i32) -> i32\n}, {\n  %1 = \"a.x\"(%0) : (i32) -> i32\n}) : () -> ()", `4:14: use of undeclared SSA value name`},
	{`%x = "a.z"() : () -> i32
"a.b"() ({
  %0 = "a.x"(%x) : (i32) -> i32
  "a.b"() ({
    %1 = "a.x"(%0) : (i32) -> i32
    %x = "a.x"(%0) : (i32) -> i32
  }) : () -> ()
}) : () -> ()`, `6:5: redefinition of SSA value '%x'`},
}

func TestErrors(t *testing.T) {
	t.Parallel()
	for _, c := range sourceErrors {
		if got := firstError(c.in+"\n", 0); got != c.err {
			t.Errorf("%s\ngot  %s\nwant %s", c.in, got, c.err)
		}
	}
}
