package evaluate_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/poplar/tilemap"
	"optc/internal/family/poplar/evaluate"
	"optc/ir"
	"optc/parser"
)

// evaluated evaluates a graph for 8 tiles that begins with x, of 8 elements.
func evaluated(t *testing.T, lines string) (*evaluate.Evaluation, error) {
	t.Helper()
	module, err := parser.Parse(t.Context(), all.Context(), &ir.Source{Name: "graph.mlir", Text: `
module attributes {poplar.target = #poplar.target<ipu2, num_ipus = 2, tiles_per_ipu = 4>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.inout<vec<f32, ONE_PTR>>
    poplar.field @n : ui32
  }
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<8xf32>
` + lines + `
  }
}`}, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, lines)
	}
	return evaluate.Graph(t.Context(), module.Body().Back())
}

// TestMappings: the tiles on which mapping operations place elements, with numbers computed by
// other operations.
func TestMappings(t *testing.T) {
	t.Parallel()
	offset := func(seed uint64, shape ...int64) int {
		n, err := tilemap.ChooseMappingOffset(8, shape, seed)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if offset(tilemap.DefaultMappingSeed, 8) == offset(7, 8) {
		t.Fatal("the seeds give one offset")
	}
	for _, c := range []struct{ lines, want string }{
		{"%o = poplar.choose_offset [8]\n poplar.set_tile_mapping %x on %o", fmt.Sprintf("x {%d:[0,8)}", offset(tilemap.DefaultMappingSeed, 8))},
		{"%o = poplar.choose_offset [8] seed 7\n poplar.set_tile_mapping %x on %o", fmt.Sprintf("x {%d:[0,8)}", offset(7, 8))},
		{"%o = poplar.map_linear_next %x offset 6\n %y = poplar.variable \"y\" : !poplar.tensor<1xf32>\n poplar.set_tile_mapping %y on %o", "x {6:[0,8)} y {7:[0,1)}"},
		{"%a = arith.constant 3 : index\n %b = arith.constant 5 : index\n %m = arith.minui %a, %b : index\n poplar.set_tile_mapping %x on %m", "x {3:[0,8)}"},
		{"%a = arith.constant 3 : index\n %z = arith.constant 0 : index\n %m = arith.addi %a, %z : index\n poplar.set_tile_mapping %x on %m", "x {3:[0,8)}"},
		{"poplar.map_by_use grain 2 min 0 method(none) {\n %t = arith.constant 4 : index\n poplar.use %x on %t\n %u = arith.constant 5 : index\n poplar.use %x on %u\n }", "x {4:[0,4) 5:[4,8)}"},
		{"poplar.map_by_use grain 2 min 0 method(none) start 3 {\n %l = poplar.slice %x from 0 to 4 dim 0\n poplar.use %l on 1\n %h = poplar.slice %x from 4 to 8 dim 0\n poplar.use %h on 2\n }", "x {4:[0,4) 5:[4,8)}"},
		{"poplar.map_by_use grain 1 min 0 method(none) {\n %l = poplar.slice %x from 2 to 4 dim 0\n poplar.use %l on 1\n %h = poplar.slice %x from 6 to 7 dim 0\n poplar.use %h on 2\n }", "x {} elements [0,2) [4,6) [7,8) of 'x' have no tile [unmapped]; 5 of the 8 elements shown have no tile"},
		{"poplar.map_by_use grain 1 min 0 method(none) extend {\n %l = poplar.slice %x from 2 to 4 dim 0\n poplar.use %l on 1\n %h = poplar.slice %x from 6 to 7 dim 0\n poplar.use %h on 2\n }", "x {1:[0,6) 2:[6,8)}"},
		{"poplar.set_tile_mapping %x #poplar.mapping<1: 0..2, 6..8; 3: 2..6>\n poplar.compute_set @cs {\n poplar.each_tile (%v, %t) of (%x) {\n %p = poplar.add_vertex @\"demo::P\" on %t\n poplar.connect %p @x to %v\n poplar.set %p @n = 3\n }\n }",
			"x {1:[0,2)[6,8) 3:[2,6)} cs: P on 1 [0,2)[6,8) P on 3 [2,6)"},
	} {
		e, err := evaluated(t, c.lines)
		if err != nil {
			t.Errorf("%v\n%s", err, c.lines)
			continue
		}
		var got []string
		for _, v := range e.Graph.Variables() {
			m, err := e.Graph.TileMapping(v.Tensor())
			got = append(got, fmt.Sprint(v.Name(), " ", strings.ReplaceAll(m.String(), ") [", ")["), errText(err)))
		}
		for _, s := range e.Graph.ComputeSets() {
			words := []string{s.Name() + ":"}
			for _, v := range s.Vertices() {
				views, err := v.Views(0)
				words = append(words, fmt.Sprintf("P on %d%s", v.Tile, errText(err)))
				var regions string
				for r := range views[0].Regions() {
					regions += fmt.Sprintf("[%d,%d)", r.Begin, r.End)
				}
				words = append(words, regions)
			}
			got = append(got, strings.Join(words, " "))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("got %s, want %s\n%s", got, c.want, c.lines)
		}
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return " " + err.Error()
}

// fifteenTimes shows the elements twice, fifteen times.
var fifteenTimes = func() string {
	var b strings.Builder
	for i := range 15 {
		fmt.Fprintf(&b, "%%x%d = poplar.concat %%x%d, %%x%d dim 0\n", i+1, i, i)
	}
	return b.String()
}()

// TestRefusals: invalid graphs for this target, with the error at the faulty operation.
func TestRefusals(t *testing.T) {
	t.Parallel()
	mapped := "poplar.set_tile_mapping %x on 0\n"
	for _, c := range []struct{ lines, want string }{
		{mapped + "poplar.program {\n poplar.execute @none\n }", "'poplar.execute' op expected a compute set that is declared before [poplar.unknown-symbol]"},
		{mapped + "poplar.program {\n poplar.sequence {\n poplar.sequence {\n poplar.execute @none\n }\n }\n }", "'poplar.execute' op expected a compute set that is declared before [poplar.unknown-symbol]"},
		{mapped + "poplar.program {\n poplar.if %x {\n } else {\n }\n }", "'poplar.if' op expected a predicate of one element, but got 8 [poplar.shape-mismatch]"},
		{"poplar.compute_set @cs {\n poplar.each_tile (%v, %t) of (%x) {\n }\n }", "'poplar.each_tile' op elements [0,8) of 'x' have no tile [poplar.unmapped]; 8 of the 8 elements shown have no tile"},
		{mapped + "poplar.compute_set @cs {\n poplar.each_tile (%v, %t) of (%x) {\n %p = poplar.add_vertex @\"demo::P\" on 9\n }\n }", "'poplar.add_vertex' op expected a tile from 0 to 7, but got 9 [poplar.tile-range]"},
		{mapped + "poplar.compute_set @cs {\n %p = poplar.add_vertex @\"demo::P\" on 0\n }", "'poplar.add_vertex' op 'x' of vertex 'demo::P' is not connected [poplar.edge-unconnected]; add 'poplar.connect %vertex @x to %tensor', with the result of poplar.add_vertex and a tensor"},
		{mapped + "poplar.compute_set @cs {\n %p = poplar.add_vertex @\"demo::P\" on 0\n poplar.connect %p @x to %x\n }", ""},
		{"poplar.map_by_use grain 2 min 0 method(none) {\n poplar.use %x on 8\n }", "'poplar.use' op expected a tile from 0 to 7, but got 8 [poplar.tile-range]"},
		{"poplar.map_by_use grain 2 min 0 method(none) start 8 {\n poplar.use %x on 1\n }", "'poplar.map_by_use' op start tile 8 is not below 8 [poplar.map-offset]"},
		{"%a = arith.constant 3.0 : f32\n poplar.set_tile_mapping %x on 1", "'arith.constant' op expected an operation that a graph may hold or that folds to a constant [poplar.not-constant]"},
		{"%a = arith.constant 3 : index\n %z = arith.constant 0 : index\n %m = arith.remsi %a, %z : index\n poplar.set_tile_mapping %x on %m", "'arith.remsi' op has no result for 3 and 0 [poplar.index-value]"},
		{"%a = arith.constant 3 : index\n %b = arith.constant 64 : index\n %m = arith.shli %a, %b : index\n poplar.set_tile_mapping %x on %m", "'arith.shli' op has no result for 3 and 64 [poplar.index-value]"},
		{strings.Replace(fifteenTimes, "%x0", "%x", 2) + "poplar.for %i = 0 to 1000 {\n %y = poplar.concat %x15, %x15 dim 0\n }",
			"'poplar.concat' op the views of the graph scatter their elements over more than 4194304 regions [poplar.view-size]; the elements are not in the order of the variables; combine tensors before transposing or reversing them"},
		{"poplar.map_linear %x offset 2147483648", "'poplar.map_linear' op expected offset below 2^31, but got 2147483648 [poplar.map-offset]"},
		{"poplar.map_linear %x offset 2147483647", ""},
		{mapped + "poplar.assert_mapping %x #poplar.mapping<0: 0..4, 4..4, 4..8; 1: 3..3>", ""},
		{mapped + "poplar.assert_mapping %x #poplar.mapping<0: 4..8, 0..4>", ""},
		{mapped + "poplar.assert_mapping %x #poplar.mapping<0: 0..4, 5..8>", "'poplar.assert_mapping' op expected #poplar.mapping<0: 0..4, 5..8>, found #poplar.mapping<0: 0..8> [poplar.assert-failed]"},
		{mapped + "poplar.assert_split %x dim 1 tiles false ipus false", "'poplar.assert_split' op expected a dimension from 0 to 0 of a tensor of rank 1, but got 1 [poplar.dim-range]"},
		{mapped + "%c = poplar.clone_to_ipu %x ipu 2", "'poplar.clone_to_ipu' op IPU 2 does not exist; there are 2 IPUs [poplar.ipu-range]"},
	} {
		_, err := evaluated(t, c.lines)
		got := ""
		if err != nil {
			got, _, _ = strings.Cut(err.Error(), "\n")
			_, got, _ = strings.Cut(got, "error: ")
		}
		if got != c.want {
			t.Errorf("got %s, want %s\n%s", got, c.want, c.lines)
		}
	}
}
