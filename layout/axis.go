package layout

import "strings"

// Axis is a coordinate of places in hardware. A place of a map is a unit, which is a position along one or several axes, such
// as the lanes of the subgroups of a workgroup, and a cell, a position along another one, such as a register.
type Axis uint8

// The axes, in the order of Axes.
const (
	AxisGrid Axis = iota
	AxisWorkgroup
	AxisSubgroup
	AxisLane
	AxisRegister
	AxisTile
	AxisWorker
	AxisNPU
	AxisBank
	AxisRow
	AxisByte
)

// axes are the names of the axes and what is counted along them.
var axes = []struct{ name, counts string }{
	AxisGrid:      {"grid", "the workgroups of a launch, in x, y and z"},
	AxisWorkgroup: {"workgroup", "the workgroups of a GPU, or blocks of a cluster"},
	AxisSubgroup:  {"subgroup", "the subgroups of a workgroup: warps or waves"},
	AxisLane:      {"lane", "the threads of a subgroup"},
	AxisRegister:  {"register", "the elements that a thread holds"},
	AxisTile:      {"tile", "the tiles of an IPU"},
	AxisWorker:    {"worker", "the workers of a tile"},
	AxisNPU:       {"NPU", "the processors of a TPU"},
	AxisBank:      {"bank", "the banks of a memory"},
	AxisRow:       {"row", "the words of a bank, or the block rows of an NPU"},
	AxisByte:      {"byte", "the bytes of a memory"},
}

func (a Axis) String() string { return axes[a].name }

// Counts returns what is counted along the axis.
func (a Axis) Counts() string { return axes[a].counts }

// Axes lists the axes, from the outermost ones of a GPU to the bytes of a memory.
func Axes() (list []Axis) {
	for a := range axes {
		list = append(list, Axis(a))
	}
	return list
}

// AxesHelp is the help text about the axes.
func AxesHelp() string {
	var lines []string
	for _, a := range Axes() {
		lines = append(lines, a.String()+": "+a.Counts())
	}
	return "Axes of places: " + strings.Join(lines, "; ") + "."
}
