package optmain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/layout/axes"
	"optc/layout/change"
	"optc/optmain/internal/spelling"
)

// mostListed is the number of places, or of elements, that an answer lists.
const mostListed = 256

// drawPlace answers where an element is (--element-at), or which elements a place holds (--held-by).
func (t *tool) drawPlace(text string, o layoutOptions) (*draw.Picture, error) {
	c := t.newContext()
	if o.elementAt != "" && o.heldBy != "" {
		return nil, fmt.Errorf("flags '--element-at' and '--held-by' are two questions; ask one")
	}
	if spelling.Of(text) == nil {
		_, m, err := nodePlaces(c, text, o, t.stderr)
		if err != nil {
			return nil, err
		}
		return o.answer(text, m.Shape(), unitPlaces{m})
	}
	l, _, err := o.read(c, text)
	if err != nil {
		return nil, err
	}
	if !l.Memory {
		return o.answer(text, l.Shape, threadPlaces{l})
	}
	elem, err := o.elementType(c, t.stderr)
	if err != nil {
		return nil, err
	}
	return o.answer(text, l.Shape, cellPlaces{l.Map, o.chip().TrafficOf(elem, usualSubgroup), elem})
}

// places are the places of a layout.
type places interface {
	// of names the places of an element.
	of(index int64, coord []int64) ([]string, error)
	// axes names the axes by which a place is given.
	axes() []string
	// held lists the elements of the places with some coordinates along axes, by the names of the places.
	held(at map[string]int64) ([]heldElements, error)
}

// heldElements are the elements of a place.
type heldElements struct {
	place    string
	elements []int64 // flat indices
}

// answer answers the question of the flags.
func (o layoutOptions) answer(text string, shape []int64, p places) (*draw.Picture, error) {
	if o.elementAt != "" {
		coord, err := coordinates(o.elementAt, shape)
		if err != nil {
			return nil, err
		}
		index := int64(0)
		for d, x := range coord {
			index = index*shape[d] + x
		}
		list, err := p.of(index, coord)
		if err != nil {
			return nil, err
		}
		pic := &draw.Picture{Title: fmt.Sprintf("element (%s) of %s", o.elementAt, text), Figures: []draw.Figure{{Name: "places", Value: int64(len(list)), Unit: "places"}}}
		return pic, listed(pic, list)
	}
	at, err := placeOf(o.heldBy, p.axes())
	if err != nil {
		return nil, err
	}
	groups, err := p.held(at)
	if err != nil {
		return nil, err
	}
	pic := &draw.Picture{Title: fmt.Sprintf("what %s of %s holds", o.heldBy, text)}
	var list []string
	total := int64(0)
	for _, g := range groups {
		var names []string
		for _, e := range g.elements {
			names = append(names, "("+spellCoord(e, shape)+")")
		}
		total += int64(len(g.elements))
		list = append(list, g.place+": "+strings.Join(names, " "))
	}
	pic.Figures = []draw.Figure{{Name: "elements", Value: total, Unit: "elements"}}
	if total == 0 {
		list = []string{"No element is there."}
	}
	return pic, listed(pic, list)
}

// listed adds lines to a picture; it always returns nil.
func listed(p *draw.Picture, list []string) error {
	p.Notes = list
	if len(list) > mostListed {
		p.Notes = append(list[:mostListed:mostListed], fmt.Sprintf("%d more are not listed.", len(list)-mostListed))
	}
	return nil
}

// spellCoord writes the coordinates of an element.
func spellCoord(index int64, shape []int64) string {
	parts := make([]string, len(shape))
	for d := len(shape) - 1; d >= 0; d-- {
		parts[d], index = strconv.FormatInt(index%shape[d], 10), index/shape[d]
	}
	return strings.Join(parts, ",")
}

// coordinates reads the coordinates of an element, such as 3,5.
func coordinates(text string, shape []int64) (coord []int64, err error) {
	parts := strings.Split(text, ",")
	if len(parts) != len(shape) {
		return nil, fmt.Errorf("flag '--element-at': expected %s for a tensor of %s, but got '%s'", diag.Counted(int64(len(shape)), "coordinate"), writeExtents(shape), text)
	}
	for d, part := range parts {
		n, err := strconv.ParseInt(strings.TrimSpace(part), 10, 64)
		if err != nil || n < 0 || n >= shape[d] {
			return nil, fmt.Errorf("flag '--element-at': expected a number from 0 to %d along dimension %d, but got '%s'", shape[d]-1, d, part)
		}
		coord = append(coord, n)
	}
	return coord, nil
}

// placeOf reads coordinates along axes, such as subgroup=1,lane=7.
func placeOf(text string, axes []string) (map[string]int64, error) {
	at := map[string]int64{}
	for part := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		if ok && !slices.Contains(axes, name) {
			return nil, fmt.Errorf("flag '--held-by': there is no axis '%s'%s; the axes are %s", name, diag.DidYouMean(name, axes), strings.Join(axes, ", "))
		}
		n, err := strconv.ParseInt(value, 10, 64)
		if !ok || err != nil || n < 0 {
			return nil, fmt.Errorf("flag '--held-by': expected a place such as %s=7, but got '%s'", axes[0], part)
		}
		at[name] = n
	}
	return at, nil
}

// threadPlaces are registers of threads.
type threadPlaces struct{ l *spelling.Layout }

func (p threadPlaces) axes() []string {
	return []string{"thread", "lane", "subgroup", "workgroup", "register"}
}

// place names a register.
func (p threadPlaces) place(group, subgroup, lane, register int64) string {
	extents := p.l.Map.Shape()
	text := fmt.Sprintf("%s %d", axes.Thread, subgroup*extents[2]+lane)
	if extents[1] > 1 {
		text += fmt.Sprintf(" (%s %d of %s %d)", axes.Lane, lane, axes.Subgroup, subgroup)
	}
	if extents[0] > 1 {
		text += fmt.Sprintf(" of %s %d", axes.Workgroup, group)
	}
	if register >= 0 {
		text += fmt.Sprintf(", %s %d", axes.Register, register)
	}
	return text
}

// each calls f for the places with some coordinates, and the element there.
func (p threadPlaces) each(at map[string]int64, f func(coord []int64, element int64)) error {
	extents := p.l.Map.Shape()
	axes := []string{"workgroup", "subgroup", "lane", "register"}
	from, to := make([]int64, 4), slices.Clone(extents)
	fix := func(axis int, n int64) error {
		if n >= extents[axis] {
			return fmt.Errorf("flag '--held-by': expected a %s from 0 to %d, but got %d", axes[axis], extents[axis]-1, n)
		}
		if n < from[axis] || n >= to[axis] {
			return fmt.Errorf("flag '--held-by': no place has all of these coordinates")
		}
		from[axis], to[axis] = n, n+1
		return nil
	}
	if n, ok := at["thread"]; ok {
		if n >= extents[1]*extents[2] {
			return fmt.Errorf("flag '--held-by': expected a thread from 0 to %d, but got %d", extents[1]*extents[2]-1, n)
		}
		from[1], to[1] = n/extents[2], n/extents[2]+1
		from[2], to[2] = n%extents[2], n%extents[2]+1
	}
	for axis, name := range axes {
		if n, ok := at[name]; ok {
			if err := fix(axis, n); err != nil {
				return err
			}
		}
	}
	coord := slices.Clone(from)
	for {
		if e, ok := p.l.Map.Locate(coord); ok {
			f(coord, e.Offset)
		}
		axis := 3
		for ; axis >= 0; axis-- {
			if coord[axis]++; coord[axis] < to[axis] {
				break
			}
			coord[axis] = from[axis]
		}
		if axis < 0 {
			return nil
		}
	}
}

func (p threadPlaces) of(index int64, _ []int64) (list []string, err error) {
	err = p.each(nil, func(c []int64, element int64) {
		if element == index {
			list = append(list, p.place(c[0], c[1], c[2], c[3]))
		}
	})
	return list, err
}

func (p threadPlaces) held(at map[string]int64) (list []heldElements, err error) {
	err = p.each(at, func(c []int64, element int64) {
		name := p.place(c[0], c[1], c[2], -1)
		if len(list) == 0 || list[len(list)-1].place != name {
			list = append(list, heldElements{place: name})
		}
		last := &list[len(list)-1]
		last.elements = append(last.elements, element)
	})
	return list, err
}

// cellPlaces are cells of a memory.
type cellPlaces struct {
	m       *layout.Map
	traffic change.Traffic
	elem    ir.Type
}

func (p cellPlaces) axes() []string { return []string{"cell", "bank"} }

func (p cellPlaces) place(cell int64) string {
	return fmt.Sprintf("%s %d, which is %s %d as %s and %s %d", axes.Cell, cell, axes.Byte, cell*p.traffic.Element, p.elem, axes.Bank, p.bank(cell))
}

func (p cellPlaces) bank(cell int64) int64 {
	return cell * p.traffic.Element / p.traffic.Banks.Word % p.traffic.Banks.Count
}

func (p cellPlaces) of(_ int64, coord []int64) ([]string, error) {
	var list []string
	for _, at := range p.m.LocateAll(coord, nil) {
		list = append(list, p.place(at.Offset))
	}
	return list, nil
}

func (p cellPlaces) held(at map[string]int64) (list []heldElements, err error) {
	cell, byCell := at["cell"]
	bank, byBank := at["bank"]
	for index := range p.m.Count() {
		for _, place := range p.m.LocateAll(p.m.Coord(index, nil), nil) {
			if (!byCell || place.Offset == cell) && (!byBank || p.bank(place.Offset) == bank) {
				list = append(list, heldElements{p.place(place.Offset), []int64{index}})
			}
		}
	}
	return list, nil
}

// unitPlaces are places in the units of a device: tiles, workers or NPUs.
type unitPlaces struct{ m *layout.Map }

func (p unitPlaces) axes() []string {
	return []string{p.m.Axes().Unit.String(), p.m.Axes().Cell.String()}
}

func (p unitPlaces) of(_ int64, coord []int64) (list []string, err error) {
	x := p.m.Axes()
	for _, at := range p.m.LocateAll(coord, nil) {
		list = append(list, x.Unit.At(int64(at.Unit))+", "+x.Cell.At(at.Offset))
	}
	return list, nil
}

func (p unitPlaces) held(at map[string]int64) (list []heldElements, err error) {
	names := p.axes()
	unit, byUnit := at[names[0]]
	cell, byCell := at[names[1]]
	for index := range p.m.Count() {
		for _, place := range p.m.LocateAll(p.m.Coord(index, nil), nil) {
			if byUnit && int64(place.Unit) != unit || byCell && (cell < place.Offset || cell >= place.Offset+p.m.Width()) {
				continue
			}
			name := p.m.Axes().Unit.At(int64(place.Unit))
			if len(list) == 0 || list[len(list)-1].place != name {
				list = append(list, heldElements{place: name})
			}
			last := &list[len(list)-1]
			last.elements = append(last.elements, index)
		}
	}
	return list, nil
}
