package vectorext

import (
	"strings"
	"testing"

	"optc/layout"
)

// A cell of a lane that relays has the shuffle in which the lane got the element, and a note explains it.
func TestPictureOfRelays(t *testing.T) {
	t.Parallel()
	mapOf := func(held [][]int64) *layout.Map {
		table := layout.Table{Units: len(held), Width: 1, Shape: []int64{12}}
		for lane, list := range held {
			for register, element := range list {
				table.Runs = append(table.Runs, layout.Run{Index: element, Len: 1, Place: layout.Place{Unit: lane, Offset: int64(register)}})
			}
		}
		m, err := layout.NewTable(table)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	before := mapOf([][]int64{{6, 7, 9}, {0, 3, 10}, {1, 4, 11}, {2, 5, 8}})
	after := mapOf([][]int64{{6, 7, 8}, {3, 4, 5}, {3, 4, 5}, {0, 1, 2}})
	x, why := layout.PlanListed(before, after, 4, 0)
	if why != "" {
		t.Fatal(why)
	}
	panel, note := lanesPanel(&x)
	var cells []string
	for _, c := range panel.Cells {
		cells = append(cells, c.Text)
	}
	if got, want := strings.Join(cells, " "), "3:1 3:2 3:1 2:1 1:1 0:s0 2:0 1:0"; got != want {
		t.Errorf("cells %s, want %s", got, want)
	}
	if want := "0:s0 is the value that lane 0 got in shuffle 0 and passes on."; !strings.Contains(note, want) {
		t.Errorf("note %q, want %q", note, want)
	}
}

// A plan of digits has several groups of registers, and no lane passes on what it got.
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
