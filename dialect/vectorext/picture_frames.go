package vectorext

import (
	"slices"

	"optc/draw"
	"optc/layout"
)

// framesOf returns tiles of a matrix from their extents, the smallest first. Tiles of one element, tiles that equal the previous
// ones, and tiles of the whole matrix are left out. The rows of a picture combine all dimensions except the last, so that only a
// matrix has tiles of several rows.
func framesOf(shape []int64, names []string, extents [][]int64) (frames []draw.Frame) {
	rank := len(shape)
	if rank == 0 {
		return nil
	}
	before := slices.Repeat([]int64{1}, rank)
	for i, tile := range extents {
		if slices.Equal(tile, before) || slices.Equal(tile, shape) {
			continue
		}
		before = tile
		f := draw.Frame{Name: names[i], Columns: tile[rank-1]}
		if rank == 2 {
			f.Rows = tile[0]
		}
		frames = append(frames, f)
	}
	return frames
}

// frames returns the tiles of a nested layout: the elements of a thread, and the elements with one outer, one batch and one subgroup index.
func (l *NestedLayout) frames() []draw.Frame {
	tile := slices.Repeat([]int64{1}, l.Rank())
	var extents [][]int64
	for _, list := range [][]int64{l.ElementTile, l.ThreadTile, l.OuterTile, l.BatchTile} {
		for d, n := range list {
			tile[d] *= n
		}
		extents = append(extents, slices.Clone(tile))
	}
	return framesOf(l.UndistributedShape(), []string{"thread", "outer", "batch", "subgroup"}, extents)
}

// digitFrames returns the frames of a map to threads and registers: the neighbours that a thread holds, what all lanes of a subgroup
// hold with one register of each such tile, the neighbours that a subgroup holds, and what all subgroups hold likewise. lanes is the
// size of a subgroup; 0 means all threads.
func digitFrames(m *layout.Map, lanes int64) []draw.Frame {
	spec, ok := m.Digits()
	if !ok {
		return nil
	}
	if lanes == 0 {
		lanes = int64(m.Units())
	}
	extents := make([][]int64, 4)
	for _, dim := range spec.Dims {
		thread, all, subgroup, workgroup := int64(0), int64(1), int64(0), int64(0)
		lane := int64(1)
		for _, g := range dim.Digits {
			if g.Unit != 0 && thread == 0 {
				thread = all
			}
			if g.Unit >= lanes && subgroup == 0 {
				subgroup = all
			}
			all *= g.Size
			switch {
			case g.Unit >= lanes:
				workgroup = all
			case g.Unit > 0:
				lane = all
			}
		}
		if thread == 0 {
			thread = all
		}
		lane = max(lane, thread)
		subgroup = max(subgroup, lane)
		for i, n := range []int64{thread, lane, subgroup, max(workgroup, subgroup)} {
			extents[i] = append(extents[i], min(n, dim.Size))
		}
	}
	return framesOf(m.Shape(), []string{"thread", "lanes", "subgroup", "workgroup"}, extents)
}
