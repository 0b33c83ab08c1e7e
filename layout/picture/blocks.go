package picture

import (
	"fmt"
	"strings"

	"optc/draw"
	"optc/layout"
	"optc/layout/axes"
	"optc/layout/change"
)

// OnlyRenamed is the note on a change of layout in which units keep their elements.
func OnlyRenamed(x axes.Pair) string {
	return fmt.Sprintf("No element changes its %s: the %ss only number their %ss differently.", x.Unit, x.Unit, x.Cell)
}

// Blocks draws the blocks of a change of layout: a row per block, with its places before and after, along the axes of the maps. A block
// without common digits has several digits on a side, the lowest first.
func Blocks(blocks []change.Block, from, to axes.Pair) *draw.Panel {
	names := []string{"before", "after"}
	p := &draw.Panel{Title: "digits that number elements and copies", Axis: draw.Axis{Name: "digit of", To: 2, Label: func(n int64) string { return names[n] }}}
	for i, k := range blocks {
		p.Rows = append(p.Rows, draw.Row{Label: fmt.Sprint(k.Size)})
		for column, x := range []axes.Pair{from, to} {
			text, colour := "a copy", draw.Series(2)
			digits := k.Joined(change.Side(column))
			if len(digits) > 0 {
				text, colour = placesOf(digits, x), draw.Series(3)
			}
			if len(digits) == 1 {
				colour = draw.Series(0)
				if digits[0].Unit == 0 {
					colour = draw.Series(1)
				}
			}
			hover := fmt.Sprintf("elements that differ by 1 in this digit are %s apart", text)
			if len(digits) > 1 {
				hover = "the digits of the elements in this layout, the lowest first"
			}
			p.Add(draw.Cell{Row: i, From: int64(column), To: int64(column) + 1, Colour: colour, Text: text, Hover: hover})
		}
	}
	return p
}

// placesOf names the steps of digits: thread 1, or 5 of register 1, 3 of thread 1.
func placesOf(digits []layout.Digit, x axes.Pair) string {
	var list []string
	for _, g := range digits {
		at := x.Cell.At(g.Offset)
		if g.Unit != 0 {
			at = x.Unit.At(g.Unit)
		}
		if len(digits) > 1 {
			at = fmt.Sprintf("%d of %s", g.Size, at)
		}
		list = append(list, at)
	}
	return strings.Join(list, ", ")
}
