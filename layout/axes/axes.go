// Package axes names the coordinates of places in hardware: the lanes and registers of a GPU, the tiles of an IPU, the
// NPUs of a TPU, the banks of a memory. A map of package layout has a [Pair] of them.
//
// # A picture
//
// Rows of a 4x4 matrix on two tiles, and the same elements in a memory of four banks:
//
//	Pair{Tile, Byte}                   Pair{Bank, Row}
//
//	tile 0   byte 0 1 2 3 4 5 6 7               bank 0   1   2   3
//	              a b c d e f g h      row 0         a   b   c   d
//	tile 1   byte 0 1 2 3 4 5 6 7      row 1         e   f   g   h
//	              i j k l m n o p      row 2         i   j   k   l
//	                                   row 3         m   n   o   p
//
// Element f is in tile 0 at byte 5, and in bank 1 at row 1: a place is always a unit and a cell.
package axes

import (
	"cmp"
	"strconv"
	"strings"

	"optc/diag"
)

// Axis is a coordinate of places in hardware. A place of a map consists of a unit, which is a position along one or several
// axes, such as the lanes of the subgroups of a workgroup, and a cell, which is a position along another axis, such as a
// register.
type Axis uint8

// The axes, in the order of [List]. The first two axes name places of unknown hardware.
const (
	Unit Axis = iota
	Cell
	Grid
	Workgroup
	Subgroup
	Thread
	Lane
	Register
	Tile
	Worker
	NPU
	Bank
	Row
	Byte
)

// names are the names of the axes, of the items that are counted along them, and of places along them if that name differs.
var names = []struct{ name, counts, place string }{
	Unit:      {name: "unit", counts: "parts of any hardware"},
	Cell:      {name: "cell", counts: "places in a unit"},
	Grid:      {name: "grid", counts: "the workgroups of a launch, in x, y and z", place: "workgroup"},
	Workgroup: {name: "workgroup", counts: "the workgroups of a GPU, or blocks of a cluster"},
	Subgroup:  {name: "subgroup", counts: "the subgroups of a workgroup: warps or waves"},
	Thread:    {name: "thread", counts: "the threads of a workgroup: the lanes of all its subgroups"},
	Lane:      {name: "lane", counts: "the threads of a subgroup"},
	Register:  {name: "register", counts: "the elements that a thread holds"},
	Tile:      {name: "tile", counts: "the tiles of an IPU"},
	Worker:    {name: "worker", counts: "the workers of a tile"},
	NPU:       {name: "NPU", counts: "the processors of a TPU"},
	Bank:      {name: "bank", counts: "the banks of a memory"},
	Row:       {name: "row", counts: "the words of a bank, or the block rows of an NPU"},
	Byte:      {name: "byte", counts: "the bytes of a memory"},
}

func (a Axis) String() string { return names[a].name }

// At names a place along the axis, as in "tile 3".
func (a Axis) At(n int64) string { return a.Place() + " " + strconv.FormatInt(n, 10) }

// Place names any place along the axis: a place along the axis grid is a workgroup.
func (a Axis) Place() string { return cmp.Or(names[a].place, names[a].name) }

// Count writes a number of places along the axis, as in "1 tile" or "6 workers".
func (a Axis) Count(n int64) string { return diag.Counted(n, a.Place()) }

// Counts returns the name of the items that are counted along the axis.
func (a Axis) Counts() string { return names[a].counts }

// List lists the axes of hardware, from the outermost axes of a GPU to the bytes of a memory.
func List() (list []Axis) {
	for a := range names[Grid:] {
		list = append(list, Grid+Axis(a))
	}
	return list
}

// Help is the help text about the axes.
func Help() string {
	var lines []string
	for _, a := range List() {
		lines = append(lines, a.String()+": "+a.Counts())
	}
	return "Axes of places: " + strings.Join(lines, "; ") + "."
}

// Pair names the two coordinates of a place: the hardware that a unit of the map is, and the hardware that a cell is.
// The zero value names neither.
type Pair struct{ Unit, Cell Axis }

// Named returns the axes with Cell for a cell axis that is not named.
func (x Pair) Named() Pair {
	if x.Cell == Unit {
		x.Cell = Cell
	}
	return x
}

// Spell names a place, as in "tile 3 byte 16".
func (x Pair) Spell(unit int, cell int64) string {
	return x.Unit.At(int64(unit)) + " " + x.Cell.At(cell)
}
