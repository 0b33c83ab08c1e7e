package optmain_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// everydayMistakes are inputs with a single mistake each. want is the part of our
// messages that upstream lacks: the notes on standard error, or all of standard error for
// a command line.
var everydayMistakes = []struct{ name, args, text, want string }{
	{name: "misspelt value", args: "x.mlir", text: "func.func @f(%argument: i32) -> i32 {\n  %0 = arith.addi %argumnt, %argument : i32\n  return %0 : i32\n}\n",
		want: "x.mlir:2:19: note: did you mean '%argument'?"},
	{name: "value of another region", args: "x.mlir", text: "func.func @f(%c: i1) -> i32 {\n  scf.if %c {\n    %x = arith.constant 1 : i32\n  }\n  return %x : i32\n}\n",
		want: "x.mlir:3:5: note: '%x' is defined here, in a region that ends at 4:3"},
	{name: "argument of another region", args: "x.mlir", text: "func.func @f(%a: index) -> index {\n  scf.for %i = %a to %a step %a {\n  }\n  return %i : index\n}\n",
		want: "x.mlir:2:11: note: '%i' is defined here, in a region that ends at 3:3"},
	{name: "brace that is missing", args: "x.mlir", text: "func.func @f(%c: i1) {\n  scf.if %c {\n    %x = arith.constant 1 : i32\n  func.return\n}\nfunc.func @g() {\n  return\n}\n",
		want: "x.mlir:2:13: note: this '{' has no '}'; the one at 5:1 stands further left"},
	{name: "brace that is missing at the end", args: "x.mlir", text: "module {\n  func.func @f() {\n    return\n  }\n",
		want: "x.mlir:1:8: note: this '{' has no '}'"},
	{name: "brace that is missing in a template", args: "x.mlir", text: "poplar.vertex_template @\"demo::P\" params(T : type) multi {\n  poplar.compute generic (%x : memref<?x$T>) {\n  poplar.compute_return\n}\n",
		want: "x.mlir:2:46: note: this '{' has no '}'; the one at 4:1 stands further left"},
	{name: "brace too many", args: "x.mlir", text: "func.func @f(%c: i1) {\n  scf.if %c {\n  } }\n  return\n}\n",
		want: "x.mlir:3:5: note: this '}' has no '{'; the one at 1:22 stands further left"},
	{name: "brace too many at the end", args: "x.mlir", text: "module {\n}\n}\n",
		want: "x.mlir:3:1: note: this '}' has no '{'"},
	{name: "function without its opening brace", args: "x.mlir", text: "func.func @f(%a: i32,\n             %b: i32) -> i32 // sum\n  %c = arith.addi %a, %b : i32\n  return %c : i32\n}\n",
		want: "x.mlir:2:29: note: this line has no '{' for the '}' at 5:1"},
	{name: "body without its opening brace", args: "x.mlir", text: "func.func @f(%c: i1) {\n  scf.if %c\n    %x = ub.poison : i1\n  }\n  return\n}\n",
		want: "x.mlir:2:12: note: this line has no '{' for the '}' at 4:3"},
	{name: "vertex without its opening brace", args: "x.mlir", text: "poplar.vertex @\"demo::P\" multi external\n  poplar.field @x : f32\n}\n",
		want: "x.mlir:1:40: note: this line has no '{' for the '}' at 3:1"},
	{name: "byte order mark", args: "x.mlir", text: "\ufefffunc.func @f() {\n  return\n}\n",
		want: "x.mlir:1:1: note: the file begins with a byte order mark, which MLIR does not have"},
	{name: "operand that is missing at the end of a line", args: "x.mlir", text: "poplar.graph @g {\n  %x = poplar.variable \"x\" : !poplar.tensor<4xf32>\n  poplar.map_linear\n  %y = poplar.reverse %x dim 0\n}\n",
		want: "x.mlir:4:3: note: an operation begins here: the one before lacks an operand"},
	{name: "no terminator", args: "x.mlir", text: "func.func @f(%c: i32) {\n  %x = arith.addi %c, %c : i32\n}\n",
		want: "x.mlir:1:1: note: a block of 'func.func' ends with 'func.return'"},
	{name: "empty body of a vertex", args: "x.mlir", text: "poplar.vertex @\"demo::P\" worker {\n  poplar.compute () {\n  }\n}\n",
		want: "x.mlir:2:3: error: 'poplar.compute' op expected code that ends with 'poplar.compute_return', but got an empty body"},
	{name: "empty block", args: "x.mlir", text: "func.func @f() {\n  cf.br ^bb1\n^bb1:\n}\n",
		want: "x.mlir:1:1: note: a block of 'func.func' ends with 'func.return'"},
	{name: "empty block of a branch", args: "x.mlir", text: "func.func @f() {\n  cf.br ^bb1\n^bb1:\n}\n",
		want: "x.mlir:2:3: note: the empty block is a successor of 'cf.br'"},
	{name: "empty region with results", args: "x.mlir", text: "func.func @f(%c: i1) {\n  %r = scf.if %c -> i32 {\n  } else {\n  }\n  return\n}\n",
		want: "x.mlir:2:8: note: the region has to end with 'scf.yield' of values of type i32"},
	{name: "integer for the default of a field", args: "x.mlir", text: "poplar.vertex @\"demo::P\" worker external {\n  poplar.field @x : f32 = 2\n}\n",
		want: "x.mlir:2:27: note: add a trailing dot to make the literal a float"},
	{name: "empty body", args: "x.mlir", text: "func.func @f(%c: i32) {\n}\n",
		want: "x.mlir:1:1: note: a block of 'func.func' ends with 'func.return'"},
	{name: "empty body without arguments", args: "x.mlir", text: "func.func @f() {\n}\n",
		want: "x.mlir:1:16: note: a block of 'func.func' ends with 'func.return'"},
	{name: "misspelt symbol", args: "x.mlir", text: "func.func @helper() { return }\nfunc.func @f() {\n  call @helpr() : () -> ()\n  return\n}\n",
		want: "x.mlir:3:3: note: did you mean 'helper'?"},
	{name: "misspelt global", args: "x.mlir", text: "memref.global @table : memref<2xf32>\nfunc.func @f() {\n  %0 = memref.get_global @tabel : memref<2xf32>\n  return\n}\n",
		want: "x.mlir:3:8: note: did you mean 'table'?"},
	{name: "misspelt block", args: "x.mlir", text: "func.func @f() {\n  cf.br ^bb3\n^bb1:\n  return\n}\n",
		want: "x.mlir:2:9: note: did you mean '^bb1'?"},
	{name: "misspelt alias", args: "x.mlir",
		text: "#map = affine_map<(d0) -> (d0)>\nfunc.func private @f(memref<4xf32, #mapp>)\n",
		want: "x.mlir:1:1: note: did you mean '#map'?"},
	{name: "bracket too many, before a string", args: "x.mlir", text: "poplar.graph @g {\n  %x = poplar.variable \"x\" = dense< <3> : !poplar.tensor<ui32>\n  %y = poplar.variable \"y\" : !poplar.tensor<4xf32>\n}\n",
		want: "x.mlir:2:35: note: the unbalanced text begins here"},
	{name: "alias without definition", args: "x.mlir", text: "func.func private @f(memref<4xf32, #layout>)\n",
		want: "x.mlir:1:36: note: an alias is defined outside of operations, before its use: #layout = …"},
	{name: "alias with a mistake in its definition", args: "x.mlir", text: "func.func private @f(memref<4xf32, #rows>)\n#rows = affine_map<(d0) -> d0)>\n",
		want: "x.mlir:2:1: note: the definition has a mistake"},
	{name: "alias that a neighbour defines", args: "x.mlir", text: "func.func private @f(memref<4xf32, #rows>)\n",
		want: "x.mlir:1:36: note: '#rows' is defined in neighbour.mlir: #rows = affine_map<(d0, d1) -> (d1, d0)>"},
	{name: "type of another language", args: "x.mlir", text: "func.func private @f(int32)\n",
		want: "x.mlir:1:22: note: did you mean 'i32'?"},
	{name: "misspelt type", args: "x.mlir", text: "func.func private @f(tensr<4xf32>)\n",
		want: "x.mlir:1:22: note: did you mean 'tensor'?"},
	{name: "operation without dialect", args: "x.mlir", text: "func @f() { return }\n",
		want: "x.mlir:1:1: note: did you mean 'func.func' or 'gpu.func' or 'ml_program.func'?"},
	{name: "misspelt operation", args: "x.mlir",
		text: "func.func @f(%a: i32) {\n  %0 = arith.adi %a, %a : i32\n  return\n}\n",
		want: "x.mlir:2:8: note: did you mean 'arith.addi'?"},
	{name: "operand without sigil", args: "x.mlir", text: "func.func @f(%a: i32) {\n  %0 = arith.addi a, %a : i32\n  return\n}\n",
		want: "x.mlir:2:19: note: names of values begin with '%': did you mean '%a'?"},
	{name: "argument without sigil", args: "x.mlir", text: "func.func @f(a: i32) {\n  return\n}\n",
		want: "x.mlir:1:14: note: names of values begin with '%': did you mean '%a'?"},
	{name: "result without sigil", args: "x.mlir", text: "func.func @f(%a: i32) {\n  x = arith.addi %a, %a : i32\n  return\n}\n",
		want: "x.mlir:2:3: note: names of values begin with '%': did you mean '%x'?"},
	{name: "result of return without sigil", args: "x.mlir", text: "func.func @f(%a: i32) -> i32 {\n  return a : i32\n}\n",
		want: "x.mlir:2:10: note: names of values begin with '%': did you mean '%a'?"},
	{name: "index without sigil", args: "x.mlir", text: "func.func @f(%m: memref<4xf32>, %i: index) {\n  %0 = memref.load %m[i] : memref<4xf32>\n  return\n}\n",
		want: "x.mlir:2:23: note: names of values begin with '%': did you mean '%i'?"},
	{name: "argument of a loop without sigil", args: "x.mlir", text: "func.func @f(%a: index) {\n  scf.for i = %a to %a step %a {\n  }\n  return\n}\n",
		want: "x.mlir:2:11: note: names of values begin with '%': did you mean '%i'?"},
	{name: "misspelt keyword", args: "x.mlir",
		text: "func.func @f(%a: index) {\n  scf.for %i = %a to %a stp %a {\n  }\n  return\n}\n",
		want: "x.mlir:2:25: note: did you mean 'step'?"},
	{name: "misspelt keyword that may be absent", args: "x.mlir", text: "func.func @f(%a: index) {\n  scf.for %i = %a to %a step %a itr_args(%b = %a) -> index {\n  }\n  return\n}\n",
		want: "x.mlir:2:33: note: did you mean 'iter_args'?"},
	{name: "misspelt keyword behind a region", args: "x.mlir",
		text: "func.func @f(%c: i1) {\n  scf.if %c {\n  } els {\n  }\n  return\n}\n",
		want: "x.mlir:3:5: note: did you mean 'else'?"},
	{name: "misspelt word of an attribute", args: "x.mlir",
		text: "func.func private @f(memref<4xf32, #gpu.address_space<worgroup>>)\n",
		want: "x.mlir:1:55: note: did you mean 'workgroup'?"},
	{name: "misspelt flag", args: "x.mlir",
		text: "func.func @f(%c: f32) {\n  %0 = arith.addf %c, %c fastmath<fst> : f32\n  return\n}\n",
		want: "x.mlir:2:35: note: did you mean 'fast'?"},
	{name: "misspelt field of a layout", args: "x.mlir", text: "func.func private @f() attributes {l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tle = [1]>}\n",
		want: "x.mlir:1:92: note: did you mean 'batch_tile'?"},
	{name: "layout without dialect", args: "x.mlir", text: "func.func private @f() attributes {l = #nested_layout<subgroup_tile = [1]>}\n",
		want: "x.mlir:1:40: note: did you mean '#iree_vector_ext.nested_layout'?"},
	{name: "misspelt dialect", args: "x.mlir", text: "func.func private @f(!popler.in<f32>)\n",
		want: "x.mlir:1:22: note: did you mean '!poplar'?"},
	{name: "misspelt layout", args: "x.mlir", text: "poplar.vertex @\"demo::P\" worker external {\n  poplar.field @x : !poplar.in<vec<f32, SPN>>\n}\n",
		want: "x.mlir:2:41: error: unknown vector layout 'SPN'; did you mean 'SPAN'? [poplar.layout-unknown]"},
	{name: "misspelt form of a field type", args: "x.mlir", text: "poplar.vertex @\"demo::P\" worker external {\n  poplar.field @x : !poplar.in<vc<f32>>\n}\n",
		want: "x.mlir:2:32: error: unknown poplar type 'vc'; did you mean 'vec'? [poplar.type-parse]"},
	{name: "misspelt field", args: "x.mlir", text: fieldsOfAVertex + "    poplar.set %v @skale = 2.0\n  }\n}\n",
		want: "x.mlir:7:19: error: 'poplar.set' op 'demo::P' has no field 'skale'; did you mean 'scale'? [poplar.unknown-field]"},
	{name: "number that a field cannot hold", args: "x.mlir",
		text: fieldsOfAVertex + "    poplar.set %v @scale = 16777217\n  }\n}\n",
		want: "x.mlir:7:5: note: the nearest is 16777216"},
	{name: "no padding", args: "x.mlir", text: "func.func @f(%m: memref<8xf32>, %i: index) {\n  %v = vector.transfer_read %m[%i] : memref<8xf32>, vector<4xf32>\n  return\n}\n",
		want: "x.mlir:2:36: note: elements out of bounds get the padding: vector.transfer_read %base[%i], %padding : memref<…>, vector<…>"},
	{name: "signless integer of a field", args: "x.mlir", text: "poplar.vertex @\"demo::P\" worker external {\n  poplar.field @x : !poplar.in<vec<i16>>\n}\n",
		want: "x.mlir:2:36: note: element types: i1, i8, si8, ui8, quarter, si16, ui16, f16, si32, ui32, long, ulong, f32, si64, ui64\n" +
			"x.mlir:2:36: note: integers of a field have a sign or none: 'si16' or 'ui16'; code in poplar.compute sees 'i16'"},
	{name: "type of C++", args: "x.mlir", text: "poplar.vertex @\"demo::P\" worker external {\n  poplar.field @x : !poplar.in<vec<half>>\n}\n",
		want: "x.mlir:2:36: error: unknown element type 'half'; did you mean 'f16'? [poplar.elem-unknown]"},
	{name: "tensor without a tile", args: "build --target ipu2 -o out x.mlir", text: "poplar.graph @g {\n  %x = poplar.variable \"x\" : !poplar.tensor<4xf32>\n  poplar.program {\n    poplar.copy_from_host \"in\" to %x\n  }\n}\n",
		want: "x.mlir:2:8: note: write 'poplar.set_tile_mapping %tensor on <tile>' to put its elements on a tile"},
	{name: "multi without worker", args: "x.mlir --pass-pipeline=builtin.module(poplar-set-target{arch=ipu2},poplar.vertex(vectorext-distribute-nested-layout))", text: oneWorkerVertex,
		want: "x.mlir:4:10: note: 1 + sum of (thread_tile - 1) * thread_strides = 6\n" +
			"x.mlir:1:1: note: the vertex is 'multi', but its code does not ask for the number of the worker: poplar.compute (…) worker(%w : index)"},
	{name: "no target", args: "x.mlir --poplar-map-tensors", text: idleGraph,
		want: "x.mlir:4:1: note: write 'module attributes {poplar.target = #poplar.target<ipu2>}', or name a target on the command line: --target ipu2, or as a pass --poplar-set-target=arch=ipu2"},
	{name: "target without images", args: "build --target cpu -o out x.mlir", text: idleGraph,
		want: "x.mlir:4:1: note: pointers of a host are not those of a tile; targets with images: ipu1, ipu2, ipu21, bow"},
	{name: "graph without program", args: "build --target ipu2 -o out x.mlir", text: idleGraph,
		want: "x.mlir:4:1: note: add 'poplar.program { poplar.execute @cs }'"},
	{name: "misspelt pass to watch", args: "x.mlir --cse --mlir-print-ir-after=cze", text: "",
		want: "optc: error: flag '--mlir-print-ir-after' expects the name of a pass, but got 'cze'; did you mean 'cse'?"},
	{name: "misspelt command", args: "biuld", want: "optc: error: there is no command or file 'biuld'; did you mean 'build'?"},
	{name: "misspelt command with a file", args: "biuld x.mlir",
		want: "optc: error: there is no command or file 'biuld'; did you mean 'build'?"},
	{name: "misspelt command with flags", args: "biuld --target ipu2 x.mlir",
		want: "optc: error: there is no command or file 'biuld'; did you mean 'build'?"},
	{name: "misspelt flag of a command", args: "build --targt ipu2 x.mlir",
		want: "optc: error: unknown flag '--targt'; did you mean '--target'?"},
	{name: "misspelt expectation", args: "x.mlir --verify-diagnostics", text: "// expected-eror {{x}}\n",
		want: "x.mlir:1:13: error: 'expected-eror' expects nothing; did you mean 'error'?"},
	{name: "nest that matches nothing", args: "x.mlir --warnings-as-errors --pass-pipeline=builtin.module(poplar.vertx(cse))", text: idleGraph,
		want: "x.mlir: error: pipeline 'poplar.vertx(...)' matches no operation inside 'builtin.module'; did you mean 'poplar.vertex'? [passes.empty-nest]"},
}

// TestOneMistakeIsOneError: consequences of a mistake are not reported as separate
// errors.
func TestOneMistakeIsOneError(t *testing.T) {
	t.Parallel()
	const pad = "func.func @f(%s: tensor<4xf32>, %v: f32) {\n" +
		"  %0 = tensor.pad %s low[1] high[1] { ^bb0(%i: index): tensor.yield %v : f32 } : tensor<4xf32> to tensor<6xf32>\n" +
		"  %1 = tensor.pad %s low[1] high[1] { ^bb0(%i: index): tensor.yield %v : f32 } : tensor<4xf32> to tensor<6xf32>\n" +
		"  return\n}\nfunc.func @g(%c: i1) {\n  cf.cond_br %c, ^a, ^b\n^a:\n  return\n^b:\n  return\n}\n"
	for _, c := range []struct{ name, text, from, to, want string }{
		{name: "closing brace on a line", text: pad, from: "f32 }", to: "f32 ",
			want: "2:37: note: this '{' has no '}'; the one at 5:1 stands further left"},
		{name: "opening brace on a line", text: pad, from: "high[1] {", to: "high[1] ",
			want: "2:36: note: this line has no '{' for the '}' at 2:77"},
		{name: "opening brace before a block", text: pad, from: "i1) {", to: "i1)",
			want: "6:21: note: this line has no '{' for the '}' at 12:1"},
		{name: "opening brace before a short name", text: "module {\n  module {\n  func.func @f() { return }\n  }\n  func.func @g() { return }\n}\n", from: "@f() {", to: "@f()",
			want: "3:17: note: this line has no '{' for the '}' at 3:25"},
		{name: "sign of a block", text: pad, from: "^b:", to: "b:",
			want: "10:1: note: names of blocks begin with '^': did you mean '^b'?"},
		{name: "type of a definition",
			text: "func.func @f(%a: i32) {\n  %0 = arith.addi %a, %a : i32\n  %1 = arith.muli %0, %0 : i32\n  %2 = arith.subi %0, %0 : i32\n  return\n}\n",
			from: "f(%a: i32", to: "f(%a: i23", want: "1:14: note: prior use here"},
		{name: "type that is cut off",
			text: "func.func @f() -> index {\n  %0 = arith.constant 0 : index\n  return %0 : index\n}\n",
			from: "0 : index", to: "0 index", want: "did you mean 'poplar.index' or 'linalg.index'?"},
		{name: "argument that is there twice", text: "func.func @f(%a: i32, %b: f32) -> f32 {\n  return %b : f32\n}\n",
			from: "%a:", to: "%b:", want: "1:14: note: previously referenced here"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if code, _, stderr := run("", c.text); code != 0 {
				t.Fatal(stderr)
			}
			_, _, stderr := run("", strings.Replace(c.text, c.from, c.to, 1))
			if n := strings.Count(stderr, ": error: "); n != 1 || !strings.Contains(stderr, c.want) {
				t.Errorf("%d errors:\n%swant 1, and in it\n%s", n, stderr, c.want)
			}
		})
	}
}

// fieldsOfAVertex ends in a compute set.
const fieldsOfAVertex = `poplar.vertex @"demo::P" worker external {
  poplar.field @scale : f32
}
poplar.graph @g {
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::P" on 0
`

const idleGraph = `poplar.vertex @"demo::P" worker external {
}
poplar.function @__runCodelet_demo__P own_stack(8)
poplar.graph @g {
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::P" on 0
  }
}
`

const oneWorkerVertex = `poplar.vertex @"demo::P" multi {
  poplar.compute () {
    %x = arith.constant dense<1> : vector<12xi32>
    %z = iree_vector_ext.to_layout %x to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>) : vector<12xi32>
    poplar.compute_return
  }
}
`

func TestEverydayMistakes(t *testing.T) {
	t.Parallel()
	for _, c := range everydayMistakes {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if c.text != "" {
				if err := os.WriteFile(filepath.Join(dir, "x.mlir"), []byte(c.text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			neighbour := "// A comment.\n#rows = affine_map<(d0, d1)\n  -> (d1, d0)>\n"
			if err := os.WriteFile(filepath.Join(dir, "neighbour.mlir"), []byte(neighbour), 0o666); err != nil {
				t.Fatal(err)
			}
			code, _, stderr := run(dir, "", strings.Fields(c.args)...)
			if code == 0 && !strings.Contains(stderr, "warning: ") {
				t.Errorf("exit code 0, no warning")
			}
			if !strings.Contains(stderr, c.want) {
				t.Errorf("got\n%swant in it\n%s", stderr, c.want)
			}
		})
	}
}

// TestFixesRemoveTheMistake applies the fixes that --diagnostics=json has and expects
// that the mistake is gone.
func TestFixesRemoveTheMistake(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, from, to string }{
		{"value", "func.func @f(%argument: i32) -> i32 {\n  return %argumnt : i32\n}\n", "func.func @f(%argument: i32) -> i32 {\n  return %argument : i32\n}\n"},
		{"symbol", "func.func @helper() { return }\nfunc.func @f() {\n  call @helpr() : () -> ()\n  return\n}\n", "func.func @helper() { return }\nfunc.func @f() {\n  call @helper() : () -> ()\n  return\n}\n"},
		{"block", "func.func @f() {\n  cf.br ^bb3\n^bb1:\n  return\n}\n", "func.func @f() {\n  cf.br ^bb1\n^bb1:\n  return\n}\n"},
		{"alias", "#map = affine_map<(d0) -> (d0)>\nfunc.func private @f(memref<4xf32, #mapp>)\n", "#map = affine_map<(d0) -> (d0)>\nfunc.func private @f(memref<4xf32, #map>)\n"},
		{"type", "func.func private @f(float)\n", "func.func private @f(f32)\n"},
		{"operation", "func @f() { return }\n", "func.func @f() { return }\n"},
		{"sigil", "func.func @f(a: i32) { return }\n", "func.func @f(%a: i32) { return }\n"},
		{"brace", "func.func @f(%c: i1) {\n  scf.if %c {\n    %x = ub.poison : i1\n  func.return\n}\n", "func.func @f(%c: i1) {\n  scf.if %c {\n    %x = ub.poison : i1\n  }\n  func.return\n}\n"},
		{"opening brace", "func.func @f(%c: i1) -> i1\n  return %c : i1\n}\n", "func.func @f(%c: i1) -> i1 {\n  return %c : i1\n}\n"},
		{"brace too many", "module {\n  func.func private @f()\n  }\n  func.func private @g()\n}\n", "module {\n  func.func private @f()\n  \n  func.func private @g()\n}\n"},
		{"empty body", "func.func @f() {\n}\n", "func.func @f() { func.return\n}\n"},
		{"empty block", "func.func @f(%c: i1) {\n  cf.cond_br %c, ^bb1(%c : i1), ^bb2\n^bb1(%x: i1):\n^bb2:\n  return\n}\n",
			"func.func @f(%c: i1) {\n  cf.cond_br %c, ^bb1(%c : i1), ^bb2\n^bb1(%x: i1):\n  func.return\n^bb2:\n  return\n}\n"},
		{"empty block on the same line", "func.func @f() { cf.br ^b ^b: }\n", "func.func @f() { cf.br ^b ^b: func.return }\n"},
		{"integer", "poplar.vertex @\"a::Row\" worker external {\n  poplar.field @x : f32 = 2\n}\n", "poplar.vertex @\"a::Row\" worker external {\n  poplar.field @x : f32 = 2.\n}\n"},
		{"form of a field type", "poplar.vertex @\"a::Row\" worker external {\n  poplar.field @x : !poplar.in<vc<f32>>\n}\n", "poplar.vertex @\"a::Row\" worker external {\n  poplar.field @x : !poplar.in<vec<f32>>\n}\n"},
		{"keyword", "func.func @f(%a: index) {\n  scf.for %i = %a to %a stp %a {\n  }\n  return\n}\n", "func.func @f(%a: index) {\n  scf.for %i = %a to %a step %a {\n  }\n  return\n}\n"},
		{"terminator", "func.func @f(%c: i32) {\n  %x = arith.addi %c, %c : i32\n}\n", "func.func @f(%c: i32) {\n  %x = arith.addi %c, %c : i32\n  func.return\n}\n"},
		{"terminator on the same line", "func.func @f(%c: i32) { %x = arith.addi %c, %c {a = 1} : i32 }\n", "func.func @f(%c: i32) { %x = arith.addi %c, %c {a = 1} : i32 func.return }\n"},
		{"quoted symbol", "poplar.vertex @\"a::Row\" worker external {\n}\npoplar.graph @g {\n  poplar.compute_set @cs {\n    %v = poplar.add_vertex @\"a::Raw\" on 0\n  }\n}\n",
			"poplar.vertex @\"a::Row\" worker external {\n}\npoplar.graph @g {\n  poplar.compute_set @cs {\n    %v = poplar.add_vertex @\"a::Row\" on 0\n  }\n}\n"},
		{"type of a field", "poplar.vertex @\"a::Row\" worker external {\n  poplar.field @x : !poplar.in<vec<i16>>\n}\n", "poplar.vertex @\"a::Row\" worker external {\n  poplar.field @x : !poplar.in<vec<si16>>\n}\n"},
		{"int without sign", "poplar.vertex @\"a::Row\" worker external {\n  poplar.field @x : !poplar.in<vec<i32>>\n}\n", "poplar.vertex @\"a::Row\" worker external {\n  poplar.field @x : !poplar.in<vec<si32>>\n}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			code, _, stderr := run("", c.from, "--diagnostics=json")
			var d struct {
				Fixes []struct {
					Begin, End struct{ Line, Column int }
					Text       string
				}
			}
			first, _, _ := strings.Cut(stderr, "\n")
			if err := json.Unmarshal([]byte(first), &d); err != nil || len(d.Fixes) == 0 {
				t.Fatalf("exit code %d, %d fixes, %v\n%s", code, len(d.Fixes), err, stderr)
			}
			offset := func(line, column int) int {
				at := 0
				for range line - 1 {
					at += strings.IndexByte(c.from[at:], '\n') + 1
				}
				return at + column - 1
			}
			f := d.Fixes[0]
			got := c.from[:offset(f.Begin.Line, f.Begin.Column)] + f.Text + c.from[offset(f.End.Line, f.End.Column):]
			if diff := cmp.Diff(c.to, got); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
			if code, _, stderr := run("", got); code != 0 {
				t.Errorf("the text has a mistake still:\n%s", stderr)
			}
		})
	}
}

func TestJSONDiagnostics(t *testing.T) {
	t.Parallel()
	const text = "func.func private @f(float)\n"
	want := `{"severity":"error","message":"expected non-function type","file":"<stdin>","begin":{"line":1,"column":22},"end":{"line":1,"column":27},` +
		`"notes":[{"severity":"note","message":"did you mean 'f32'?","file":"<stdin>","begin":{"line":1,"column":22},"end":{"line":1,"column":27}}],` +
		`"fixes":[{"title":"change 'float' to 'f32'","file":"<stdin>","begin":{"line":1,"column":22},"end":{"line":1,"column":27},"text":"f32"}]}` + "\n"
	for _, args := range [][]string{{"--diagnostics=json"}, {"export", "--diagnostics=json", "-"}} {
		if _, _, got := run("", text, args...); got != want {
			t.Errorf("%v (-want +got):\n%s", args, cmp.Diff(want, got))
		}
	}
	// Messages without a place are JSON as well.
	if _, _, got := run("", "", "--diagnostics=json", "nothing.mlir"); got != `{"severity":"error","message":"cannot open input file 'nothing.mlir': No such file or directory"}`+"\n" {
		t.Errorf("got %s", got)
	}
}

// TestOneMistakeOneError: consequences of a missing brace are not reported as errors, and
// other mistakes are.
func TestOneMistakeOneError(t *testing.T) {
	t.Parallel()
	const body = "\n    %x = ub.poison : i1\n  }\n  return\n}\n"
	for _, c := range []struct {
		name, text string
		errors     int
	}{
		{"function", "func.func @f()\n  return\n}\n", 1},
		{"function in a module", "module {\n  func.func @f()\n    return\n  }\n  func.func @g() {\n    return\n  }\n}\n", 1},
		{"module", "module\n  func.func @f() {\n    return\n  }\n}\n", 1},
		{"body", "func.func @f(%c: i1) {\n  scf.if %c" + body, 1},
		{"other body", "func.func @f(%c: i1) {\n  scf.if %c {\n  } else" + body, 1},
		{"brace too many", "func.func @f(%c: i1) {\n  scf.if %c {\n  } }\n  return\n}\n", 1},
		{"alias", "#rows = affine_map<(d0) -> d0)>\nfunc.func private @f(memref<4xf32, #rows>)\nfunc.func private @g(memref<4xf32, #rows>)\n", 1},
		{"brace twice", "module {\n  func.func @f() { {\n    return\n  }\n}\n", 1},
		{"byte order mark", "\ufefffunc.func @f() {\n  return\n}\n", 1},
		{"brace and a name", "func.func @f()\n  return\n}\nfunc.func @g() {\n  retrun\n}\n", 2},
		{"argument with the name of another", "func.func @f(%x: index) {\n  scf.for %x = %x to %x step %x {\n    %y = index.add %x, %x\n  }\n  return\n}\n", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if _, _, stderr := run("", c.text); strings.Count(stderr, "error: ") != c.errors {
				t.Errorf("expected %d errors, but got\n%s", c.errors, stderr)
			}
		})
	}
}

// TestCaret: on a terminal the caret is below the place, after tabs and characters that
// take two columns, one or none.
func TestCaret(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ line, caret string }{
		{"\"x\"() {a = \"漢字é\"} : () -> () bad", "                               ^~~"},
		{"\t\"e\u0301\"() : () -> () bad", "\t                 ^~~"},
		{"\"x\"() : () -> () // ｆ\n\"y\"() : () -> () %漢", "                 ^~~"},
	} {
		text := c.line + "\n"
		_, _, stderr := run("", text, "--color", "--allow-unregistered-dialect")
		lines := strings.Split(stderr, "\n")
		if len(lines) < 3 || lines[2] != "\x1b[1;32m"+c.caret+"\x1b[0m" {
			t.Errorf("%q: got %q, want the caret %q", text, stderr, c.caret)
		}
	}
}
