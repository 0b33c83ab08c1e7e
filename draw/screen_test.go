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
