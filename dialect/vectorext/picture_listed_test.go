package vectorext_test

import (
	"slices"
	"strings"
	"testing"

	"optc/dialect/vectorext"
	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/layout/axes"
)

// A plan of digits has several groups of registers.
func TestPictureOfTurns(t *testing.T) {
	t.Parallel()
	mapOf := func(digits ...layout.Digit) *layout.Map {
		m, err := layout.New(layout.Digits{Units: 2, Axes: axes.Pair{Unit: axes.Thread, Cell: axes.Register}, Width: 1, Dims: []layout.Dim{{Size: 8, Digits: digits}}})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	before := mapOf(layout.Digit{Size: 4, Offset: 1}, layout.Digit{Size: 2, Unit: 1})
	after := mapOf(layout.Digit{Size: 2, Unit: 1}, layout.Digit{Size: 4, Offset: 1})
	p, err := vectorext.DrawChange(before, after, ir.NewContext().F32(), "", 2)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(p.Panels, func(p *draw.Panel) bool { return p.Title == "what the lanes of the first subgroup read" })
	if i < 0 {
		t.Fatal("no lanes are drawn")
	}
	var cells []string
	for _, c := range p.Panels[i].Cells {
		cells = append(cells, c.Text)
	}
	if got, want := strings.Join(cells, " "), "1:0 1:2 0:1 0:3"; got != want {
		t.Errorf("cells %s, want %s", got, want)
	}
	if want := "What a lane reads in a shuffle is a lane and a register."; !slices.Contains(p.Notes, want) {
		t.Errorf("notes %q, want %q", p.Notes, want)
	}
}
