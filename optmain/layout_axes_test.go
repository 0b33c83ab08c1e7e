package optmain

import (
	"testing"

	"optc/layout"
	"optc/layout/axes"
)

// TestAxesHaveMaps: every axis is the axis of a map that the command makes.
func TestAxesHaveMaps(t *testing.T) {
	t.Parallel()
	const threads = "#iree_map.pack_layout<((2, 4), 2) : ((0, 1), 0)>"
	c := (&Env{Config: DefaultConfig()}).tool().newContext()
	along := func(axis axes.Axis, text, shape string) *layout.Map {
		t.Helper()
		m, _, err := layoutOptions{axis: axis.String(), shape: shape}.along(c, text, nil)
		if err != nil {
			t.Fatalf("%s: %v", axis, err)
		}
		return m
	}
	spread := func(axis axes.Axis) *layout.Map {
		t.Helper()
		l, _, err := layoutOptions{}.read(c, threads)
		if err != nil {
			t.Fatal(err)
		}
		side := changedLayout{text: threads, threads: l}
		m, err := side.units(axis)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	placed := func(text, target string) *layout.Map {
		t.Helper()
		_, m, err := nodePlaces(c, text, layoutOptions{target: target}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	maps := map[axes.Axis]*layout.Map{
		axes.Grid:      along(axes.Grid, threads, "16x8"),
		axes.Workgroup: along(axes.Workgroup, threads, ""),
		axes.Subgroup:  along(axes.Subgroup, threads, ""),
		axes.Thread:    along(axes.Thread, threads, ""),
		axes.Lane:      along(axes.Lane, threads, ""),
		axes.Register:  along(axes.Thread, threads, ""),
		axes.Bank:      along(axes.Bank, "(4,32):(33,1)", ""),
		axes.Row:       along(axes.Bank, "(4,32):(33,1)", ""),
		axes.Worker:    spread(axes.Worker),
		axes.Tile:      placed("#poplar.mapping<0: 0..8; 1: 8..16>", "ipu2"),
		axes.NPU:       placed("!okk.local<1x6x1x4xf32, aligned>", "bm1684"),
		axes.Byte:      placed("!okk.local<1x6x1x4xf32, aligned>", "bm1684"),
	}
	for _, a := range axes.List() {
		m := maps[a]
		if m == nil {
			t.Errorf("no map has the axis %s", a)
			continue
		}
		if x := m.Axes(); x.Unit != a && x.Cell != a {
			t.Errorf("the map for the axis %s has the axes %s and %s", a, x.Unit, x.Cell)
		}
		if _, stored := m.LocateIndex(0); !stored {
			t.Errorf("the map for the axis %s stores nothing", a)
		}
	}
}
