package tilemap_test

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/dialect/poplar/tilemap"
	"optc/internal/testing/drawtest"
)

func interval(begin, end int64) tilemap.Interval { return tilemap.Interval{Begin: begin, End: end} }

// TestDrawing: tiles are in rows of 64, shaded by their number of elements, and the legend gives
// the numbers of each shade; intervals have the colour of their tile.
func TestDrawing(t *testing.T) {
	t.Parallel()
	rows := make(tilemap.Mapping, 66)
	for i := range int64(5) {
		rows[65] = append(rows[65], interval(2*i, 2*i+1))
	}
	rows[64] = []tilemap.Interval{interval(10, 11)}
	for _, c := range []struct {
		name string
		m    tilemap.Mapping
		want string
	}{
		{"map", tilemap.Mapping{{interval(0, 16)}, nil, {interval(16, 17), interval(18, 20)}, {interval(17, 18)}}, `map
panel "tiles by elements", tile [0, 4) ticks [0]
  0
    [0, 1) shade 7: tile 0: 16 elements, [0,16)
    [1, 2) blank: tile 1: 0 elements
    [2, 3) shade 1: tile 2: 3 elements, [16,17) [18,20)
    [3, 4) shade 0: tile 3: 1 elements, [17,18)
panel "elements by tile", element [0, 20) scaled
  tile
    [0, 16) colour 0 "0": elements [0,16): tile 0
    [16, 17) colour 2 "2": elements [16,17): tile 2
    [18, 20) colour 2 "2": elements [18,20): tile 2
    [17, 18) colour 3 "3": elements [17,18): tile 3
key shade 0: 1-2
key shade 1: 3-4
key shade 2: 5-6
key shade 3: 7-8
key shade 4: 9-10
key shade 5: 11-12
key shade 6: 13-14
key shade 7: 15-16
note: 20 elements on 3 of 4 tiles; the fullest has 16, an even split would give 5.
note: Imbalance: 11 elements above the even split.
`},
		{"none", nil, `none
panel "tiles by elements", tile [0, 0)
note: No tile has an element.
`},
		{"nobody", tilemap.Mapping{nil, nil}, `nobody
panel "tiles by elements", tile [0, 2) ticks [0]
  0
    [0, 1) blank: tile 0: 0 elements
    [1, 2) blank: tile 1: 0 elements
note: 0 elements on 0 of 2 tiles; the fullest has 0, an even split would give 0.
note: Imbalance: 0 elements above the even split.
`},
		{"rows", rows, `rows
panel "tiles by elements", tile [0, 64) ticks [0 8 16 24 32 40 48 56]
  0
  64
    [0, 1) shade 1: tile 64: 1 elements, [10,11)
    [1, 2) shade 7: tile 65: 5 elements, [0,1) [2,3) [4,5) [6,7) and 1 more
panel "elements by tile", element [0, 11) scaled
  tile
    [10, 11) colour 9 "64": elements [10,11): tile 64
    [0, 1) colour 10 "65": elements [0,1): tile 65
    [2, 3) colour 10 "65": elements [2,3): tile 65
    [4, 5) colour 10 "65": elements [4,5): tile 65
    [6, 7) colour 10 "65": elements [6,7): tile 65
    [8, 9) colour 10 "65": elements [8,9): tile 65
key shade 1: 1
key shade 3: 2
key shade 4: 3
key shade 6: 4
key shade 7: 5
note: 6 elements on 2 of 66 tiles; the fullest has 5, an even split would give 1.
note: Imbalance: 4 elements above the even split.
`},
	} {
		got := drawtest.List(c.m.Drawing(c.name))
		if len(c.m) > 64 { // empty tiles are drawn like the tile above
			got = regexp.MustCompile(`(?m)^.*: 0 elements\n`).ReplaceAllString(got, "")
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// A drawing leaves out tiles and intervals beyond a limit, and reports it.
func TestDrawingIsBounded(t *testing.T) {
	t.Parallel()
	m := make(tilemap.Mapping, 20000)
	for i := range m {
		m[i] = []tilemap.Interval{{Begin: int64(i), End: int64(i + 1)}}
	}
	p := m.Drawing("large")
	for i, panel := range p.Panels {
		if len(panel.Cells) != 8192 {
			t.Errorf("panel %d has %d cells", i, len(panel.Cells))
		}
	}
	if want := "elements by tile, the first 8192 intervals"; p.Panels[1].Title != want || len(p.Panels[0].Rows) != 128 {
		t.Errorf("%s, %d rows of tiles", p.Panels[1].Title, len(p.Panels[0].Rows))
	}
	if want := "Drawn are the first 8192 of 20000 tiles."; p.Notes[len(p.Notes)-1] != want {
		t.Errorf("the notes are %q", p.Notes)
	}
	// A mapping at the limit is drawn completely.
	p = m[:8192].Drawing("all")
	if len(p.Panels[0].Cells) != 8192 || p.Panels[1].Title != "elements by tile" || len(p.Notes) != 2 {
		t.Errorf("%d tiles, %s, %q", len(p.Panels[0].Cells), p.Panels[1].Title, p.Notes)
	}
}
