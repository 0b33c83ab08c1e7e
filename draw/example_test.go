package draw_test

import (
	"fmt"

	"optc/draw"
)

// The packed pointer of a vector of up to 2047 elements: bits on a descending axis.
func Example() {
	p := &draw.Picture{
		Title: "SHORT_SPAN",
		Panels: []*draw.Panel{{
			Axis: draw.Axis{Name: "bit", To: 32, Descending: true, Ticks: []int64{0, 19, 20, 30, 31}},
			Rows: []draw.Row{{Label: "+0", Note: "one word"}},
			Cells: []draw.Cell{
				{From: 31, To: 32, Text: "0", Colour: draw.Padding},
				{From: 20, To: 31, Text: "count", Colour: draw.Series(1)},
				{From: 0, To: 20, Text: "address", Colour: draw.Series(0)},
			},
		}},
		Notes: []string{"Counts are elements, addresses are bytes."},
	}
	fmt.Print(p.Text())
	// Output:
	// SHORT_SPAN
	//   bit  31 30                            20 19                                                        0
	//   +0  | 0|             count              |                          address                          |  one word
	//
	// Counts are elements, addresses are bytes.
}

// Bars of a profile: cells that begin at 0 on a scaled axis.
func Example_bars() {
	steps := []int64{640, 600, 20}
	p := &draw.Picture{
		Panels: []*draw.Panel{{Axis: draw.Axis{Name: "steps", To: 640, Scaled: true}}},
		Legend: []draw.Key{{Colour: draw.Series(0), Mark: '#', Text: "operations of a worker"}},
	}
	for i, n := range steps {
		p.Panels[0].Rows = append(p.Panels[0].Rows, draw.Row{Label: fmt.Sprint("worker ", i), Note: fmt.Sprint(n)})
		p.Panels[0].Add(draw.Cell{Row: i, To: n, Colour: draw.Series(0), Hover: fmt.Sprint(n, " operations")})
	}
	fmt.Print(p.Text())
	// Output:
	//   steps     0         100       200       300       400       500       600
	//   worker 0 |################################################################|  640
	//   worker 1 |############################################################    |  600
	//   worker 2 |##                                                              |  20
	//
	// # operations of a worker
}
