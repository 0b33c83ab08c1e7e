package picture

import (
	"fmt"
	"strings"

	"optc/draw"
	"optc/layout"
	"optc/layout/spell"
)

// most bounds the rows and columns of a panel.
const most = 64

// CuTe draws a layout in CuTe's spelling, or the result of a function of such layouts: a row per element of the first mode, a
// column per element of the other modes, and in each position the number of its cell. A layout with symbols is drawn for the
// value 2 of each.
func CuTe(text string) (*draw.Picture, error) {
	if spell.IsSymbolic(text) {
		return drawSymbolic(text)
	}
	m, err := spell.EvalCuTe(text)
	if err != nil {
		return nil, err
	}
	spelled, ok := spell.CuTe(m)
	if !ok {
		spelled = text // a swizzle
	}
	return drawCells(m, spelled)
}

// drawSymbolic draws an instance of a layout with symbols.
func drawSymbolic(text string) (*draw.Picture, error) {
	l, err := spell.EvalSymbolic(text)
	if err != nil {
		return nil, err
	}
	m, err := l.At(func(rune) int64 { return 2 })
	if err != nil {
		return nil, err
	}
	p, err := drawCells(m, l.String())
	if err != nil {
		return nil, err
	}
	if symbols := strings.Join(strings.Split(l.Symbols(), ""), ", "); symbols != "" {
		p.Notes = append(p.Notes, fmt.Sprintf("The layout has these shapes and strides for all numbers %s of at least 1. The picture shows it for 2.", symbols))
	}
	return p, nil
}

// drawCells draws the cells of a map with one unit.
func drawCells(m *layout.Map, title string) (*draw.Picture, error) {
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
	_, cells, err := m.Extent(0)
	if err != nil {
		return nil, err
	}
	out := &draw.Picture{Title: title, Panels: []*draw.Panel{p}, Notes: []string{fmt.Sprintf("%d elements in the cells [0, %d).", m.Count(), cells)}}
	switch first, second, shared, err := m.Collides(); {
	case err != nil:
		out.Notes = append(out.Notes, "It is not known whether elements share a cell: steps overlap in too many ways.")
	case shared:
		out.Notes = append(out.Notes, fmt.Sprintf("The elements %d and %d share a cell.", first, second))
	default:
		out.Notes = append(out.Notes, "No two elements share a cell.")
	}
	if cut := draw.Cut(most, rows, "row", columns, "column"); cut != "" {
		out.Notes = append(out.Notes, cut)
	}
	return out, nil
}
