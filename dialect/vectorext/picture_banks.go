package vectorext

import (
	"fmt"
	"strings"

	"optc/draw"
	"optc/layout"
)

// DrawBanks draws the elements of a memory by banks, which are the units of m, and by the rows of the banks. A cell names the first
// element of the word that the bank stores in the row. Colours are columns of the tensor.
func DrawBanks(title string, m *layout.Map) *draw.Picture {
	x, shape := m.Axes(), m.Shape()
	p := &draw.Panel{Title: fmt.Sprintf("elements by %s", x.Unit), Axis: draw.Axis{Name: x.Unit.String(), To: int64(m.Units())}}
	number := map[layout.Place]int{}
	rows, columns := int64(0), int64(1)
	if n := len(shape); n > 0 {
		columns = shape[n-1]
	}
	var coord []int64
	for index := range m.Count() {
		at, _ := m.LocateIndex(index)
		rows = max(rows, at.Offset+1)
		if at.Offset >= most {
			continue
		}
		coord = m.Coord(index, coord)
		element := join(coord, ",")
		if n, more := number[at]; more {
			p.Cells[n].Text = strings.TrimSuffix(p.Cells[n].Text, "+") + "+"
			p.Cells[n].Hover += " (" + element + ")"
			p.Cells[n].Item += " " + element
			continue
		}
		number[at] = len(p.Cells)
		p.Add(draw.Cell{Row: int(at.Offset), From: int64(at.Unit), To: int64(at.Unit) + 1, Colour: draw.Series(int(index % columns)), Text: element, Item: element, Owner: x.Unit.At(int64(at.Unit)),
			Hover: fmt.Sprintf("%s %s: elements (%s)", x.Unit.At(int64(at.Unit)), x.Cell.At(at.Offset), element)})
	}
	for r := range min(rows, most) {
		p.Rows = append(p.Rows, draw.Row{Label: x.Cell.At(r)})
	}
	out := &draw.Picture{
		Title:  fmt.Sprintf("%s: %s elements in %s of %s", title, join(shape, "x"), x.Cell.Count(rows), x.Unit.Count(int64(m.Units()))),
		Panels: []*draw.Panel{p},
	}
	for d, n := range shape {
		if n = min(n, int64(m.Units())); n > 1 {
			out.Notes = append(out.Notes, fmt.Sprintf("%d neighbours along dimension %d are in %s.", n, d, x.Unit.Count(banksAlong(m, d, n))))
		}
	}
	if rows > most {
		out.Notes = append(out.Notes, fmt.Sprintf("Drawn are the first %d of %d rows.", most, rows))
	}
	return out
}

// banksAlong returns the number of banks of the first n elements along a dimension.
func banksAlong(m *layout.Map, d int, n int64) int64 {
	used := map[int]bool{}
	coord := make([]int64, m.Rank())
	for coord[d] = range n {
		at, _ := m.Locate(coord)
		used[at.Unit] = true
	}
	return int64(len(used))
}
