package graph

import (
	"fmt"
	"testing"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/tilemap"
	"optc/internal/testing/targettest"
)

// Tensors that are mapped one after the other continue on the tile where the previous one ended.
func TestMapTensorLinearlyFrom(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	offset := 6
	for i, want := range []string{"{0:[64,96) 1:[96,128) 6:[0,32) 7:[32,64)}", "{2:[0,24)}", "{}"} {
		x := variable(t, g, fmt.Sprint(i), scalar.Float, []int64{128, 24, 0}[i])
		next, err := g.MapTensorLinearlyFrom(x, offset)
		if err != nil {
			t.Fatal(err)
		}
		if m, err := g.TileMapping(x); err != nil || m.String() != want {
			t.Errorf("tensor %d from tile %d: mapping %v, error %v; want %s", i, offset, m, err, want)
		}
		offset = next
	}
	if offset != 3 {
		t.Errorf("next offset %d, want 3", offset)
	}
	if _, err := g.MapTensorLinearlyFrom(variable(t, g, "x", scalar.Float, 1), 8); diag.CodeOf(err) != "map-offset" {
		t.Errorf("error %v, want map-offset", err)
	}
}

// The memory that a function allocates depends on the intervals, not on the elements.
func TestCostFollowsIntervals(t *testing.T) {
	cost := func(rows, cols int64) float64 {
		g := New(targettest.New(t, "ipu2"))
		x := variable(t, g, "x", scalar.Half, rows, cols)
		tr := must(t)(x.DimShuffle([]int{1, 0}))
		return testing.AllocsPerRun(3, func() {
			if err := g.MapTensorLinearly(x, tilemap.NaturalLinear(g.Target(), scalar.Half)); err != nil {
				t.Fatal(err)
			}
			if _, err := g.TileMapping(x); err != nil {
				t.Fatal(err)
			}
			if _, err := g.DimIsSplitOverTiles(tr, 0); err != nil {
				t.Fatal(err)
			}
		})
	}
	// Both mappings make 1472 parts, one for each tile.
	if small, large := cost(1472, 64), cost(1472, 1<<20); large > small+8 {
		t.Errorf("%v allocations for 94 thousand elements, %v for 1.5 billion", small, large)
	}
}
