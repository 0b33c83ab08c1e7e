package access

import (
	"slices"

	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes/distribute/internal/core"
)

// tile is a position (batch, outer) of a tile in a thread's part; both lists have an entry per
// vector dimension.
type tile struct{ batch, outer []int64 }

// tiles lists the positions in row-major order, batch dimensions slowest.
func tiles(l *vectorext.NestedLayout) []tile {
	rank := l.Rank()
	var out []tile
	for at := range core.PositionsIn(slices.Concat(l.BatchTile, l.OuterTile)) {
		p := slices.Clone(at)
		out = append(out, tile{p[:rank], p[rank:]})
	}
	return out
}

// offsets returns the position at which the tile begins in the SIMT vector.
func (t tile) offsets() []int64 {
	return slices.Concat(t.batch, t.outer, make([]int64, len(t.batch)))
}

// indices returns the memory indices of a tile: for every vector dimension p that
// runs along a memory dimension k (dims[p] = k)
//
//	idx[k] = affine.linearize_index [subgroup, batch, outer, thread, idx[k]] by (S, B, O, T, E)
//
// the coordinate that the digits of the unit map form
func indices(d *core.Nested, t tile, s *core.NestedSpread, ids core.ThreadDigits, dims []int, idx []*ir.Value) []*ir.Value {
	out := slices.Clone(idx)
	for p, k := range dims {
		if k < 0 {
			continue
		}
		b, o := d.Index(t.batch[p]), d.Index(t.outer[p])
		c, isConst := ir.ConstantValue(idx[k]).(*ir.IntegerAttr)
		disjoint := isConst && c.Int64() >= 0 && c.Int64() < s.ElementTile[p]
		out[k] = d.Linearize([]*ir.Value{ids.Subgroup[p], b, o, ids.Thread[p], idx[k]}, s.Dims[p].Sizes(), disjoint)
	}
	return out
}
