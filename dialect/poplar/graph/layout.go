package graph

import (
	"optc/diag"
	"optc/layout"
	"optc/layout/axes"
)

// Layout returns the places of the elements of a variable that has at least one element:
// the map from the flattened element to (tile of g, byte in the block of the variable on
// that tile). A block holds its elements in ascending order without gaps; elements
// without a tile of g are stored nowhere.
func (g *Graph) Layout(v *Variable) *layout.Map {
	return g.Blocks(v, func(tile int) int { return tile }).On(axes.Pair{Unit: axes.Tile, Cell: axes.Byte})
}

// Blocks is [Graph.Layout] with blocks as units; number returns the number of a block.
func (g *Graph) Blocks(v *Variable, number func(tile int) int) *layout.Map {
	width, units := int64(max(1, g.target.TypeSize(v.elem))), 1
	runs := make([]layout.Run, 0, len(v.runs))
	var filled map[int]int64 // size in bytes of every block, if there may be several
	if len(v.runs) > 1 {
		filled = map[int]int64{}
	}
	for _, r := range v.runs {
		if g.CheckTile(r.Tile-g.lo) != nil {
			continue
		}
		n, block := r.End-r.Begin, number(r.Tile-g.lo)
		runs = append(runs, layout.Run{Index: r.Begin, Len: n, Place: layout.Place{Unit: block, Offset: filled[block]}})
		if filled != nil {
			filled[block] += n * width
		}
		units = max(units, block+1)
	}
	return diag.Must(layout.NewTable(layout.Table{Units: units, Width: width, Shape: []int64{v.size}, Runs: runs}))
}
