package draw

import (
	"regexp"
	"strings"
	"testing"
)

// TestScreen: lines have the width of the screen, and colours change nothing else.
func TestScreen(t *testing.T) {
	t.Parallel()
	table := &Panel{Title: "bytes", Axis: Axis{Name: "byte", To: 64}, Rows: []Row{{Label: "row", Note: "a note"}}}
	scale := &Panel{Title: "memory", Axis: Axis{Name: "address", To: 1 << 20, Scaled: true}, Rows: []Row{{Label: "row", Note: "a note"}}}
	for i := range int64(64) {
		table.Add(Cell{From: i, To: i + 1, Colour: Series(int(i)), Text: "12"})
		scale.Add(Cell{From: i << 14, To: (i + 1) << 14, Colour: Shade(i, 64)})
	}
	p := &Picture{
		Title: "a picture", Panels: []*Panel{table, scale}, Notes: []string{strings.Repeat("many words ", 30)},
		Legend: []Key{{Colour: Series(0), Text: "the first series"}, {Colour: Alert, Text: "the wrong elements"}, {Colour: Padding, Text: "padding of a row"}},
	}
	colours := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for _, columns := range []int{40, 60, 100, 200} {
		plain, painted := p.TextOn(Screen{Columns: columns}), p.TextOn(Screen{Columns: columns, Color: true})
		if colours.ReplaceAllString(painted, "") != plain || painted == plain {
			t.Errorf("%d columns: colours change the text\n%s\n%s", columns, plain, painted)
		}
		longest := 0
		for line := range strings.Lines(plain) {
			longest = max(longest, charCount(strings.TrimSuffix(line, "\n")))
		}
		if longest > columns || longest < columns-8 {
			t.Errorf("%d columns: the longest line has %d characters\n%s", columns, longest, plain)
		}
	}
	if p.Text() != p.TextOn(Screen{}) {
		t.Error("a file has another text")
	}
}

// Neighbours in rows of any usual length have different colours, although colours repeat.
func TestSeriesOfNeighbours(t *testing.T) {
	t.Parallel()
	for _, columns := range []int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256} {
		for i := range 1024 {
			if Series(i) == Series(i+columns) {
				t.Fatalf("%d and %d have one colour", i, i+columns)
			}
		}
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		rows, columns int64
		want          string
	}{
		{64, 64, ""}, {65, 1, "Drawn are the first 64 of 65 rows."}, {1, 70, "Drawn are the first 64 of 70 columns."},
		{65, 70, "Drawn are the first 64 of 65 rows and the first 64 of 70 columns."},
	} {
		if got := Cut(64, test.rows, "row", test.columns, "column"); got != test.want {
			t.Errorf("%d, %d: %q", test.rows, test.columns, got)
		}
	}
}
