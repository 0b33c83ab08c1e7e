package picture

import (
	"fmt"

	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/layout/axes"
)

// Places is implemented by types and attributes that assign places in hardware to the elements of a tensor, such as
// tile mappings and tensors of a TPU. Cells are bytes if the type of the elements is known, and otherwise elements.
var Places = ir.NewInterface[func(n ir.Node, v View) (*layout.Map, error)]("places of the elements of a tensor")

// mostUnits bounds the rows and the columns of an exchange.
const mostUnits = 16

// Exchange draws the bytes that a change of layout moves from each unit to each unit; bytes is the size of a cell of the maps.
// Names of units are the axes of the maps; a memory without units has the given name.
func Exchange(x *layout.Exchange, bytes int64, memory string) *draw.Panel {
	from, to := x.Units()
	name := func(a axes.Axis, unit int) string {
		if a == axes.Unit {
			return memory
		}
		return a.At(int64(unit))
	}
	each := func(a axes.Axis) string {
		if a == axes.Unit {
			return memory
		}
		return "each " + a.Place()
	}
	p := &draw.Panel{
		Title: fmt.Sprintf("bytes from %s to %s", each(x.From.Unit), each(x.To.Unit)),
		Axis:  draw.Axis{Name: "to", To: int64(min(len(to), mostUnits)), Label: func(n int64) string { return name(x.To.Unit, to[n]) }},
	}
	if x.To.Unit != axes.Unit {
		p.Axis.Name, p.Axis.Label = "to "+x.To.Unit.Place(), func(n int64) string { return fmt.Sprint(to[n]) }
	}
	if len(from) > mostUnits || len(to) > mostUnits {
		p.Title += fmt.Sprintf(", the first %d of %d and %d of %d", min(len(from), mostUnits), len(from), min(len(to), mostUnits), len(to))
	}
	for row, f := range from[:min(len(from), mostUnits)] {
		p.Rows = append(p.Rows, draw.Row{Label: name(x.From.Unit, f)})
		for column, t := range to[:p.Axis.To] {
			n := x.Cells(f, t) * bytes
			if n == 0 {
				continue
			}
			colour, how := draw.Series(1), "go to"
			if f == t && x.From.Unit == x.To.Unit {
				colour, how = draw.Series(0), "stay on"
			}
			p.Add(draw.Cell{Row: row, From: int64(column), To: int64(column) + 1, Colour: colour, Text: fmt.Sprint(n),
				Hover: fmt.Sprintf("%s of %s %s %s", axes.Byte.Count(n), name(x.From.Unit, f), how, name(x.To.Unit, t))})
		}
	}
	return p
}

// Moved describes how many bytes stay and how many move in a change of layout between units; bytes is the size of a cell.
func Moved(x *layout.Exchange, bytes int64) (note string, figures []draw.Figure) {
	unit, same, within, between := x.To.Unit.Place(), x.Same*bytes, x.Within*bytes, x.Between*bytes
	figure := func(name string, value int64) {
		figures = append(figures, draw.Figure{Name: name, Value: value, Unit: axes.Byte.String() + "s"})
	}
	figure("keep their place", same)
	figure("move within a "+unit, within)
	figure("go to another "+unit, between)
	return fmt.Sprintf("Of %s, %d keep their place, %d move to another place of their %s, and %d go to another %s.",
		axes.Byte.Count(same+within+between), same, within, unit, between, unit), figures
}
