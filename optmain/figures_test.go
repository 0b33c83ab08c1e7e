package optmain

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"optc/draw"
)

// TestFigures: pictures as JSON satisfy the schema, and docs/formats.md lists the names and units of their figures, and no others.
func TestFigures(t *testing.T) {
	t.Parallel()
	const nested = "#iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 2], element_tile = [1, 2], subgroup_strides = [1, 0], thread_strides = [2, 1]>"
	const columns = "#iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 1], element_tile = [1, 2], subgroup_strides = [0, 1], thread_strides = [1, 0]>"
	const rows, lines = "#iree_map.pack_layout<(32, 32) : (1, 0)>", "#iree_map.pack_layout<(32, 32) : (0, 1)>"
	dir := t.TempDir()
	file := filepath.Join(dir, "transfers.mlir")
	text := `func.func @transfers(%m: memref<64x8xf32>, %row: vector<8xindex>, %p: f32) {
  %c0 = arith.constant 0 : index
  %v = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<64x8xf32>, vector<8x8xf32>
  %x = iree_vector_ext.to_layout %v to layout(#rows) : vector<8x8xf32>
  vector.transfer_write %x, %m[%c0, %c0] {in_bounds = [true, true]} : vector<8x8xf32>, memref<64x8xf32>
  %g = iree_vector_ext.transfer_gather %m[%c0, %c0] [%row : vector<8xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<64x8xf32>, vector<8x8xf32>
  %y = iree_vector_ext.to_layout %g to layout(#rows) : vector<8x8xf32>
  iree_vector_ext.transfer_scatter %y into %m[%c0, %c0] [%row : vector<8xindex>] {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : vector<8x8xf32>, memref<64x8xf32>
  return
}
`
	const thread = "#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 2], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [2, 1]>"
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(text, "#rows", thread)), 0o600); err != nil {
		t.Fatal(err)
	}
	s := readSchema(t, "../docs/formats/layout.schema.json")
	got := map[string]bool{}
	for _, args := range [][]string{
		{rows, "--target", "sm_80"}, {rows, lines, "--target", "sm_80"}, {nested, columns, "--target", "sm_80"}, {rows, "(32,32):(32,1)", "--target", "sm_80"},
		{"#ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 2], [2, 0], [4, 0]], warp = [], block = []}>",
			"#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>", "--shape", "16x8"},
		{rows, lines, "--axis", "lane"}, {nested, columns, "--axis", "subgroup"}, {nested, columns, "--axis", "thread"},
		{"#poplar.mapping<0: 0..8; 1: 8..32>", "#poplar.mapping<0: 0..16; 1: 16..32>", "--target", "ipu2"},
		{"#iree_map.pack_layout<((2, 3), 6) : ((0, 1), 0)>", "#iree_map.pack_layout<((6), (2, 3)) : ((0), (0, 1))>", "--target", "ipu2"},
		{"!okk.local<1x6x1x4xf32, aligned, start = 2>", "!okk.local<1x6x1x4xf32, compact>", "--target", "bm1684"},
		{"!okk.local<2x9x4x5xf32, aligned>", "!okk.local<2x9x4x5xf32, compact>", "--target", "bm1684"},
		{"!okk.sys<1x6x1x4xf32, continuous>", "!okk.local<1x6x1x4xf32, compact>", "--target", "bm1684"},
		{rows, lines, "--buffer"}, {rows, "--element-at", "1,2"}, {rows, "--held-by", "lane=1"},
		{file, "--target", "sm_80"},
	} {
		code, stdout, stderr := in(dir, append([]string{"layout", "--format=json"}, args...)...)
		if code != 0 {
			t.Errorf("%v: %s", args, stderr)
			continue
		}
		satisfies(t, s, args[0], []byte(stdout))
		var d draw.Drawing
		if err := json.Unmarshal([]byte(stdout), &d); err != nil {
			t.Fatal(err)
		}
		for _, p := range d.Pictures {
			for _, f := range p.Figures {
				got[f.Name+" in "+f.Unit] = true
			}
		}
	}
	page, err := os.ReadFile("../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	_, table, _ := strings.Cut(string(page), "| name | unit | of what |\n|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for row := range strings.SplitSeq(table, "\n") {
		column := strings.Split(row, "|")
		names, units := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(column[1], -1), strings.Split(strings.TrimSpace(column[2]), ", ")
		for i, name := range names {
			want[name[1]+" in "+units[min(i, len(units)-1)]] = true
		}
	}
	for f := range got {
		if !want[f] {
			t.Errorf("docs/formats.md does not list the figure %s", f)
		}
	}
	for f := range want {
		if !got[f] {
			t.Errorf("no picture has the figure %s, which docs/formats.md lists", f)
		}
	}
}
