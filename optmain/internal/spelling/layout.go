package spelling

import (
	"fmt"
	"slices"
	"strings"

	"optc/layout"
	"optc/layout/axes"
)

// Layout is a layout of a tensor, in any spelling. There are two sorts: layouts of threads specify
// which element each register of each thread holds; layouts of memory specify which cell stores each
// element.
type Layout struct {
	Shape  []int64
	Memory bool
	// Map takes the coordinates of a place along Axes to the flat index of the element there; for a
	// layout of memory, it takes the coordinates of an element to a cell.
	Map *layout.Map
	// Undivided layouts number all threads along the axis of lanes, because their spelling has no subgroups.
	Undivided bool
}

// Axes name the coordinates of a place. Every layout of threads has all of them, some of extent 1.
var Axes = []axes.Axis{axes.Workgroup, axes.Subgroup, axes.Lane, axes.Register}

// UnitAxes lists the axes along which layouts of threads have units.
var UnitAxes = []axes.Axis{axes.Grid, axes.Workgroup, axes.Subgroup, axes.Lane, axes.Thread}

// Threads are the axes of the map of Holders.
var Threads = axes.Pair{Unit: axes.Thread, Cell: axes.Register}

// Positions in Axes.
const (
	workgroup = iota
	subgroup
	lane
	register
)

// Extent returns the extent of an axis.
func (l *Layout) Extent(axis int) int64 { return l.Map.Shape()[axis] }

// Threads returns the number of threads of a workgroup.
func (l *Layout) Threads() int64 { return l.Extent(subgroup) * l.Extent(lane) }

// Lanes returns the number of lanes of a subgroup.
func (l *Layout) Lanes() int64 { return l.Extent(lane) }

// places returns the map with an axis for all threads instead of subgroups and lanes.
func (l *Layout) places() (*layout.Map, error) {
	return l.Map.Reshape([]int64{l.Extent(workgroup), l.Threads(), l.Extent(register)})
}

// WithLanes returns the layout for subgroups of another size, which must divide the number of threads.
func (l *Layout) WithLanes(lanes int64) (*Layout, error) {
	if l.Threads()%lanes != 0 {
		return nil, fmt.Errorf("%d threads are no subgroups of %d", l.Threads(), lanes)
	}
	m, err := l.Map.Reshape([]int64{l.Extent(workgroup), l.Threads() / lanes, lanes, l.Extent(register)})
	if err != nil {
		return nil, fmt.Errorf("threads cannot be numbered in subgroups of %d: %w", lanes, err)
	}
	return &Layout{Shape: l.Shape, Map: m}, nil
}

// HoldersOf returns the map of Holders for more threads, which hold copies.
func (l *Layout) HoldersOf(threads int64) (*layout.Map, error) {
	m, err := l.Holders()
	if err != nil {
		return nil, err
	}
	return m.Copies(int(threads))
}

// Holders returns the map from elements to threads and registers of the only workgroup.
func (l *Layout) Holders() (*layout.Map, error) {
	switch {
	case l.Memory:
		return nil, fmt.Errorf("a layout of memory has no threads")
	case l.Extent(workgroup) > 1:
		return nil, fmt.Errorf("the layout has %d workgroups, and elements do not move between them", l.Extent(workgroup))
	}
	m, err := l.Map.Reshape([]int64{l.Threads(), l.Extent(register)})
	if err != nil {
		return nil, err
	}
	if m, err = m.Placed(Threads); err != nil {
		return nil, err
	}
	return m.Reshape(l.Shape)
}

// Along returns the map from elements to places along an axis: registers of threads, or the cells of the lanes, subgroups,
// workgroups or workgroups of a launch. The workgroups of a launch have a tile each of a tensor of the given shape. A layout without
// subgroups has subgroups of so many lanes.
func (l *Layout) Along(axis axes.Axis, lanes int64, shape []int64) (*layout.Map, error) {
	if l.Memory {
		return nil, fmt.Errorf("a layout of memory has no %ss", axis)
	}
	m, err := l.Map.Reshape([]int64{l.Extent(workgroup) * l.Threads(), l.Extent(register)})
	if err != nil {
		return nil, err
	}
	if m, err = m.Placed(Threads); err != nil {
		return nil, err
	}
	if m, err = m.Reshape(l.Shape); err != nil {
		return nil, err
	}
	if !l.Undivided {
		lanes = l.Extent(lane)
	}
	lanes = min(lanes, l.Threads())
	on := axes.Pair{Unit: axis}
	switch axis {
	case axes.Thread:
		return m, nil
	case axes.Lane:
		return m.Dealt(lanes, on)
	case axes.Subgroup:
		return m.Grouped(lanes, on)
	case axes.Workgroup:
		return m.Grouped(l.Threads(), on)
	case axes.Grid:
		if m, err = m.Tiled(shape); err != nil {
			return nil, err
		}
		return m.Grouped(l.Threads()*l.Extent(workgroup), on)
	}
	return nil, fmt.Errorf("a layout of threads has no %ss", axis)
}

// differs returns how another layout differs, in words; "" if it does not.
func (l *Layout) differs(other *Layout) string {
	switch {
	case l.Memory != other.Memory:
		return "it is a layout of " + sortName(other.Memory)
	case !slices.Equal(l.Shape, other.Shape):
		return fmt.Sprintf("it is a layout of %s elements", spellShape(other.Shape))
	}
	a, b := l.Map, other.Map
	if !l.Memory {
		var err1, err2 error
		a, err1 = l.places()
		b, err2 = other.places()
		if err1 != nil || err2 != nil {
			return "its threads are numbered otherwise"
		}
	}
	if !slices.Equal(a.Shape(), b.Shape()) {
		return fmt.Sprintf("it has %d threads of %d registers, not %d of %d", other.Threads(), other.Extent(register), l.Threads(), l.Extent(register))
	}
	index, differ, err := a.Difference(b)
	switch {
	case err != nil:
		return err.Error()
	case !differ:
		return ""
	}
	p, _ := a.LocateIndex(index)
	q, _ := b.LocateIndex(index)
	at := a.Coord(index, nil)
	if l.Memory {
		return fmt.Sprintf("element (%s) is in cell %d, not in cell %d", join(at), q.Offset, p.Offset)
	}
	return fmt.Sprintf("register %d of thread %d holds (%s), not (%s)", at[2], at[1], join(l.coord(q.Offset)), join(l.coord(p.Offset)))
}

// coord returns the coordinates of an element.
func (l *Layout) coord(index int64) []int64 {
	out := make([]int64, len(l.Shape))
	for d, n := range slices.Backward(l.Shape) {
		out[d], index = index%n, index/n
	}
	return out
}

// join writes coordinates.
func join(list []int64) string {
	return strings.Trim(strings.ReplaceAll(spellList(list), " ", ""), "[]")
}

// sortName names a sort of layouts.
func sortName(memory bool) string {
	if memory {
		return "memory"
	}
	return "threads"
}

// spellShape writes a shape as "16x8".
func spellShape(shape []int64) string { return strings.ReplaceAll(join(shape), ",", "x") }

// count returns the number of elements of a shape; ok is false if there are more than most.
func count(shape []int64, most int64) (n int64, ok bool) {
	n = 1
	for _, extent := range shape {
		if extent < 1 || extent > most/n {
			return 0, false
		}
		n *= extent
	}
	return n, true
}

// maxElements bounds the elements of a tensor and the places of a layout.
const maxElements = 1 << 24
