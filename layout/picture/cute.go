package picture

import (
	"fmt"

	"optc/draw"
	"optc/layout"
)

// most bounds the rows and columns of a panel.
const most = 64

// CuTe draws a layout in CuTe's spelling, or the result of a function of such layouts: a row per element
// of the first mode, a column per element of the others, and in each the number of its cell.
func CuTe(text string) (*draw.Picture, error) {
	m, err := layout.EvalCuTe(text)
	if err != nil {
		return nil, err
	}
	spelled, ok := m.CuTe()
	if !ok {
		spelled = text // a swizzle
	}
	shape := m.Shape()
	rows := shape[len(shape)-1] // the first mode is the last dimension
	columns := m.Count() / rows
	p := &draw.Panel{Title: "cells by element", Axis: draw.Axis{Name: "other modes", To: min(columns, most)}}
	for r := range min(rows, most) {
		p.Rows = append(p.Rows, draw.Row{Label: fmt.Sprint(r)})
		for c := range p.Axis.To {
			at, _ := m.LocateIndex(c*rows + r)
			p.Add(draw.Cell{Row: int(r), From: c, To: c + 1, Colour: draw.Series(int(r)), Text: fmt.Sprint(at.Offset),
				Hover: fmt.Sprintf("element %d: cell %d", c*rows+r, at.Offset)})
		}
	}
	_, cells := m.Extent(0)
	out := &draw.Picture{Title: spelled, Panels: []*draw.Panel{p}, Notes: []string{fmt.Sprintf("%d elements in the cells [0, %d).", m.Count(), cells)}}
	if first, second, shared := m.Collides(); shared {
		out.Notes = append(out.Notes, fmt.Sprintf("The elements %d and %d share a cell.", first, second))
	} else {
		out.Notes = append(out.Notes, "No two elements share a cell.")
	}
	if rows > most || columns > most {
		out.Notes = append(out.Notes, fmt.Sprintf("Drawn are the first %d of %d rows and the first %d of %d columns.", min(rows, most), rows, min(columns, most), columns))
	}
	return out, nil
}
