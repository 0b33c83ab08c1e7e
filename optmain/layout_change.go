package optmain

import (
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/gpu"
	"optc/dialect/vectorext"
	"optc/draw"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
	"optc/layout"
	"optc/layout/axes"
	"optc/layout/change"
	"optc/layout/picture"
	"optc/lower"
	"optc/optmain/internal/spelling"
)

// changedLayout is one of the two layouts of a change.
type changedLayout struct {
	text    string
	node    ir.Node          // set for a type or an attribute with places
	places  *layout.Map      // of node
	threads *spelling.Layout // set for any other text
}

func (s *changedLayout) isMemory() bool { return s.threads != nil && s.threads.Memory }

// drawChange draws the change from one layout of a tensor to another, or the accesses of threads to a memory.
func (t *tool) drawChange(texts []string, o layoutOptions) (*draw.Picture, error) {
	c := t.newContext()
	elem, err := o.elementType(c, t.stderr)
	if err != nil {
		return nil, err
	}
	var sides [2]changedLayout
	for i, text := range texts {
		sides[i].text = text
		if spelling.Of(text) != nil || o.family == nil || text == "" || !strings.ContainsRune("!#", rune(text[0])) {
			sides[i].threads, _, err = o.read(c, text)
		} else {
			sides[i].node, sides[i].places, err = nodePlaces(c, text, o, t.stderr)
		}
		if err != nil {
			return nil, err
		}
	}
	if x, y := &sides[0], &sides[1]; o.family == nil && x.isMemory() != y.isMemory() {
		if x.isMemory() {
			x, y = y, x
		}
		return drawAccesses(c, x, y, elem, o)
	}
	for _, s := range sides {
		if s.isMemory() {
			hint := ""
			if of := spelling.Of(s.text); of.Both {
				hint = "; with '--shape' its modes are threads and registers"
			}
			return nil, fmt.Errorf("'%s' is a layout of memory, but a change compares layouts of threads%s", s.text, hint)
		}
	}
	if o.family != nil {
		return drawUnitChange(sides, elem, o)
	}
	return drawThreadChange(sides, elem, o.gpu)
}

// nodePlaces parses a type or an attribute that has places for the elements of a tensor.
func nodePlaces(c *ir.Context, text string, o layoutOptions, sink ir.Sink) (ir.Node, *layout.Map, error) {
	node, err := parseNode(c, text, sink)
	if err != nil {
		return nil, nil, err
	}
	places, ok := picture.Places.OfNode(node)
	if !ok {
		return nil, nil, fmt.Errorf("'%s' does not place the elements of a tensor", text)
	}
	view := o.view
	view.Machine = o.target
	m, err := places(node, view)
	if err != nil {
		return nil, nil, fmt.Errorf("'%s' has no places on %s: %w", text, o.target, err)
	}
	return node, m, nil
}

// drawThreadChange draws the change of layout of a vector that the threads of a GPU hold.
func drawThreadChange(sides [2]changedLayout, elem ir.Type, m *kernel.Machine) (*draw.Picture, error) {
	chip, subgroup := gpu.Chip(""), lanesOf(sides[:]...)
	if m != nil {
		chip, subgroup = m.Chip, m.Subgroups[0]
	}
	maps, err := holdersOf(subgroup, sides[:]...)
	if err != nil {
		return nil, err
	}
	return vectorext.DrawChange(maps[0], maps[1], elem, chip, subgroup)
}

// usualSubgroup is the number of lanes of a GPU that is not named, if a layout has more than 32, and usualSector the bytes of its sectors.
const (
	usualSubgroup = int64(64)
	usualSector   = int64(64)
)

// lanesOf returns the lanes of a subgroup of an unnamed GPU: 32 if no layout has more lanes, the usual number otherwise. All threads
// of a layout without subgroups are lanes of one subgroup.
func lanesOf(sides ...changedLayout) int64 {
	for _, s := range sides {
		lanes := s.threads.Threads()
		if !s.threads.Undivided {
			lanes = s.threads.Lanes()
		}
		if lanes > 32 {
			return usualSubgroup
		}
	}
	return 32
}

// holdersOf returns maps to the threads of as many whole subgroups as all layouts need.
func holdersOf(subgroup int64, sides ...changedLayout) ([]*layout.Map, error) {
	threads := subgroup
	for _, s := range sides {
		threads = lcm(threads, s.threads.Threads())
	}
	if threads > vectorext.MostThreads {
		return nil, fmt.Errorf("the layouts repeat after %d threads, more than %d", threads, vectorext.MostThreads)
	}
	maps := make([]*layout.Map, len(sides))
	for i, s := range sides {
		var err error
		if maps[i], err = s.threads.HoldersOf(threads); err != nil {
			return nil, err
		}
	}
	return maps, nil
}

// drawAccesses draws how threads read a memory. A memory that leaves its shape open has the shape of the vector.
func drawAccesses(c *ir.Context, threads, memory *changedLayout, elem ir.Type, o layoutOptions) (*draw.Picture, error) {
	subgroup, sector := lanesOf(*threads), usualSector
	if o.gpu != nil {
		subgroup, sector = o.gpu.Subgroups[0], o.gpu.Sector
	}
	maps, err := holdersOf(subgroup, *threads)
	if err != nil {
		return nil, err
	}
	if o.shape == "" && !slices.Equal(memory.threads.Shape, threads.threads.Shape) {
		o.shape = writeExtents(threads.threads.Shape)
		given := memory.threads.Shape
		if memory.threads, _, err = o.read(c, memory.text); err != nil {
			return nil, err
		}
		if !memory.threads.Memory {
			return nil, fmt.Errorf("'%s' is a memory of %s elements, but the threads hold %s elements", memory.text, writeExtents(given), o.shape)
		}
	}
	traffic := o.chip().TrafficOf(elem, subgroup)
	p, err := vectorext.DrawAccesses(maps[0], memory.threads.Map, elem, traffic, change.After, sector)
	if err == nil {
		proposeMemory(c, p, maps[0], memory.threads.Map, traffic, sector)
	}
	return p, err
}

// drawUnitChange draws the change of layout of a tensor that is spread over units of a target: tiles, workers or NPUs.
func drawUnitChange(sides [2]changedLayout, elem ir.Type, o layoutOptions) (*draw.Picture, error) {
	axis, err := unitAxis(sides[:], o)
	if err != nil {
		return nil, err
	}
	var maps [2]*layout.Map
	for i, s := range sides {
		if maps[i], err = s.units(axis); err != nil {
			return nil, err
		}
	}
	change := &lower.LayoutChange{Type: elem.String(), Element: int64(ir.ElementBytes(elem)), Cell: int64(ir.ElementBytes(elem))}
	for i, s := range sides {
		change.Nodes[i] = s.node
	}
	if maps[0].Width() != maps[1].Width() {
		return nil, fmt.Errorf("expected elements of one size in one sort of places, but an element of '%s' has %s, and one of '%s' has %s",
			sides[0].text, maps[0].Axes().Cell.Count(maps[0].Width()), sides[1].text, maps[1].Axes().Cell.Count(maps[1].Width()))
	}
	if maps[0].Axes().Cell == axes.Byte {
		change.Element, change.Cell = maps[0].Width(), 1
	}
	// A tile mapping numbers the elements of a tensor, independently of its shape.
	if sides[0].node != nil != (sides[1].node != nil) && maps[0].Count() == maps[1].Count() {
		for i := range maps {
			if maps[i], err = maps[i].Reshape([]int64{maps[i].Count()}); err != nil {
				return nil, err
			}
		}
	}
	change.From, change.To = maps[0], maps[1]
	return o.family.Change(o.target, change)
}

// units returns the map of a layout to units; threads are units along an axis.
func (s *changedLayout) units(axis axes.Axis) (*layout.Map, error) {
	if s.threads == nil {
		return s.places, nil
	}
	m, err := s.threads.Holders()
	if err != nil {
		return nil, fmt.Errorf("'%s': %w", s.text, err)
	}
	places := axes.Pair{Unit: axis}
	if axis == axes.Worker {
		places.Cell = axes.Register
	}
	return m.On(places), nil
}

// drawUnits draws a layout of threads on units of a target, and describes how a unit accesses memory.
func drawUnits(l *spelling.Layout, c *ir.Context, text string, o layoutOptions, sink ir.Sink) (*draw.Picture, error) {
	elem, err := o.elementType(c, sink)
	if err != nil {
		return nil, err
	}
	side := changedLayout{text: text, threads: l}
	axis, err := unitAxis([]changedLayout{side}, o)
	if err != nil {
		return nil, err
	}
	m, err := side.units(axis)
	if err != nil {
		return nil, err
	}
	notes, err := o.family.Access(o.target, m, elem)
	if err != nil {
		return nil, err
	}
	p, err := l.Draw(text, m.Axes())
	if err == nil {
		p.Notes = append(p.Notes, notes...)
	}
	return p, err
}

// unitAxis returns the axis along which layouts of threads spread elements: the axis of the other layout if it has one,
// otherwise the axis that the user names, otherwise the usual one.
func unitAxis(sides []changedLayout, o layoutOptions) (axis axes.Axis, err error) {
	var names []string
	axis = o.family.Axes[0]
	for _, a := range o.family.Axes {
		if a.String() == o.axis {
			axis = a
		}
		if a != axes.Unit {
			names = append(names, a.String())
		}
	}
	if o.axis != "" && axis.String() != o.axis {
		return axis, fmt.Errorf("flag '--axis': %s has no axis '%s'%s; its axes are %s", o.target, o.axis, diag.DidYouMean(o.axis, names), strings.Join(names, ", "))
	}
	for _, s := range sides {
		if s.places == nil {
			continue
		}
		switch a := s.places.Axes().Unit; {
		case a == axes.Unit && !slices.Contains(o.family.Axes, a):
			return axis, fmt.Errorf("'%s' places elements in a memory that %s does not have", s.text, o.target)
		case !slices.Contains(o.family.Axes, a):
			return axis, fmt.Errorf("'%s' places elements on %ss, which %s does not have", s.text, a, o.target)
		case a != axes.Unit:
			axis = a
		}
	}
	return axis, nil
}
