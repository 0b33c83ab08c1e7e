package draw_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/draw"
)

func TestText(t *testing.T) {
	t.Parallel()
	grid := func(columns int64, cells ...draw.Cell) *draw.Panel {
		return &draw.Panel{Axis: draw.Axis{Name: "x", To: columns}, Rows: []draw.Row{{Label: "a"}, {Label: "b"}}, Cells: cells}
	}
	for name, test := range map[string]struct {
		picture *draw.Picture
		want    string
	}{
		"cells over rows and columns": {
			&draw.Picture{Panels: []*draw.Panel{grid(3, draw.Cell{Rows: 2, To: 1, Text: "7"}, draw.Cell{Row: 1, From: 1, To: 3, Text: "ab"})}}, `
  x  0 1 2
  a |7|
  b |7|ab |
`},
		"the last cell is seen, and what is outside is cut": {
			&draw.Picture{Panels: []*draw.Panel{grid(2, draw.Cell{From: -5, To: 9, Text: "xx"}, draw.Cell{From: 1, To: 2, Text: "y"}, draw.Cell{Row: 7, To: 2})}}, `
  x  0 1
  a |x|y|
  b
`},
		"groups of rows and columns, marks of the legend": {
			&draw.Picture{
				Title: "title",
				Panels: []*draw.Panel{{
					Title: "panel",
					Axis:  draw.Axis{To: 4, Ticks: []int64{0, 2}, Groups: []draw.Group{{0, 2, "left"}, {2, 4, "right"}}},
					Rows:  []draw.Row{{Label: "r0", Group: "first", Note: "n"}, {Label: "r1", Group: "second"}},
					Cells: []draw.Cell{{To: 2, Colour: draw.Series(0)}, {Row: 1, From: 3, To: 4, Colour: draw.Padding}},
				}},
				Legend: []draw.Key{{Colour: draw.Series(0), Mark: 'S', Text: "state"}, {Colour: draw.Padding, Text: "padding"}},
				Notes:  []string{"one", "two", strings.Repeat("a word and ", 10) + "the last one"},
			}, `title

panel
     |left |right|
       0     2
first
  r0 |SSSSS|        n
second
  r1          |--|

S state, - padding

one
two
a word and a word and a word and a word and a word and a word and a word and a word and a word and a word and
the last one
`},
		"hexadecimal addresses on a scaled axis": {
			&draw.Picture{Panels: []*draw.Panel{{
				Axis:  draw.Axis{Name: "address", From: 0x4c000, To: 0x4d000, Scaled: true, Label: func(n int64) string { return fmt.Sprintf("%#x", n) }},
				Rows:  []draw.Row{{Label: "tile 0"}},
				Cells: []draw.Cell{{From: 0x4c000, To: 0x4c800, Colour: draw.Series(3), Text: "table"}, {From: 0x4c800, To: 0x4c880, Colour: draw.Alert, Text: "long name"}},
			}}}, `
  address  0x4c000 0x4c200 0x4c400 0x4c600 0x4c800 0x4ca00 0x4cc00 0x4ce00
  tile 0  |DDDDDDDDDDDDDtableDDDDDDDDDDDDDD!!                              |
`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), test.picture.Text()); diff != "" {
				t.Errorf("text differs (-want +got):\n%s", diff)
			}
		})
	}
}

// Panels with many columns are continued below: no line is long, and nothing is lost.
func TestTextIsContinued(t *testing.T) {
	t.Parallel()
	p := &draw.Picture{Panels: []*draw.Panel{{Axis: draw.Axis{To: 100}, Rows: []draw.Row{{Label: "row"}}}}}
	for i := range int64(100) {
		p.Panels[0].Add(draw.Cell{From: i, To: i + 1, Text: fmt.Sprint("c", i)})
	}
	text := p.Text()
	for line := range strings.Lines(text) {
		if len(line) > 121 {
			t.Errorf("line of %d characters: %s", len(line), line)
		}
	}
	for i := range 100 {
		if !strings.Contains(text, fmt.Sprintf("|%-3s|", fmt.Sprint("c", i))) {
			t.Fatalf("cell %d is missing in:\n%s", i, text)
		}
	}
}

func TestShade(t *testing.T) {
	t.Parallel()
	if draw.Shade(0, 10) != draw.None || draw.Shade(3, 0) != draw.None {
		t.Error("a share of nothing is drawn")
	}
	if draw.Shade(1, 1<<62) == draw.None {
		t.Error("a small share is drawn as nothing")
	}
	weak, strong := draw.Shades()[0], draw.Shades()[len(draw.Shades())-1]
	if draw.Shade(1, 100) != weak || draw.Shade(100, 100) != strong || draw.Shade(500, 100) != strong {
		t.Error("the shades do not reach from weak to strong")
	}
}

// elements parses an SVG and returns how often each element occurs, and the texts for
// hovering.
func elements(t *testing.T, svg string) (count map[string]int, hovers []string) {
	t.Helper()
	count = map[string]int{}
	d := xml.NewDecoder(strings.NewReader(svg))
	d.Strict = true
	inTitle := false
	for {
		token, err := d.Token()
		if err == io.EOF {
			return count, hovers
		}
		if err != nil {
			t.Fatalf("not XML: %v\n%s", err, svg)
		}
		switch x := token.(type) {
		case xml.StartElement:
			count[x.Name.Local]++
			inTitle = x.Name.Local == "title"
		case xml.EndElement:
			inTitle = false
		case xml.CharData:
			if inTitle {
				hovers = append(hovers, string(x))
			}
		}
	}
}

func TestSVG(t *testing.T) {
	t.Parallel()
	p := &draw.Picture{
		Title: "a < b & c",
		Panels: []*draw.Panel{{
			Axis:  draw.Axis{Name: "byte", To: 8, Descending: true},
			Rows:  []draw.Row{{Label: "<0>", Hover: "the first & only"}},
			Cells: []draw.Cell{{To: 4, Text: `"x"`, Colour: draw.Series(1), Hover: "4 bytes > 3"}, {From: 4, To: 8, Colour: draw.Padding}},
		}},
		Legend: []draw.Key{{Colour: draw.Padding, Text: "padding"}},
	}
	svg := p.SVG()
	count, hovers := elements(t, svg)
	// Frame, two cells, and a key, on a background.
	if count["path"] != 4 || count["rect"] != 1 {
		t.Errorf("got %d paths and %d rectangles", count["path"], count["rect"])
	}
	if diff := cmp.Diff([]string{"the first & only", "4 bytes > 3"}, hovers); diff != "" {
		t.Errorf("texts for hovering (-want +got):\n%s", diff)
	}
	if !strings.Contains(svg, "prefers-color-scheme: dark") {
		t.Error("there is no form for dark pages")
	}
	for _, outside := range []string{"href", "url(", "import", "<script"} {
		if strings.Contains(svg, outside) {
			t.Errorf("not self-contained: %s", outside)
		}
	}
}

// A page may contain several SVGs, whose style sheets then apply together: no SVG may
// change the line colours of another.
func TestSheetsMeet(t *testing.T) {
	t.Parallel()
	p := &draw.Picture{Panels: []*draw.Panel{{Axis: draw.Axis{To: 1}, Rows: []draw.Row{{}}, Cells: []draw.Cell{{To: 1, Colour: draw.Series(2)}}}}}
	for _, class := range regexp.MustCompile(`<path [^>]*class="([a-z]+) `).FindAllStringSubmatch(p.SVG(), -1) {
		rule := regexp.MustCompile(`\.` + class[1] + `\{[^}]*\}`).FindString(p.SVG())
		if strings.Contains(rule, "fill") {
			t.Errorf("%s decides the colour of every cell", rule)
		}
	}
}

// Any picture can be drawn in both forms, twice with the same result.
func TestRandom(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := &draw.Picture{Title: "p"}
		for range 1 + r.IntN(2) {
			from := r.Int64N(100) - 50
			panel := &draw.Panel{Axis: draw.Axis{
				Name: "n", From: from, To: from + r.Int64N(90), Descending: r.IntN(2) == 0, Scaled: r.IntN(2) == 0,
				Groups: []draw.Group{{from, from + r.Int64N(100), "g"}},
			}}
			for i := range r.IntN(70) {
				panel.Rows = append(panel.Rows, draw.Row{Label: fmt.Sprint(i), Group: fmt.Sprint(i / 3)})
			}
			for range r.IntN(50) {
				at := from + r.Int64N(100) - 10
				panel.Add(draw.Cell{
					Row: r.IntN(80) - 5, Rows: r.IntN(4), From: at, To: at + r.Int64N(20), Colour: draw.Series(r.IntN(40)),
					Text: strings.Repeat("é", r.IntN(4)), Hover: "h",
				})
			}
			p.Panels = append(p.Panels, panel)
		}
		if text := p.Text(); text != p.Text() {
			t.Errorf("seed %d: text differs from itself", seed)
		}
		svg := p.SVG()
		if svg != p.SVG() {
			t.Errorf("seed %d: SVG differs from itself", seed)
		}
		elements(t, svg)
	}
}
