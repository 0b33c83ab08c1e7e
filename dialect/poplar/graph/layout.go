package graph

import (
	"iter"

	"optc/dialect/poplar/target"
	"optc/layout"
)

// Layout returns where the elements of a variable of at least one element lie:
// the map from the flattened element to (tile of g, byte in the block of the
// variable on that tile). A block holds its elements in ascending order without
// gaps; elements without a tile of g are stored nowhere.
func (g *Graph) Layout(v *Variable) *layout.Map {
	return v.layout(&g.target, g.TileRuns(v))
}

func (v *Variable) layout(t *target.Target, runs iter.Seq[TileRun]) *layout.Map {
	table := layout.Table{Units: 1, Width: int64(max(1, t.TypeSize(v.elem))), Shape: []int64{v.size}, Runs: make([]layout.Run, 0, len(v.runs))}
	filled := map[int]int64{} // bytes of the block of a tile
	for r := range runs {
		n := r.End - r.Begin
		table.Runs = append(table.Runs, layout.Run{Index: r.Begin, Len: n, Place: layout.Place{Unit: r.Tile, Offset: filled[r.Tile]}})
		filled[r.Tile] += n * table.Width
		table.Units = max(table.Units, r.Tile+1)
	}
	m, err := layout.NewTable(table)
	if err != nil {
		panic("graph: the mapping of a variable is a layout: " + err.Error())
	}
	return m
}
