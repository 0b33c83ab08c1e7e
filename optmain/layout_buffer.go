package optmain

import (
	"fmt"
	"slices"

	"optc/draw"
	"optc/layout/axes"
)

// drawBuffer answers which swizzle or padding serves a memory of a shape that threads read in the last of one or two layouts, and write in
// the first of two.
func (t *tool) drawBuffer(texts []string, o layoutOptions) (*draw.Picture, error) {
	if o.family != nil {
		return nil, fmt.Errorf("flag '--buffer' is for the workgroup memory of GPUs, which %s does not have", o.target)
	}
	c := t.newContext()
	elem, err := o.elementType(c, t.stderr)
	if err != nil {
		return nil, err
	}
	sides := make([]changedLayout, len(texts))
	for i, text := range texts {
		sides[i].text = text
		if sides[i].threads, _, err = o.read(c, text); err != nil {
			return nil, err
		}
		if sides[i].isMemory() {
			return nil, fmt.Errorf("'%s' is a layout of memory, but flag '--buffer' takes layouts of threads", text)
		}
		if !slices.Equal(sides[i].threads.Shape, sides[0].threads.Shape) {
			return nil, fmt.Errorf("the layouts have the shapes %s and %s; give one with '--shape'", writeExtents(sides[0].threads.Shape), writeExtents(sides[i].threads.Shape))
		}
	}
	subgroup, sector := lanesOf(sides...), usualSector
	if o.gpu != nil {
		subgroup, sector = o.gpu.Subgroups[0], o.gpu.Sector
	}
	maps, err := holdersOf(subgroup, sides...)
	if err != nil {
		return nil, err
	}
	traffic := o.chip().TrafficOf(elem, subgroup)
	ways, err := bestMemories(c, maps, traffic, sector, rowsFirst(len(sides[0].threads.Shape)))
	if err != nil {
		return nil, err
	}
	p := &draw.Picture{Title: fmt.Sprintf("a memory of %sx%s that %s access in subgroups of %d", writeExtents(maps[0].Shape()), elem, axes.Thread.Count(int64(maps[0].Units())), subgroup)}
	p.Panels = []*draw.Panel{waysPanel(ways, len(texts))}
	for i, w := range ways {
		p.Notes = append(append(p.Notes, w.note(i, maps[0].Count(), traffic.Element)), w.spellings(c)...)
		p.Figures = append(p.Figures, draw.Figure{Name: w.kind, Value: w.cycles, Unit: "cycles"})
	}
	p.Figures = append(p.Figures, draw.Figure{Name: "without conflicts", Value: ways[0].least, Unit: "cycles"})
	return p, nil
}

// waysPanel has a row for each kind of layout and a column for the cycles of each layout of threads.
func waysPanel(ways []memoryWay, sides int) *draw.Panel {
	names := []string{"first", "second"}[:sides]
	if sides == 1 {
		names = []string{"access"}
	}
	p := &draw.Panel{Title: "cycles of a subgroup", Axis: draw.Axis{To: int64(sides) + 2, Label: func(n int64) string {
		return append(slices.Clone(names), "all", "least")[n]
	}}}
	for row, w := range ways {
		p.Rows = append(p.Rows, draw.Row{Label: w.kind})
		numbers := []int64{}
		for _, a := range w.each {
			numbers = append(numbers, a.Cycles)
		}
		for i, n := range append(numbers, w.cycles, w.least) {
			p.Add(draw.Cell{Row: row, From: int64(i), To: int64(i) + 1, Colour: draw.Shade(n, max(2, 2*w.least)), Text: fmt.Sprint(n)})
		}
	}
	return p
}

// note describes a way in a sentence. The spellings of the way follow the sentence.
func (w *memoryWay) note(place int, elements, bytes int64) string {
	text := fmt.Sprintf("%s, %s, takes %d cycles", []string{"The best", "The runner-up", "The last"}[place], w.kind, w.cycles)
	if w.cells > elements {
		text += fmt.Sprintf(" and %d bytes of memory more", (w.cells-elements)*bytes)
	}
	if w.cycles == w.least {
		text += ", without conflicts"
	}
	return text + ":"
}
