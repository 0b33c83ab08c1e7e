package sim_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/sim"
)

// products computes the product of two rows of tiles with one column of tiles: by a contraction of
// the matrices, and tile by tile. The tiles of the right operand have columns x rows.
const products = `
#a = affine_map<(m, k, i, j, l) -> (m, k, i, l)>
#b = affine_map<(m, k, i, j, l) -> (k, j, l)>
#c = affine_map<(m, k, i, j, l) -> (m, i, j)>
func.func @matrices(%a: vector<2x3x16x16xf16>, %b: vector<3x16x16xf16>, %c: vector<2x16x16xf32>) -> vector<2x16x16xf32> {
  %d = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction", "parallel", "parallel", "reduction"], kind = #vector.kind<add>}
    %a, %b, %c : vector<2x3x16x16xf16>, vector<3x16x16xf16> into vector<2x16x16xf32>
  return %d : vector<2x16x16xf32>
}
func.func @tiles(%a: vector<2x3x16x16xf16>, %b: vector<3x16x16xf16>, %c: vector<2x16x16xf32>) -> vector<2x16x16xf32> {
  %d = iree_codegen.inner_tiled ins(%a, %b) outs(%c) {
    indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>],
    iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = false>,
    permutations = [array<i64: 0, 1>, array<i64: 1, 0>, array<i64: 0, 1>]
  } : vector<2x3x16x16xf16>, vector<3x16x16xf16> into vector<2x16x16xf32>
  return %d : vector<2x16x16xf32>
}
`

// Whole tiles are multiplied as a contraction multiplies the matrices.
func TestInnerTiledIsContraction(t *testing.T) {
	t.Parallel()
	c := all.Context()
	module := load(t, c, products)
	args := make([]sim.Value, 3)
	for i, shape := range [][]int64{{2, 3, 16, 16}, {3, 16, 16}, {2, 16, 16}} {
		elem := c.F16()
		if i == 2 {
			elem = c.F32()
		}
		v := sim.NewVector(shape, elem)
		for k := range v.Len() {
			v.SetBits(k, uint64((k*7+i)%0x7b00))
		}
		args[i] = sim.Value{Ref: v}
	}
	var got []string
	for _, name := range []string{"matrices", "tiles"} {
		results, err := sim.New(module, nil).Call(t.Context(), name, args...)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(results[0].Vector().AllBits()))
	}
	if got[0] != got[1] {
		t.Error(got)
	}
}

// The lanes of an intrinsic multiply the parts that they hold, and there must be enough
// lanes.
func TestInnerTiledNeedsItsLanes(t *testing.T) {
	t.Parallel()
	const text = `func.func @f() -> vector<4xf32> {
  %x = gpu.thread_id x
  %i = arith.index_cast %x : index to i32
  %g = arith.sitofp %i : i32 to f16
  %one = arith.constant dense<1.0> : vector<4xf16>
  %a = vector.broadcast %g : f16 to vector<4xf16>
  %c = arith.constant dense<0.0> : vector<4xf32>
  %d = iree_codegen.inner_tiled ins(%a, %one) outs(%c) {
    indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = [],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = true, opaque = false>
  } : vector<4xf16>, vector<4xf16> into vector<4xf32>
  return %d : vector<4xf32>
}`
	// Row r of the left operand is held by lanes r, r+16, r+32 and r+48, four elements
	// each; lane 16 of the result holds rows 4 to 7 of column 0.
	got := perThread(t, text, [3]int64{64, 1, 1}, 64)[16]
	for i := range 4 {
		row := 4 + i
		want := fmt.Sprintf("%e", float64(4*(row+row+16+row+32+row+48)))
		if x := sim.FormatScalar(got.Vector().Elem, got.Vector().Bits(i)); x != want {
			t.Errorf("row %d: got %s, want %s", row, x, want)
		}
	}
	g := sim.Group{Module: load(t, all.Context(), text), BlockDim: [3]int64{32, 1, 1}, SubgroupSize: 32}
	_, err := g.Run(t.Context(), "f", func(sim.Thread) []sim.Value { return nil })
	if err == nil || !strings.Contains(err.Error(), "the intrinsic needs 64 lanes, but the subgroup has 32") {
		t.Error(err)
	}
}
