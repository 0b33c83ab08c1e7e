package vectorext

import (
	"fmt"
	"strconv"
	"strings"

	"optc/draw"
	"optc/layout"
	"optc/layout/axes"
	"optc/num"
)

// most bounds the rows and columns of a panel that are drawn.
const most = 64

// Holders describes which thread or worker holds which element in a layout of any kind: threads by
// registers with the element that each register holds, and the vector with the thread
// that holds each element. Colours are threads.
type Holders struct {
	Map       *layout.Map                // element → (thread, register)
	Group     func(thread int) string    // the group of a thread; nil: there are no groups
	Registers []draw.Group               // groups of registers
	Digits    func(coord []int64) string // the digits of the coordinates of an element, a line each
	Lanes     int64                      // threads of a subgroup; 0 if there are no subgroups
	Frames    []draw.Frame               // tiles of the vector; nil for those that the digits of the map show
}

// Picture draws the panels of a layout over threads in groups, "" for none; part describes the part of a thread. The error code is
// undecided if it is not known which registers are in use.
func (h Holders) Picture(groups, part string) (*draw.Picture, error) {
	m, x := h.Map, h.Map.Axes()
	_, registers, err := m.Extent(0)
	if err != nil {
		return nil, err
	}
	size := "one element"
	if len(m.Shape()) > 0 {
		size = join(m.Shape(), "x") + " elements"
	}
	title := size + " over " + x.Unit.Count(int64(m.Units()))
	if groups != "" {
		title += " in " + groups
	}
	p := &draw.Picture{Title: title, Panels: []*draw.Panel{h.threads(registers), h.elements(registers)}}
	p.Notes = append(p.Notes, fmt.Sprintf("Each %s holds %s.", x.Unit.Place(), part))
	if n := h.holdersOfFirst(); n > 1 { // all elements are held equally often
		p.Notes = append(p.Notes, fmt.Sprintf("Each element is held by %s; the vector names the first of them.", x.Unit.Count(n)))
	}
	switch first, second, shared, err := m.Collides(); {
	case err != nil:
		p.Notes = append(p.Notes, fmt.Sprintf("It is not known whether elements share a %s: steps overlap in too many ways.", x.Cell))
	case shared:
		at, _ := m.LocateIndex(second)
		p.Notes = append(p.Notes, fmt.Sprintf("The elements (%s) and (%s) share %s of %s: the %ss show one of them.",
			join(m.Coord(first, nil), ","), join(m.Coord(second, nil), ","), x.Cell.At(at.Offset), x.Unit.At(int64(at.Unit)), x.Unit.Place()))
	}
	if cut := draw.Cut(most, int64(m.Units()), x.Unit.Place(), registers, x.Cell.String()); cut != "" {
		p.Notes = append(p.Notes, cut)
	}
	return p, nil
}

// holdersOfFirst returns the number of units that hold the first element.
func (h Holders) holdersOfFirst() int64 {
	units := map[int]bool{}
	for _, p := range h.Map.LocateAll(make([]int64, h.Map.Rank()), nil) {
		units[p.Unit] = true
	}
	return int64(len(units))
}

// Part describes the part of a thread, which has a dimension for each entry of digits.
func Part(l Distribution, registers int64, digits string) string {
	return fmt.Sprintf("vector<%sxT>, %s: %s", join(l.DistributedShape(), "x"), spellCount(registers, "element"), digits)
}

// spellCount writes a count with its noun.
func spellCount(n int64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// join writes numbers with sep between them.
func join(list []int64, sep string) string {
	return strings.ReplaceAll(num.JoinInts(list), ", ", sep)
}

// threads has a row per thread and a column per register.
func (h Holders) threads(registers int64) *draw.Panel {
	m, x := h.Map, h.Map.Axes()
	p := &draw.Panel{Title: fmt.Sprintf("%ss by %ss", x.Unit.Place(), x.Cell), Axis: draw.Axis{Name: x.Cell.String(), To: min(most, registers), Groups: h.Registers}}
	var coord []int64
	for t := range min(most, m.Units()) {
		row := draw.Row{Label: x.Unit.At(int64(t))}
		if h.Group != nil {
			row.Group = h.Group(t)
		}
		p.Rows = append(p.Rows, row)
		for r := range p.Axis.To {
			hit := m.Invert(t, r)
			if hit.Class != layout.Element {
				continue
			}
			coord = m.Coord(hit.Index, coord)
			text := join(coord, ",")
			p.Add(draw.Cell{Row: t, From: r, To: r + 1, Colour: draw.Series(t), Text: text, Item: text, Owner: x.Unit.At(int64(t)),
				Hover: fmt.Sprintf("%s, %s: element (%s)%s", x.Unit.At(int64(t)), x.Cell.At(r), text, h.Digits(coord))})
		}
	}
	return p
}

// elements draws the vector: rows are all dimensions but the last, and each cell names
// the thread that holds the element, and its register if there are several.
func (h Holders) elements(registers int64) *draw.Panel {
	m, x := h.Map, h.Map.Axes()
	columns := int64(1)
	if n := len(m.Shape()); n > 0 {
		columns = m.Shape()[n-1]
	}
	rows := m.Count() / columns
	by := "elements by " + x.Unit.Place()
	if registers > 1 {
		by += ":" + x.Cell.String()
	}
	p := &draw.Panel{Title: by, Axis: draw.Axis{Name: "element", To: min(most, columns)}, Frames: h.Frames}
	if p.Frames == nil {
		p.Frames = digitFrames(m, h.Lanes)
	}
	if rows > most || columns > most {
		p.Title = fmt.Sprintf(by+", the first %d of %d rows and %d of %d columns", min(most, rows), rows, min(most, columns), columns)
	}
	var coord []int64
	var places []layout.Place
	for r := range min(most, rows) {
		coord = m.Coord(r*columns, coord)
		label := "0"
		if len(coord) > 1 {
			label = join(coord[:len(coord)-1], ",")
		}
		p.Rows = append(p.Rows, draw.Row{Label: label})
		for c := range p.Axis.To {
			coord = m.Coord(r*columns+c, coord)
			places = m.LocateAll(coord, places[:0])
			at := places[0]
			text := strconv.Itoa(at.Unit)
			if registers > 1 {
				text += ":" + strconv.FormatInt(at.Offset, 10)
			}
			p.Add(draw.Cell{Row: int(r), From: c, To: c + 1, Colour: draw.Series(at.Unit), Text: text, Item: join(coord, ","), Owner: x.Unit.At(int64(at.Unit)),
				Hover: fmt.Sprintf("element (%s): %s, %s", num.JoinInts(coord), listUnits(x.Unit, places), x.Cell.At(at.Offset))})
		}
	}
	return p
}

// listUnits names the units of places, at most eight of them.
func listUnits(unit axes.Axis, places []layout.Place) string {
	if len(places) == 1 {
		return unit.At(int64(places[0].Unit))
	}
	var names []string
	for i, p := range places {
		if i == 8 {
			names = append(names, "…")
			break
		}
		names = append(names, strconv.Itoa(p.Unit))
	}
	return unit.Place() + "s " + strings.Join(names, ", ")
}
