package tilemap_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/dialect/poplar/tilemap"
)

// The balance that a picture states is that of the mapping, and every tile is drawn in
// the shade of its number of elements.
func TestDrawing(t *testing.T) {
	t.Parallel()
	m := tilemap.Mapping{{{Begin: 0, End: 16}}, nil, {{Begin: 16, End: 17}}}
	p := m.Drawing("map")
	text := p.Text()
	for _, want := range []string{"# .", "17 elements on 2 of 3 tiles; the fullest has 16", fmt.Sprintf("Imbalance: %d elements", tilemap.TileImbalance(m, 0, 1))} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if n := len(p.Panels[0].Cells); n != 3 {
		t.Errorf("%d tiles are drawn", n)
	}
	if text := (tilemap.Mapping{}).Drawing("none").Text(); !strings.Contains(text, "No tile has an element.") {
		t.Errorf("picture of nothing:\n%s", text)
	}
}

// What is too much to draw is left out and said.
func TestDrawingIsBounded(t *testing.T) {
	t.Parallel()
	m := make(tilemap.Mapping, 20000)
	for i := range m {
		m[i] = []tilemap.Interval{{Begin: int64(i), End: int64(i + 1)}}
	}
	p := m.Drawing("large")
	if n := len(p.Panels[0].Cells) + len(p.Panels[1].Cells); n > 20000 {
		t.Errorf("%d cells", n)
	}
	for _, want := range []string{"Drawn are the first 8192 of 20000 tiles.", "the first 8192 intervals"} {
		if !strings.Contains(p.Text(), want) {
			t.Errorf("the picture does not say %q", want)
		}
	}
}
