package picture

import (
	"fmt"

	"optc/draw"
	"optc/layout"
)

// OnlyRenamed is the note on a change of layout in which units keep their elements.
func OnlyRenamed(x layout.Axes) string {
	return fmt.Sprintf("No element changes its %s: the %ss only number their %ss differently.", x.Unit, x.Unit, x.Cell)
}

// Digits draws the digits of a change of layout: a row per digit, with its place before and after, along the axes of the maps.
func Digits(steps []layout.Step, from, to layout.Axes) *draw.Panel {
	names := []string{"before", "after"}
	p := &draw.Panel{Title: "digits that number elements and copies", Axis: draw.Axis{Name: "digit of", To: 2, Label: func(n int64) string { return names[n] }}}
	for i, s := range steps {
		p.Rows = append(p.Rows, draw.Row{Label: fmt.Sprint(s.Size)})
		for column, x := range []layout.Axes{from, to} {
			at := []layout.Place{s.From, s.To}[column]
			text, colour := "a copy", draw.Series(2)
			switch {
			case at.Unit != 0:
				text, colour = x.Unit.At(int64(at.Unit)), draw.Series(0)
			case at.Offset != 0:
				text, colour = x.Cell.At(at.Offset), draw.Series(1)
			}
			p.Add(draw.Cell{Row: i, From: int64(column), To: int64(column) + 1, Colour: colour, Text: text,
				Hover: fmt.Sprintf("elements that differ by 1 in this digit are %s apart", text)})
		}
	}
	return p
}
