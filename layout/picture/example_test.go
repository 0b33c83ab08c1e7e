package picture_test

import (
	"fmt"

	"optc/draw"
	"optc/ir"
	"optc/layout/picture"
)

// A model draws a type of another package.
func Example() {
	c := ir.NewContext()
	month := c.Opaque("dates", ir.Spell(c).Str("!dates.month"))
	c.Attach(ir.NodeModel("!dates.month", picture.Node.By(func(n ir.Node, v picture.View) (*draw.Picture, error) {
		p := &draw.Panel{Axis: draw.Axis{Name: "day", To: 10}, Rows: []draw.Row{{Label: "busy"}}}
		p.Add(draw.Cell{From: 3, To: 5, Colour: draw.Series(0), Text: "AB"})
		return &draw.Picture{Title: n.String(), Panels: []*draw.Panel{p}}, nil
	})))
	p, err := picture.Draw(month, picture.View{})
	fmt.Print(p.Text(), err)
	// Output:
	// !dates.month
	//   day   0 1 2 3 4 5 6 7 8 9
	//   busy       |AB |
	// <nil>
}
