package drawtest_test

import (
	"fmt"

	"optc/draw"
	"optc/internal/testing/drawtest"
)

func Example() {
	bytes := &draw.Panel{Title: "bytes", Axis: draw.Axis{Name: "byte", To: 4}, Rows: []draw.Row{{Label: "+0"}}}
	bytes.Add(draw.Cell{To: 3, Colour: draw.Series(1), Text: "x", Hover: "bytes 0 to 2"})
	bytes.Add(draw.Cell{From: 3, To: 4, Colour: draw.Padding})
	p := &draw.Picture{Title: "a word", Panels: []*draw.Panel{bytes}, Legend: []draw.Key{{Colour: draw.Padding, Text: "unused"}}}
	fmt.Print(drawtest.List(p))
	// Output:
	// a word
	// panel "bytes", byte [0, 4)
	//   +0
	//     [0, 3) colour 1 "x": bytes 0 to 2
	//     [3, 4) padding
	// key padding: unused
}
