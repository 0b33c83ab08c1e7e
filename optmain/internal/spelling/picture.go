package spelling

import (
	"fmt"

	"optc/diag"
	"optc/dialect/vectorext"
	"optc/draw"
	"optc/layout"
	"optc/layout/axes"
)

// most bounds the rows and columns of a panel.
const most = 64

// Draw draws a layout: threads by registers and elements by threads, or the cells of a memory. Threads are the units of a
// place along the given axes.
func (l *Layout) Draw(title string, axes axes.Pair) (*draw.Picture, error) {
	p, err := l.draw(axes)
	if err == nil {
		p.Title = title + ": " + p.Title
	}
	return p, err
}

func (l *Layout) draw(axes axes.Pair) (*draw.Picture, error) {
	if l.Memory {
		return l.drawMemory()
	}
	if m, err := l.Holders(); err == nil {
		h := vectorext.Holders{Map: m.On(axes), Digits: func([]int64) string { return "" }}
		if axes != Threads {
			return h.Picture("", diag.Counted(l.Extent(register), "element"))
		}
		groups := "one subgroup"
		if n := l.Extent(subgroup); n > 1 {
			groups = fmt.Sprintf("%d subgroups of %d", n, l.Extent(lane))
			h.Lanes = l.Extent(lane)
			h.Group = func(thread int) string { return Axes[subgroup].At(int64(thread) / l.Extent(lane)) }
		}
		return h.Picture(groups, diag.Counted(l.Extent(register), "element"))
	}
	return l.drawPlaces(), nil
}

// drawPlaces draws a layout whose threads hold elements several times, or that has several workgroups: the
// element in each register of each thread.
func (l *Layout) drawPlaces() *draw.Picture {
	threads, registers := l.Threads()*l.Extent(workgroup), l.Extent(register)
	p := &draw.Panel{Title: fmt.Sprintf("%ss by %ss", axes.Thread, Axes[register]), Axis: draw.Axis{Name: Axes[register].String(), To: min(most, registers)}}
	for t := range min(most, threads) {
		row := draw.Row{Label: axes.Thread.At(t % l.Threads())}
		switch {
		case l.Extent(workgroup) > 1:
			row.Group = Axes[workgroup].At(t / l.Threads())
		case l.Extent(subgroup) > 1:
			row.Group = Axes[subgroup].At(t / l.Extent(lane))
		}
		p.Rows = append(p.Rows, row)
		for r := range p.Axis.To {
			at, _ := l.Map.LocateIndex(t*registers + r)
			text := join(l.coord(at.Offset))
			p.Add(draw.Cell{Row: int(t), From: r, To: r + 1, Colour: draw.Series(int(t)), Text: text, Item: text, Owner: axes.Thread.At(t), Hover: fmt.Sprintf("%s, %s: element (%s)", axes.Thread.At(t), Axes[register].At(r), text)})
		}
	}
	elements, _ := count(l.Shape, maxElements)
	out := &draw.Picture{
		Title:  fmt.Sprintf("%s elements over %s of %s", spellShape(l.Shape), Axes[workgroup].Count(l.Extent(workgroup)), axes.Thread.Count(l.Threads())),
		Panels: []*draw.Panel{p},
		Notes:  []string{fmt.Sprintf("%d places hold %s: %s of each.", threads*registers, diag.Counted(elements, "element"), diag.Counted(threads*registers/elements, "copy"))},
	}
	if cut := draw.Cut(most, threads, axes.Thread.String(), registers, Axes[register].String()); cut != "" {
		out.Notes = append(out.Notes, cut)
	}
	return out
}

// drawMemory draws the memory in rows as long as the rows of the tensor: each cell names the element that it stores. Colours are the
// columns of the elements, in groups that stay together, so that exchanged columns are seen.
func (l *Layout) drawMemory() (*draw.Picture, error) {
	_, end, err := l.Map.Extent(0)
	if err != nil {
		return nil, err
	}
	columns := int64(1)
	if n := len(l.Shape); n > 0 {
		columns = l.Shape[n-1]
	}
	rows := (end + columns - 1) / columns
	p := &draw.Panel{Title: "elements by cell", Axis: draw.Axis{Name: "cell", To: min(columns, most)}}
	together := l.together(columns)
	for r := range min(rows, most) {
		p.Rows = append(p.Rows, draw.Row{Label: fmt.Sprint("+", r*columns)})
		for c := range p.Axis.To {
			hit := l.Map.Invert(0, r*columns+c)
			cell := draw.Cell{Row: int(r), From: c, To: c + 1, Colour: draw.Padding, Hover: fmt.Sprintf("cell %d: no element", r*columns+c)}
			switch hit.Class {
			case layout.Undecided:
				cell.Hover = fmt.Sprintf("cell %d: %s", r*columns+c, hit.Class)
			case layout.Element:
				cell.Text = join(l.coord(hit.Index))
				cell.Item = cell.Text
				cell.Colour = draw.Series(int(hit.Index % columns / together))
				cell.Hover = fmt.Sprintf("cell %d: element (%s)", r*columns+c, cell.Text)
			}
			p.Add(cell)
		}
	}
	elements, _ := count(l.Shape, maxElements)
	out := &draw.Picture{
		Title:  fmt.Sprintf("%s elements in the cells [0, %d)", spellShape(l.Shape), end),
		Panels: []*draw.Panel{p},
		Notes:  []string{fmt.Sprintf("Elements of %s are neighbours in every row.", diag.Counted(together, "column"))},
	}
	switch first, second, shared, err := l.Map.Collides(); {
	case err != nil:
		out.Notes = append(out.Notes, "It is not known whether elements share a cell: steps overlap in too many ways.")
	case shared:
		out.Notes = append(out.Notes, fmt.Sprintf("The elements (%s) and (%s) share a cell.", join(l.coord(first)), join(l.coord(second))))
	case end > elements:
		out.Notes = append(out.Notes, fmt.Sprintf("%d of the cells hold no element.", end-elements))
	}
	if cut := draw.Cut(most, rows, "row", columns, "column"); cut != "" {
		out.Notes = append(out.Notes, cut)
	}
	return out, nil
}

// together returns the largest power of two of columns that are neighbours in every row of the memory.
func (l *Layout) together(columns int64) int64 {
	n := int64(1)
	for columns%(2*n) == 0 && l.neighboursOf(2*n, columns) {
		n *= 2
	}
	return n
}

func (l *Layout) neighboursOf(n, columns int64) bool {
	for index := int64(0); index < min(l.Map.Count(), most*columns); index += n {
		first, _ := l.Map.LocateIndex(index)
		for i := int64(1); i < n; i++ {
			if at, _ := l.Map.LocateIndex(index + i); at.Offset != first.Offset+i {
				return false
			}
		}
	}
	return true
}
