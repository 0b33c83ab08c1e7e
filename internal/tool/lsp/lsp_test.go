package lsp_test

import (
	"context"
	"encoding/base64"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/internal/tool/lsp"
)

const program = `// RUN: optc %s --cse
// é: two bytes, one character
#map = affine_map<(d0) -> (d0)>

func.func @helper(%x: i32) -> i32 {
  return %x : i32
}

func.func @main(%argument: i32, %c: i1) -> i32 {
  %sum = arith.addi %argument, %argument : i32
  %r:2 = scf.if %c -> (i32, i64) {
    %one = arith.constant 1 : i64
    scf.yield %sum, %one : i32, i64
  } else {
    %zero = arith.constant 0 : i64
    scf.yield %argument, %zero : i32, i64
  }
  %call = call @helper(%r#0) : (i32) -> i32
  cf.br ^end(%call : i32)
^end(%last: i32):
  return %last : i32
}
`

type spot struct{ Range textRange }

func spots(list []spot) (out []string) {
	for _, s := range list {
		out = append(out, s.Range.String())
	}
	return out
}

func TestDiagnosticsWhileTyping(t *testing.T) {
	t.Parallel()
	c := open(t, program)
	if got := c.problems(); got != nil {
		t.Fatalf("got %q", got)
	}
	c.change("%sum, %one", "%sun, %one")
	want := []string{"12:14-12:18 use of undeclared SSA value name; did you mean '%sum'?"}
	if diff := cmp.Diff(want, c.problems()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// The fix removes the mistake.
	type action struct {
		Title string
		Edit  struct{ Changes map[string][]edit }
	}
	actions := about[[]action](c, "textDocument/codeAction")
	if len(actions) != 1 || actions[0].Title != "change '%sun' to '%sum'" {
		t.Fatalf("got %+v", actions)
	}
	if got := c.apply(actions[0].Edit.Changes[uri]); got != program {
		t.Errorf("got\n%s", got)
	}
	c.change("%sun", "%sum")
	if got := c.problems(); got != nil {
		t.Errorf("got %q", got)
	}
	// A mistake that the verifier finds, after two bytes that are a single character.
	c.change("// é: two bytes, one character", `"é"() : () -> ()`)
	if got := c.problems(); len(got) != 1 || !strings.HasPrefix(got[0], "1:3-1:4 operation being parsed with an unregistered dialect") {
		t.Errorf("got %q", got)
	}
}

// TestLoopsAndInclusion: classes of included files are known, and mistakes in these files are
// reported where they are included.
func TestLoopsAndInclusion(t *testing.T) {
	t.Parallel()
	c := open(t, `poplar.include "lib.mlir"
poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x64xf16>
  poplar.compute_set @cs {
    poplar.for %i = 0 to 4 {
      %row = poplar.index %x %i dim 0
      %v = poplar.add_vertex @"lib::V" on %i * 2
      poplar.set %v @n = %i + 1
    }
  }
}
`)
	if got := c.problems(); got != nil {
		t.Errorf("got %q", got)
	}
	for _, change := range []struct{ from, to, want string }{
		{"on %i * 2", "on %j * 2", "6:42-6:44 use of undeclared SSA value name"},
		{"on %j * 2", "on %i * 2", ""},
		{`@"lib::V"`, `@"lib::W"`, "6:29-6:38 'poplar.add_vertex' op there is no vertex 'lib::W'"},
		{`@"lib::W"`, `@"lib::V"`, ""},
		{"lib.mlir", "bad.mlir", "0:0-0:14 'poplar.include' op cannot include 'bad.mlir'; unknown element type 'f3'; did you mean 'f32'?; " +
			"element types: i1, i8, si8, ui8, quarter, si16, ui16, f16, si32, ui32, long, ulong, f32, si64, ui64"},
	} {
		c.change(change.from, change.to)
		got := c.problems()
		if change.want == "" && got != nil || change.want != "" && (len(got) == 0 || got[0] != change.want) {
			t.Errorf("%s: got %q, want %q", change.to, got, change.want)
		}
	}
}

func TestPartsOfASplitFile(t *testing.T) {
	t.Parallel()
	c := open(t, "func.func @f() {\n  return\n}\n// -----\nfunc.func @f() {\n  call @g() : () -> ()\n  return\n}\n")
	want := []string{"5:2-5:6 'func.call' op 'g' does not reference a valid function"}
	if diff := cmp.Diff(want, c.problems()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	c.change("func.func @f() {\n  return", "func.func @g() {\n\n  return")
	want = []string{"6:2-6:6 'func.call' op 'g' does not reference a valid function"}
	if diff := cmp.Diff(want, c.problems()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestHover(t *testing.T) {
	t.Parallel()
	c := open(t, program)
	for behind, want := range map[string]string{
		"%sum = arith.ad":  "help of arith.addi",
		"RUN: optc %s --c": "help of cse",
		"@main(%arg":       "%argument : i32 // argument 0 of a block of 'func.func', used 3 times\n// used by 'arith.addi', 2 times\n// used by 'scf.yield'",
		"yield %sum, %o":   "%one : i64 // result 0 of 'arith.constant', which is 1 : i64, used once\n// used by 'scf.yield'",
		"call @hel":        "func.func @helper(%x: i32) -> i32 {",
		"cf.br ^e":         "^end // block of 1 operations, used once",
		"#ma":              "#map = affine_map<(d0) -> (d0)>",
	} {
		h := ask[struct{ Contents struct{ Value string } }](c, "textDocument/hover", behind, nil)
		if !strings.Contains(h.Contents.Value, want) {
			t.Errorf("%q: got\n%s\nwant in it\n%s", behind, h.Contents.Value, want)
		}
	}
}

// TestHoverOfRanges: hovering over a value shows its bounds, as far as they follow from
// loops, ids and arithmetic.
func TestHoverOfRanges(t *testing.T) {
	t.Parallel()
	c := open(t, `func.func @f(%m: memref<?xf32>, %x: index, %b: i1) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %t = gpu.thread_id x upper_bound 64
  %d = memref.dim %m, %c0 : memref<?xf32>
  %low = arith.cmpi slt, %t, %c64 : index
  scf.for %i = %c0 to %c64 step %c4 {
    %p = arith.addi %i, %t : index
    %q = arith.minsi %x, %c4 : index
    "test.use"(%p, %q, %d, %low, %b) : (index, index, index, i1, i1) -> () // allow-unregistered-dialect
  }
  return
}
`)
	c.problems()
	bounds := regexp.MustCompile("// (between|at|always) .*")
	for behind, want := range map[string]string{
		"use\"(%": "// between 0 and 123", "%p, %": "// at most 4", "%q, %": "// at least 0", "%d, %": "// always 1",
		"%low, %": "", "%c4 = arith.constant 4 : index\n  %": "", "memref<?xf32>, %": "",
	} {
		h := ask[struct{ Contents struct{ Value string } }](c, "textDocument/hover", behind, nil)
		got := bounds.FindString(h.Contents.Value)
		if got != want || !strings.Contains(h.Contents.Value, "used ") {
			t.Errorf("%q: got\n%s\nwant %q", behind, h.Contents.Value, want)
		}
	}
}

// TestHoverOfPictures: hovering over a type, an attribute, an alias or an operation shows
// its picture if it has one.
func TestHoverOfPictures(t *testing.T) {
	t.Parallel()
	c := open(t, `#two = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [2], element_tile = [3],
  subgroup_strides = [0], thread_strides = [1]>
!edge = !poplar.in<vec<f16, SHORT_SPAN>>
func.func @f(%x: vector<6xf32>) -> vector<6xf32> {
  %y = iree_vector_ext.to_layout %x to layout(#two) : vector<6xf32>
  %z = iree_vector_ext.to_layout %y to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [3], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>) : vector<6xf32>
  return %z : vector<6xf32>
}
poplar.vertex @"demo::P" worker external {
  poplar.field @x : !edge
  poplar.field @n : ui32
}
`)
	if got := c.problems(); got != nil {
		t.Fatalf("got %q", got)
	}
	for behind, want := range map[string]string{
		"#tw":                         "6 elements over 2 threads in 1 subgroup\n\nthreads by registers\n  register  0 1 2\n  thread 0 |0|1|2|",
		"to layout(#tw":               "thread 1 |3|4|5|",
		"%y to layout(#iree_vector_e": "6 elements over 3 threads in 1 subgroup",
		"%y = iree_vector_ext.to_l":   "thread 1 |3|4|5|",
		"!poplar.i":                   "SHORT_SPAN",
		"@x : !ed":                    "SHORT_SPAN",
		"poplar.vert":                 "SHORT_SPAN",
		"@x : !edge\n  poplar.fiel":   "     4  n                4 bytes, alignment 4",
		"func.fu":                     "",
	} {
		h := ask[struct{ Contents struct{ Value string } }](c, "textDocument/hover", behind, nil)
		if !strings.Contains(h.Contents.Value, want) {
			t.Errorf("%q: got\n%s\nwant in it\n%s", behind, h.Contents.Value, want)
		}
	}
}

func TestHoverOfAField(t *testing.T) {
	t.Parallel()
	c := open(t, "poplar.vertex @\"demo::P\" worker external {\n  poplar.field @x : !poplar.in<vec<f16>>\n  poplar.field @n : ui32\n}\n")
	c.problems()
	h := ask[struct{ Contents struct{ Value string } }](c, "textDocument/hover", "@x : !poplar.in<vec<f16>>\n  poplar.fi", nil)
	if !strings.Contains(h.Contents.Value, "state on ipu2, as the file names no target: 12 bytes, alignment 4") {
		t.Errorf("got\n%s", h.Contents.Value)
	}
}

func TestDefinitionsAndReferences(t *testing.T) {
	t.Parallel()
	c := open(t, program)
	for _, x := range []struct {
		behind, definition string
		uses               int
	}{
		{"scf.yield %su", "9:2-9:6", 1},
		{"@main(%arg", "8:16-8:25", 3},
		{"call @helper(%", "10:2-10:4", 1},
		{"call @hel", "4:10-4:17", 1},
		{"cf.br ^e", "19:0-19:4", 1},
	} {
		if got := spots(ask[[]spot](c, "textDocument/definition", x.behind, nil)); !slices.Equal(got, []string{x.definition}) {
			t.Errorf("%q: definition %v, want %s", x.behind, got, x.definition)
		}
		more := map[string]any{"context": map[string]any{"includeDeclaration": false}}
		if got := spots(ask[[]spot](c, "textDocument/references", x.behind, more)); len(got) != x.uses {
			t.Errorf("%q: uses %v, want %d", x.behind, got, x.uses)
		}
		if got := ask[[]spot](c, "textDocument/documentHighlight", x.behind, nil); len(got) != x.uses+1 {
			t.Errorf("%q: %d places", x.behind, len(got))
		}
	}
}

func TestRename(t *testing.T) {
	t.Parallel()
	c := open(t, program)
	c.problems()
	type answer struct{ Changes map[string][]edit }
	for _, x := range []struct{ behind, name, old string }{
		{"@main(%arg", "a", "%argument"},
		{"call @hel", "@assistant", "@helper"},
		{"cf.br ^e", "^bb1", "^end"},
		{"#ma", "#identity", "#map"},
		{"%r:2 = scf.i", "", ""},
	} {
		more := map[string]any{"newName": x.name}
		if x.name == "" {
			at := c.place(strings.Index(c.text, "scf.if") + 1)
			err := c.conn.Call(context.Background(), "textDocument/rename", map[string]any{"textDocument": map[string]any{"uri": uri}, "position": at, "newName": "x"}, nil)
			if err == nil {
				t.Error("an operation was renamed")
			}
			continue
		}
		got := c.apply(ask[answer](c, "textDocument/rename", x.behind, more).Changes[uri])
		want := strings.ReplaceAll(program, x.old, x.old[:1]+strings.TrimLeft(x.name, "@^#"))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", x.old, diff)
		}
	}
	prepared := ask[struct{ Placeholder string }](c, "textDocument/prepareRename", "scf.yield %su", nil)
	if prepared.Placeholder != "sum" {
		t.Errorf("got %q", prepared.Placeholder)
	}
	err := c.conn.Call(context.Background(), "textDocument/rename", map[string]any{
		"textDocument": map[string]any{"uri": uri}, "position": c.place(strings.Index(c.text, "%sum") + 1), "newName": "a b"}, nil)
	if err == nil || !strings.Contains(err.Error(), "'a b' cannot be a name") {
		t.Errorf("got %v", err)
	}
}

// Values that an operation names twice, or whose types it queries, and results by number.
const uses = `func.func @f(%m: memref<8x8xf32>, %a: index, %c: i1) -> i64 {
  %0 = affine.load %m[%a + 1, symbol(%a) floordiv 2] : memref<8x8xf32>
  %r:2 = scf.if %c -> (i32, i64) {
    %one = arith.constant 1 : i64
    %two = arith.constant 2 : i32
    scf.yield %two, %one : i32, i64
  } else {
    %one = arith.constant 3 : i64
    %two = arith.constant 4 : i32
    scf.yield %two, %one : i32, i64
  }
  return %r#1 : i64
}
poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4xf16>
  poplar.set_tile_mapping %x on 0
  %s = poplar.slice %x from 1 to 3 dim 0
}
poplar.vertex @"demo::V" worker external {
  poplar.field @in : !poplar.in<vec<f16>>
  poplar.field @out : !poplar.out<vec<f16>>
  poplar.constraint "elem(*in) != elem(*out)"
}
`

func TestRenameOfEveryUse(t *testing.T) {
	t.Parallel()
	c := open(t, uses)
	c.problems()
	for _, x := range []struct{ behind, old string }{
		{"memref<8x8xf32>, %", "%a\\b"},
		{"symbol(%", "%a\\b"},
		{"return %r#", "%r\\b"},
		{"%s = poplar.slice %", "%x\\b"},
	} {
		got := c.apply(ask[struct{ Changes map[string][]edit }](c, "textDocument/rename", x.behind, map[string]any{"newName": "renamed"}).Changes[uri])
		if diff := cmp.Diff(regexp.MustCompile(x.old).ReplaceAllString(uses, "%renamed"), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", x.behind, diff)
		}
	}
	for _, x := range []struct{ behind, name, want string }{
		{"memref<8x8xf32>, %", "c", "'%a' cannot become 'c': this file:1:46: error: region entry argument '%c' is already in use"},
		{"poplar.field @o", "result", "'@out' cannot become 'result': this file:22:41: error: 'poplar.constraint' op constraint names 'out', which is no field"},
	} {
		at := c.place(strings.Index(c.text, x.behind) + len(x.behind))
		err := c.conn.Call(context.Background(), "textDocument/rename", map[string]any{"textDocument": map[string]any{"uri": uri}, "position": at, "newName": x.name}, nil)
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("got %v, want %s", err, x.want)
		}
	}
}

func TestSymbols(t *testing.T) {
	t.Parallel()
	c := open(t, program)
	type symbol struct {
		Name, Detail string
		Kind         int
	}
	want := []symbol{{"helper", "func.func", 12}, {"main", "func.func", 12}}
	if diff := cmp.Diff(want, about[[]symbol](c, "textDocument/documentSymbol")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	c := open(t, program)
	c.problems()
	for _, x := range []struct {
		from, to, behind string
		want             []string
	}{
		{from: "    scf.yield %sum, %one : i32, i64\n", to: "    scf.yield %s\n", behind: "scf.yield %s",
			want: []string{"%sum"}},
		{from: "    scf.yield %s\n", to: "    arith.cmp\n", behind: "arith.cmp", want: []string{"arith.cmpf", "arith.cmpi"}},
		{from: "    arith.cmp\n", to: "    func.call @hel\n", behind: "func.call @hel", want: []string{"@helper"}},
		{from: "    func.call @hel\n", to: "    ret\n", behind: "    ret", want: []string{"return"}},
		{from: "#map =", to: "#m\n#map =", behind: "#m", want: []string{"#map", "#ml_program.extern"}},
		{from: "--cse", to: "--cs", behind: "--cs", want: []string{"--cse"}},
	} {
		c.change(x.from, x.to)
		c.problems()
		var got []string
		for _, item := range ask[struct{ Items []struct{ Label string } }](c, "textDocument/completion", x.behind, nil).Items {
			got = append(got, item.Label)
		}
		slices.Sort(got)
		if diff := cmp.Diff(x.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", x.to, diff)
		}
	}
}

func TestFormatting(t *testing.T) {
	t.Parallel()
	broken := strings.ReplaceAll(strings.ReplaceAll(program, "\n  ", "\n\t "), "{\n", "{  \n")
	c := open(t, broken)
	if got := c.apply(about[[]edit](c, "textDocument/formatting")); got != program {
		t.Errorf("(-want +got):\n%s", cmp.Diff(program, got))
	}
	if edits := about[[]edit](open(t, program), "textDocument/formatting"); len(edits) != 0 {
		t.Errorf("a formatted text is changed: %v", edits)
	}
}

// Comparisons in sets are no brackets.
func TestFormattingOfComparisons(t *testing.T) {
	t.Parallel()
	const text = "#s = affine_set<(d0) : (d0 - 1 >= 0, 5 <= d0)>\nfunc.func private @f()\n"
	if got := lsp.Format(text); got != text {
		t.Errorf("got %q", got)
	}
}

// Brackets that a part of a split file leaves open indent no other part.
func TestFormattingOfParts(t *testing.T) {
	t.Parallel()
	const text = "func.func @f() {\n// -----\nfunc.func @g() {\nreturn\n}\n"
	c := open(t, text)
	c.problems()
	got := c.apply(about[[]edit](c, "textDocument/formatting"))
	if want := strings.Replace(text, "return", "  return", 1); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFoldingAndHints(t *testing.T) {
	t.Parallel()
	c := open(t, program)
	type fold struct {
		StartLine, EndLine int
		Kind               string
	}
	want := []fold{{4, 5, ""}, {10, 12, ""}, {13, 15, ""}, {8, 20, ""}, {0, 1, "comment"}}
	if diff := cmp.Diff(want, about[[]fold](c, "textDocument/foldingRange")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	type hint struct {
		Label    string
		Position place
	}
	hints := about[[]hint](c, "textDocument/inlayHint")
	wantHints := []hint{
		{": i32", place{9, 6}}, {": i32, i64", place{10, 4}}, {": i64", place{11, 8}}, {": i64", place{14, 9}}, {": i32", place{17, 7}},
	}
	if diff := cmp.Diff(wantHints, hints); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSemanticTokens(t *testing.T) {
	t.Parallel()
	c := open(t, "// é\nfunc.func @f(%x: i32) {\n  return // é\n}\n")
	got := about[struct{ Data []uint32 }](c, "textDocument/semanticTokens/full").Data
	want := []uint32{
		0, 0, 4, 0, 0, // comment
		1, 0, 9, 1, 0, // func.func
		0, 10, 2, 10, 0, // @f
		0, 3, 2, 6, 0, // %x
		0, 4, 3, 9, 0, // i32
		1, 2, 6, 1, 0, // return
		0, 7, 4, 0, 0, // comment
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if ranged := about[struct{ Data []uint32 }](c, "textDocument/semanticTokens/range").Data; !slices.Equal(ranged, want) {
		t.Errorf("the range has %v", ranged)
	}
}

func TestCustomRequests(t *testing.T) {
	t.Parallel()
	c := open(t, program)
	var out struct{ Output string }
	c.call("optc/runPipeline", map[string]any{"textDocument": map[string]any{"uri": uri}, "pipeline": "builtin.module(inline,symbol-dce,canonicalize)"}, &out)
	if !strings.Contains(out.Output, "arith.addi %argument, %argument") || strings.Contains(out.Output, "call @helper") {
		t.Errorf("got\n%s", out.Output)
	}
	err := c.conn.Call(context.Background(), "optc/runPipeline", map[string]any{"textDocument": map[string]any{"uri": uri}, "pipeline": "builtin.module(cze)"}, nil)
	if err == nil || !strings.Contains(err.Error(), "did you mean 'cse'?") {
		t.Errorf("got %v", err)
	}
	c.call("mlir/convertToBytecode", map[string]any{"uri": uri}, &out)
	if data, err := base64.StdEncoding.DecodeString(out.Output); err != nil || !strings.HasPrefix(string(data), "ML\xefR") {
		t.Errorf("got %q, %v", out.Output, err)
	}
	// Visual Studio Code has its own scheme for bytecode that is shown as text.
	data, err := base64.StdEncoding.DecodeString(out.Output)
	file := filepath.Join(t.TempDir(), "x.mlirbc")
	if err == nil {
		err = os.WriteFile(file, data, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, scheme := range []string{"file://", "mlir.bytecode-mlir:"} {
		c.call("mlir/convertFromBytecode", map[string]any{"uri": scheme + filepath.ToSlash(file)}, &out)
		if !strings.Contains(out.Output, "func.func @helper") {
			t.Errorf("%s: got\n%s", scheme, out.Output)
		}
	}
	if err := c.conn.Call(context.Background(), "mlir/convertFromBytecode", map[string]any{"uri": "untitled:x"}, nil); err == nil || !strings.Contains(err.Error(), "'untitled:x' is no file") {
		t.Errorf("got %v", err)
	}
	if err := c.conn.Call(context.Background(), "no/such", nil, nil); err == nil || !strings.Contains(err.Error(), "'no/such' is not supported") {
		t.Errorf("got %v", err)
	}
}

// The server forgets a closed document, including its diagnostics.
func TestClose(t *testing.T) {
	t.Parallel()
	c := open(t, "func.func @f(%x: i32) {\n  return %y : i32\n}\n")
	if got := c.problems(); len(got) != 1 {
		t.Errorf("got %q", got)
	}
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uri}})
	if got := c.problems(); got != nil {
		t.Errorf("got %q", got)
	}
	if h := ask[*struct{}](c, "textDocument/hover", "func.fu", nil); h != nil {
		t.Error("a closed document has help")
	}
}
