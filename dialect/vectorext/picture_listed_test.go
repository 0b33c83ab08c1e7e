package vectorext

import (
	"strings"
	"testing"

	"optc/layout"
)

// A plan of digits has several groups of registers.
func TestPictureOfTurns(t *testing.T) {
	t.Parallel()
	mapOf := func(digits ...layout.Digit) *layout.Map {
		m, err := layout.New(layout.Digits{Units: 2, Axes: layout.Axes{Unit: layout.AxisThread, Cell: layout.AxisRegister}, Width: 1, Dims: []layout.Dim{{Size: 8, Digits: digits}}})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	before := mapOf(layout.Digit{Size: 4, Offset: 1}, layout.Digit{Size: 2, Unit: 1})
	after := mapOf(layout.Digit{Size: 2, Unit: 1}, layout.Digit{Size: 4, Offset: 1})
	steps, ok := layout.Steps(before, after)
	if !ok {
		t.Fatal("no common digits")
	}
	x, why := layout.PlanRounds(steps, 2, 0)
	if why != "" {
		t.Fatal(why)
	}
	panel, note := lanesPanel(&x)
	var cells []string
	for _, c := range panel.Cells {
		cells = append(cells, c.Text)
	}
	if got, want := strings.Join(cells, " "), "1:0 1:2 0:1 0:3"; got != want {
		t.Errorf("cells %s, want %s", got, want)
	}
	if note != "What a lane reads in a shuffle is a lane and a register." {
		t.Errorf("note %q", note)
	}
}
