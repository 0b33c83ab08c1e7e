package layout

import (
	"cmp"
	"strconv"
	"strings"

	"optc/diag"
)

// Axis is a coordinate of places in hardware. A place of a map is a unit, which is a position along one or several axes, such
// as the lanes of the subgroups of a workgroup, and a cell, a position along another one, such as a register.
type Axis uint8

// The axes, in the order of [ListAxes]. The first two name places of which nothing is known.
const (
	AxisUnit Axis = iota
	AxisCell
	AxisGrid
	AxisWorkgroup
	AxisSubgroup
	AxisThread
	AxisLane
	AxisRegister
	AxisTile
	AxisWorker
	AxisNPU
	AxisBank
	AxisRow
	AxisByte
)

// axisNames are the names of the axes, what is counted along them, and the names of places along them where they are others.
var axisNames = []struct{ name, counts, place string }{
	AxisUnit:      {name: "unit", counts: "parts of any hardware"},
	AxisCell:      {name: "cell", counts: "places in a unit"},
	AxisGrid:      {name: "grid", counts: "the workgroups of a launch, in x, y and z", place: "workgroup"},
	AxisWorkgroup: {name: "workgroup", counts: "the workgroups of a GPU, or blocks of a cluster"},
	AxisSubgroup:  {name: "subgroup", counts: "the subgroups of a workgroup: warps or waves"},
	AxisThread:    {name: "thread", counts: "the threads of a workgroup: the lanes of all its subgroups"},
	AxisLane:      {name: "lane", counts: "the threads of a subgroup"},
	AxisRegister:  {name: "register", counts: "the elements that a thread holds"},
	AxisTile:      {name: "tile", counts: "the tiles of an IPU"},
	AxisWorker:    {name: "worker", counts: "the workers of a tile"},
	AxisNPU:       {name: "NPU", counts: "the processors of a TPU"},
	AxisBank:      {name: "bank", counts: "the banks of a memory"},
	AxisRow:       {name: "row", counts: "the words of a bank, or the block rows of an NPU"},
	AxisByte:      {name: "byte", counts: "the bytes of a memory"},
}

func (a Axis) String() string { return axisNames[a].name }

// At names a place along the axis, as in "tile 3".
func (a Axis) At(n int64) string { return a.Place() + " " + strconv.FormatInt(n, 10) }

// Place names any place along the axis: a place along the axis grid is a workgroup.
func (a Axis) Place() string { return cmp.Or(axisNames[a].place, axisNames[a].name) }

// Count writes a number of places along the axis, as in "1 tile" or "6 workers".
func (a Axis) Count(n int64) string { return diag.Counted(n, a.Place()) }

// Counts returns what is counted along the axis.
func (a Axis) Counts() string { return axisNames[a].counts }

// ListAxes lists the axes of hardware, from the outermost ones of a GPU to the bytes of a memory.
func ListAxes() (list []Axis) {
	for a := range axisNames[AxisGrid:] {
		list = append(list, AxisGrid+Axis(a))
	}
	return list
}

// AxesHelp is the help text about the axes.
func AxesHelp() string {
	var lines []string
	for _, a := range ListAxes() {
		lines = append(lines, a.String()+": "+a.Counts())
	}
	return "Axes of places: " + strings.Join(lines, "; ") + "."
}

// Axes name the two coordinates of a place: what the units of a map are, and what its cells are. The zero value names
// neither.
type Axes struct{ Unit, Cell Axis }

// named returns the axes with AxisCell for a cell axis that is not named.
func (x Axes) named() Axes {
	if x.Cell == AxisUnit {
		x.Cell = AxisCell
	}
	return x
}

// Spell names a place, as in "tile 3 byte 16".
func (x Axes) Spell(p Place) string { return x.Unit.At(int64(p.Unit)) + " " + x.Cell.At(p.Offset) }

// Axes returns the axes of the places of the map.
func (m *Map) Axes() Axes { return m.axes }

// On returns the map whose places have other axes, such as the workers of a tile in the place of threads.
func (m *Map) On(x Axes) *Map {
	out := *m
	out.axes = x.named()
	return &out
}
