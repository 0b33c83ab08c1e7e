package graph

import (
	"math"
	"slices"
	"testing"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/tilemap"
)

func TestTensorUseTracker(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	x := variable(t, g, "x", scalar.Float, 8)
	v := g.Variables()[0]
	c := must(t)(g.AddConstant("c", scalar.Float, []int64{8}, make([]byte, 4)))
	u, err := NewTensorUseTracker(8, tilemap.TileOrder{})
	if err != nil {
		t.Fatal(err)
	}
	if err := u.Add(g, 0, c); err != nil || !u.Empty() {
		t.Errorf("constants are recorded, error %v", err)
	}
	if err := u.Add(g, 2, must(t)(must(t)(x.Slice(0, 4, 0)).Broadcast(3, 0))); err != nil || u.Empty() {
		t.Errorf("use is not recorded, error %v", err)
	}
	for tile, code := range map[int]string{-1: "tile-range", 8: "tile-range", 7: ""} {
		if err := u.Clone().Add(g, tile, x); diag.CodeOf(err) != code {
			t.Errorf("use on tile %d: error %v, want code %q", tile, err, code)
		}
	}
	other, err := NewTensorUseTracker(8, tilemap.TileOrder{Offset: 3, Descending: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Add(g, 1, must(t)(x.Slice(2, 8, 0))); err != nil {
		t.Fatal(err)
	}
	before := u.Clone()
	if err := u.AddAll(other); err != nil {
		t.Fatal(err)
	}
	if got, want := u.Uses(v), []TileRun{{0, 4, 2}, {2, 8, 1}}; !slices.Equal(got, want) {
		t.Errorf("uses %v, want %v", got, want)
	}
	if got, want := before.Uses(v), []TileRun{{0, 4, 2}}; !slices.Equal(got, want) {
		t.Errorf("uses of the copy %v, want %v", got, want)
	}
	if err := u.Resolve(g, UseOptions{Grain: 1}); err != nil {
		t.Fatal(err)
	}
	if got, want := u.Uses(v), []TileRun{{0, 2, 2}, {2, 3, 1}, {3, 4, 2}, {4, 8, 1}}; !slices.Equal(got, want) {
		t.Errorf("resolved uses %v, want %v", got, want)
	}
}

func TestTrackerErrors(t *testing.T) {
	t.Parallel()
	g := smallGraph(t)
	x := variable(t, g, "x", scalar.Float, 8)
	tracker := func(tiles int) *TensorUseTracker {
		u, err := NewTensorUseTracker(tiles, tilemap.TileOrder{})
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	used := tracker(8)
	if err := used.Add(g, 0, x); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, code string
		err        error
	}{
		{"no tiles", "map-no-tiles", second(NewTensorUseTracker(0, tilemap.TileOrder{}))},
		{"start behind the tiles", "map-offset", second(NewTensorUseTracker(4, tilemap.TileOrder{Offset: 4}))},
		{"trackers of other sizes", "tracker-tiles", used.AddAll(tracker(4))},
		{"graph of another size", "tracker-tiles", tracker(4).Resolve(g, UseOptions{Grain: 1})},
		{"another graph", "graph-mismatch", used.Resolve(smallGraph(t), UseOptions{Grain: 1})},
		{"no grain", "split-bad", used.Resolve(g, UseOptions{})},
		{"grain beyond the limit", "split-bad", used.Resolve(g, UseOptions{Grain: math.MaxInt64, Method: ConstrainMappingToUsedTiles})},
		{"negative minimum", "split-bad", used.Resolve(g, UseOptions{Grain: 1, MinElems: -1})},
		{"unknown method", "mapping-method", used.Resolve(g, UseOptions{Grain: 1, Method: 3})},
		{"unknown clone method", "clone-method", second(g.Clone(x, CloneOptions{Method: 5}))},
		{"method", "mapping-method", second(ParseMappingMethod("haloes"))},
		{"clone method", "clone-method", second(ParseCloneMethod("knew"))},
	} {
		if diag.CodeOf(c.err) != c.code {
			t.Errorf("%s: error %v, want code %s", c.name, c.err, c.code)
		}
	}
	if got := used.Uses(g.Variables()[0]); len(got) != 1 {
		t.Errorf("uses after errors: %v", got)
	}
	// A huge grain that is never split is not an error.
	if err := used.MapTensorsByUse(g, UseOptions{Grain: math.MaxInt64, MinElems: math.MaxInt64}); err != nil {
		t.Error(err)
	}
}

func TestMethodNames(t *testing.T) {
	t.Parallel()
	for _, m := range MappingMethods() {
		for _, name := range []string{m.String(), m.IRName()} {
			if got, err := ParseMappingMethod(name); err != nil || got != m {
				t.Errorf("%s: got %v, error %v", name, got, err)
			}
		}
	}
	for _, m := range CloneMethods() {
		for _, name := range []string{m.String(), m.IRName()} {
			if got, err := ParseCloneMethod(name); err != nil || got != m {
				t.Errorf("%s: got %v, error %v", name, got, err)
			}
		}
	}
}

// TestHalos: a region that the tiles of both its neighbours use is given to the first
// neighbour; other regions are not.
func TestHalos(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		uses []TileRun
		want []TileRun
	}{
		{"of both neighbours", []TileRun{{0, 8, 0}, {4, 12, 1}}, []TileRun{{0, 8, 0}, {8, 12, 1}}},
		{"of two pairs", []TileRun{{0, 8, 0}, {0, 8, 1}, {4, 12, 2}, {4, 12, 3}}, []TileRun{{0, 4, 0}, {4, 8, 1}, {8, 10, 2}, {10, 12, 3}}},
		{"of others", []TileRun{{0, 4, 0}, {4, 8, 1}, {4, 8, 2}, {8, 12, 3}}, []TileRun{{0, 4, 0}, {4, 6, 1}, {6, 8, 2}, {8, 12, 3}}},
		{"of the first neighbour and another", []TileRun{{0, 8, 0}, {4, 8, 2}, {8, 12, 3}}, []TileRun{{0, 6, 0}, {6, 8, 2}, {8, 12, 3}}},
		{"of the second neighbour and another", []TileRun{{0, 4, 0}, {4, 8, 1}, {4, 12, 3}}, []TileRun{{0, 4, 0}, {4, 6, 1}, {6, 12, 3}}},
		{"of both neighbours and another", []TileRun{{0, 8, 0}, {4, 8, 1}, {4, 12, 2}}, []TileRun{{0, 6, 0}, {6, 8, 1}, {8, 12, 2}}},
		{"with one neighbour", []TileRun{{0, 8, 0}, {4, 8, 1}}, []TileRun{{0, 6, 0}, {6, 8, 1}}},
	} {
		g := smallGraph(t)
		x := variable(t, g, "x", scalar.Float, 12)
		u, err := NewTensorUseTracker(8, tilemap.TileOrder{})
		if err != nil {
			t.Fatal(err)
		}
		for _, use := range c.uses {
			if err := u.Add(g, use.Tile, must(t)(x.Slice(use.Begin, use.End, 0))); err != nil {
				t.Fatal(err)
			}
		}
		if err := u.Resolve(g, UseOptions{Grain: 1, Method: OptimizeHaloRegions}); err != nil {
			t.Fatal(err)
		}
		if got := u.Uses(g.Variables()[0]); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}
