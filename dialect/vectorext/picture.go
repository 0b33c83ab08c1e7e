package vectorext

import (
	"fmt"
	"strconv"
	"strings"

	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/num"
)

const (
	most        = 64      // rows and columns of a panel that are drawn
	mostThreads = 1 << 20 // of a layout that is drawn
)

// drawLayout draws a nested layout from both sides: threads by registers with the
// element that each register holds, and the vector with the thread that holds each
// element. Colours are threads.
func drawLayout(a ir.Attribute, v ir.View) (*draw.Picture, error) {
	if v.At != "" {
		return nil, fmt.Errorf("a nested layout has no place")
	}
	l := a.(*NestedLayout)
	if n, ok := ir.NumElements([]int64{l.Subgroups(), l.Threads()}); !ok || n > mostThreads {
		return nil, fmt.Errorf("a layout over more than %d threads is not drawn", mostThreads)
	}
	m, err := l.UnitMap(0, 0)
	if err != nil {
		return nil, err
	}
	p := &draw.Picture{Title: l.summary(m), Panels: []*draw.Panel{l.drawThreads(m), l.drawElements(m)}}
	_, registers := m.Extent(0)
	p.Notes = append(p.Notes, fmt.Sprintf("Each thread holds vector<%sxT>, %d elements: batch, outer and element tile, outermost first.", join(l.DistributedShape(), "x"), registers))
	if n := copies(m); n > 1 {
		p.Notes = append(p.Notes, fmt.Sprintf("Each element is held by %d threads; the vector names the first of them.", n))
	}
	if int64(m.Units()) > most || registers > most {
		p.Notes = append(p.Notes, fmt.Sprintf("Drawn are the first %d of %d threads and the first %d of %d registers.",
			min(most, m.Units()), m.Units(), min(most, registers), registers))
	}
	return p, nil
}

// copies is the number of threads that hold an element. All threads hold equally many
// elements, and all elements are held equally often.
func copies(m *layout.Map) int64 {
	_, registers := m.Extent(0)
	return int64(m.Units()) / (m.Count() / registers)
}

func (l *NestedLayout) summary(m *layout.Map) string {
	size := "one element"
	if l.Rank() > 0 {
		size = join(m.Shape(), "x") + " elements"
	}
	groups := "1 subgroup"
	if n := l.Subgroups(); n > 1 {
		groups = fmt.Sprintf("%d subgroups", n)
	}
	return fmt.Sprintf("%s over %d threads in %s", size, m.Units(), groups)
}

// join writes numbers with sep between them.
func join(list []int64, sep string) string {
	return strings.ReplaceAll(num.JoinInts(list), ", ", sep)
}

// drawThreads has a row per thread and a column per register.
func (l *NestedLayout) drawThreads(m *layout.Map) *draw.Panel {
	_, registers := m.Extent(0)
	p := &draw.Panel{Title: "threads by registers", Axis: draw.Axis{Name: "register", To: min(most, registers), Groups: l.registerGroups(min(most, registers))}}
	size := int64(m.Units()) / l.Subgroups()
	var coord []int64
	for t := range min(most, m.Units()) {
		row := draw.Row{Label: fmt.Sprint("thread ", t)}
		if l.Subgroups() > 1 {
			row.Group = fmt.Sprint("subgroup ", int64(t)/size)
		}
		p.Rows = append(p.Rows, row)
		for r := range p.Axis.To {
			hit := m.Invert(t, r)
			if hit.Class != layout.Element {
				continue
			}
			coord = m.Coord(hit.Index, coord)
			text := join(coord, ",")
			p.Add(draw.Cell{Row: t, From: r, To: r + 1, Colour: draw.Series(t), Text: text,
				Hover: fmt.Sprintf("thread %d, register %d: element (%s)%s", t, r, text, l.digits(coord))})
		}
	}
	return p
}

// registerGroups names the batches and outers that registers belong to. Registers are
// numbered by batch, then outer, then element.
func (l *NestedLayout) registerGroups(end int64) (groups []draw.Group) {
	elements, _ := ir.NumElements(l.ElementTile)
	counts := append(append([]int64{}, l.BatchTile...), l.OuterTile...)
	parts, _ := ir.NumElements(counts)
	for i := int64(0); parts > 1 && i < parts && i*elements < end; i++ {
		at := make([]int64, len(counts))
		rest := i
		for d := len(counts) - 1; d >= 0; d-- {
			at[d] = rest % counts[d]
			rest /= counts[d]
		}
		var names []string
		for k, name := range []string{"batch", "outer"} {
			lo, hi := k*l.Rank(), (k+1)*l.Rank()
			if n, _ := ir.NumElements(counts[lo:hi]); n > 1 {
				names = append(names, name+" "+join(at[lo:hi], ","))
			}
		}
		groups = append(groups, draw.Group{From: i * elements, To: min(end, (i+1)*elements), Text: strings.Join(names, " ")})
	}
	return groups
}

// digits tells what each coordinate consists of, for hovering.
func (l *NestedLayout) digits(coord []int64) string {
	var b strings.Builder
	for d, c := range coord {
		e, c := c%l.ElementTile[d], c/l.ElementTile[d]
		t, c := c%l.ThreadTile[d], c/l.ThreadTile[d]
		o, c := c%l.OuterTile[d], c/l.OuterTile[d]
		n, s := c%l.BatchTile[d], c/l.BatchTile[d]
		fmt.Fprintf(&b, "\ndim %d: subgroup %d, batch %d, outer %d, thread %d, element %d", d, s, n, o, t, e)
	}
	return b.String()
}

// drawElements is the vector: rows are all dimensions but the last one, and each cell
// has the number of the thread that holds the element.
func (l *NestedLayout) drawElements(m *layout.Map) *draw.Panel {
	columns := int64(1)
	if l.Rank() > 0 {
		columns = m.Shape()[l.Rank()-1]
	}
	rows := m.Count() / columns
	p := &draw.Panel{Title: "elements by thread", Axis: draw.Axis{Name: "element", To: min(most, columns)}}
	if rows > most || columns > most {
		p.Title = fmt.Sprintf("elements by thread, the first %d of %d rows and %d of %d columns", min(most, rows), rows, min(most, columns), columns)
	}
	var coord []int64
	for r := range min(most, rows) {
		coord = m.Coord(r*columns, coord)
		label := "0"
		if len(coord) > 1 {
			label = join(coord[:len(coord)-1], ",")
		}
		p.Rows = append(p.Rows, draw.Row{Label: label})
		for c := range p.Axis.To {
			at, ok := m.LocateIndex(r*columns + c)
			if !ok {
				continue
			}
			p.Add(draw.Cell{Row: int(r), From: c, To: c + 1, Colour: draw.Series(at.Unit), Text: strconv.Itoa(at.Unit),
				Hover: fmt.Sprintf("element (%s): thread %d, register %d", num.JoinInts(m.Coord(r*columns+c, nil)), at.Unit, at.Offset)})
		}
	}
	return p
}
